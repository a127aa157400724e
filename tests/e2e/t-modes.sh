#!/usr/bin/env bash
# Files that we make in the git directory are for whom git's own are for: umask, and core.sharedRepository.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/lib.sh"

mode_of() { stat -c '%a' "$@"; }

# as_gits UMASK SHARED
as_gits() {
  umask "$1"
  git init -q --shared="$2" repo
  cd repo
  write README "a project"
  commit_all first
  local index folder file
  index=$(mode_of .git/index)
  folder=$(mode_of .git/objects)
  file=$(mode_of .git/HEAD)
  works git handoff note "the first"
  echo more >>README
  works git handoff pause -m kept
  expect_equal "$index" "$(mode_of .git/index)" "index after a pause"
  expect_equal "$(printf '%o' $((0$folder & 0444)))" "$(mode_of .git/objects/pack/*.pack)" "pack"
  expect_equal "$folder $folder" "$(mode_of .git/handoff .git/handoff/journal | paste -sd' ')" "our folders"
  expect_equal "$file" "$(mode_of .git/handoff/journal/main.jsonl)" "journal"
  expect_equal "$file" "$(mode_of .git/handoff/last.json)" "what undo reads"
  works git handoff resume --continue
  expect_equal "$index" "$(mode_of .git/index)" "index after a resume"
  expect_equal "" "$(find .git -mindepth 1 -type d ! -perm "$folder" -printf '%m %p\n')" "folders of other rights than git's"
}

# A repository that everybody could read, and a user whose umask, or configuration, is narrower since.
private_since() {
  make_project
  umask 077
  echo more >>README
  works git handoff pause -m private
  expect_equal "400 600" "$(mode_of .git/objects/pack/*.pack .git/handoff/last.json | paste -sd' ')" "umask 077"
  works git handoff export --format md --output out.md
  expect_equal 600 "$(mode_of out.md)" "an export"
  echo more >>README
  works git -c handoff.mirror=superteam handoff pause -m mirrored
  expect_equal 600 "$(mode_of .superteam/HANDOFF.json)" "a mirror"
  umask 022
  echo more >>README
  works git -c handoff.mirror=superteam handoff pause -m "mirrored again"
  expect_equal 600 "$(mode_of .git/handoff/mirror.json)" "what was mirrored"
  cd ..
  make_project other
  git config core.sharedRepository 0660
  echo more >>README
  works git handoff pause -m private
  expect_equal 440 "$(mode_of .git/objects/pack/*.pack)" "core.sharedRepository=0660"
  cd ..
  make_project umasked
  git config core.sharedRepository 0
  echo more >>README
  works git handoff pause -m private
  expect_equal 444 "$(mode_of .git/objects/pack/*.pack)" "core.sharedRepository=0, which is the umask"
}
test_case "what is stored is for nobody whom the umask, or core.sharedRepository, shuts out by now" private_since

# rights FILE...: group, mode and access list.
rights() {
  stat -c '%n %g %a' "$@"
  python3 -c 'import os, sys
for f in sys.argv[1:]:
    print(f, {n: os.getxattr(f, n).hex() for n in os.listxattr(f) if "acl" in n})' "$@"
}

# written_as_git WAY KIND: the files and folders that a command of ours writes are for whom git's would be.
written_as_git() {
  local group all=0
  make_repo
  write d/x one
  write README "a project"
  case $2 in
    setgid)
      group=$(id -G | tr ' ' '\n' | grep -v "^$(id -g)$" | head -n 1)
      [ -n "$group" ] || [ "$(id -u)" -ne 0 ] || group=4242
      [ -n "$group" ] || skip "no second group"
      chgrp "$group" d || skip "no second group"
      chmod 2775 d
      ;;
    acl) # user::rwx user:12:rwx group::r-- mask::rwx other::---
      python3 -c 'import os, struct
