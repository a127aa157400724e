#!/usr/bin/env bash
# What is finished is so, and who had to do with it is told; what is refused has changed nothing.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# A server that takes no more steps with handoffs.
refuse_handoffs() {
  # shellcheck disable=SC2016
  printf '#!/bin/sh\ncase $1 in refs/handoffs/*) echo "no custom refs" >&2; exit 1 ;; esac\n' >"$server/hooks/update"
  chmod +x "$server/hooks/update"
}

# Whoever has it says that it is finished, today.
finishes() { GIT_COMMITTER_DATE="@$(date +%s) +0000" works git handoff release --done; }

commit_and_push() {
  commit_all "login: done"
  git push -q origin login 2>/dev/null
}

# Her own end of it: no `resume --fresh` is offered where it is refused, for the WIP commit was pushed.
finished_by_herself_and_published() {
  make_server
  ann_hands_over
  git push -q origin login
  must_fail 1 git handoff take
  works git handoff release --done --force
  works git handoff status
  expect_contains "$out" "finished by you (seen just now)"
  expect_lacks "$out" "says Ann" "--fresh"
  must_fail 1 git handoff resume
  expect_contains "$err" "git handoff discard"
  expect_lacks "$out$err" "--fresh"
}

# Whoever may push can write any name there: what this clone did not do is not told as what it did.
finished_in_her_name() {
  make_server
  ann_hands_over
  git clone -q "$server" "$case_dir/ann-2"
  cd "$case_dir/ann-2"
  has_read "$id"
  works git handoff take
  works git handoff release --done --force "$id"
  person Ann
  works git handoff fetch
  works git handoff status
  expect_contains "$out" "finished in your name, not from this clone (seen just now)"
  expect_lacks "$out" "by you"
}

not_finished_while_it_is_here() {
  make_server
  ben_takes_over
  must_fail 1 git handoff release --done
  expect_contains "$err" "'$id' is not finished on origin: not committed here: " "git handoff release --done --force $id"
  commit_all "login: done"
  must_fail 1 git handoff release --done
  expect_contains "$err" "1 commit of 'login' is on no branch of a remote"
  expect_equal held "$(state_on_server "$id")"
  write junk.tmp "no part of it"
  git push -q origin login
  # Given back by mistake, it can still be finished.
  works git handoff release
  works git handoff release --done "$id"
  expect_equal finished "$(state_on_server "$id")"
  # Who publishes and finishes is asked the same.
  person Cat
  git switch -q -c other
  write c.txt c
  works git handoff pause --push -m c
  must_fail 1 git handoff release --done
  expect_contains "$err" "on no branch of a remote"
  TERMINAL_WIDTH=200 on_terminal $'y\n' git handoff release --done
  expect_equal 0 "$code" "$out"
}

# A clone of one branch, as CI and agents have it: git notes nothing of what is pushed there.
finished_in_a_clone_of_one_branch() {
  make_server
  ann_hands_over
  git clone -q --single-branch -b main "file://$server" "$case_dir/ben"
  takes Ben
  # What others push there does not come here: it is said, with what brings it.
  expect_contains "$err" "this clone fetches only some branches of 'origin'"
  eval "$(sed -n 's/^hint: \(git remote set-branches .*\)/\1/p' <<<"$err")" 2>/dev/null
  git rev-parse -q --verify refs/remotes/origin/login >/dev/null || fail "the hint brings no origin/login"
  commit_and_push
  works git handoff release --done
  expect_equal finished "$(state_on_server "$id")"
}

# What was on the branch before, and has nothing to do with it, is nobody's unfinished work.
finished_beside_own_commits() {
  make_server
  ann_hands_over
  person Ben
  git switch -q login
  echo own >>README
  GIT_COMMITTER_DATE="@1000000000 +0000" git commit -qam "ben's own"
  takes Ben --branch login-ann
  commit_all "login: done"
  git push -q origin login-ann
  works git handoff release --done "$id"
  expect_equal finished "$(state_on_server "$id")"
}

# Who only had it in the hand in between has added nothing.
who_added_is_named() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 5; }"
  works git handoff pause --push -m "more of it"
  takes Cat
  works git handoff release
  person Ann
  works git handoff fetch
  expect_contains "$out" "Ben has added to it"
  expect_lacks "$out" "Cat has added"
}

# What was meant is what is offered: who follows a hint does not give back what is finished.
several_could_be_meant() {
  make_server
  person Ann
  local branch
  for branch in login-a login-b; do
    git switch -q -c $branch main
    git push -q -u origin $branch 2>/dev/null
    write README "of $branch"
    works git handoff pause --push -m "$branch"
  done
  person Ben
  for id in $(git -C "$server" for-each-ref --format='%(refname:lstrip=3)' refs/handoffs/shared); do
    has_read "$id"
    works git handoff take "$id"
    commit_all done
    git push -q origin HEAD
    git switch -q main
  done
  must_fail 1 git handoff release --done login
  expect_contains "$err" "hint: git handoff release --done login-a" "hint: git handoff release --done login-b"
  person Cat
  must_fail 1 git handoff take --steal login
  expect_contains "$err" "hint: git handoff take --steal login-a"
  must_fail 1 git handoff take login
  for id in $(git -C "$server" for-each-ref --format='%(refname:lstrip=3)' refs/handoffs/shared); do
    works git handoff fetch "$id"
  done
  must_fail 1 git handoff release login
  expect_contains "$err" "nothing of 'login' is yours to release"
}

# The answer to it was lost, and whoever it was for has read it.
finished_without_an_answer() {
  local readers
  for readers in Ann "Ann Cat"; do
    cd "$case_dir"
    rm -rf "$case_dir/server.git" "$case_dir/seed" "$case_dir/ann" "$case_dir/ben" "$case_dir/cat"
    make_server
    ann_hands_over
    [ "$readers" = Ann ] || {
      takes Cat
      works git handoff release
    }
    takes Ben
    commit_and_push
    no_answer release --done
    person Ann
    works git handoff fetch
    expect_contains "$out" "finished, says Ben"
    person Ben
    [ "$readers" = Ann ] || works git handoff fetch
    works git handoff release --done "$id"
    expect_contains "$out" "Finished $id"
    works git handoff status
    expect_contains "$out" "from $id; finished by you"
    expect_lacks "$out" "not yours" "yours:" "not settled"
  done
}

told_to_who_published_last() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push --next "review it"
  takes Ann
  commit_and_push
  finishes
  expect_equal finished "$(state_on_server "$id")"
  # It is not for Ann herself, and she does not take it away.
  works git handoff fetch "$id"
  person Ben
  works git handoff fetch
  expect_contains "$out" "finished, says Ann"
  works git handoff status
  expect_contains "$out" "finished, says Ann" "git handoff resume --fresh"
  expect_equal "" "$(on_server)"
}

# Her clone knows that it published this one, whatever she is called by now.
told_under_another_address() {
  make_server
  ben_takes_over
  commit_and_push
  finishes
  person Ann
  export GIT_AUTHOR_EMAIL=ann@new.example GIT_COMMITTER_EMAIL=ann@new.example
  works git handoff fetch
  works git handoff resume --fresh
  expect_equal "" "$(on_server)"
}

# Ben on two machines: both had it, and both are told.
told_to_each_clone() {
  make_server
  ben_takes_over
  works git handoff pause --push -m back
  git clone -q "$server" "$case_dir/laptop"
  cd "$case_dir/laptop"
  has_read "$id"
  works git handoff take "$id"
  works git handoff pause --push -m "back again"
  takes Cat
  commit_and_push
  finishes
  for where in laptop ann ben; do
    person Ben
    [ $where != ann ] || person Ann
    cd "$case_dir/$where"
    works git handoff fetch
    expect_contains "$out" "finished, says Cat"
    works git handoff status
    expect_contains "$out" "finished, says Cat"
  done
  expect_equal "" "$(on_server)"
}

