# shellcheck shell=bash
# shellcheck disable=SC2034  # what these functions leave is read by the scripts
# Ann, Ben and Cat in clones of one server, for the tests of what goes between people.

# person NAME: the shell is in this person's clone, and acts as them. Made on first use.
person() {
  local name=$1
  export GIT_AUTHOR_NAME=$name GIT_COMMITTER_NAME=$name
  export GIT_AUTHOR_EMAIL=${name,,}@example.com GIT_COMMITTER_EMAIL=${name,,}@example.com
  [ -d "$case_dir/${name,,}" ] || git clone -q "$server" "$case_dir/${name,,}" 2>/dev/null
  cd "$case_dir/${name,,}"
}

# What most cases begin with is made once a script, by the first of them, and copied for the others: all run in one
# place, where what a clone has proven stays proven, and no path in it differs.
prepared=$trash/prepared
one_place=case

# keep NAME FOLDER...: these of this case are $prepared/NAME from now on.
keep() {
  mkdir -p "$prepared/$1.new"
  cp -a "${@:2}" "$prepared/$1.new"
  mv "$prepared/$1.new" "$prepared/$1"
}

# make_server: a bare folder with a project on main, at $server.
make_server() {
  local was
  was=${GIT_DEFAULT_HASH-}$(<"$HOME/.gitconfig")
  server=$case_dir/server.git
  printf '[safe]\n\tdirectory = %s\n' "$server" >>"$HOME/.gitconfig" # tools speak to no other folder
  user_config=$(<"$HOME/.gitconfig") prepared_server=$server
  if [ -d "$prepared/server" ] && [ "$was" = "$(<"$prepared/was")" ] && [ "$PWD" = "$case_dir" ]; then
    cp -a "$prepared/server/." .
    return
  fi
  git init -q --bare "$server"
  (
    make_project seed
    git push -q "$server" main
  )
  if [ "$PWD" != "$case_dir" ] || [ -d "$prepared" ]; then
    prepared_server=
    return
  fi
  mkdir "$prepared"
  printf '%s\n' "$was" >"$prepared/was"
  keep server "$server" seed
}