e = [(1, 7, 2**32 - 1), (2, 7, 12), (4, 4, 2**32 - 1), (16, 7, 2**32 - 1), (32, 0, 2**32 - 1)]
os.setxattr("d", "system.posix_acl_default", struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *x) for x in e))' ||
        skip "no access lists"
      ;;
    narrow) chmod 700 d ;;
  esac
  commit_all first
  git branch other
  git switch -q -c work
  write d/x two
  write d/new/y new
  write d/run new
  chmod +x d/run
  ln -s x d/link
  git add -A
  works git handoff pause -m kept
  cp -a ../repo ../as-git
  case $1 in
    fresh)
      works git handoff resume --fresh
      git -C ../as-git switch -q other
      ;;
    undo)
      works git handoff resume --fresh
      works git handoff undo
      git -C ../as-git switch -q other
      git -C ../as-git switch -q work
      all=1
      ;;
    switch)
      git switch -q other
      works git handoff resume --continue --switch
      git -C ../as-git switch -q other
      git -C ../as-git switch -q work
      all=1
      ;;
    apply)
      git reset -q --hard other
      works git handoff resume --continue --apply
      git -C ../as-git reset -q --hard other
      git -C ../as-git reset -q --hard '@{1}'
      all=1
      ;;
  esac
  set -- d d/x
  [ "$all" = 0 ] || set -- "$@" d/run d/new d/new/y
  expect_equal "$(cd ../as-git && rights "$@")" "$(rights "$@")"
}

for way in fresh undo switch apply; do
  for kind in setgid acl narrow; do
    test_case "$way, $kind: files and folders have the rights that git gives them" written_as_git $way $kind
  done
done
for umask in 077 027 022 002; do
  test_case "umask $umask" as_gits "$umask" umask
  test_case "umask $umask, shared with the group" as_gits "$umask" group