# A new id, since a version holds a secret: who gave it away reads where it goes on.
told_where_it_goes_on() {
  make_server
  ann_hands_over
  person Ben
  git config --add remote.origin.fetch '+refs/handoffs/shared/*:refs/remotes/origin/handoffs/*' # it is no branch there
  has_read "$id"
  works git handoff take "$id"
  write src/main.c "key = ghp_$(printf 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8' | head -c 36)"
  works git handoff pause --push --allow-secrets -m "with a key"
  works git handoff resume --continue
  write src/main.c "no key"
  works git handoff pause --push -m "without it"
  new=$(git handoff list --porcelain | cut -f1)
  [ "$new" != "$id" ] || fail "it has no new id: $out"
  # What was paused is not there any more under the name that the pause had.
  must_fail 1 git handoff undo
  expect_contains "$err" "cannot undo: '$id' is a handoff of its own since, '$new'" "git handoff resume $new"
  works git handoff status
  expect_lacks "$out" "not yours"
  person Ann
  works git handoff fetch
  expect_contains "$out" "continued as '$new', says Ben"
  must_fail 1 git handoff resume --continue "$id"
  expect_contains "$err" "continued as '$new', says Ben" "git handoff take $new"
  has_read "$new"
  works git handoff take "$new"
  expect_contains "$(cat src/main.c)" "no key"
  expect_equal "$(git rev-parse origin/login)" "$(git rev-parse HEAD)"
  works git handoff status
  expect_contains "$out" "hint: git handoff discard $id"
  expect_lacks "$out" "git handoff take"
  must_fail 1 git handoff resume --continue "$id"
  expect_contains "$err" "continued as '$new', says Ben" "what it is now is here: git handoff discard $id"
  expect_lacks "$err" "git handoff take"
  for verb in take edit\ --next=x; do
    # shellcheck disable=SC2086
    must_fail 1 git handoff $verb "$id"
    expect_contains "$err" "what it is now is here: git handoff discard $id"
    expect_lacks "$err" "git handoff take"
  done
  works git handoff discard "$id"
}

# Who ends it here by herself, and does not know that it is finished there, is told then: the word goes with that.
told_where_it_ends() {
  make_server
  ben_takes_over
  commit_and_push
  finishes
  person Ann
  git commit -q --amend -m "ann's own"
  # shellcheck disable=SC2086
  works git handoff $1
  expect_contains "$out$err" "finished, says Ben"
}

told_to_who_lost_it() {
  make_server
  ben_takes_over
  takes Ann --steal
  commit_and_push
  finishes
  person Ben
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push -m "goes on"
  expect_contains "$err" "'$id': finished, says Ann" "your work is kept as a new handoff"
}

# The word stays until each of them has seen it.
told_to_both() {
  make_server
  ben_takes_over
  works git handoff pause --push -m back
  takes Cat
  commit_and_push
  finishes
  for who in Ben Ann; do
    expect_equal finished "$(state_on_server "$id")"
    person "$who"
    must_fail 1 git handoff resume --continue
    expect_contains "$err" "finished, says Cat"
  done
  expect_equal "" "$(on_server)"
  # What this clone has seen it keeps, also when it asks again and the word has gone.
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "finished, says Cat"
  works git handoff status
  expect_contains "$out" "finished, says Cat"
}

# It was given back for an undo that then did not go: the work is here, and nobody else's.
undo_that_does_not_go() {
  make_server
  ben_takes_over
  state=$(state_of_tree)
  GIT_HANDOFF_FAULT=snapshot-scanning=stop must_fail 128 git handoff undo
  expect_state "$state"
  expect_equal held "$(state_on_server "$id")"
}

# The claim of her resume arrived, its answer did not: it was hers when a colleague took it away.
taken_from_a_claim_unanswered() {
  make_server
  ann_hands_over
  no_answer resume --continue
  takes Cat --steal
  person Ann
  works git handoff fetch
  expect_contains "$out" "taken from you: Cat has had it"
}

# Her push arrived, the answer did not, and a colleague took what was free.
given_away_unanswered() {
  make_server
  ann_hands_over
  works git handoff resume --continue
  write src/util.c "int util(void) { return 4; }"
  no_answer pause --push -m more --next "go on"
  takes Cat
  person Ann
  works git handoff fetch
  expect_contains "$out" "Cat has had it for"
  expect_lacks "$out" "taken from you"
  must_fail 1 git handoff undo
  expect_contains "$err" "Cat has had it for"
  # Whose work is gone from the tree is told how to get it again.
  person Cat
  git reset -q --hard
  git clean -qfd
  git switch -q main
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "it can be taken again then: git handoff release $id"
  works git handoff release "$id"
  works git handoff take "$id"
  expect_contains "$(cat src/util.c)" "return 4"
}

old_words_go() {
  make_server
  ben_takes_over
  commit_and_push
  finishes
  person Cat
  works git handoff fetch
  expect_equal finished "$(state_on_server "$id")"
  # Its clock is behind: that says nothing of its age.
  tree=$(git -C "$server" hash-object -t tree /dev/null)
  git -C "$server" log -1 --format=%B "refs/handoffs/shared/$id" | git stripspace >message
  git -C "$server" update-ref "refs/handoffs/shared/$id" \
    "$(GIT_COMMITTER_DATE="@$(($(date +%s) - 20 * 86400)) +0000" git -C "$server" commit-tree -F "$PWD/message" "$tree")"
  works git handoff fetch
  works git handoff fetch
  expect_equal finished "$(state_on_server "$id")"
  # Cat has seen it for eight days.
  jq -c "del(.seal) | map_values(. - 8 * 86400)" .git/handoff/ends.json >older
  "$project_dir/tests/tools/seal.py" ends object <older >.git/handoff/ends.json
  works git handoff fetch
  expect_equal "" "$(on_server)"
}

# release --done asks, wherever the work is that no remote has.
not_finished_elsewhere() {
  local where
  make_server
  ben_takes_over
  cp -a "$case_dir/ben" "$case_dir/ben.kept"
  for where in carried worktree topic renamed; do
    cd "$case_dir"
    rm -rf ben
    cp -a ben.kept ben
    cd ben
    case $where in
      carried) git switch -q main ;;
      worktree)
        git stash -q -u
        git worktree add -q -b side "$case_dir/side"
        git -C "$case_dir/side" stash pop -q
        ;;
      topic)
        git switch -q -c topic
        commit_all "login, on topic"
        git switch -q login
        ;;
      renamed)
        git branch -q -m other
        commit_all "login, on another"
        ;;
    esac
    must_fail 1 git handoff release --done "$id"
    expect_contains "$err" "'$id' is not finished on origin: "
    [ "$where" != worktree ] || expect_contains "$err" "not committed in '$case_dir/side': "
    [ "$where" != topic ] || expect_matches "$err" "1 commit with its files \($(git rev-parse --short topic) on 'topic'\) is on no branch"
    expect_equal held "$(state_on_server "$id")"
  done
  git push -q origin other
  works git handoff release --done "$id"
}

# A WIP commit that was pushed by accident is the end of nothing.
not_finished_by_its_wip() {
  make_server
  ann_hands_over
  cd "$case_dir/ann"
  git push -q origin login
  must_fail 1 git handoff release --done
  expect_contains "$err" "is not finished on origin: login ends in its WIP commit $(git rev-parse --short login)"
  git reset -q --hard HEAD~1
  must_fail 1 git handoff release --done
  expect_contains "$err" "is not finished on origin: origin/login ends in its WIP commit $(git rev-parse --short origin/login)"
  git merge -q --ff-only origin/login
  commit_all "login, whole" --allow-empty
  git push -q origin login
  works git handoff release --done
}
test_case "a branch that ends in the WIP commit does not finish it" not_finished_by_its_wip

