#!/usr/bin/env bash
# What is in a snapshot: what stands in the working tree, as `git add -A` would take it, whatever the index says of
# it; and what stays out is told.
. "$(dirname "$0")/lib.sh"
variants=some

live() { git for-each-ref --format='%(refname)' refs/handoffs/active; }
wip_of() { git for-each-ref --format='%(trailers:key=Handoff-Wip,valueonly)' "${1:-refs/handoffs/active}" | head -n 1; }
left_out() { git handoff show --json | json '.git.left_out[] | .path + ": " + .reason'; }

# added_tree [PATHSPEC...]: the tree that `git add -A` makes of all this, on a copy of the index.
added_tree() {
  local copy="$case_dir.aside/index"
  # With its time, or an edit in the second of the index would look older than it.
  cp -p "$(git rev-parse --git-path index)" "$copy"
  GIT_INDEX_FILE=$copy git add -A -- "${@:-.}" 2>/dev/null
  GIT_INDEX_FILE=$copy git write-tree
}

# reachable OID...: each object is reachable from a record.
reachable() {
  local objects oid
  objects=$(git rev-list --objects --no-object-names --glob='refs/handoffs/*')
  for oid; do
    grep -q "$oid" <<<"$objects" || fail "object $oid ('$(git cat-file blob "$oid" | head -n 1)') is not reachable from a record"
  done
}

# --- conflicts --------------------------------------------------------------------------------------

# Each unmerged pair, with each thing that can stand in its place.
every_conflict() {
  make_project
  [ $# -lt 2 ] || git config "$2" false
  local pair stages stage thing path oid
  local modes=(0 100644 100644 100644) things=(file absent folder link)
  # What the file system does not tell, comes from one of the stages.
  [ "${2:-}" != core.fileMode ] || modes=(0 100644 100755 100755)
  [ "${2:-}" != core.symlinks ] || modes=(0 100644 120000 120000)
  [ "${2:-}" != core.symlinks ] || things=(file absent folder)
  for thing in "${things[@]}"; do
    for pair in DD:1 AU:2 UD:12 UA:3 DU:13 AA:23 UU:123; do
      stages=${pair#*:} path=${pair%:*}-$thing
      for stage in 1 2 3; do
        oid=$(echo "$path $stage" | git hash-object -w --stdin)
        [[ $stages != *$stage* ]] || printf '%s %s %s\t%s\n' "${modes[stage]}" "$oid" "$stage" "$path"
      done
      case $thing in
        file) write "$path" "edited $path" ;;
        folder) write "$path/below" "below $path" ;;
        link) ln -s "to $path" "$path" ;;
      esac
    done
  done | git update-index --index-info
  git rev-parse HEAD >.git/MERGE_HEAD
  write new/file untracked
  local entries state tree files oids
  entries=$(git ls-files -u) state=$(state_of_tree) tree=$(added_tree) files=$(files_of_tree)
  works git handoff "$1"
  expect_state "$state"
  expect_equal "$tree" "$(git rev-parse "$(wip_of)^{tree}")" "the snapshot is not what git add -A gives"
  expect_equal "$entries" "$(git cat-file blob "$(live):index-entries" | tr '\0' '\n' | awk '$3 > 0' |
    sed -E 's/^([0-9]+ [0-9a-f]+ [123]) -/\1/')" "the stages in the record"
  mapfile -t oids < <(awk '{ print $2 }' <<<"$entries")
  reachable "${oids[@]}"
  works git fsck --strict
  rm .git/MERGE_HEAD
  git reset -q --hard
  git clean -qfdx
  works git handoff resume --continue --apply
  expect_equal "$files" "$(files_of_tree)" "the files after --apply"
  for pair in "DD:both deleted" "AU:added by us" "UD:deleted by them" "UA:added by them" "DU:deleted by us"; do
    expect_contains "$out" "'${pair%%:*}-file' was in conflict when it was paused (${pair#*:})"
  done
}
test_case "pause keeps what stands at each kind of conflict, and its stages" every_conflict pause
test_case "checkpoint keeps what stands at each kind of conflict, and its stages" every_conflict checkpoint
for setting in core.fileMode core.symlinks; do
  test_case "the same with $setting=false: modes are those that git add takes from the stages" every_conflict checkpoint $setting
done

# A real "deleted by us", edited, in git's own operations.
deleted_by_us() {
  make_project
  git switch -q -c side
  write src/util.c "int util(void) { return 3; }"
  commit_all "theirs"
  git switch -q main
  git rm -q src/util.c
  commit_all "ours"
  case $1 in
    merge) git merge -q side ;;
    rebase) git rebase -q main side ;;
    cherry-pick) git cherry-pick side ;;
    stash)
      git stash -q 2>/dev/null || :
      git switch -q --detach main~1
      write src/util.c "int util(void) { return 4; }"
      git stash -q
      git switch -q main
      git stash pop -q
      ;;
  esac >/dev/null 2>&1 || :
  expect_contains "$(git status --porcelain)" "U src/util.c"
  write src/util.c "edited in the conflict"
  works git handoff pause
  expect_equal "edited in the conflict" "$(git show "$(wip_of):src/util.c")" "the file in the snapshot"
}
for operation in merge rebase cherry-pick stash; do
  test_case "$operation: a file deleted on one side keeps its edits" deleted_by_us "$operation"
