#!/usr/bin/env bash
# Random walks of several people over one server, with kills; and races of many takers.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
# shellcheck source=tests/e2e/servers.sh
. "$e2e_dir/servers.sh"

walk() {
  command -v python3 >/dev/null || skip "no python3 here"
  git-handoff --version >/dev/null
  local seed=${HANDOFF_SEED:-$1}
  works python3 "$e2e_dir/share_model.py" "$2" "$seed"
}

long_walks() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "only with --long"
  local i
  for i in $(seq 20); do
    mkdir "walk-$i"
    (cd "walk-$i" && walk "$((RANDOM))" 250) || fail "walk $i"
    rm -rf "walk-$i"
  done
}

# race TAKERS ROUNDS [ssh|http]: each with a clone of its own, all at once, over a folder or that server.
race() {
  local takers=$1 rounds=$2 by=${3:-folder} round i winners folder pids server_seconds=7000
  make_server
  folder=$server
  case $by in
    ssh)
      start_sshd
      server=$ssh_url$folder
      ;;
    http)
      git -C "$folder" config http.receivepack true
      start_http "$case_dir"
      server=$http_url/server.git
      ;;
  esac
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  cd "$case_dir"
  for i in $(seq "$takers"); do
    git clone -q "$server" "taker-$i"
    mkdir -p "taker-$i/.git/handoff"
  done
  for round in $(seq "$rounds"); do
    person Ann
    write "work-$round.txt" "$round"
    works git handoff pause --push -m x
    id=$(git handoff list --porcelain | cut -f1)
    tip=refs/handoffs/shared/$id
    mapfile -t seen < <(git -C "$folder" rev-parse "$tip^{tree}" "$tip^@")
    cd "$case_dir"
    pids=()
    for i in $(seq "$takers"); do
      "$project_dir/tests/tools/seal.py" "taker-$i/.git" read "${seen[@]}"
      (
        cd "taker-$i"
        export GIT_AUTHOR_NAME=Taker$i GIT_COMMITTER_NAME=Taker$i
        run_code=0
        git handoff take "$id" >"../out-$i" 2>"../err-$i" || run_code=$?
        echo "$run_code" >"../code-$i"
      ) &
      pids+=($!)
    done
    wait "${pids[@]}" # the server runs on
    winners=$(grep -lx 0 code-* || true)
    expect_equal 1 "$(wc -w <<<"$winners")" "winners of round $round: $(cat err-*)"
    i=${winners#code-}
    expect_equal "Taker$i" "$(git -C "$folder" log -1 --format=%an "refs/handoffs/shared/$id")"
    expect_equal "$((takers - 1))" "$(grep -l "Taker$i has had it for" err-* | wc -l)" "losers that are told who: $(cat err-*)"
    (cd "taker-$i" && works git handoff release --done --force "$id" && git switch -q main && git branch -qD login)
    person Ann
    works git handoff fetch
    works git handoff discard
    git reset -q --hard origin/login
    cd "$case_dir"
  done
}

few_race() { race 6 2; }
many_race() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "only with --long"
  race 32 200 "$1"
}

steps=50
[ -z "${HANDOFF_LONG:-}" ] || steps=200
test_case "$steps steps of four clones, with kills: one holder, no byte lost, a clean server" walk 7 $steps
test_case "5,000 steps" long_walks
test_case "of many who take at once one wins, and the others are told who" few_race
test_case "the same with 32 over ssh, 200 times" many_race ssh
test_case "the same with 32 over http, 200 times" many_race http
test_done