done
# packs_as_git SHARED UMASK: a pause gives its pack the mode that a repack by git has.
packs_as_git() {
  local packs_of_git
  make_project
  git config core.sharedRepository "$1"
  umask "$2"
  git repack -q -a -d
  packs_of_git=$(mode_of .git/objects/pack/*.pack)
  rm -f .git/objects/pack/*.rev
  write new.txt "work"
  works git handoff pause -m x
  expect_equal "$packs_of_git" "$(find .git/objects/pack -name '*.pack' -printf '%m\n' | sort -u)" "core.sharedRepository=$1, umask $2"
}
for shared in group true 1 all world 2 0640 umask false; do
  for mask in 022 077; do test_case "packs are as git makes them: $shared, umask $mask" packs_as_git $shared $mask; done
done

# Git would write other bytes: what is put back byte for byte is for nobody else, either.
private_bytes() {
  make_project
  write .gitattributes '* text=auto'
  commit_all attributes
  printf 'a key\r\n' >README
  chmod 600 README
  works git handoff pause -m kept
  git switch -q --detach HEAD~
  git switch -q main
  works git handoff resume --continue
  expect_equal "a key"$'\r' "$(cat README)"
  expect_equal 600 "$(mode_of README)"
}
test_case "a file that comes back byte for byte is for whom it was" private_bytes

# What git does not see of it is as it was kept; its mode is that of what it is merged with.
bytes_of_a_program_by_now() {
  make_project
  write .gitattributes '* text=auto'
  commit_all attributes
  printf 'a script\r\n' >README
  works git handoff pause -m kept
  git switch -q -c other HEAD~
  chmod +x README
  commit_all "it is run"
  git switch -q main
  git reset -q --hard other
  works git handoff resume --continue --apply
  expect_equal "a script"$'\r' "$(cat README)"
  expect_equal 755 "$(mode_of README)"
  expect_equal "" "$(git diff --summary)" "a mode that nobody changed"
}
test_case "... and may be run where the branch has that by now" bytes_of_a_program_by_now

# The same of one that is written where nothing stands: only the record has it.
private_beside_the_index() {
  make_project
  write .gitignore README
  git add .gitignore
  git rm -q --cached README
  write README "a key"
  chmod 600 README
  works git handoff pause -m kept
  git switch -q --detach HEAD~
  git switch -q main
  [ ! -e README ] || fail "a switch left README"
  works git handoff resume --continue
  expect_file README "a key"
  expect_equal 600 "$(mode_of README)"
}
test_case "... also where it is not there, and in no commit" private_beside_the_index

# Root reads it all the same; whoever goes on with it need not be root.
unreadable_by_its_owner() {
  [ "$(id -u)" -eq 0 ] || skip "only root pauses what its owner cannot read"
  umask 022
  make_project
  echo more >>README
  chmod 200 README
  works git handoff pause -m kept
  git switch -q --detach HEAD~
  git switch -q main
  works git handoff resume --continue
  expect_contains "$err" "'README' is not as it was paused, and was left as it is"
  expect_equal 644 "$(mode_of README)"
}
test_case "a mode with which its owner cannot read a file does not come back" unreadable_by_its_owner

# Who may not change the mode of a file, which is somebody else's by now, is not told that it is as it was.
mode_of_somebody_elses_file() {
  local head
  make_project
  as_nobody
  echo more >>README
  chown 65534 README
  chmod 600 README
  works "${nobody[@]}" git handoff pause -m kept
  "${nobody[@]}" git switch -q --detach HEAD~
  "${nobody[@]}" git switch -q main
  chown 0:0 README
  head=$(git rev-parse HEAD)
  must_fail 128 "${nobody[@]}" git handoff resume --continue
  expect_contains "$err" "cannot set the mode of"
  expect_equal "$head" "$(git rev-parse HEAD)"
  chown 65534 README
  works "${nobody[@]}" git handoff resume --continue
  expect_equal 600 "$(mode_of README)"
}
test_case "a mode that cannot be set ends a resume, and nothing has moved" mode_of_somebody_elses_file

# The configuration came later, and no folder of git's was marked for the group then.
shared_since() {
  umask 022
  make_project
  [ -z "${1:-}" ] || works git handoff note "before"
  git config core.sharedRepository group
  chmod -R g+rwX .git
  works git handoff note "the first"
  echo more >>README
  works git handoff pause -m kept
  works git handoff resume --continue
  expect_equal "664" "$(find .git/handoff -type f ! -name 'mark-*' -printf '%m\n' | sort -u)" "files"
  [ -n "${1:-}" ] || expect_equal "2775" "$(find .git/handoff -type d -printf '%m\n' | sort -u)" "folders"
  expect_equal "" "$(find .git/handoff -type d ! -perm -775)" "folders that the group cannot write"
  # A umask that lets nobody in, and no such configuration.
  umask 077
  make_project private
  chmod -R g+rwX .git
  works git handoff note "the first"
  expect_equal 600 "$(mode_of .git/handoff/journal/main.jsonl)" "not shared"
}
test_case "core.sharedRepository that was set later" shared_since
test_case "... when there were notes already" shared_since before

# Nobody keeps a mode wider than a checkout gives: what stands there, a link, has none to go by.
in_the_place_of_a_link() {
  umask "$1"
  make_project
  ln -s README plain
  ln -s README program
  git add plain program
  git update-index --assume-unchanged plain program
  rm plain program
  echo data >plain
  echo data >program
  chmod +x program
  works git handoff pause -m kept
  works git handoff resume --fresh
  works git handoff undo
  expect_equal "$2" "$(mode_of plain program | paste -sd' ')"
}
test_case "a file in the place of a link is as a checkout makes it" in_the_place_of_a_link 022 "644 755"
test_case "... umask 077" in_the_place_of_a_link 077 "600 700"

# In the working tree git asks the umask alone.
in_a_folder_for_all() {
  make_project
  mkdir -m 2777 .superteam
  chmod 2777 .superteam
  umask 077
  echo more >>README
  works git -c handoff.mirror=superteam handoff pause -m mirrored
  works git handoff export --format md --output .superteam/out.md
  expect_equal "600 600" "$(mode_of .superteam/HANDOFF.json .superteam/out.md | paste -sd' ')"
}
test_case "what is written into a folder of the project that all may write is not for all" in_a_folder_for_all
test_done