# ... or that no remote has any more, or never had.
not_finished_there() {
  local where
  make_server
  ben_takes_over
  cp -a "$case_dir/ben" "$case_dir/ben.kept"
  cp -a "$server" "$server.kept"
  for where in "set back" deleted tag detached reset squashed; do
    cd "$case_dir"
    rm -rf ben "$server"
    cp -a ben.kept ben
    cp -a "$server.kept" "$server"
    cd ben
    case $where in
      detached | tag) git switch -q --detach ;;
    esac
    commit_all "login: done"
    local done
    done=$(git rev-parse HEAD)
    case $where in
      "set back" | deleted | squashed) git push -q origin login 2>/dev/null ;;
      tag) git tag kept ;;
      reset) git reset -q --hard HEAD~1 ;;
    esac
    case $where in
      detached | tag) git switch -q login ;;
      "set back") git -C "$server" update-ref refs/heads/login login~1 ;;
      deleted) git -C "$server" update-ref -d refs/heads/login ;;
      squashed)
        person Cat
        git fetch -q
        git merge -q --squash origin/login >/dev/null
        commit_all "login, squashed"
        git push -q origin HEAD:main :login 2>/dev/null
        person Ben
        ;;
    esac
    must_fail 1 git handoff release --done "$id"
    case $where in
      tag) expect_matches "$err" "1 commit with its files \($(git rev-parse --short "$done") on 'kept'\) is on no branch of a remote" ;;
      detached | reset) expect_contains "$err" "no commit on a branch of a remote changes a file of it" ;;
      *) expect_matches "$err" "[12] commits? of .login. (is|are) on no branch of a remote" ;;
    esac
    expect_equal held "$(state_on_server "$id")"
  done
  expect_contains "$err" "hint: if it is in what others pushed: git fetch, and try again"
  git fetch -q
  works git handoff release --done "$id"
}

# late_end [given-up]: its end was asked for, and taken back before that arrived: what is pushed then is not what it
# ends.
late_end() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  make_server
  ann_hands_over
  local ref=refs/handoffs/shared/$id lease
  lease=$(git -C "$server" rev-parse "$ref")
  GIT_HANDOFF_FAULT=share-pending=stop run git handoff discard
  works git handoff undo
  works git handoff push
  must_fail 1 git push -q origin ":$ref" "--force-with-lease=$ref:$lease"
  expect_equal free "$(state_on_server "$id")"
}

refused_undo() {
  make_server
  ben_takes_over
  refuse_handoffs
  before=$(git for-each-ref)
  must_fail 1 git handoff undo
  expect_contains "$err" "origin refuses this step: " "it accepted handoffs before" "--offline"
  # What is known of the server aside, nothing moved.
  expect_equal "$(grep -v /pending/ <<<"$before")" "$(git for-each-ref | grep -v /pending/)"
  works git handoff status
  expect_contains "$out" "yours: $id"
  # One's own work is not locked by it.
  person Ann
  works git handoff undo --offline
  expect_state "$state"
}

refused_resume() {
  make_server
  ann_hands_over
  refuse_handoffs
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "origin refuses this step: " "it accepted handoffs before" "--offline"
  works git handoff resume --continue --offline
  expect_state "$state"
}

# not_taken WORDS [FLAGS...] after what stands in the way was made: it is refused with these words, nothing is
# claimed, nothing here has changed. Ben's clone is as it was before, then.
# gives_back=yes: it only shows when it is claimed.
not_taken() {
  local words=$1 there head before
  shift
  there=$(git -C "$server" rev-parse "refs/handoffs/shared/$id") head=$(git symbolic-ref HEAD)
  before=$(state_of_tree 2>/dev/null || true)
  run git handoff take "$@" "$id"
  [ "$code" -eq 1 ] || [ "$code" -eq 128 ] || refused+="$words: exit code $code: $out"$'\n'
  case $err in *"$words"*) ;; *) refused+="'$words' is missing in: $err"$'\n' ;; esac
  [ "$(state_on_server "$id")" = free ] || refused+="$words: claimed: $err"$'\n'
  [ -n "${gives_back-}" ] || [ "$there" = "$(git -C "$server" rev-parse "refs/handoffs/shared/$id")" ] ||
    refused+="$words: claimed and given back: $err"$'\n'
  [ -n "${gives_back-}" ] || [ "$(git symbolic-ref HEAD)" = "$head" ] || refused+="$words: HEAD moved"$'\n'
  [ "$(state_of_tree 2>/dev/null || true)" = "$before" ] || refused+="$words: the tree changed"$'\n'
  rm -f .git/index.lock .git/info/exclude .git/info/attributes
  git bisect reset >/dev/null 2>&1 || true
  git update-index --no-assume-unchanged --no-skip-worktree README src/main.c
  git switch -q -f main
  git clean -q -fdx
  git for-each-ref --format='delete %(refname)' refs/heads/login refs/handoffs/active | git update-ref --stdin
}

what_does_not_go_is_not_claimed() {
  local refused=""
  make_server
  ann_hands_over
  wip=$(git rev-parse HEAD)
  person Ben
  write README "in the way"
  on_terminal $'read\n' git handoff take "$id"
  expect_contains "$out" "changed here: README"
  expect_lacks "$out" "Type 'read'"
  git checkout -q README
  has_read "$id"
  write README "in the way"
  not_taken "changed here: README"
  write notes/todo.txt "mine"
  not_taken "in the way: notes/todo.txt"
  write notes/todo.txt "mine, and ignored"
  echo notes >.git/info/exclude
  not_taken "in the way: notes/todo.txt"
  write notes "a file where its folder comes"
  not_taken "in the way: notes"
  write notes/todo.txt/more "a folder where its file comes"
  not_taken "in the way: notes/todo.txt/more"
  git update-index --assume-unchanged src/main.c
  write src/main.c "nobody looks"
  not_taken "src/main.c"
  : >.git/index.lock
  not_taken index.lock
  git bisect start -q
  not_taken "a bisect is under way"
  git switch -q -c login origin/login
  write src/util.c "int util(void) { return 9; }"
  commit_all "mine"
  not_taken "'login' has 1 commit that this work does not stand on"
  git branch -q login origin/login
  git worktree add -q ../elsewhere login
  not_taken "checked out in another worktree"
  git worktree remove --force ../elsewhere
  git switch -q -c login origin/login
  write src/util.c "int util(void) { return 9; }"
  commit_all "mine"
  not_taken "conflict" --apply
  git branch login/mine
  not_taken "cannot make 'login'"
  # The branch has the work already.
  git switch -q -c login "$wip"
  git update-ref refs/remotes/origin/login "$wip"
  git push -q origin login
  not_taken "is published: it is in refs/remotes/origin/login" --apply
  git switch -q -c login "$wip"
  write more.txt more
  commit_all "on top"
  not_taken "is published: it is in refs/remotes/origin/login" --apply
  git switch -q -c login "$wip"
  git commit -q --amend -m "login: by hand"
  not_taken "the kept work was committed as 'login: by hand'" --apply
  git switch -q -c login "$wip"
  git commit -q --amend --no-edit README -m "$(write README "amended"; git log -1 --format=%B)"
  not_taken "the WIP commit was changed since" --apply
  # What only shows when it is done gives the claim back.
  git config filter.broken.clean cat
  git config filter.broken.smudge false
  git config filter.broken.required true
  echo "*.c filter=broken" >.git/info/attributes
  gives_back=yes not_taken "free again"
  [ -z "$refused" ] || fail "$refused"
  works git handoff take "$id"
  expect_state "$state"
}

