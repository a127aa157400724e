#!/usr/bin/env bash
# What `check` says of recorded commits on a real history: its own topic branches are rewritten in every
# usual way, also where that stops with conflicts, and git itself (its post-rewrite hook, the commits made
# here) says what each commit became. Prints precision and recall a kind of rewrite.
#
#   HANDOFF_HISTORY=DIR tests/run.sh --long check-fates-real
#
# DIR is a repository, best one of over 10,000 commits; HANDOFF_TOPICS how many of its branches are taken
# (12). Without DIR a history is made. Takes minutes: only with --long.
. "$(dirname "$0")/lib.sh"
. "$e2e_dir/made_history.sh"

topics_wanted=${HANDOFF_TOPICS:-12}
# "kind fate-wanted fate-told target" a line; target: right, wrong or none.
table=$trash/table
: >"$table"

# make_clone: ../all, with a working tree; nothing of the source's settings.
make_clone() {
  if [ -n "${HANDOFF_HISTORY:-}" ]; then
    git clone -q --shared --no-tags -c gc.auto=0 "$HANDOFF_HISTORY" all
  else
    made_history all 12000
  fi
  cd all
  git config core.abbrev 40
  git config merge.conflictStyle merge
  git config rerere.enabled false
  git commit-graph write --reachable 2>/dev/null || true
  git switch -q --detach
  # Records are younger than what they name.
  set_clock $(($(git log -1 --format=%ct) + 86400))
  git remote remove origin 2>/dev/null || true
  git for-each-ref --format='delete %(refname)' refs/heads refs/remotes refs/tags | git update-ref --stdin
  [ "$(git rev-list --count HEAD)" -gt 10000 ] || echo "# only $(git rev-list --count HEAD) commits"
}

# list_topics: "fork tip upstream" a line: side branches of 4 to 8 commits without merges that were merged
# lately, with what they were merged into; of a straight history parts of it.
list_topics() {
  local merge first second count found=0
  git log --first-parent --merges -n 3000 --format='%H %P' >"$trash/merges"
  while read -r merge first second rest; do
    [ -z "${rest:-}" ] && [ -n "$merge" ] || continue
    count=$(git rev-list --count --max-count=9 "$first..$second")
    [ "$count" -ge 4 ] && [ "$count" -le 8 ] || continue
    [ "$(git rev-list --merges --count "$first..$second")" = 0 ] || continue
    echo "$(git merge-base "$first" "$second") $second $first"
    found=$((found + 1))
    [ "$found" -lt "$topics_wanted" ] || return 0
  done < <(awk 'NR % 3 == 1' "$trash/merges")
  local i tip
  for ((i = 0; found < topics_wanted; i++, found++)); do
    tip=$(git rev-parse -q --verify "HEAD~$((i * 41))") || return 0
    echo "$(git rev-parse "$tip~6") $tip -"
  done
}

# --- a scenario -------------------------------------------------------------------------------------------