done

# --- taken out of the index, and still there ------------------------------------------------------------

# F was tracked, is ignored now, and has edits: nothing but the record knows them.
out_of_index() {
  make_project
  write conf/local.ini "from the commit"
  write tool "#!/bin/sh"
  commit_all "tracked"
  git switch -q -c work
  write .git/info/exclude "local.ini" "tool" "id_rsa" "big"
  git rm -q --cached conf/local.ini tool
  write conf/local.ini "mine alone"
  chmod +x tool
  state=$(state_of_tree)
}
out_of_index_and_back() {
  local state
  out_of_index
  works git handoff pause
  expect_lacks "$out" "left out"
  expect_lacks "$(git ls-tree -r --name-only HEAD)" "local.ini"
  git switch -q main
  expect_file conf/local.ini "from the commit"
  git switch -q work
  [ ! -e conf/local.ini ] || fail "the switch should have taken it away"
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a file taken out of the index and ignored comes back after switching" out_of_index_and_back

# What is tracked was replaced by what git ignores: it lists nothing of that, and a switch takes it away.
ignored_in_place_of_tracked() {
  make_project
  write conf/local.ini "from the commit"
  ln -s nowhere modules
  write build/x "from the commit"
  commit_all "tracked"
  git switch -q -c work
  write .git/info/exclude /conf/local.ini /modules/ /build
  case $1 in
    file) rm conf/local.ini && write conf/local.ini/mine/below "mine alone" ;;
    link) rm modules && write modules/p/mine "mine alone" && ln -s p modules/q ;;
    folder) rm -r build && write build "mine alone" ;;
    removed) git rm -q -r build && write build "mine alone" ;;
  esac
  local state
  state=$(state_of_tree)
  works git handoff "${2:-pause}"
  expect_lacks "$out" "left out"
  [ "${2:-pause}" = pause ] || git reset -q --hard
  git switch -q main
  git switch -q work
  works git handoff resume --continue ${3:+"$3"}
  expect_state "$state"
  works git handoff undo
  works git handoff undo
  expect_state "$state"
}
for what in file link folder removed; do
  test_case "what is ignored in the place of a tracked $what comes back after switching" ignored_in_place_of_tracked "$what"
done
test_case "... and from a checkpoint" ignored_in_place_of_tracked folder checkpoint --apply

out_of_index_in_a_clone() {
  local state
  out_of_index
  works git handoff pause
  git clone -q -b main --single-branch . ../clone
  cp .git/info/exclude ../clone/.git/info/exclude
  cd ../clone
  git fetch -q origin 'refs/handoffs/active/*:refs/handoffs/active/*'
  own_records
  works git handoff resume "$(basename "$(live)")" --continue --switch
  expect_state "$state"
}
test_case "... and in a clone" out_of_index_in_a_clone

out_of_index_is_as_recorded() {
  out_of_index
  works git handoff checkpoint -m x
  works git handoff check
  expect_lacks "$out" "not with the content" "edited since"
  write conf/local.ini "changed since"
  must_fail 1 git handoff check
  expect_contains "$out" "conf/local.ini: uncommitted, but not with the content that was recorded"
  expect_equal "mine alone" "$(eval "$(sed -n 's/^ *hint: it is kept: //p' <<<"$out")")" "what the hint shows"
  rm conf/local.ini
  must_fail 1 git handoff check
  expect_contains "$out" "conf/local.ini: uncommitted, but not with the content that was recorded"
}
out_of_index_edited_since_the_pause() {
  out_of_index
  works git handoff pause -m x
  works git handoff check
  write conf/local.ini "changed since"
  must_fail 1 git handoff check
  expect_contains "$out" "conf/local.ini: kept beside the WIP commit"
  expect_equal "mine alone" "$(eval "$(sed -n 's/^ *hint: it is kept: //p' <<<"$out")")" "what the hint shows"
}
test_case "... and after a pause, an edit of it is told" out_of_index_edited_since_the_pause
test_case "... and a checkpoint of it is as it was recorded until it is changed" out_of_index_is_as_recorded

out_of_index_left_out() {
  make_project
  write id_rsa key
  write big data
  commit_all "tracked"
  write .git/info/exclude id_rsa big
  git config handoff.maxFileSize 100
  git rm -q --cached id_rsa big
  head -c 101 /dev/zero >big
  works git handoff pause
  expect_contains "$out" "id_rsa (" "big (101 bytes; a switch may overwrite it)"
  local objects
  objects=$(git rev-list --objects --no-object-names --glob='refs/handoffs/*')
  expect_lacks "$objects" "$(git hash-object big)"
}
test_case "... unless it is a secret or too large: told" out_of_index_left_out