# Git would know nothing of it there.
an_operation_does_not_come_along() {
  make_server
  person Ann
  git switch -q -c side
  write README side
  commit_all side
  git switch -q main
  write README main
  commit_all main
  git push -q origin main side
  git merge -q side >/dev/null || true
  works git handoff pause --push -m merging --next "settle README"
  id=$(git handoff list --porcelain | cut -f1)
  expect_contains "$out$err" "there: git handoff take --apply $id" "the merge stays here"
  person Ben
  git pull -q
  has_read "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "a merge was under way" "git handoff take --apply $id"
  expect_equal free "$(state_on_server "$id")"
  works git handoff take --apply "$id"
  expect_contains "$err" "a merge was under way, and did not come along" "git merge -s ours"
  expect_contains "$(cat README)" "<<<<<<<"
}

# Ann's branch was pushed with the WIP commit on it.
taken_with_its_commit() {
  make_server
  ann_hands_over
  git push -q --no-verify origin login
  person Ben
  git switch -q login
  git pull -q
  has_read "$id"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "git handoff take $id --keep-wip"
  wip=$(git rev-parse HEAD)
  works git handoff take "$id" --keep-wip
  expect_contains "$out" "its work stays committed on login"
  expect_equal held "$(state_on_server "$id")"
  expect_equal "$wip" "$(git rev-parse HEAD)"
}

# The WIP commit is on another branch there: that one is not stood on, and nothing has to be taken off.
taken_beside_its_commit() {
  make_server
  ann_hands_over
  git push -q --no-verify origin HEAD:copy
  base=$(git rev-parse HEAD~1)
  takes Ben
  expect_equal "$base" "$(git rev-parse HEAD)"
  expect_state "$state"
}

# A colleague's branch that went another way: the hints lead to the work, and from there back.
taken_on_a_new_branch() {
  make_server
  ann_hands_over
  base=$(git rev-parse HEAD~1)
  person Ben
  git switch -q -c login origin/login
  write src/main.c "int main(void) { return 77; }"
  commit_all "another way"
  tip=$(git rev-parse HEAD)
  has_read "$id"
  must_fail 1 git handoff take --apply "$id"
  hint=$(sed -n 's/^hint: .*\(git handoff take --branch NAME .*\)/\1/p' <<<"$err")
  expect_equal "git handoff take --branch NAME $id" "$hint"
  for name in login -x "a b"; do
    must_fail 1 git handoff take "--branch=$name" "$id"
    expect_contains "$err" "$name"
  done
  expect_equal free "$(state_on_server "$id")"
  expect_equal "$tip" "$(git rev-parse HEAD)"
  # shellcheck disable=SC2086
  works ${hint/NAME/expiry}
  expect_contains "$out" "are on expiry as they were left"
  expect_equal refs/heads/expiry "$(git symbolic-ref HEAD)"
  expect_equal "$base" "$(git rev-parse HEAD)"
  expect_equal "$tip" "$(git rev-parse login)"
  expect_equal "$state" "$(state_of_tree)"
  expect_contains "$out" "not after all: git stash -u && git handoff undo"
  git stash -q -u
  works git handoff undo
  expect_equal free "$(state_on_server "$id")"
  expect_equal "" "$(git status --porcelain)"
  git switch -q main
  git branch -q -D expiry
  works git handoff take --branch expiry "$id"
  expect_equal "$state" "$(state_of_tree)"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "is yours, and its work was put back here already"
  write more "of it"
  works git handoff pause --push -m "as far as I came"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
  expect_equal free "$(state_on_server "$id")"
  person Ann
  works git handoff fetch
  expect_contains "$out" "$id"
  has_read "$id"
  works git handoff take "$id"
  expect_equal "of it" "$(cat more)"
  # Her own branch ends in what she paused first.
  works git handoff pause -m again --next "go on"
  git switch -q login
  works git handoff status
  expect_contains "$out" "WIP commit: $(git rev-parse --short=7 HEAD) of $id is still on the branch" "its work is on 'expiry', to take it off here: git reset --keep HEAD~1"
  run git-handoff hook pre-commit
  expect_contains "$err" "this commit goes on top of an older WIP commit of $id"
  git commit -q --no-verify --allow-empty -m "on top"
  works git handoff status
  expect_contains "$out" "$(git rev-parse --short=7 HEAD~1) of $id stays below what was committed since"
}

# What is called a new branch is the work's own, which is not here: as without it.
taken_on_its_own_branch() {
  make_server
  ann_hands_over
  takes Ben --branch login
  expect_state "$state"
  expect_equal origin/login "$(git rev-parse --abbrev-ref '@{upstream}')"
  expect_equal held "$(state_on_server "$id")"
}

# Its own branch may hold the WIP commit here, and stays as it is.
beside_its_wip() {
  make_server
  ann_hands_over
  git push -q --no-verify origin login
  person Ben
  git branch -q login origin/login
  wip=$(git rev-parse login)
  has_read "$id"
  works git handoff take --branch expiry "$id"
  expect_equal "$state" "$(state_of_tree)"
  expect_equal "$wip $(git rev-parse "$wip~1")" "$(git rev-parse login) $(git rev-parse HEAD)"
}

# Where nothing was committed, no branch can begin.
before_the_first_commit() {
  server=$case_dir/server.git
  git init -q --bare "$server"
  person Ann
  write a.txt one
  works git handoff pause --push -m x --next y
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  has_read "$id"
  must_fail 1 git handoff take --branch other "$id"
  expect_contains "$err" "before its first commit"
  expect_equal free "$(state_on_server "$id")"
}

# Killed on the way, the same command goes on.
killed_on_a_new_branch() {
  make_server
  ann_hands_over
  person Ben
  git switch -q -c login origin/login
  write src/main.c "int main(void) { return 77; }"
  commit_all "another way"
  has_read "$id"
  for fault in share-adopted take-claimed take-branch-made take-landed; do
    GIT_HANDOFF_FAULT=$fault run git handoff take --branch "on-$fault" "$id"
    [ "$code" -ne 0 ] || fail "$fault: it was not killed"
    works git handoff take --branch "on-$fault" "$id"
    expect_equal "refs/heads/on-$fault" "$(git symbolic-ref HEAD)"
    expect_equal "$state" "$(state_of_tree)" "$fault"
    git stash -q -u
    works git handoff undo
    expect_equal free "$(state_on_server "$id")" "$fault"
    git stash drop -q
    git switch -q main
  done
}

# Who changed nothing since has nothing to hand over: the work is not offered twice.
pushed_unchanged() {
  make_server
  ben_takes_over
  write src/util.c "int util(void) { return 3; }"
  works git handoff pause --push --next "review it"
  person Ann
  must_fail 1 git handoff push
  expect_contains "$err" "has been shared as it is here, and Ben has added to it" "git handoff take $id"
  expect_equal "refs/handoffs/shared/$id" "$(on_server)"
}

# What nobody has, and who made it is gone: it need not be offered for ever.
abandoned() {
  make_server
  ann_hands_over
  person Ben
  works git handoff fetch "$id"
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "git handoff release --done --force $id"
  works git handoff discard "$id"
  expect_contains "$out$err" "it stays on origin, free to take" "git handoff release --done --force $id"
  expect_equal free "$(state_on_server "$id")"
  works git handoff undo "$id"
  person Cat
  works git handoff fetch "$id"
  works git handoff release --done --force "$id"
  expect_equal finished "$(state_on_server "$id")"
  expect_matches "$(git handoff list --archive)" "$id"
  works git fsck --strict
  person Ben
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "finished, says Cat"
}

branch_on_the_server() {
  make_server
  person Ben
  ann_hands_over
  # Nobody but the take fetches: the branch is made with its upstream.
  takes Ben
  expect_equal refs/remotes/origin/login "$(git rev-parse --symbolic-full-name '@{upstream}')"
  works git handoff release
  person Cat
  git switch -q login
  write c.txt c
  commit_and_push
  has_read "$id"
  git switch -q main
  git branch -qD login
  works git handoff take "$id"
  expect_contains "$err" "origin/login is 1 commit ahead (Cat)"
}

