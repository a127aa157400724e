# shellcheck shell=bash
# shellcheck disable=SC2034  # names are read by the scripts
# Generated histories that are rewritten in every usual way, with the truth beside what `git handoff check`
# says of each recorded commit. Sourced after lib.sh by t-check-fates.sh.
#
# Each commit adds lines of its own (`token-<n>-...`), so the truth of where it went can be asked of plain
# git: the commit that adds the token.

# The table: "scenario fate-wanted fate-told right-target" a line.
fates_table=$trash/fates.table
: >"$fates_table"

# base_history DIR SEED: main with a few files and commits, and feat with commits 1 to 6 on it.
base_history() {
  RANDOM=$2
  make_repo "$1"
  feat_on_top
}

# feat_on_top: the files, main's last commits and feat, on what is there.
feat_on_top() {
  local i file
  for i in 1 2 3 4 5 6 7 8; do
    mkdir -p "dir$((i % 3))"
    seq -f "file $i line %g" 60 >"dir$((i % 3))/file$i.txt"
  done
  commit_all "first"
  for i in 1 2 3; do
    change_file "m$i"
    commit_all "main work $i"
  done
  git tag fork
  git switch -qc feat
  for i in 1 2 3 4 5 6; do
    change_file "$i"
    [ $((RANDOM % 2)) = 0 ] || change_file "$i"
    commit_all "feat work $i"
    git tag "c$i"
  done
}

# change_file N: lines with the token of commit N, put in at a random place of a random file.
change_file() {
  local files=(dir*/file*.txt) file line
  file=${files[RANDOM % ${#files[@]}]}
  line=$((RANDOM % 50 + 5))
  sed -i "${line}i token-$1- $RANDOM\ntoken-$1- $RANDOM" "$file"
  [ $((RANDOM % 3)) != 0 ] || sed -i "$((line + 6))d" "$file"
}

# record_commits: a record on HEAD that names c1 to c6, a mistyped id and one of another repository.
record_commits() {
  local i oid tasks=""
  for i in 1 2 3 4 5 6; do
    oid=$(git rev-parse "c$i")
    [ $((i % 2)) = 0 ] || oid=${oid:0:10}
    tasks+="{\"name\": \"work $i\", \"status\": \"done\", \"commit\": \"$oid\"},"
  done
  typo=$(git rev-parse c3 | cut -c1-12 | tr '0123456789abcdef' '123456789abcdef0')
  other=$(printf 'other %s' "$RANDOM" | git hash-object --stdin)
  git handoff pause --from - >/dev/null <<END
{"version": 1, "workflow": "execute", "next_action": "go on", "completed_tasks": [$tasks
 {"name": "typo", "commit": "$typo"}, {"name": "other", "commit": "$other"}]}
END
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
}

# todo SED...: an interactive rebase of feat onto fork with the list edited by sed.
todo() {
  local args=() script
  for script; do args+=(-e "$script"); done
  printf -v script ' %q' "${args[@]}"
  GIT_SEQUENCE_EDITOR="sed -i $script" GIT_EDITOR=true git rebase -q -i fork
}

# where N: the commits since the fork that add the token of commit N, newest first.
where() { git log --no-merges -S"token-$1-" --format=%H "fork..${2:-HEAD}"; }

# compare SCENARIO WANTED...: one word a commit c1..c6: present rewritten squashed reverted unreachable
# in_upstream; `word@REF` says where else than on HEAD it has to be found.
compare() {
  local scenario=$1 i=0 wanted told to place right
  shift
  # A check that finds something exits with 1.
  git handoff check "$id" --json >"$case_dir.aside/check.json" || [ $? -le 2 ]
  for wanted; do
    i=$((i + 1))
    place=HEAD
    case $wanted in *@*) place=${wanted#*@} wanted=${wanted%@*} ;; esac
    read -r told to <<<"$(jq -r --arg where "(completed_tasks 'work $i')" \
      '.findings[] | select(.code == "commit" and (.subject | endswith($where))) | "\(.fate) \(.to // "-")"' \
      "$case_dir.aside/check.json")"
    right=yes
    case $wanted in
      rewritten | squashed) where $i "$place" | grep -q "^$to" || right=no ;;
      in_upstream) [ "$to" = - ] || where $i "$place" | grep -q "^$to" || right=no ;;
      unreachable) [ "$place" = HEAD ] || where $i "$place" | grep -q "^$to" || right=no ;;
      reverted) [ "$(git log -1 --format=%s "$to")" = "Revert \"feat work $i\"" ] || right=no ;;
    esac
    echo "$scenario $wanted $told $right" >>"$fates_table"
  done
  for wanted in typo other; do
    told=$(jq -r --arg where "(completed_tasks '$wanted')" \
      '.findings[] | select(.code == "commit" and (.subject | endswith($where))) | .fate' \
      "$case_dir.aside/check.json")
    echo "$scenario gone $told yes" >>"$fates_table"
  done
}

