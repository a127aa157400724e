# shellcheck shell=bash
# shellcheck disable=SC2034  # what these functions leave is read by the scripts
# Real git servers for the tests: on the loopback, each ends with its test, or after server_seconds (300).

# shellcheck source=tests/e2e/wait.sh
. "$e2e_dir/wait.sh"

# A port that nothing listens on now.
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# start_sshd: an ssh server for this user with a key of its own. Leaves $ssh_url, the front of URLs,
# and GIT_SSH_COMMAND.
start_sshd() {
  local sshd=/usr/sbin/sshd dir=$case_dir.aside/ssh port
  [ -x "$sshd" ] && command -v ssh-keygen >/dev/null || skip "no sshd here"
  mkdir -p "$dir"
  chmod 700 "$dir"
  ssh-keygen -q -t ed25519 -N '' -f "$dir/host"
  ssh-keygen -q -t ed25519 -N '' -f "$dir/key"
  cp "$dir/key.pub" "$dir/authorized"
  port=$(free_port)
  cat >"$dir/config" <<END
Port $port
ListenAddress 127.0.0.1
HostKey $dir/host
AuthorizedKeysFile $dir/authorized
PidFile $dir/pid
StrictModes no
UsePAM no
PasswordAuthentication no
MaxStartups 100
END
  [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
  timeout "${server_seconds:-840}" "$sshd" -D -e -f "$dir/config" 2>"$dir/log" &
  server_pid=$!
  trap 'kill $server_pid 2>/dev/null' EXIT
  export GIT_SSH_COMMAND="ssh -F /dev/null -i $dir/key -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
  ssh_url=ssh://$(id -un)@127.0.0.1:$port
  wait_for_port "$port" || skip "sshd does not start here: $(tail -n 1 "$dir/log")"
  $GIT_SSH_COMMAND -p "$port" "$(id -un)@127.0.0.1" true || skip "sshd lets nobody in here: $(tail -n 1 "$dir/log")"
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
wait_for_port() { patiently listens "$1"; }

# start_http DIR: git-http-backend over the repositories in DIR, for the user ann with the password
# secret. Leaves $http_url, the front of URLs with the password in it, and $http_plain without.
start_http() {
  local port backend
  backend=$(git --exec-path)/git-http-backend
  [ -x "$backend" ] && command -v python3 >/dev/null || skip "no git-http-backend here"
  port=$(free_port)
  timeout "${server_seconds:-840}" python3 "$e2e_dir/http_server.py" "$port" "$1" "$backend" 2>"$case_dir.aside/http.log" &
  server_pid=$!
  trap 'kill $server_pid 2>/dev/null' EXIT
  wait_for_port "$port" || fail "the web server does not start: $(cat "$case_dir.aside/http.log")"
  http_url=http://ann:secret@127.0.0.1:$port
  http_plain=http://127.0.0.1:$port
}

# start_gitolite NAME...: a gitolite for these people, each with a key of their own, behind an ssh server of ours. Leaves
# $ssh_url, and $gitolite_home, where repositories/ is. as_gitolite_user NAME sets GIT_SSH_COMMAND; gitolite_rules TEXT
# is the configuration.
start_gitolite() {
  local name
  command -v gitolite >/dev/null || skip "no gitolite here"
  start_sshd
  gitolite_home=$case_dir.aside/gitolite
  mkdir -p "$gitolite_home"
  for name; do
    ssh-keygen -q -t ed25519 -N '' -f "$case_dir.aside/ssh/$name"
  done
  cp "$case_dir.aside/ssh/$1.pub" "$gitolite_home/admin.pub"
  HOME=$gitolite_home gitolite setup -pk "$gitolite_home/admin.pub" >"$gitolite_home/log" 2>&1 ||
    skip "gitolite does not set itself up here: $(tail -n 1 "$gitolite_home/log")"
  rm -f "$gitolite_home/.gitolite/keydir/"*
  for name; do
    cp "$case_dir.aside/ssh/$name.pub" "$gitolite_home/.gitolite/keydir/"
  done
  gitolite_front=${GIT_SSH_COMMAND%% -i *}
  gitolite_rest=" ${GIT_SSH_COMMAND#* -i * }"
}

gitolite_rules() {
  printf '%s\n' "$@" >"$gitolite_home/.gitolite/conf/gitolite.conf"
  HOME=$gitolite_home gitolite setup >"$gitolite_home/log" 2>&1 || fail "$(cat "$gitolite_home/log")"
  # Its shell looks for all that is its own in HOME, which sshd takes from the system.
  sed -n "s|^command=\"|command=\"env HOME=$gitolite_home |p" "$gitolite_home/.ssh/authorized_keys" >"$case_dir.aside/ssh/authorized"
}

as_gitolite_user() { export GIT_SSH_COMMAND="$gitolite_front -i $case_dir.aside/ssh/$1$gitolite_rest"; }