hidden_on_the_server() {
  make_server
  git -C "$server" config uploadpack.hideRefs refs/handoffs
  person Ann
  write a.txt a
  must_fail 1 git handoff pause --push -m x
  expect_contains "$err" "paused here, NOT shared: origin took it, but does not show it" "handoff.remote"
  expect_equal "" "$(git -C "$server" for-each-ref refs/handoffs)"
  works git handoff list --porcelain
  expect_equal "" "$(cut -f11 <<<"$out")"
}

# Her old copy is hers to put away; what somebody else has added to it since is not.
newer_work_stays() {
  make_server
  ben_takes_over
  echo more >>README
  works git handoff pause --push -m "half of it" --next "the other half"
  person Ann
  works git handoff discard
  expect_contains "$err" "Ben has added to it since" "their copy stays"
  expect_equal free "$(state_on_server "$id")"
}

# The redo of a resume takes the work out again: not where it was taken over meanwhile.
stolen_is_not_redone() {
  make_server
  ben_takes_over
  takes Cat --steal
  person Ben
  works git handoff undo
  before=$(git status --porcelain)
  must_fail 1 git handoff undo
  expect_contains "$err" "Cat has had it" "--steal"
  expect_equal "$before" "$(git status --porcelain)"
  expect_equal held "$(state_on_server "$id")"
}

# Who had it is not robbed twice: what was taken from them is not for anybody.
stolen_and_not_put_back() {
  grep -aq GIT_HANDOFF_FAULT "$bin_dir/git-handoff" || skip "this build has no fault points"
  make_server
  ben_takes_over
  person Cat
  has_read "$id"
  GIT_HANDOFF_FAULT=take-claimed=stop must_fail 128 git handoff take --steal "$id"
  expect_contains "$err" "'$id' is yours by now" "git handoff take $id"
  expect_equal held "$(state_on_server "$id")"
  works git handoff take "$id"
}
# Ben's filter refuses what lands: he has nothing of it, and may take it once that is mended.
failed_take_leaves_nothing() {
  make_server
  person Ann
  git switch -q -c login
  git config filter.q.clean cat
  write .gitattributes "*.q filter=q"
  write 1.q one
  git add -A
  git commit -q -m filter
  git push -q -u origin login 2>/dev/null
  write 1.q two
  works git handoff pause --push -m x --next y
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  git switch -q main
  has_read "$id"
  git config filter.q.smudge false
  git config filter.q.required true
  for again in "" again; do
    must_fail 128 git handoff take "$id"
    expect_contains "$err" "'$id' is free again"
    expect_equal free "$(state_on_server "$id")"
    expect_equal "" "$(git for-each-ref refs/handoffs/active)" "nothing of it is live here $again"
    works git handoff status
    expect_lacks "$out" "Paused on"
  done
  git config filter.q.smudge cat
  git config filter.q.clean cat
  works git handoff take "$id"
  expect_equal two "$(cat 1.q)"
  # ... and what was live before stays so.
  works git handoff undo
  git switch -q main
  before=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  [ -n "$before" ] || fail "nothing is live here"
  git config filter.q.smudge false
  must_fail 128 git handoff take "$id"
  expect_contains "$err" "'$id' is free again"
  expect_equal "$before" "$(git for-each-ref --format='%(refname)' refs/handoffs/active)"
}
test_case "a take that fails leaves nothing live here" failed_take_leaves_nothing

# What Ben took and handed back is Ann's still: putting his copy away ends nothing.
handed_back_and_put_away() {
  make_server
  ben_takes_over
  write ben.txt ben
  works git handoff pause --push -m back
  works git handoff discard
  expect_contains "$out$err" "it stays on origin, free to take"
  expect_equal free "$(state_on_server "$id")"
}
test_case "what was handed back stays at the remote when the copy here is put away" handed_back_and_put_away

# What goes back by a discard goes back by its redo, too: its open items are whose it is.
given_back_once_more() {
  make_server
  ann_works
  works git handoff note task "a task of Ann"
  works git handoff pause --push -m ann --next next
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  works git handoff pause -m ben
  for step in discard undo undo; do
    works git handoff $step
    works git handoff note --list
    expect_lacks "$out" "a task of Ann"
    expect_equal free "$(state_on_server "$id")"
  done
}
test_case "what is put away, taken back and put away again leaves no task of it here" given_back_once_more

stashed_is_not_finished() {
  make_server
  ben_takes_over
  git stash -q -u
  must_fail 1 git handoff release --done
  expect_contains "$err" "in stash@{0}, and in no commit"
  git stash pop -q
  git add -A
  git commit -qm "login: finished"
  git push -q origin HEAD:feature/login 2>/dev/null
  git -C "$server" branch -q -D login
  works git handoff release --done
  person Ann
  works git handoff resume --fresh
  expect_contains "$out$err" "origin has no branch 'login' (any more)"
}

# HOW: what of the handoff, which is modes, is not in the tree any more, and where git sees no modes.
gone_modes() {
  make_server
  person Ann
  git switch -q -c login
  write run.sh "echo run"
  git add -A
  git commit -q -m run
  git push -q -u origin login 2>/dev/null
  chmod +x run.sh
  [ "$1" != staged ] || git add run.sh
  [ "$1" != unseen ] || write notes/todo.txt "of Ann"
  works git handoff pause --push -m x --next y
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  [ "$1" != unseen ] || git config core.fileMode false
  takes Ben
  git stash -q -u
  must_fail 1 git handoff pause --push -m none --next y
  expect_contains "$err" "nothing is paused: nothing of '$id' is in this working tree any more"
  must_fail 1 git handoff release --done
  git stash pop -q --index
  works git handoff pause --push -m all --next y
  expect_equal "100755" "$(git ls-tree HEAD run.sh | cut -c1-6)"
}
for how in unstaged staged unseen; do
  test_case "a mode that was stashed is not handed back: $how" gone_modes $how
done

# Where git sees no modes, `git commit -a` takes none.
mode_in_no_commit() {
  make_server
  person Ann
  git switch -q -c login
  write run.sh "echo run"
  write undone.sh "echo undone"
  git add -A
  git commit -q -m run
  git push -q -u origin login 2>/dev/null
  chmod +x run.sh undone.sh
  echo "echo more" >>undone.sh
  write code.c "of Ann"
  works git handoff pause --push -m x --next y
  id=$(git handoff list --porcelain | cut -f1)
  person Ben
  git config core.fileMode false
  takes Ben
  git checkout -q undone.sh
  commit_all "login: done"
  git push -q 2>/dev/null
  must_fail 1 git handoff release --done
  expect_contains "$err" "not committed here: what run.sh is, which git does not see (git update-index --chmod=+x run.sh)"
  git update-index --chmod=+x run.sh
  must_fail 1 git handoff release --done
  expect_contains "$err" "not committed here: run.sh"
  git commit -q -m "run.sh is executable"
  git push -q 2>/dev/null
  works git handoff release --done
}
test_case "a mode that git does not see here, and that no commit got, is not finished" mode_in_no_commit

many_stashes() {
  make_server
  ben_takes_over
  commit_all "login: done"
  # What it asks of git, refused since that commit was not pushed.
  processes() {
    rm -f "$case_dir.aside/trace"
    GIT_TRACE2_EVENT=$case_dir.aside/trace must_fail 1 git handoff release --done
    expect_contains "$err" "on no branch of a remote"
    grep '"event":"start"' "$case_dir.aside/trace" | grep -vc '"config","-z","--list"'
  }
  write elsewhere.txt x
  git stash -q -u
  few=$(processes)
  for i in 1 2 3 4; do
    write elsewhere.txt "$i"
    git stash -q -u
  done
  expect_equal "$few" "$(processes)" "processes for one stash, and for five"
  # An older one with a file that git did not track.
  git rm -q --cached notes/todo.txt
  git commit -q -m "not tracked"
  git stash -q -u -- notes/todo.txt
  write elsewhere.txt more
  git stash -q -u
  must_fail 1 git handoff release --done
  expect_contains "$err" "'notes/todo.txt' is in stash@{1}, and in no commit"
}