# is_untouched: all is as make_server left it: nothing stands in Ann's way that was not there when her clone was kept.
is_untouched() {
  local hooks=("$server"/hooks/*) heads=("$server"/refs/heads/*)
  [ "$server" = "${prepared_server-}" ] && [ ! -e "$case_dir/ann" ] && [ ! -e "${hooks[0]}" ] &&
    [ "${heads[*]}" = "$server/refs/heads/main" ] && [ ! -e "$server/packed-refs" ] &&
    [ "$(<"$server/refs/heads/main")" = "$(<"$prepared/server/server.git/refs/heads/main")" ] &&
    [ "$(<"$server/config")" = "$(<"$prepared/server/server.git/config")" ] &&
    [ "$(<"$HOME/.gitconfig")" = "$user_config" ]
}

# ann_works: Ann works on the branch login, which the server has.
ann_works() {
  local is_new=""
  ! is_untouched || is_new=1
  if [ -n "$is_new" ] && [ -d "$prepared/ann" ]; then
    cp -af "$prepared/ann/." "$case_dir"
    person Ann
    git update-index -q --refresh || true
    state=$(<"$prepared/state")
    return
  fi
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  make_work
  state=$(state_of_tree)
  [ -n "$is_new" ] || return 0
  printf '%s\n' "$state" >"$prepared/state"
  keep ann "$server" "$case_dir/ann"
}

# what_decides_there: the same but for whose words they are, and with the user's key.
what_decides_there() {
  local GIT_AUTHOR_NAME="" GIT_AUTHOR_EMAIL="" GIT_COMMITTER_NAME="" GIT_COMMITTER_EMAIL="" key=""
  what_decides
  [ ! -e "$HOME/.local/state/git-handoff/key" ] || IFS= read -r -d '' key <"$HOME/.local/state/git-handoff/key" || true
  decides+=$key
}

# put_there WORLD NAME: what was kept as that one, where all that decides of it is as it was; this person's clone is new there,
# and the shell is in it, with what the last command said.
put_there() {
  local decides was=""
  what_decides_there
  [ ! -d "$prepared/$1" ] || IFS= read -r -d '' was <"$prepared/$1.decides" || true
  [ "$decides" = "$was" ] && [ ! -e "$case_dir/${2,,}" ] && is_untouched || return
  cp -af "$prepared/$1/." "$case_dir"
  person "$2"
  git update-index -q --refresh || true
  state=$(<"$prepared/state") id=$(<"$prepared/$1.id")
  out_file=$prepared/$1.out err_file=$prepared/$1.err code=0
  text_of "$out_file" out
  text_of "$err_file" err
}

# keep_there WORLD FOLDER...: what is so now is that one.
keep_there() {
  local decides
  [ ! -e "$prepared/$1" ] || return 0
  what_decides_there
  cp "$out_file" "$prepared/$1.out"
  cp "$err_file" "$prepared/$1.err"
  printf '%s\n' "$id" >"$prepared/$1.id"
  printf %s "$decides" >"$prepared/$1.decides"
  keep "$@"
}

# ann_hands_over: Ann works on the branch login, which the server has, and hands over.
ann_hands_over() {
  local is_new=""
  ! put_there handed Ann || return 0
  ! is_untouched || is_new=1
  ann_works
  works git handoff pause --push -m "login: expiry is missing" --next "write the expiry test"
  id=$(live_ids)
  [ -z "$is_new" ] || keep_there handed "$server" "$case_dir/ann"
}

# ben_takes_over: she does, and Ben reads it and takes it.
ben_takes_over() {
  local is_new=""
  ! put_there taken Ben || return 0
  ! is_untouched || [ -e "$case_dir/ben" ] || is_new=1
  ann_hands_over
  takes Ben
  [ -z "$is_new" ] || keep_there taken "$server" "$case_dir/ann" "$case_dir/ben"
}

# has_read ID [NAME]: this person read it on a terminal.
has_read() {
  works git handoff fetch "$1"
  on_terminal $'read\n' git handoff show "${2:-origin/$1}"
  [ "$code" -eq 0 ] || fail "$out"
}

# a_while_ago ID SECONDS: what is pending was asked for so long ago.
a_while_ago() {
  jq -c --arg t "$(($(date +%s) - $2))" 'del(.seal) | .pending.started = ($t | tonumber)' ".git/handoff/shared/$1.json" |
    "$project_dir/tests/tools/seal.py" shared line >"$case_dir.aside/ago" && cp "$case_dir.aside/ago" ".git/handoff/shared/$1.json"
}

# on_server: what the server has of handoffs.
on_server() { git -C "$server" for-each-ref --format='%(refname)' refs/handoffs/; }

# state_on_server ID: the word of the version there.
state_on_server() {
  git -C "${folder:-$server}" log -1 --format='%(trailers:key=Handoff-State,valueonly)' "refs/handoffs/shared/$1" | head -n 1
}

# takes NAME [ARGUMENTS]: this person reads the handoff $id and takes it.
takes() {
  person "$1"
  shift
  has_read "$id"
  works git handoff take "$@" "$id"
}

# no_answer VERB...: git handoff is killed as soon as the server has what it pushed.
no_answer() {
  GIT_HANDOFF_FAULT=share-pushed run git handoff "$@"
  [ "$code" -ne 0 ] || fail "it was not killed"
}

# overtaken_by NAME COMMAND...: a git in $case_dir.aside that lets them do this before the next push, or before the
# Nth of what $before says ("fetch 2").
overtaken_by() {
  local name=$1 verb=${before:-push}
  shift
  cat >"$case_dir.aside/git" <<END
#!/bin/sh
case " \$* " in *" ${verb% *} "*)
  echo x >>"$case_dir.aside/done"
  if [ "\$(grep -c x "$case_dir.aside/done")" -eq $(sed 's/[^0-9]//g; s/^$/1/' <<<"$verb") ]; then
    (cd "$case_dir/${name,,}" && PATH=$PATH GIT_AUTHOR_NAME=$name GIT_AUTHOR_EMAIL=${name,,}@example.com \\
      GIT_COMMITTER_NAME=$name GIT_COMMITTER_EMAIL=${name,,}@example.com $* >"$case_dir.aside/log" 2>&1)
  fi
  ;;
esac
exec $(command -v git) "\$@"
END
  chmod +x "$case_dir.aside/git"
}

# The whole story, wherever $server is; $folder is the same as a folder.
story() {
  ann_hands_over
  person Ben
  has_read "$id"
  works git handoff take
  expect_state "$state"
  person Cat
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "Ben has had it for"
  person Ben
  write src/util.c "int util(void) { return 3; }"
  state=$(state_of_tree)
  works git handoff pause --push -m "back to you"
  person Ann
  has_read "$id"
  works git handoff take
  expect_state "$state"
  works git handoff release --done --force
  person Ben
  works git handoff fetch
  expect_contains "$out" "finished, says Ann"
  expect_equal "" "$(git -C "$folder" for-each-ref refs/handoffs/)"
}