# print_table: precision and recall a fate and a scenario; fails below what is promised.
print_table() {
  awk '
    { n[$1]++; good = ($2 == $3 && $4 == "yes"); right[$1] += good
      wanted[$2]++; told[$3]++; hit[$2] += good; all++; ok += good }
    END {
      printf "# %-28s %8s %8s\n", "scenario", "commits", "right"
      for (s in n) printf "# %-28s %8d %8d\n", s, n[s], right[s] | "sort"
      close("sort")
      printf "# %-28s %8s %10s %8s\n", "fate", "commits", "precision", "recall"
      for (f in wanted)
        printf "# %-28s %8d %10.3f %8.3f\n", f, wanted[f], told[f] ? hit[f] / told[f] : 0, hit[f] / wanted[f] | "sort"
      close("sort")
      printf "# all: %d of %d right\n", ok, all
      exit ok / all < 0.97
    }' "$fates_table"
}

# --- the rewrites -------------------------------------------------------------------------------------

rewrite_nothing() { :; }
want_nothing="present present present present present present"

rewrite_amend() {
  echo "amended" >>dir0/file3.txt
  test_tick
  git commit -qa --amend --no-edit
}
want_amend="present present present present present rewritten"

rewrite_amend_anew() {
  test_tick
  git commit -q --amend --reset-author -m "other words for it"
}
want_amend_anew="present present present present present rewritten"

rewrite_reword() {
  GIT_SEQUENCE_EDITOR="sed -i -e '3s/^pick/reword/'" \
    GIT_EDITOR="sed -i -e '1s/.*/a better subject/'" git rebase -q -i fork
}
want_reword="present present rewritten rewritten rewritten rewritten"

rewrite_reorder() { todo '3{h;d}' '4G' || return 99; }
want_reorder="present present rewritten rewritten rewritten rewritten"

rewrite_squash() { todo '4s/^pick/squash/'; }
want_squash="present present squashed squashed rewritten rewritten"

# The last commit goes into the second one, over others.
rewrite_fixup_far() {
  local last
  last=$(git rev-parse --short c6)
  GIT_SEQUENCE_EDITOR="sed -i -e '6d' -e '2a fixup $last'" git rebase -q -i fork || return 99
}
want_fixup_far="present squashed rewritten rewritten rewritten squashed"

rewrite_autosquash() {
  sed -i "0,/token-5-/s/token-5-.*/token-5- corrected/" dir*/file*.txt
  git commit -qa --fixup c5
  GIT_SEQUENCE_EDITOR=true git rebase -q -i --autosquash fork || return 99
}
want_autosquash="present present present present rewritten rewritten"

rewrite_split() {
  git reset -q --hard c5
  echo "token-6- one" >>dir0/file3.txt
  echo "token-6- two" >>dir1/file4.txt
  commit_all "feat work 6"
  git tag -f c6
}
split_after_record() {
  git reset -q HEAD~1
  git add dir0
  test_tick
  git commit -qm "first half"
  git add dir1
  test_tick
  git commit -qm "second half"
}
want_split="present present present present present rewritten"

rewrite_drop() { todo '4d' || return 99; }
want_drop="present present present unreachable rewritten rewritten"