# The index alone had it: with that gone back to the WIP, and undo being for the edit, only the record holds it.
staged_alone() {
  make_project
  write new.c "staged"
  write src/util.c "staged as well"
  ln -s staged link
  git add new.c src/util.c link
  write new.c "edited since"
  write src/util.c "edited since as well"
  ln -sfn edited-since link
  state=$(state_of_tree)
  works git handoff pause
  works git handoff edit --next "go on"
  git gc -q --prune=now
  works git handoff resume --continue
  expect_state "$state"
}
# A file in the index alone, in the way of what is named: a folder stands there by now.
staged_in_the_way() {
  local record
  make_project
  write a "staged"
  git add a
  rm a
  write a/in "inside"
  works git handoff pause -m x -- a/in
  expect_equal "a/in" "$(git ls-files a a/in)"
  record=$(git for-each-ref --format='%(objectname)' refs/handoffs/active)
  expect_equal "staged" "$(git cat-file blob "$record:staged/a")"
  works git handoff resume --continue
  expect_equal "staged" "$(git show :a)"
}
test_case "what was staged where a folder stands that is paused alone is in the record" staged_in_the_way
test_case "what was staged and edited since outlives git gc, of a new file as well" staged_alone

# --- what stays out is told -------------------------------------------------------------------------------

bounds() {
  make_project
  git config handoff.maxFileSize 100
  git config handoff.maxUntrackedFiles 4
  git config handoff.maxUntrackedSize 200
  head -c 100 /dev/zero >just-fits
  head -c 101 /dev/zero >too-large
  works git handoff checkpoint
  expect_equal "too-large: 101 bytes" "$(left_out)" "of two files"
  head -c 100 /dev/zero >fits-as-well
  works git handoff checkpoint
  expect_equal "too-large: 101 bytes" "$(left_out)" "200 bytes in all"
  write a
  write b
  works git handoff checkpoint
  expect_equal "too-large: 101 bytes" "$(left_out)" "four files"
  write c
  works git handoff checkpoint
  expect_equal 2 "$(left_out | wc -l)" "a fifth file"
  rm c
  printf x >a
  works git handoff checkpoint
  expect_equal 2 "$(left_out | wc -l)" "201 bytes"
}
test_case "the bounds of what is kept are exact" bounds

# Of too many the most numerous go, of too much the largest.
fullest_goes() {
  make_project
  git config handoff.maxUntrackedFiles 4
  git config handoff.maxUntrackedSize 200
  head -c 150 /dev/zero >the-new-one
  write many/1 1
  write many/2 2
  write many/3 3
  write many/4 4
  works git handoff checkpoint
  expect_equal "many/: too much to keep: 4 untracked files, 8 bytes" "$(left_out)" "of too many"
  rm many/4
  head -c 100 /dev/zero >many/3
  works git handoff checkpoint
  expect_equal "the-new-one: too much to keep: 1 untracked file, 150 bytes" "$(left_out)" "of too much"
}
test_case "of too many files the fullest folder stays out, of too much the largest" fullest_goes

# What git goes by as well: a file of which others may run what its owner may not is none to run.
owner_runs_it() {
  make_project
  write tool "#!/bin/sh"
  chmod 0655 tool
  works git handoff pause
  expect_contains "$(git ls-tree HEAD tool)" "100644 blob"
  works git handoff resume --continue
  expect_equal 655 "$(stat -c %a tool)"
}
test_case "who may run a file is what its owner may" owner_runs_it

# line_ends [ATTRIBUTES]: where git takes carriage returns out, and nothing else.
line_ends() {
  local tree files
  make_project
  if [ -n "${1:-}" ]; then
    write .gitattributes "$1"
    commit_all attributes
  else
    git config core.autocrlf input
  fi
  printf 'a\r\nb\r\n' >new.txt
  printf 'int main(void);\r\n' >src/main.c
  tree=$(added_tree) files=$(files_of_tree)
  works git handoff pause
  expect_equal "$tree" "$(git rev-parse "HEAD^{tree}")" "the WIP tree"
  git switch -q --detach HEAD~1
  git switch -q main
  works git handoff resume --continue
  expect_equal "$files" "$(files_of_tree)"
}
test_case "carriage returns that core.autocrlf=input takes out" line_ends
test_case "carriage returns that an attribute takes out" line_ends "* text=auto"

# Too many files of one folder: as long as they are there they are no edit.
left_out_by_its_folder() {
  make_project
  git config handoff.maxUntrackedFiles 1
  write many/1
  write many/2
  write src/util.c edited
  works git handoff pause
  expect_contains "$out" "many/"
  run git handoff resume
  expect_lacks "$out$err" "edited since"
  works git handoff resume --continue
  expect_contains "$out" "as they were"
}
test_case "files of a folder that was left out are no edits since" left_out_by_its_folder

# As in a .gitignore.
kept_away() {
  make_project
  git config handoff.keep 'private/'
  git config --add handoff.keep '*.local'
  git config --add handoff.keep '/only/here'
  git config --add handoff.keep 'top/*.out'
  write private/deep/file x
  write not/private/file x
  write deep/a.local x
  write only/here x
  write not/only/here x
  write top/a.out x
  write top/deep/a.out x
  works git handoff pause
  expect_equal "deep/a.local: handoff.keep says so
only/here: handoff.keep says so
private/deep/file: handoff.keep says so
top/a.out: handoff.keep says so" "$(left_out)"
  works git handoff resume --continue
  expect_file private/deep/file x
}
test_case "handoff.keep names files as .gitignore does" kept_away

