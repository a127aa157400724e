#!/usr/bin/env bash
# Handing over on gitolite: three people, each with a key, and rules that let them do all, some or nothing of it.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
# shellcheck source=tests/e2e/servers.sh
. "$e2e_dir/servers.sh"

# make_on_gitolite NAME: the project in a repository there.
make_on_gitolite() {
  server=$ssh_url/$1 folder=$gitolite_home/repositories/$1.git
  cd "$case_dir"
  rm -rf ann ben cat seed
  as_gitolite_user ann
  (
    make_project seed
    git push -q "$server" main
  )
}

over_gitolite() {
  [ -n "${HANDOFF_LONG:-}" ] || skip "takes long: --long"
  start_gitolite ann ben cat
  gitolite_rules "repo open" "  RW+ = @all" "repo careful" "  RW = ann ben" "  R = cat" \
    "repo strict" "  RW+ refs/heads/ = ann ben cat"
  # shellcheck disable=SC2317
  eval "plain_$(declare -f person)"
  person() {
    as_gitolite_user "${1,,}"
    plain_person "$1"
  }
  make_on_gitolite open
  story
  # Nobody may rewind or delete: what is finished stays there as such. Who may only read takes nothing.
  make_on_gitolite careful
  ann_hands_over
  person Cat
  has_read "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "DENIED"
  expect_equal free "$(state_on_server "$id")"
  person Ben
  has_read "$id"
  works git handoff take "$id"
  expect_state "$state"
  works git handoff release --done --force
  expect_equal finished "$(state_on_server "$id")"
  person Ann
  works git handoff fetch
  expect_contains "$out" "finished, says Ben"
  # Where only branches are for pushing it says so.
  make_on_gitolite strict
  person Ann
  make_work
  must_fail 1 git handoff pause --push -m x
  expect_contains "$err" "paused here, NOT shared: origin does not accept handoffs" "DENIED by fallthru" "git config handoff.remote NAME"
  expect_contains "$(git handoff status)" "Paused on 'main'"
}

test_case "on gitolite, whatever its rules let one do" over_gitolite
test_done