rewrite_pick_elsewhere() {
  git switch -qc release fork
  git cherry-pick c5 >/dev/null || return 99
  git switch -q feat
  git reset -q --hard c4
}
want_pick_elsewhere="present present present present unreachable@release unreachable"

rewrite_squash_merge() {
  git switch -q main
  change_file m9
  commit_all "main goes on"
  git merge -q --squash feat >/dev/null 2>&1 || return 99
  test_tick
  git commit -qm "all of feat (#12)"
  git branch -qD feat
}
want_squash_merge="squashed squashed squashed squashed squashed squashed"

# Work went on after the pause, and all of it was squashed.
rewrite_squash_merge_more() {
  change_file later
  commit_all "feat work later"
  git switch -q main
  git merge -q --squash feat >/dev/null 2>&1 || return 99
  test_tick
  git commit -qm "all of feat and more"
}
want_squash_merge_more="$want_squash_merge"

rewrite_revert() {
  git revert --no-edit c6 >/dev/null || return 99
}
want_revert="present present present present present reverted"

rewrite_revert_by_hand() {
  git revert --no-commit c6 >/dev/null 2>&1 || return 99
  git commit -qm 'Revert "feat work 6"'
}
want_revert_by_hand="$want_revert"

rewrite_revert_revert() {
  git revert --no-edit c6 >/dev/null || return 99
  git revert --no-edit HEAD >/dev/null
}
want_revert_revert="$want_nothing"

rewrite_rebase() {
  git switch -q main
  change_file m7
  commit_all "main goes on"
  change_file m8
  commit_all "and on"
  git switch -q feat
  git rebase -q main >/dev/null 2>&1 || return 99
}
want_rebase="rewritten rewritten rewritten rewritten rewritten rewritten"

# The upstream renames every file and edits it at the top; feat is rebased over that.
rewrite_rename() {
  git switch -q main
  local file
  git mv dir0 moved
  for file in moved/*.txt; do
    sed -i '2s/.*/edited upstream/' "$file"
  done
  commit_all "main renames"
  git switch -q feat
  git rebase -q main >/dev/null 2>&1 || return 99
}
want_rename="$want_rebase"

rewrite_behind_upstream() {
  git init -q --bare ../origin.git
  git remote add origin "$PWD/../origin.git"
  git push -q -u origin feat
  git reset -q --hard c3
}
want_behind_upstream="present present present in_upstream in_upstream in_upstream"

# Pushed, rebased elsewhere and fetched: the upstream has other ids for the same work.
rewrite_upstream_rebased() {
  git init -q --bare ../origin.git
  git remote add origin "$PWD/../origin.git"
  git switch -qc theirs
  GIT_SEQUENCE_EDITOR="sed -i -e '4s/^pick/reword/'" \
    GIT_EDITOR="sed -i -e '1s/.*/reworded elsewhere/'" git rebase -q -i fork
  git push -q origin theirs:feat
  git switch -q feat
  git reset -q --hard c3
  git branch -q -D theirs
  git branch -q -u origin/feat
}
want_upstream_rebased="present present present in_upstream@origin/feat in_upstream@origin/feat in_upstream@origin/feat"

scenarios="nothing amend amend_anew reword reorder squash fixup_far autosquash split drop pick_elsewhere
  squash_merge squash_merge_more revert revert_by_hand revert_revert rebase rename behind_upstream
  upstream_rebased"

# run_scenario NAME: on a copy of the history in ../base.
run_scenario() {
  local name=$1 want
  own_copy ../base "../$name"
  cd "../$name"
  if [ "$name" = split ]; then
    rewrite_split
    record_commits
    split_after_record
  else
    record_commits
    # A rewrite that runs into a conflict is no case of ours.
    "rewrite_$name" >/dev/null 2>&1 || { rm -rf "../$name.git"; cd ../base; rm -rf "../$name" ../origin.git; return 0; }
  fi
  want=want_$name
  # shellcheck disable=SC2086  # words
  compare "$name" ${!want}
  cd ../base
  rm -rf "../$name" ../origin.git
}