refused_names() {
  make_project
  write 'git~1' short
  write gi "begins as one that is refused"
  write .GIT/config hidden
  write 'd/.Git/x' deeper
  write '.git /y' "with a space"
  write src/.gitlab-ci.yml fine
  ln -s README .gitmodules
  local state tree
  state=$(state_of_tree)
  rm -rf 'git~1' .GIT d '.git ' .gitmodules
  tree=$(added_tree)
  git clean -qfdx
  write 'git~1' short
  write gi "begins as one that is refused"
  write .GIT/config hidden
  write 'd/.Git/x' deeper
  write '.git /y' "with a space"
  write src/.gitlab-ci.yml fine
  ln -s README .gitmodules
  works git handoff pause
  expect_equal ".GIT/config: git takes nothing of this name
.git /y: git takes nothing of this name
.gitmodules: git takes nothing of this name
d/.Git/x: git takes nothing of this name
git~1: git takes nothing of this name" "$(left_out)"
  expect_equal "$tree" "$(git rev-parse "HEAD^{tree}")" "the WIP tree"
  works git fsck --strict
  expect_lacks "$out$err" "error"
  git switch -q --detach HEAD~1
  git switch -q main
  works git handoff resume --continue
  expect_state "$state"
}
test_case "names that git refuses stay out, and are told" refused_names

# One alone, beside what is ordinary in every respect: git has to be asked all the same.
refused_alone() {
  local name tree
  make_project
  write src/util.c "int util(void) { return 2; }"
  tree=$(added_tree)
  for name in 'git~1' 'd/GIT~1' '.git./x' '.git ' 'd/.gIt/x' $'.g\xe2\x80\x8cit/x' $'d/.\xef\xbb\xbfgit'; do
    write "$name" x
    works git -c core.protectHFS=true handoff pause
    expect_contains "$(left_out)" "git takes nothing of this name"
    expect_equal "$tree" "$(git rev-parse "HEAD^{tree}")" "the WIP tree beside $name"
    works git handoff undo
    rm -rf "$name" d
  done
}
test_case "each of them alone, too" refused_alone

gitmodules_becomes_a_link() {
  make_project
  write .gitmodules "# none"
  commit_all modules
  rm .gitmodules
  ln -s README .gitmodules
  write new file
  local state
  state=$(state_of_tree)
  works git handoff pause
  expect_contains "$out" ".gitmodules"
  works git fsck --strict
  works git handoff resume --continue
  expect_state "$state"
}
test_case "a tracked .gitmodules that became a symlink stays out, and is told" gitmodules_becomes_a_link

nothing_unlisted() {
  make_project
  git init -q nested
  write nested/file inside
  git init -q deep/er/nested
  git clone -q --bare . deep/srv.git
  git -C deep/srv.git pack-refs --all
  write no-bare/HEAD "ref: refs/heads/x"
  write shut/file hidden
  write shut-file hidden
  chmod 0 shut shut-file
  local shut="
shut-file: cannot be read: Permission denied
shut/: cannot be read: not looked into"
  [ ! -r shut-file ] || shut=  # root reads everything
  rm README
  mkfifo README
  write kept
  works git handoff checkpoint
  chmod 755 shut shut-file
  expect_equal "README: neither a file nor a symlink
deep/er/nested/: a repository of its own
deep/srv.git/: a repository of its own
nested/: a repository of its own$shut" "$(left_out | LC_ALL=C sort)"
  expect_contains "$(git ls-tree -r --name-only "$(git handoff show --json | json .git.wip_commit)")" no-bare/HEAD
}
test_case "nested repositories, pipes, and what cannot be read are told" nothing_unlisted

# The configuration, with what it says of servers, the index, the refs.
own_git_directory() {
  make_project
  git switch -q -c planted
  write .dot/hooks/post-checkout "planted"
  works git handoff pause -m planted
  git switch -q main
  rm -rf .dot
  mv .git .dot
  export GIT_DIR=$PWD/.dot GIT_WORK_TREE=$PWD
  git remote add other https://me:hunter2@example.com/d.git
  must_fail 1 git handoff resume planted --continue --switch
  expect_contains "$err" "'.dot/hooks/post-checkout' is part of this repository's own git directory"
  [ ! -e .dot/hooks/post-checkout ] || fail "a hook was written"
  write README work
  works git handoff checkpoint
  works git handoff pause -m mine
  expect_contains "$out" "left out: .dot/ (this repository's own git directory)"
  expect_equal "README" "$(git diff --name-only HEAD~)" "what was taken"
  git reset -q --hard main
  works git handoff undo
  works git handoff resume --continue --apply
  works git fsck
  git add -f .dot/config
  must_fail 128 git handoff pause
  must_fail 128 git handoff checkpoint
  expect_contains "$err" "'.dot/config': it is in the index" "git rm -q --cached -- :/.dot/config"
  git rm -q --cached -- .dot/config
  works git handoff pause
  unset GIT_DIR GIT_WORK_TREE
  mkdir apart
  git init -q --separate-git-dir=apart/its.git apart
  cd apart
  write file work
  echo its.git/HEAD >.gitignore
  works git handoff checkpoint
  expect_equal "its.git/: this repository's own git directory" "$(left_out)"
}
test_case "this repository's own git directory under another name stays out" own_git_directory