test_case "however many stashes there are, git is asked for them as often" many_stashes
test_case "what is in a stash is not finished; that its branch is gone is told who starts fresh" stashed_is_not_finished

# A new file of the work, moved, and in no commit: here, in a stash, on a branch of his alone. What is moved and pushed
# is finished, also where it was changed on the way; so is what was left out, with nothing else here.
moved_is_not_finished() {
  make_server
  ben_takes_over
  local tip
  mkdir -p lib
  cp notes/todo.txt "$case_dir.aside/todo"
  mv notes/todo.txt lib/done.txt
  git commit -qam "login: half of it"
  git push -q origin login
  local why="'notes/todo.txt' of the work is in no commit of a remote"
  must_fail 1 git handoff release --done
  expect_contains "$err" "not committed here: lib/done.txt, and $why"
  echo more >>lib/done.txt
  git stash -q -u
  must_fail 1 git handoff release --done
  expect_contains "$err" "stash@{0} has files that are in no commit, and $why"
  git stash pop -q
  sed -i '$d' lib/done.txt
  git switch -q -c mine
  commit_all "the rest"
  git switch -q login
  must_fail 1 git handoff release --done
  expect_contains "$err" "1 commit with its files" "on 'mine'"
  git worktree add -q --detach ../side 2>/dev/null
  cp "$case_dir.aside/todo" ../side/elsewhere.txt
  tip=$(git rev-parse mine)
  git branch -q -D mine
  must_fail 1 git handoff release --done
  expect_contains "$err" "not committed in '$case_dir/side': elsewhere.txt, and $why"
  git worktree remove -f ../side
  git branch -q mine "$tip"
  case $1 in
    moved)
      git merge -q mine
      echo more >>lib/done.txt
      git commit -qam "and more"
      git push -q origin login
      ;;
    left)
      git branch -q -D mine
      write mine.txt "notes of his own"
      ;;
  esac
  works git handoff release --done
}
test_case "a new file that is moved and in no commit is not finished; once pushed it is" moved_is_not_finished moved
test_case "... and what was left out is" moved_is_not_finished left

# ben_adds: Ben took it, added ben.c, and handed it back; his clone is gone.
ben_adds() {
  takes Ben
  write ben.c "ben's"
  works git handoff pause --push -m "ben's part" --next "go on"
  rm -rf "$case_dir/ben"
}

# Of what somebody has added since, here may be the only other copy: it is not ended unasked, and kept where it is.
added_is_kept() {
  make_server
  ann_hands_over
  if [ "$1" = Cat ]; then
    takes Cat
    works git handoff undo
  fi
  ben_adds
  person "$1"
  works git handoff fetch
  if [ "$1" = Ann ]; then
    git push -q origin login
    must_fail 1 git handoff release --done "$id"
    expect_contains "$err" "'$id' is not yours"
    expect_equal free "$(state_on_server "$id")"
  fi
  works git handoff release --done --force "$id"
  git -C "$server" update-ref -d "refs/handoffs/shared/$id" # the word of its end goes after a week
  git handoff fetch >/dev/null 2>&1
  git rev-list --objects --glob='refs/handoffs/archive' | grep -q ' ben.c$' || fail "the archive of $1 lacks what Ben added"
}
test_case "what somebody has added is not ended by who has not seen it, and kept where it is forced" added_is_kept Ann
test_case "... where an older version was here" added_is_kept Cat

# The WIP commit left its branch: the paused record alone has the work.
paused_is_not_finished() {
  make_server
  ben_takes_over
  write ben.c "ben's"
  works git handoff pause -m mid --next more
  git reset -q --hard HEAD~1
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "is on no branch"
}
test_case "what is paused here and on no branch is not finished" paused_is_not_finished

told_offline() {
  make_server
  ben_takes_over
  works git handoff pause -m mid --next more
  works git handoff discard --offline
  expect_contains "$out$err" "git handoff release $id"
  expect_lacks "$out$err" "--done --force" "offered to others"
}
test_case "who discards offline what they took is not told to end it for all" told_offline

stolen_before_an_undo() {
  make_server
  ben_takes_over
  person Ann
  works git handoff take --steal "$id"
  person Ben
  works git handoff undo
  expect_contains "$out$err" "Ann has had it"
}
test_case "an undo of what somebody has taken over says who has it" stolen_before_an_undo

slow_host() {
  make_server
  ann_hands_over
  # A host that takes its time to let one in, as behind a jump host.
  write "$case_dir.aside/ssh" '#!/bin/sh' 'sleep 7' 'while [ $# -gt 1 ]; do shift; done' 'exec sh -c "$1"'
  chmod +x "$case_dir.aside/ssh"
  git remote set-url origin "ssh://host$server"
  export GIT_SSH=$case_dir.aside/ssh GIT_SSH_VARIANT=simple
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "no answer within 5 seconds" "git config handoff.wait 60"
  git config handoff.wait 60
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a slow host is given the time that one wants, without a terminal, too" slow_host

test_case "finished without an answer, and read by who it was for" finished_without_an_answer
test_case "what was taken over meanwhile is not taken out again by a redo" stolen_is_not_redone
test_case "what somebody has added to it is not ended with the older copy" newer_work_stays
test_case "finished by herself with its WIP commit pushed: only what goes is offered" \
  finished_by_herself_and_published
test_case "an end in her name that this clone did not send is told as one" finished_in_her_name
test_case "it is not finished while its work is only here" not_finished_while_it_is_here
test_case "... and not for what was on its branch before, where it was taken on another" finished_beside_own_commits
test_case "who added to it is named, and not who gave it back as it was" who_added_is_named
test_case "where several could be meant the hints say what was asked for" several_could_be_meant
test_case "... in a clone of one branch, too" finished_in_a_clone_of_one_branch
test_case "finished by its publisher: who published last is told" told_to_who_published_last
test_case "... under another address, too" told_under_another_address
test_case "... and each clone of one person" told_to_each_clone
test_case "what goes on under a new id, without its secret, is said to do so" told_where_it_goes_on
test_case "finished, and discarded by who did not know: told then" told_where_it_ends discard
test_case "... and started fresh" told_where_it_ends "resume --fresh"
test_case "finished: whom it was taken from is told" told_to_who_lost_it
test_case "the word stays until each of them has seen it" told_to_both
variants=odd
test_case "an undo that fails here leaves the work to who has it" undo_that_does_not_go
test_case "what was claimed by a resume without an answer was taken from who resumed" taken_from_a_claim_unanswered
test_case "what was given away without an answer was not taken from its giver" given_away_unanswered
test_case "a word goes a week after a clone has first seen it, by the clone's own clock" old_words_go
test_case "work that was carried to another branch, or committed there, and not pushed is not finished" not_finished_elsewhere
test_case "... nor what the remote has no more, or no branch has" not_finished_there
test_case "an end that arrives late does not end what was pushed since" late_end
test_case "an undo that the server refuses changes nothing" refused_undo
test_case "a resume that the server refuses has a way out" refused_resume
test_case "what was taken away from somebody is not set free where putting it back fails" stolen_and_not_put_back
test_case "what would be refused here is not claimed" what_does_not_go_is_not_claimed
test_case "a merge that was under way does not come along, which is said before" an_operation_does_not_come_along
test_case "a WIP commit that is on the branch there is told before, and may stay" taken_with_its_commit
test_case "... and is not in the way where another branch has it" taken_beside_its_commit
test_case "a push of what was not changed since is no handoff of its own" pushed_unchanged
test_case "where the branch went another way it is taken on a new one, and goes back from there" taken_on_a_new_branch
test_case "... its own branch is no new one" taken_on_its_own_branch
test_case "... beside a branch that holds the WIP commit" beside_its_wip
test_case "... not before the first commit" before_the_first_commit
test_case "... killed on the way, it goes on" killed_on_a_new_branch
test_case "what nobody has is ended by anybody, and kept there" abandoned
test_case "a take knows what the server has of the branch" branch_on_the_server
test_case "a server that hides what it takes" hidden_on_the_server

# finished_by_ben [FLAG...]: Ann has paused on the branch login; Ben makes one commit of all that is not in main.
finished_by_ben() {
  write src/util.c "half"
  works git handoff pause --push -m half "$@"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  git reset -q --soft origin/login
  git add -A
  git commit -q -m "all of it"
  git push -q origin login 2>/dev/null
  works git handoff release --done
  person Ann
  works git handoff fetch
}
began_at_her_own() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
}