# start_topic FORK TIP UPSTREAM: feat at its tip, main at the upstream (or with commits made here).
start_topic() {
  fork=$1 tip=$2 upstream=$3
  git switch -q --detach "$tip"
  git for-each-ref --format='delete %(refname)' refs/heads refs/remotes refs/handoffs refs/topic | git update-ref --stdin
  rm -rf .git/handoff .git/rebase-merge .git/logs/refs/handoffs
  git reset -q --hard
  git clean -q -fdx
  git switch -q -C feat
  local oid
  commits=()
  while read -r oid; do commits+=("$oid"); done < <(git rev-list --reverse "$fork..$tip")
  last=${commits[${#commits[@]} - 1]}
  if [ "$upstream" = - ]; then
    git switch -q -C main "$fork"
    file=$(git show --format= --name-only --diff-filter=M "$last" | head -n 1)
    [ -n "$file" ] || file=$(git ls-files | head -n 1)
    sed -i '1i a line of the upstream' "$file"
    commit_all "upstream goes on"
    git switch -q feat
  else
    git branch -q -f main "$upstream"
  fi
}

# record: what check is asked of later: all the topic's commits.
record() {
  local oid tasks=""
  for oid in "${commits[@]}"; do tasks+="{\"name\": \"$oid\", \"status\": \"done\", \"commit\": \"$oid\"},"; done
  git handoff pause --from - >/dev/null <<JSON
{"version": 1, "workflow": "execute", "next_action": "go on", "completed_tasks": [${tasks%,}]}
JSON
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  # Git says what it rewrites; ours would keep that map for check.
  : >"$truth"
  printf '#!/bin/sh\ncat >>%q\n' "$truth" >.git/hooks/post-rewrite
  chmod +x .git/hooks/post-rewrite
}

# became OLD: the commits that it became, by what git said.
became() {
  local at=$1 next
  while next=$(awk -v old="$at" '$1 == old { n = $2 } END { if (n) print n; else exit 1 }' "$truth"); do
    [ "$next" != "$at" ] || break
    at=$next
  done
  echo "$at"
}

# want OID FATE [TARGET...]: what is right.
want() { echo "$*" >>"$trash/wanted"; }

# want_by_git: what git said of each commit: rewritten, squashed (several became one), present or nothing.
want_by_git() {
  local oid to count
  for oid in "${commits[@]}"; do
    to=$(became "$oid")
    if git merge-base --is-ancestor "$oid" HEAD; then
      want "$oid" present
    elif [ "$to" = "$oid" ] || ! git merge-base --is-ancestor "$to" HEAD; then
      want "$oid" unreachable
    else
      count=$(for c in "${commits[@]}"; do became "$c"; done | grep -c "^$to")
      if [ "$count" -gt 1 ]; then want "$oid" squashed "$to"; else want "$oid" rewritten "$to"; fi
    fi
  done
}

# compare KIND: check's answer against what is wanted.
compare() {
  local kind=$1 oid fate targets told to target
  git handoff check "$id" --json >"$trash/check.json" 2>"$trash/check.err" || [ $? -le 2 ] || cat "$trash/check.err" >&2
  jq -r '.findings[] | select(.code == "commit") | "\(.subject | split(" ")[0]) \(.fate) \(.to // "-") \(.evidence)"' \
    "$trash/check.json" >"$trash/told"
  while read -r oid fate targets; do
    read -r _ told to how < <(grep "^$oid" "$trash/told")
    target=none
    if [ "$to" != - ]; then
      target=wrong
      case " $targets " in *" $to"*) target=right ;; esac
    fi
    # A commit that is kept elsewhere, or not, has no target that counts but the one wanted.
    [ "$fate" != unreachable ] || [ -n "$targets" ] || [ "$target" = wrong ] || target=right
    [ "$fate" != present ] || target=right
    [ "$fate $told $target" != "in_upstream in_upstream none" ] || target=right
    echo "$kind $fate $told $target" >>"$table"
    if [ "$fate" != "$told" ] || [ "$target" != right ]; then
      echo "# $kind: $oid ($(git log -1 --format=%s "$oid")) wanted $fate ${targets:-}, told $told $to: $how" >>"$trash/misses"
    fi
  done <"$trash/wanted"
}

# go_on COMMAND...: repeats it through conflicts, each solved for what is being applied. Fails where that goes
# nowhere. $stopped says whether there was one.
go_on() {
  local left=40
  stopped=no
  "$@" >/dev/null 2>&1 && return
  while [ $((left -= 1)) -gt 0 ]; do
    [ -d .git/rebase-merge ] || [ -e .git/CHERRY_PICK_HEAD ] || [ -e .git/REVERT_HEAD ] || return 1
    [ -z "$(git ls-files -u)" ] || stopped=yes
    solve_conflicts
    if [ -d .git/rebase-merge ]; then
      GIT_EDITOR=true git rebase --continue >/dev/null 2>&1 || true
      # Nothing left to commit: it is in already.
      if [ -d .git/rebase-merge ] && [ -z "$(git ls-files -u)" ] && git diff --quiet HEAD; then
        GIT_EDITOR=true git rebase --skip >/dev/null 2>&1 || true
      fi
      [ -d .git/rebase-merge ] || return 0
    elif [ -e .git/CHERRY_PICK_HEAD ]; then
      GIT_EDITOR=true git cherry-pick --continue >/dev/null 2>&1 || { git cherry-pick --skip >/dev/null 2>&1 || true; return 1; }
      return 0
    else
      GIT_EDITOR=true git revert --continue >/dev/null 2>&1 || { git revert --abort >/dev/null 2>&1 || true; return 1; }
      return 0
    fi
  done
  git rebase --abort >/dev/null 2>&1
  return 1
}

# solve_conflicts: where both sides changed a place, what is being applied counts.
solve_conflicts() {
  local path
  git ls-files -u -z | tr '\0' '\n' | cut -f 2 | sort -u | while IFS= read -r path; do
    if git cat-file -e ":1:$path" 2>/dev/null && git cat-file -e ":2:$path" 2>/dev/null && git cat-file -e ":3:$path" 2>/dev/null; then
      for i in 1 2 3; do git show ":$i:$path" >"$trash/side$i"; done
      git merge-file -q --theirs -p "$trash/side2" "$trash/side1" "$trash/side3" >"$path"
      git add -- "$path"
    else
      git checkout -q --theirs -- "$path" 2>/dev/null || git rm -q -f -- "$path" 2>/dev/null || rm -rf -- "$path"
      [ ! -e "$path" ] || git add -- "$path"
    fi
  done
}

todo() {
  local script args=()
  for script; do args+=(-e "$script"); done
  printf -v script ' %q' "${args[@]}"
  GIT_SEQUENCE_EDITOR="sed -i $script" GIT_EDITOR=true go_on git rebase -q -i --no-autosquash "$fork"
}

# a_file OF: a file that a commit left there.
a_file() { git show --format= --name-only --diff-filter=AM "$1" | while IFS= read -r f; do [ -f "$f" ] && echo "$f" && break; done; }

# --- kinds: each rewrites feat and says what is wanted; 99 where it does not apply -----------------------

kind_amend() {
  local file
  file=$(a_file "$last")
  [ -n "$file" ] || return 99
  echo "amended" >>"$file"
  git commit -qa --amend --no-edit
  want_by_git
}
kind_amend_words_and_date() {
  test_tick
  git commit -q --amend --reset-author -m "quite other words"
  want_by_git
}
kind_amend_all() {
  local file
  file=$(a_file "$last")
  [ -n "$file" ] || return 99
  echo "amended" >>"$file"
  test_tick
  git commit -qa --amend --reset-author -m "quite other words and one more line"
  want_by_git
}
kind_reword() {
  GIT_SEQUENCE_EDITOR="sed -i -e '1s/^pick/reword/'" GIT_EDITOR="sed -i -e '1s/.*/a better subject/'" \
    go_on git rebase -q -i "$fork" || return 99
  want_by_git
}
kind_reorder() {
  todo '2{h;d}' '3G' || return 99
  want_by_git
}
kind_squash() {
  todo '3s/^pick/squash/' || return 99
  want_by_git
}
kind_fixup_far() {
  GIT_SEQUENCE_EDITOR="sed -i -e '4d' -e '1a fixup ${commits[3]}'" GIT_EDITOR=true \
    go_on git rebase -q -i --no-autosquash "$fork" || return 99
  want_by_git
}
kind_drop() {
  todo '2d' || return 99
  want_by_git
}
kind_split() {
  local files
  files=$(git show --format= --name-only "$last" | wc -l)
  [ "$files" -gt 1 ] || return 99
  local first
  first=$(git show --format= --name-only "$last" | head -n 1)
  git reset -q HEAD~1
  git add -- "$first"
  test_tick
  git commit -qm "first part"
  local one
  one=$(git rev-parse HEAD)
  git add -A
  test_tick
  git commit -qm "second part"
  local oid
  for oid in "${commits[@]}"; do
    if [ "$oid" = "$last" ]; then want "$oid" rewritten "$one $(git rev-parse HEAD)"; else want "$oid" present; fi
  done
}
kind_pick_elsewhere() {
  local oid picked
  git switch -q -C release main
  go_on git cherry-pick "$last" || return 99
  picked=$(git rev-parse HEAD)
  [ "$picked" != "$(git rev-parse main)" ] || return 99
  git switch -q feat
  git reset -q --hard "$last~1"
  for oid in "${commits[@]}"; do
    if [ "$oid" = "$last" ]; then want "$oid" unreachable "$picked"; else want "$oid" present; fi
  done
}
kind_squash_merge() {
  git switch -q main
  git merge -q --squash feat >/dev/null 2>&1 || { stopped=yes; solve_conflicts; }
  test_tick
  git commit -qm "all of it (#12)" || return 99
  git branch -q -D feat
  local oid
  for oid in "${commits[@]}"; do want "$oid" squashed "$(git rev-parse HEAD)"; done
}
kind_revert() {
  git revert --no-edit "$last" >/dev/null 2>&1 || return 99
  local oid
  for oid in "${commits[@]}"; do
    if [ "$oid" = "$last" ]; then want "$oid" reverted "$(git rev-parse HEAD)"; else want "$oid" present; fi
  done
}
kind_revert_older() {
  go_on git revert --no-edit "${commits[1]}" || return 99
  local oid
  for oid in "${commits[@]}"; do
    if [ "$oid" = "${commits[1]}" ]; then want "$oid" reverted "$(git rev-parse HEAD)"; else want "$oid" present; fi
  done
}
kind_rebase() {
  go_on git rebase -q main || return 99
  want_by_git
}
# The upstream renames what the branch touches and edits it.
kind_rename() {
  local file
  git switch -q main
  git diff --name-only --diff-filter=M "$fork" "$tip" | head -n 4 | while IFS= read -r file; do
    [ -f "$file" ] || continue
    git mv -- "$file" "${file%/*}-moved-${file##*/}" 2>/dev/null || continue
    sed -i '1i a line of the upstream' "${file%/*}-moved-${file##*/}"
  done
  git diff --cached --quiet && return 99
  commit_all "rename and edit"
  git switch -q feat
  go_on git rebase -q main || return 99
  want_by_git
}
# Every commit has a conflict: the upstream changed the lines that the branch changes.
kind_conflicts() {
  git switch -q -C main "$fork"
  local file
  git diff --name-only --diff-filter=M "$fork" "$tip" | while IFS= read -r file; do
    git diff -U0 "$fork" "$tip" -- "$file" | sed -n 's/^@@ -\([0-9]*\).*/\1/p' | while read -r line; do
      [ "$line" -gt 0 ] && sed -i "${line}s/\$/ (upstream)/" "$file"
    done
  done
  commit_all "the upstream changes the same lines"
  git switch -q feat
  go_on git rebase -q main || return 99
  want_by_git
}
kind_behind_upstream() {
  git update-ref refs/remotes/origin/feat "$tip"
  git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
  git config remote.origin.url /nowhere
  git config branch.feat.remote origin
  git config branch.feat.merge refs/heads/feat
  git reset -q --hard "$last~2"
  local i
  for ((i = 0; i < ${#commits[@]}; i++)); do
    if [ "$i" -lt $((${#commits[@]} - 2)) ]; then want "${commits[i]}" present; else want "${commits[i]}" in_upstream "${commits[i]}"; fi
  done
}

kinds="amend amend_words_and_date amend_all reword reorder squash fixup_far drop split pick_elsewhere
  squash_merge revert revert_older rebase rename conflicts behind_upstream"

every_kind_on_every_topic() {
  truth=$trash/truth
  make_clone
  echo "# history: $(git rev-list --count HEAD) commits, $(git ls-files | wc -l) files"
  list_topics >"$trash/topics"
  local kind fork tip upstream n=0
  while read -r fork tip upstream <&3; do
    n=$((n + 1))
    for kind in $kinds; do
      start_topic "$fork" "$tip" "$upstream"
      record
      : >"$trash/wanted"
      stopped=no
      git config --unset-all branch.feat.remote 2>/dev/null || true
      if "kind_$kind" >"$trash/kind.log" 2>&1; then
        rm -f .git/hooks/post-rewrite
        [ "$stopped" = no ] || kind=$kind+conflict
        compare "$kind"
      else
        rm -f .git/hooks/post-rewrite
        git rebase --abort >/dev/null 2>&1 || true
      fi
    done
  done 3<"$trash/topics"
  echo "# topics: $n"
}

# Precision: of what was said to have gone somewhere, how much is right. Recall: of what went somewhere, how
# much was found.
print_table() {
  awk '
    function moved(f) { return f == "rewritten" || f == "squashed" || f == "reverted" || f == "in_upstream" }
    { k = $1; n[k]++; good = ($2 == $3 && $4 == "right"); right[k] += good
      if (moved($3)) { said[k]++; hit[k] += good }
      if (moved($2)) { went[k]++; found[k] += good }
      all++; ok += good; S += moved($3); H += moved($3) && good; W += moved($2); F += moved($2) && good }
    END {
      printf "# %-32s %8s %8s %10s %8s\n", "kind", "commits", "right", "precision", "recall"
      for (k in n) printf "# %-32s %8d %8d %10s %8s\n", k, n[k], right[k], said[k] ? sprintf("%.3f", hit[k] / said[k]) : "-", went[k] ? sprintf("%.3f", found[k] / went[k]) : "-" | "sort"
      close("sort")
      printf "# all: %d of %d right, precision %.3f, recall %.3f\n", ok, all, S ? H / S : 1, W ? F / W : 1
      exit !(all > 0 && H / S >= 0.97 && F / W >= 0.95)
    }' "$table"
}

if [ -z "${HANDOFF_LONG:-}" ]; then
  not_now() { skip "takes minutes: --long"; }
  test_case "commits of a real history are followed through every rewrite" not_now
  test_done
fi
test_case "commits of a real history are followed through every rewrite" every_kind_on_every_topic
grep '^# ' "$trash/case-1.log"
test_case "precision and recall hold" print_table
print_table || cat "$trash/misses"
[ -z "${HANDOFF_KEEP_TRASH:-}" ] || cat "$trash/misses"
test_done