hidden_untracked() {
  make_project
  git config status.showUntrackedFiles no
  must_fail 1 git handoff pause
  expect_contains "$err" "the tree is clean"
  write papers/thesis "mine"
  must_fail 1 git handoff pause
  expect_contains "$err" "'./' stays out: untracked files: status.showUntrackedFiles is 'no'"
  write README work
  works git handoff checkpoint
  expect_contains "$out" "left out: ./ (untracked files: status.showUntrackedFiles is 'no'; to take them: git -c status.showUntrackedFiles=normal handoff pause)"
  works git handoff pause -m x
  expect_equal "README" "$(git diff --name-only HEAD~)" "what was taken"
  works git handoff resume --continue
  git reset -q --hard
  works git handoff pause -m named -- papers
  expect_equal "papers/thesis" "$(git diff --name-only HEAD~)" "what was named"
  works git handoff resume --continue
  works git handoff pause --no-untracked -m y
  expect_lacks "$out" "left out"
  works git -c status.showUntrackedFiles=normal handoff pause -m z
  expect_equal "papers/thesis" "$(git diff --name-only HEAD~)" "what was asked for"
  # It is hidden from what is taken, and not from what is compared.
  works git handoff resume --continue
  works git -c status.showUntrackedFiles=normal handoff pause --snapshot-only -m w
  write papers/thesis "mine, edited"
  works git handoff status
  expect_lacks "$out" "no longer in the tree"
  expect_contains "$(head -n 1 "$out_file")" "edited since: papers/thesis"
}
test_case "what status.showUntrackedFiles hides stays out, and is told" hidden_untracked

# HOW: untracked files of the work, which a person has named once, are of the next pause, too.
hidden_work() {
  make_project
  git config status.showUntrackedFiles no
  write .gitignore "*.log"
  commit_all ignore
  write papers/thesis "mine"
  write "odd
name" "mine"
  write README work
  local normal=status.showUntrackedFiles=normal taken=README,papers/thesis
  case $1 in
    named) works git handoff pause -m first -- papers README ;;
    asked)
      taken='README,"odd\nname",papers/thesis'
      works git -c "$normal" handoff pause -m first
      ;;
    checkpoint)
      taken='README,"odd\nname",papers/thesis'
      works git -c "$normal" handoff checkpoint -m first
      ;;
    unstaged)
      works git handoff pause -m first -- papers README
      git rm -q --cached papers/thesis
      taken=papers/thesis
      ;;
  esac
  write papers/thesis "mine, edited"
  write papers/draft "new"
  write papers/x.log "ignored"
  [ "$1" = checkpoint ] || [ "$1" = unstaged ] || works git handoff resume --continue
  works git handoff pause -m second
  case $1 in
    unstaged) expect_equal "M$(printf '\t')papers/thesis" "$(git diff --name-status HEAD~)" ;;
    *) expect_equal "$taken" "$(git diff --name-only HEAD~ | paste -sd,)" ;;
  esac
  expect_contains "$out" "left out: ./"
  expect_equal "mine, edited" "$(git show HEAD:papers/thesis)"
  [ "$1" != unstaged ] || return 0
  works git handoff resume --continue
  rm -f papers/draft "odd
name"
  works git handoff pause -m third
  expect_lacks "$out" "left out"
}
for how in named asked checkpoint unstaged; do
  test_case "what status.showUntrackedFiles hides and the work has is of the next pause: $how" hidden_work $how
done

# Git lists it while it is no file of the index.
repository_instead() {
  make_project
  rm README src/util.c
  make_repo README
  [ "$1" = empty ] || git commit -q --allow-empty -m inner
  cd ..
  works git handoff pause -m x
  expect_equal "README/: a repository of its own" "$(left_out)"
  expect_equal "0" "$(git handoff show --json | json '.git.submodules | length')" "submodules"
  works git handoff resume --continue
  expect_equal " D src/util.c" "$(git status --porcelain -- src)"
}
for how in empty committed; do
  test_case "a repository where a file was is left out, and named: $how" repository_instead $how
done

# Git overwrites what it ignores: only the branch that is left has the file.
left_out_and_overwritten() {
  make_project
  write .env "old"
  commit_all more
  git branch other
  git rm -q --cached .env
  write .gitignore .env
  write .env "API_KEY=new"
  works git handoff pause -m x
  expect_contains "$out" ".env (looks like a secret; a switch may overwrite it)"
  expect_lacks "$err" "it is in the WIP commit"
  git switch -q other
  git switch -q main
  works git handoff resume --continue --json
  expect_equal 'false [".env"]' "$(jq -c .exact <<<"$out") $(jq -c .left_alone <<<"$out")"
  works git handoff undo
}
test_case "what was left out and a switch took away is not as it was" left_out_and_overwritten
left_out_and_there() {
  make_project
  write .gitignore "*.log"
  commit_all more
  write .env "S=1"
  write README work
  works git handoff pause -m x
  git switch -q -c other HEAD~
  git switch -q main
  echo more >>.env
  works git handoff resume --continue
  expect_contains "$out" "are as they were"
}
test_case "... what still stands there is" left_out_and_there

variants=odd