# Below the paused work is a commit that Ben's is made of: she does not get what the remote has by starting fresh.
fresh_beside_a_squash() {
  began_at_her_own
  write one.txt one
  commit_all "hers"
  finished_by_ben --with-history
  must_fail 1 git handoff resume
  expect_contains "$err" "then rebase or merge what the remote has: git handoff resume --fresh $id" "the branch goes back to its base"
  expect_lacks "$err" "goes on to what its remote has"
  works git handoff resume --fresh
  expect_contains "$out$err" "origin/login is 1 commit ahead (Ben); 'login' has 1 commit that is not there"
}
test_case "to start fresh promises no more than it brings" fresh_beside_a_squash

# Ben words her commit anew: what she has of it is there.
fresh_beside_other_words() {
  began_at_her_own
  write one.txt one
  commit_all "hers"
  write two.txt two
  commit_all "hers, too"
  write src/util.c "half"
  works git handoff pause --push --with-history -m half
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  git stash -q
  git reset -q --hard HEAD~2
  git cherry-pick "HEAD@{1}~1" >/dev/null
  git commit -q --amend -m "in other words"
  write src/util.c "half" "of Ben"
  git commit -q -am "of Ben"
  git push -q origin login 2>/dev/null
  works git handoff release --done --force
  person Ann
  works git handoff fetch
  works git handoff resume --fresh
  expect_contains "$out$err" "origin/login has 1 new commit (Ben); 'login' has 1 commit that is not there"
}
test_case "... and counts what was worded anew on neither side" fresh_beside_other_words

# Ben finishes it on a branch of his own: Ann's goes back to where it began, and not to his.
fresh_beside_his_branch() {
  make_server
  ann_hands_over
  began=$(git rev-parse origin/login)
  takes Ben --branch ben-login
  commit_all "for review"
  git push -q -u origin ben-login 2>/dev/null
  works git handoff release --done
  person Ann
  git fetch -q
  works git handoff fetch
  works git handoff resume --fresh
  expect_contains "$out$err" "login is back at" "the work went on in 'ben-login'"
  expect_equal "$began" "$(git rev-parse HEAD)"
}
test_case "to start fresh goes to the branch of the same name, whoever had it on another one" fresh_beside_his_branch

edited_when_it_was_finished() {
  began_at_her_own
  finished_by_ben
  must_fail 1 git handoff resume
  expect_contains "$err" "goes on to what its remote has"
  echo more >>src/util.c
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "keep that, and the work below it, as a handoff of its own: git handoff pause" \
    "or go on with all of it: git handoff resume $id --continue --offline"
  works git handoff resume "$id" --continue --offline
}
test_case "what was edited since has a way on that goes, where somebody has finished it" edited_when_it_was_finished
# Ben's clock is behind: what was there before he took it tells what is his since, and no time does.
finished_by_a_clock_that_is_behind() {
  make_server
  ben_takes_over
  local right=$tick behind=$((tick - 3600))
  set_clock "$behind"
  git stash -q -u
  set_clock "$right"
  person Cat
  git switch -q -c login origin/login 2>/dev/null
  echo "// hint" >>src/util.c
  commit_all "hint"
  git push -q origin login 2>/dev/null
  person Ben
  set_clock "$behind"
  git fetch -q
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "in stash@{0}, and in no commit"
  git stash pop -q --index
  commit_all "login: done"
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "1 commit of 'login' is on no branch of a remote"
  git branch -q -m other
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "1 commit with its files"
  git -C "$server" update-ref refs/heads/login login~1
  git push -q origin other
  git fetch -q
  works git handoff release --done "$id"
}
test_case "no clock decides what was done since a take" finished_by_a_clock_that_is_behind
# All that came is a new file, which is at the remote under another name.
moved_and_pushed() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  write fresh.txt "a new file"
  works git handoff pause --push -m x --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  mkdir lib
  mv fresh.txt lib/fresh.txt
  commit_all "in lib"
  git push -q origin HEAD 2>/dev/null
  works git handoff release --done
  person Ann
  works git handoff fetch
  works git handoff resume --fresh
  expect_equal "in lib" "$(git log -1 --format=%s)"
}
test_case "a new file that is at the remote under another name is there, for both" moved_and_pushed

# A commit that touches one of its files says nothing of the work itself.
touched_is_not_finished() {
  make_server
  ben_takes_over
  git reset -q --hard
  git clean -q -f -d
  echo "// a typo" >>src/util.c
  commit_all "typo"
  git push -q origin login
  must_fail 1 git handoff release --done "$id"
  expect_contains "$err" "'$id' is not finished on origin: no commit on a branch of a remote has a line of it"
  expect_equal held "$(state_on_server "$id")"
  person Ann
  git fetch -q
  works git handoff fetch
  person Ben
  works git handoff release --done --force "$id"
  person Ann
  must_fail 1 git handoff resume --fresh
  expect_contains "$err" "says Ben" "no commit of origin that is known here has a line of it"
  # Indented another way, and one line of several, is that work all the same.
  person Ben
  sed 's/^ *//' <../ann/src/util.c >src/util.c
  commit_all "reformatted"
  git push -q origin login
  person Ann
  git fetch -q
  works git handoff resume --fresh --offline
}
test_case "what only touches a file of the work does not finish it" touched_is_not_finished

# `git add -A` leaves out what a person's own ignore file names, and nothing tells.
new_file_ignored_by_oneself() {
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login 2>/dev/null
  write ":design.notes" "the design"
  echo "// more" >>src/util.c
  works git handoff pause --push -m x --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  echo '*.notes' >>.git/info/exclude
  commit_all "done"
  git push -q origin HEAD 2>/dev/null
  must_fail 1 git handoff release --done
  expect_contains "$err" "not committed here: :design.notes (ignored by '.git/info/exclude')"
  expect_equal held "$(state_on_server "$id")"
  # What the project itself ignores by now was decided.
  : >.git/info/exclude
  echo '*.notes' >.gitignore
  commit_all "ignore notes"
  git push -q origin HEAD 2>/dev/null
  works git handoff release --done
}
test_case "a new file of the work that one's own ignore file hides is not finished" new_file_ignored_by_oneself

# She ends what Ben had added to: she is told so, and both versions have a way back.
ended_unread() {
  make_server
  ann_hands_over
  local hers
  hers=$(git rev-parse HEAD)
  takes Ben
  echo "// Ben's" >>src/util.c
  works git handoff pause --push -m "$1" --next "$2"
  person Ann
  works git handoff release --done --force
  expect_contains "$out" "Finished $id" "unread: Ben has added to it; to bring that back: git handoff undo $id, or what was paused here: git handoff undo $id~"
  local before
  before=$(sed -n 's/.*or what was paused here: //p' <<<"$out")
  works git handoff status
  expect_contains "$out" "${hers:0:7} of $id is still on the branch: $before, then git handoff resume"
  expect_lacks "$out" "git reset"
  works $before
  works git handoff resume --continue
  expect_equal "$state" "$(state_of_tree)"
  # The other one is not lost by that.
  git reset -q --hard
  git clean -q -f -d
  works git handoff undo "$id"
  new=$(sed -n 's/^Brought back: //p' <<<"$out")
  on_terminal $'read\n' git handoff show "$new"
  expect_contains "$out" "$2"
  works git handoff show "$new" --format json
  git show "$(json .git.wip_commit <<<"$out"):src/util.c" >"$case_dir.aside/util.c"
  expect_contains "$(<"$case_dir.aside/util.c")" "// Ben's"
}
test_case "a forced end of what somebody had added to says so, and has one's own version again" ended_unread "Ben's" "Ben's next"
test_case "... also where what was added has the same words" ended_unread "login: expiry is missing" "write the expiry test"

# Her own end of work that no commit has: nothing advises to put it away.
ended_by_herself_uncommitted() {
  make_server
  ann_hands_over
  works git handoff release --done --force
  works git handoff status
  expect_contains "$out" "finished by you"
  expect_lacks "$out" "--fresh"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "git handoff resume $id --continue --offline"
  works git handoff resume "$id" --continue --offline
  expect_equal "$state" "$(state_of_tree)"
}
test_case "status advises nobody to put aside what one has ended oneself, uncommitted" ended_by_herself_uncommitted

# Given back by mistake, when all of it was committed and pushed: whoever's branch is behind would get it a second time.
committed_at_the_remote() {
  make_server
  ben_takes_over
  commit_all "login: done"
  git push -q origin login
  works git handoff release
  person Cat
  has_read "$id"
  git switch -q -c login origin/login~1 2>/dev/null
  git branch -q -u origin/login
  must_fail 1 git handoff take
  expect_contains "$err" "the kept work went into $(git rev-parse --short=7 origin/login) ('login: done') on 'origin/login'; nothing was taken" \
    "git handoff release --done --force $id" "git handoff take --branch NAME $id"
  expect_equal free "$(state_on_server "$id")"
  works git handoff take --branch mine "$id"
  expect_equal "$state" "$(state_of_tree)"
}
# ... and gone on with there.
committed_and_gone_on_with() {
  make_server
  ben_takes_over
  commit_all "login: done"
  echo "// more" >>notes/todo.txt
  commit_all "more"
  git push -q origin login
  works git handoff release
  person Cat
  has_read "$id"
  must_fail 1 git handoff take
  expect_contains "$err" "on 'origin/login'; nothing was taken"
}
test_case "work that the remote's branch has by now is not taken, also where the branch here is behind" committed_at_the_remote
test_case "... and was gone on with there" committed_and_gone_on_with

# A git directory that was copied, of a clone that had only looked: its notes have no seal, and nothing of it is here.
taken_in_a_copied_clone() {
  make_server
  ann_hands_over
  person Ben
  works git handoff fetch
  cp -a ../ben ../ben-2
  cd ../ben-2
  works git handoff fetch
  expect_contains "$out" "on origin, free to take"
  expect_lacks "$out" "has added to it"
  rm -rf ../ben-2
  cp -a ../ben ../ben-2
  cd ../ben-2
  has_read "$id"
  works git handoff take
  expect_equal "$state" "$(state_of_tree)"
}
test_case "a copied clone takes what its original had only looked at" taken_in_a_copied_clone

# A hint is the command to type: nothing that was given to the first one is dropped.
hints_of_a_forced_end() {
  make_server
  ann_hands_over
  git reset -q --hard HEAD~1
  write other.txt other
  works git handoff pause --push -m other --next other
  person Ben
  git switch -q login 2>/dev/null
  works git handoff fetch
  must_fail 1 git handoff release --done --force
  expect_contains "$err" "could be any of 2 handoffs" "git handoff release --done --force $id"
}
test_case "where two are meant a forced end names itself" hints_of_a_forced_end

# Of three new files one is pushed; the others were deleted, or put where only this clone ignores them.
most_went_nowhere() {
  make_server
  ann_works
  git reset -q --hard
  git clean -q -f -d
  for name in one two three; do
    seq -f "$name %g" 20 >src/$name.c
  done
  works git handoff pause --push -m three --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
  case $1 in
    deleted) rm src/two.c src/three.c ;;
    ignored)
      mkdir put-away
      mv src/two.c src/three.c put-away
      echo put-away >>.git/info/exclude
      ;;
    joined)
      cat src/two.c src/three.c >>src/one.c
      rm src/two.c src/three.c
      ;;
  esac
  commit_all "done"
  git push -q origin login
  if [ "$1" = joined ]; then
    works git handoff release --done
    return
  fi
  must_fail 1 git handoff release --done
  expect_contains "$err" "most of it is in no commit of a remote, 'src/three.c' for one"
  expect_equal held "$(state_on_server "$id")"
}
test_case "what is deleted for the most part is not finished without a word" most_went_nowhere deleted
test_case "... nor what is put where one ignores it" most_went_nowhere ignored
test_case "... but what stands in another file by now is" most_went_nowhere joined

# The WIP commit of what was ended becomes a handoff of its own: it has its files.
paused_after_the_end() {
  make_server
  ben_takes_over
  works git handoff pause --push -m one --next one
  works git handoff release --done --force
  works git handoff pause --push -m two
  expect_contains "$out" "3 files)"
  expect_lacks "$out" "no file in it"
}
test_case "a new handoff of a WIP commit that is there counts its files" paused_after_the_end

# ended_by_force [VERB...]: Ann's has something open; Ben ends it though no commit has it.
ended_by_force() {
  make_server
  ann_works
  works git handoff note blocker "staging is down"
  works git handoff note task "write the docs"
  works git handoff pause --push -m half --next "go on"
  id=$(git handoff list --porcelain | cut -f1)
  takes Ben
}

# She goes on with it all the same, and with what was open.
goes_on_after_the_end() {
  ended_by_force
  works git handoff release --done --force
  person Ann
  works git handoff fetch
  must_fail 1 git handoff resume --fresh "$id"
  expect_contains "$err" "no commit of origin that is known here touches its files since"
  works git handoff resume --continue --offline
  works git handoff pause --push -m again
  works git handoff show --format json
  expect_contains "$out" "staging is down" "write the docs" "go on"
}
test_case "who goes on with what was ended and is nowhere has what was open" goes_on_after_the_end

# He had given it back, and she ended it: his goes on as one of its own, with what was open.
gone_on_with_after_her_end() {
  ended_by_force
  works git handoff release
  person Ann
  works git handoff release --done --force
  person Ben
  echo "// ben" >>src/util.c
  works git handoff pause --push -m mine
  works git handoff show --format json
  expect_contains "$out" "staging is down" "write the docs" "go on"
}
test_case "... also who had given it back before that" gone_on_with_after_her_end

# An edit on top of what was finished elsewhere: the hint keeps it.
edit_kept_before_fresh() {
  make_server
  ben_takes_over
  commit_all "all of it"
  git push -q origin login
  works git handoff release --done
  person Ann
  echo "Ann's edit" >>notes/todo.txt
  works git handoff fetch
  must_fail 1 git handoff resume --fresh
  keep=$(sed -n 's/.*as a handoff of its own: //p' <<<"$err")
  works $keep
  new=$(sed -n 's/^Paused .* as \([^ ]*\) .*/\1/p' <<<"$out")
  expect_equal "$new" "$(git handoff list --porcelain | cut -f1)"
  expect_contains "$(git show HEAD:notes/todo.txt)" "Ann's edit"
}
test_case "what was edited on top of finished work is kept by the command that is named" edit_kept_before_fresh

test_done