unreadable() {
  make_project
  write shut/file hidden
  write shut-file hidden
  write kept kept
  chmod 0 shut shut-file
  as_nobody
  works "${nobody[@]}" git-handoff pause
  expect_contains "$out" "shut/ (cannot be read: not looked into)" "shut-file (cannot be read: Permission denied)"
}
test_case "what cannot be read is told" unreadable

# deep [new]: what a file has that lies below more folders than a path has room for; `new` makes it first.
deep() {
  python3 -c 'import os, sys
at = os.open(".", os.O_RDONLY)
for _ in range(25):
    if sys.argv[1:]:
        os.mkdir("d" * 200, dir_fd=at)
    at = os.open("d" * 200, os.O_RDONLY, dir_fd=at)
if sys.argv[1:]:
    os.write(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=at), b"precious")
print(os.read(os.open("file", os.O_RDONLY, dir_fd=at), 9).decode())' "$@"
}
too_deep() {
  make_project
  make_work
  git branch other
  deep new >/dev/null
  works git handoff pause -m x
  expect_contains "$out" 'left out: "ddd' '..." (git cannot read a folder below it): still here, not in git'
  for way in "resume --continue" undo "resume --continue" "pause -m y" "resume --fresh" undo discard; do
    works eval "git handoff $way"
    expect_equal precious "$(deep)"
  done
  git switch -q other
  expect_equal precious "$(deep)"
}
test_case "a path that is too long for git is told as left out, and left alone" too_deep

# unseen FOLDER: a file in it is behind a flag, another one is out of the index and ignored; both are edited.
unseen() {
  make_project
  write shut/flagged first
  write shut/ignored first
  commit_all more
  git branch other
  git update-index "--$1" shut/flagged
  write .gitignore shut/ignored
  git rm -q --cached shut/ignored
  write shut/flagged "flagged, edited"
  write shut/ignored "ignored, edited"
  as_nobody
}

# That nobody may look into its folder says nothing of a file.
in_a_shut_folder() {
  unseen "$1"
  local file=$2
  [ "$file" != shut ] || file=
  chmod 0 shut/${file:+*}
  works "${nobody[@]}" git-handoff pause -m x --json
  chmod 755 shut
  chmod 644 shut/*
  local told
  told=$(jq -r '.left_out[] | .path + ": " + .reason' <<<"$out")
  expect_contains "$told" "shut/flagged: cannot be read: Permission denied" \
    "shut/ignored: cannot be read: Permission denied"
  expect_equal "" "$(git ls-tree -r --name-only "$(git for-each-ref --format='%(objectname)' refs/handoffs/active)" \
    raw gone)" "kept beside"
  chmod 0 shut/${file:+*}
  run "${nobody[@]}" git-handoff check
  expect_lacks "$out$err" "no longer here" "deleted"
  works "${nobody[@]}" git-handoff resume --continue
  chmod 755 shut
  chmod 644 shut/*
  expect_equal "flagged, edited ignored, edited" "$(cat shut/flagged) $(cat shut/ignored)"
}
for flag in assume-unchanged skip-worktree; do
  test_case "what is in a folder that cannot be read is not deleted: $flag" in_a_shut_folder $flag shut
  test_case "... nor a file that cannot be read" in_a_shut_folder $flag file
done

# The record keeps it beside the commit: in the next pause, too, it is named by itself.
beside_in_a_shut_folder() {
  unseen assume-unchanged
  works "${nobody[@]}" git-handoff pause -m one
  write README more
  chmod 0 shut
  works "${nobody[@]}" git-handoff pause -m two
  chmod 755 shut
  expect_contains "$out" "shut/ignored (cannot be read: Permission denied; a switch may overwrite it)"
}
test_case "what only the record keeps is named where it cannot be read" beside_in_a_shut_folder

# The folder cannot be read when the work is taken up again: what a checkout brought there stays.
gone_in_a_shut_folder() {
  make_project
  write shut/flagged first
  commit_all more
  git update-index --assume-unchanged shut/flagged
  rm shut/flagged
  works git handoff pause -m x
  git update-index --no-assume-unchanged shut/flagged
  git checkout -q shut/flagged
  chmod 0 shut
  as_nobody
  run "${nobody[@]}" git-handoff resume --continue
  chmod 755 shut
  expect_contains "$err" "'shut/flagged' was not put back"
  expect_file shut/flagged first
}
test_case "what cannot be read is not taken away" gone_in_a_shut_folder

# A submodule's files are its own: the tree here is clean.
dirt_in_a_submodule() {
  make_project lib
  cd ..
  make_project
  git submodule add -q ../lib sub
  commit_all sub
  echo dirt >>sub/README
  works git handoff pause -m x
  expect_contains "$out" "(nothing to commit)" "inside the submodule"
}
test_case "dirt inside a submodule is no work of this repository" dirt_in_a_submodule

# What was left out when it was kept is no difference to it.
left_out_of_it() {
  make_project
  make_work
  works git handoff pause --snapshot-only "$@"
  works git handoff resume --continue
  expect_contains "$out" "is as it was kept"
  works git handoff pause --snapshot-only "$@"
  write another "new since"
  must_fail 1 git handoff resume --continue
}
test_case "a snapshot without untracked files is as the tree in which they are" left_out_of_it --no-untracked

# --- files against folders --------------------------------------------------------------------------------

pairs() {
  make_project
  write a file
  write b/c file
  write s/t/u file
  write l/m file
  ln -s nowhere k
  commit_all pairs
  rm -r a b s l k
  write a/x/y "now a folder"
  write b "now a file"
  write s/t "now a file"
  ln -s README l
  write k/z "was a link"
  [ "$1" = unstaged ] || git add -A
  [ "$1" != mixed ] || { rm -r a && write a "a file again" && rm b && write b/c "a folder again"; }
  local state tree
  state=$(state_of_tree) tree=$(added_tree)
  works git handoff pause
  expect_equal "$tree" "$(git rev-parse "HEAD^{tree}")" "the WIP tree"
  git switch -q --detach HEAD~1
  git switch -q main
  works git handoff resume --continue
  expect_state "$state"
}
# Git lists nothing below such a link, and its index cannot hold both.
folder_became_link() {
  make_project
  write d/x "below"
  commit_all folder
  sleep 1
  git status >/dev/null
  rm -r d
  ln -s d d
  works git handoff pause
  works git write-tree
  works git handoff resume --continue
  expect_equal d "$(readlink d)"
}
test_case "a folder that became a link to itself" folder_became_link

entered_then_a_folder() {
  make_project
  write n "entered"
  git add -N n
  rm n
  write n/in "inside"
  works git handoff pause
}

staged_below() {
  entered_then_a_folder
  write n/in "staged"
  git add n/in
  local staged
  staged=$(git rev-parse :n/in)
  write n/in "staged, and edited"
  works git handoff pause
  works git handoff resume --continue
  expect_equal "$staged" "$(git rev-parse :n/in)"
  expect_file n/in "staged, and edited"
}

entered_below() {
  entered_then_a_folder
  git rm -q --cached n/in
  git add -N n/in
  works git handoff pause
  works git handoff resume --continue
  expect_file n/in "inside"
}
test_case "a stack in which a file became a folder, with something staged below" staged_below
test_case "... with something entered below" entered_below

for how in unstaged staged mixed; do
  test_case "files that became folders and folders that became files, $how" pairs "$how"
done

# Git calls what is below such a link unchanged, and would take it out for the link.
link_to_itself() {
  make_repo
  write dir/two staged
  git add -A
  rm -r dir
  ln -s dir dir
  works git handoff pause --snapshot-only --no-untracked
  works git handoff resume --continue
  expect_equal dir "$(readlink dir)"
}
test_case "a folder that became a link to itself, which stays out" link_to_itself
# Git reads it from the index while it is gone: files that it converted are others with it.
attributes_gone() {
  make_project
  write .gitattributes "* text=auto"
  printf 'one\ntwo\r\nthree\n' >mixed
  printf '1\r\n2\r\n' >crlf
  commit_all two 2>/dev/null
  local state
  rm .gitattributes
  touch -d 2001-01-01 mixed crlf
  cp .git/index ../copy
  GIT_INDEX_FILE=../copy git add -A 2>/dev/null
  expected=$(GIT_INDEX_FILE=../copy git write-tree)
  state=$(cat mixed crlf | sha1sum)
  works git handoff pause -m x
  expect_equal "$expected" "$(git rev-parse 'HEAD^{tree}')"
  expect_equal "" "$(git status --porcelain)"
  works git handoff resume --continue
  expect_equal "$state" "$(cat mixed crlf | sha1sum)"
  expect_equal " D .gitattributes" "$(git status --porcelain | head -n 1)"
}
test_case "a .gitattributes that is gone: what it converted is taken as git add -A takes it" attributes_gone

# What lies behind a symlinked folder is no file of the repository: git does not look there.
folder_became_a_link() {
  make_project
  mkdir ../outside
  write ../outside/x "nobody's business"
  chmod 600 ../outside/x
  write p/x one
  write q/x one
  commit_all two
  git update-index "$1" p/x
  rm -r p q
  ln -s ../outside p
  ln -s ../outside q
  works git handoff pause -m x
  expect_lacks "$out$err" "p/x" # the commit has the link
  expect_equal "" "$(git grep -l "nobody's business" refs/handoffs/active/main/*)" "read through a link"
  expect_equal "[]" "$(git handoff export --format json | json -c '.git.modes')"
  works git handoff resume --continue
  expect_equal "../outside ../outside" "$(readlink p q | paste -sd' ')"
}
test_case "a folder that became a link, behind assume-unchanged" folder_became_a_link --assume-unchanged
test_case "a folder that became a link, behind skip-worktree" folder_became_a_link --skip-worktree

lost_from_the_index() {
  make_project
  write src/util.c staged
  git add src/util.c
  write src/util.c "in the file"
  works git handoff pause -m x
  local blob pack
  blob=$(echo staged | git hash-object --stdin)
  for pack in .git/objects/pack/*.pack; do
    [ -e "$pack" ] || continue
    mv "$pack" ../pack
    rm -f "${pack%pack}"*
    git unpack-objects -q <../pack
  done
  rm -f ".git/objects/${blob:0:2}/${blob:2}"
  works git handoff resume --continue
  expect_contains "$err" "'src/util.c' is not as it was paused"
  expect_file src/util.c "in the file"
}
test_case "what was staged, and was lost from the object store, is told" lost_from_the_index

# A private file that came back by git alone is for everybody.
private_no_more() {
  make_project
  echo secret >>src/util.c
  chmod 600 src/util.c
  works git handoff checkpoint -m x
  git stash -q
  git stash pop -q
  expect_equal 644 "$(stat -c %a src/util.c)" "as git gives it"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "'src/util.c' is not as it was kept" "--continue --apply"
  works git handoff resume --continue --apply
  expect_equal 600 "$(stat -c %a src/util.c)"
  expect_equal " M src/util.c" "$(git status --porcelain)"
}
test_case "a private file that others may read by now is not as it was kept; --apply puts it back" private_no_more

# What a snapshot keeps beside its commit and the tree has lost since is lost: it is said, put back when asked for, and
# the record is live until then.
# hidden_bytes HOW: b.txt is kept so that only the record has its bytes.
hidden_bytes() {
  make_project
  write b.txt b
  commit_all "b"
  git switch -q -c feat
  case $1 in
    ignored)
      echo b.txt >.git/info/exclude
      git rm -q --cached b.txt
      ;;
    *) git update-index "--$1" b.txt ;;
  esac
  echo local >>b.txt
  cp b.txt ../kept
  works git handoff "${@:2}" -m kept
}

lost_beside_the_commit() {
  hidden_bytes "$2" "${@:3}"
  sleep 0.02
  case $1 in
    reset) git reset -q --hard ;;
    written) git show HEAD:b.txt >b.txt ;;
    shown) git update-index --no-assume-unchanged b.txt && git reset -q --hard ;;
    gone) rm b.txt ;;
  esac
  ! cmp -s b.txt ../kept || fail "b.txt is as it was kept"
  git handoff resume >../screen || true
  expect_lacks "$(cat ../screen)" "safe to continue"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "'b.txt' is not as it was kept" "hint: put it back: git handoff resume"
  [ -n "$(git for-each-ref refs/handoffs/active)" ] || fail "the record was put away"
  hint=$(sed -n 's/.*the work is kept: //p' ../screen)
  [ -z "$hint" ] || expect_equal "$(cat ../kept)" "$(eval "$hint")" "what the hint shows"
  works git handoff resume --continue --apply
  cmp b.txt ../kept
}
for keep in "pause --snapshot-only" checkpoint; do
  # shellcheck disable=SC2086 # words of a command
  test_case "$keep: a file behind assume-unchanged that was reset is not as it was kept" \
    lost_beside_the_commit reset assume-unchanged $keep
  # shellcheck disable=SC2086
  test_case "$keep: ... and shown again" lost_beside_the_commit shown assume-unchanged $keep
done
test_case "... one behind skip-worktree" lost_beside_the_commit written skip-worktree checkpoint
test_case "... one taken out of the index and ignored, that is gone" lost_beside_the_commit gone ignored checkpoint

there_again() {
  make_project
  git update-index --skip-worktree src/util.c
  rm src/util.c
  write README "work"
  works git handoff checkpoint
  write src/util.c "there"
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "'src/util.c' is not as it was kept"
}
test_case "... one behind skip-worktree that was gone, and is there again" there_again

edited_beside_the_commit() {
  hidden_bytes ignored checkpoint
  echo other >b.txt
  must_fail 1 git handoff resume --continue
  works git handoff resume --continue --apply
  expect_equal other "$(cat b.txt)"
  eval "$(sed -n "s/.*'b.txt' as it was paused: //p" <<<"$out$err")" | cmp - ../kept
}
test_case "what was edited since stays, and what was kept is named" edited_beside_the_commit

submodule_gone() {
  make_project
  git init -q ../sub
  git -C ../sub commit -q --allow-empty -m one
  git -C ../sub commit -q --allow-empty -m two
  git -c protocol.file.allow=always submodule --quiet add ../sub sub
  commit_all "a submodule"
  git -C sub checkout -q HEAD~1
  write sub/dirt dirt
  works git handoff checkpoint
  expect_contains "$out$err" "changes inside the submodule"
  rm -r sub
  must_fail 1 git handoff resume --continue
  expect_contains "$err" "differs from the working tree"
}
test_case "a submodule that is gone is not as it was kept, whatever was left out of it" submodule_gone

# git add refuses the empty folder; there is nothing in it to keep.
submodule_in_conflict() {
  make_project
  git init -q ../sub
  git -C ../sub commit -q --allow-empty -m one
  git switch -q -c other
  git -c protocol.file.allow=always submodule --quiet add ../sub sub
  commit_all "a submodule"
  git switch -q main 2>/dev/null
  rm -rf sub
  write sub "a file"
  commit_all "a file"
  must_fail 1 git cherry-pick other
  expect_matches "$(git ls-files -s sub)" "^160000 "
  works git handoff pause -m x
  expect_contains "$(git show "$(git handoff show --json | jq -r .git.wip_commit):sub~HEAD")" "a file"
}
test_case "an empty folder of a submodule in conflict is nothing to keep, and stops no pause" submodule_in_conflict

test_done
