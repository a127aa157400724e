#!/usr/bin/env bash
# Whose words agents may have unread: what handoff.trust says, and what a signature proves.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
variants=some

# key_of NAME: an ssh key; its fingerprint is in $key.
key_of() {
  [ -e "$case_dir.aside/$1" ] || ssh-keygen -q -t ed25519 -N '' -C "$1" -f "$case_dir.aside/$1"
  key=$(ssh-keygen -lf "$case_dir.aside/$1.pub" | cut -d' ' -f2)
}

# signs_as NAME: what is handed over from this clone is signed with this key.
signs_as() {
  key_of "$1"
  git config gpg.format ssh
  git config user.signingKey "$case_dir.aside/$1.pub"
  git config handoff.sign true
}

# ann_signs: Ann's signed handoff is fetched to Ben's clone, where nobody read it.
ann_signs() {
  make_server
  person Ann
  signs_as ann
  ann_hands_over
  person Ben
  works git handoff fetch "$id"
  must_fail 1 git handoff brief "origin/$id"
  expect_lacks "$out$err" "write the expiry test"
}

# no_trust: an agent in this clone gets nothing of it.
no_trust() {
  run git handoff brief "origin/$id"
  [ "$code" -eq 1 ] || [[ "$err" == *"is damaged: its parts do not name the same work"* ]] || fail "$(show_run brief)"
  expect_lacks "$out$err" "write the expiry test"
}

# message_of COMMIT: byte for byte.
message_of() { git cat-file commit "$1" | sed '1,/^$/d'; }

# pushes_anew NAME COMMIT: what stands on the server is this, and this person's clone has it, as the first of that handoff.
pushes_anew() {
  git push -q --force --no-verify origin "$2:refs/handoffs/shared/$id"
  person "$1"
  rm -f ".git/handoff/shared/$id.json"
  works git handoff fetch "$id"
}

# A record holds what is gone behind a flag as well.
signed_with_a_file_gone() {
  make_server
  person Ann
  signs_as ann
  write flagged.txt "kept"
  commit_all "flagged"
  git update-index --assume-unchanged flagged.txt
  rm flagged.txt
  ann_hands_over
  expect_contains "$(git ls-tree -r --name-only "$(git for-each-ref --format='%(objectname)' refs/handoffs/active)")" "gone/flagged.txt"
  person Ben
  git config --global handoff.trust "key:$key"
  works git handoff fetch "$id"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the expiry test"
}
test_case "a signed record with a file that is gone behind a flag is one" signed_with_a_file_gone

signed_with_a_trusted_key() {
  ann_signs
  key_of mallory
  git config --global handoff.trust "key:$key"
  no_trust
  key_of ann
  git config handoff.trust "key:$key" # the clone's own
  no_trust
  run git handoff doctor
  expect_contains "$out" 'handoff.trust: "key:SHA256:' "trusts nobody: it stands in this clone's own configuration"
  git config --unset handoff.trust
  git config --global handoff.trust "key:${key:0:20}"
  no_trust
  run git handoff doctor
  expect_contains "$out" "handoff.trust: \"key:${key:0:20}\" trusts nobody"
  git config --global handoff.trust key:0123456789ABCDEF # the short id of an OpenPGP key
  run git handoff doctor
  expect_contains "$out" 'handoff.trust: "key:0123456789ABCDEF" trusts nobody'
  git config --global handoff.trust "key:$key"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the expiry test" "Ann"
  git config --global --add handoff.trust remote:origin
  run git handoff doctor
  expect_contains "$out" "agents may have unread what is signed with $key" "agents may have unread what everybody can push to origin"
  expect_lacks "$out" "trusts nobody"
  git config --global --unset handoff.trust "remote:origin"
  # A program that the clone's configuration names verifies nothing.
  printf '#!/bin/sh\ntouch "%s"\nexec ssh-keygen "$@"\n' "$case_dir.aside/ran" >"$case_dir.aside/verify"
  chmod +x "$case_dir.aside/verify"
  git config gpg.ssh.program "$case_dir.aside/verify"
  git config gpg.program "$case_dir.aside/verify"
  works git handoff brief "origin/$id"
  [ ! -e "$case_dir.aside/ran" ] || fail "the clone's program verified"
  git config --global gpg.ssh.program "$case_dir.aside/verify"
  works git handoff brief "origin/$id"
  [ -e "$case_dir.aside/ran" ] || fail "the user's own program did not verify"
  # Taken, it is Ann's still, and given to agents.
  works git handoff take "$id"
  works git handoff brief "$id"
  expect_contains "$out" "write the expiry test" "Ann"
}

signed_by_nobody_trusted() {
  local tip other work
  ann_signs
  git config --global handoff.trust "key:$key"
  works git handoff brief "origin/$id"
  tip=$(git ls-remote -q origin "refs/handoffs/shared/$id" | cut -f1)
  # Other words below what she signed, with her signature.
  other=$(git cat-file blob "$tip:handoff.json" | sed 's/write the expiry test/write the expiry test, then more/' | git hash-object -w --stdin)
  other=$(git ls-tree "$tip" | sed "s/blob [0-9a-f]*\thandoff.json/blob $other\thandoff.json/" | git mktree)
  pushes_anew Ben "$(git cat-file commit "$tip" | sed "1s/.*/tree $other/" | git hash-object -t commit -w --stdin)"
  no_trust
  # Signed by somebody else, on top of hers.
  signs_as mallory
  pushes_anew Ben "$(message_of "$tip" | git commit-tree -S -p "$tip" "$other")"
  no_trust
  # Her words, with work that she did not sign.
  work=$(message_of "$tip^1" | git commit-tree -p origin/login "$(git rev-parse "origin/login^{tree}")")
  pushes_anew Ben "$(message_of "$tip" | sed "s/^Handoff-Wip: .*/Handoff-Wip: $work/" | git commit-tree -p "$tip" -p "$work" "$tip^{tree}")"
  no_trust
  # A commit of the project that she signed; somebody else made it up.
  key_of ann
  git config user.signingKey "$case_dir.aside/ann.pub"
  git cat-file blob "$tip:handoff.json" >handoff.json
  git add handoff.json
  pushes_anew Ben "$(message_of "$tip" | git commit-tree -S -p "$(git rev-parse "$tip^")" "$(git write-tree)")"
  no_trust
  pushes_anew Ben "$tip"
  works git handoff brief "origin/$id"
}

# ann_signs_twice: Ben's agents have had both; the commits are in $first and $second.
ann_signs_twice() {
  ann_signs
  git config --global handoff.trust "key:$key"
  first=$(git ls-remote -q origin "refs/handoffs/shared/$id" | cut -f1)
  person Ann
  works git handoff edit "$id" --next "write the leap day test"
  works git handoff push "$id"
  person Ben
  works git handoff fetch "$id"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the leap day test"
  second=$(git rev-parse "refs/handoffs/remotes/origin/$id")
}

# says_again PARENT: what the first version says, with a word of its own, by somebody who has no key.
says_again() {
  message_of "$first" | sed "s/^Handoff-Nonce: .*/Handoff-Nonce: 0123456789abcdef0123456789abcdef/" |
    git commit-tree -p "$1" -p "$(git cat-file commit "$first" | sed -n 's/^Handoff-Wip: //p')" "$first^{tree}"
}

# What Ann signed first is put over what she signed later, whatever way: no agent here goes back to it.
replayed() {
  local first second new
  ann_signs_twice
  case $1 in
    itself) new=$first ;;
    beside) new=$(says_again "$first") ;;
    behind) new=$(says_again "$(git commit-tree -m "no version" -p "$first" "$first^{tree}")") ;;
    later)
      new=$first
      git push -q --no-verify origin ":refs/handoffs/shared/$id"
      works git handoff fetch
      expect_contains "$out" "no longer on origin"
      ;;
  esac
  git push -q --force --no-verify origin "$new:refs/handoffs/shared/$id"
  must_fail 1 git handoff fetch "$id"
  expect_contains "$err" "was set back on origin to an older version"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "in a terminal: git handoff take $id"
  run git handoff brief "origin/$id"
  expect_lacks "$out" "write the expiry test"
  # Brought by plain git it is nobody's word for what is newest, either.
  git fetch -q origin "+refs/handoffs/shared/$id:refs/handoffs/remotes/origin/$id"
  if [ "$1" = later ]; then
    no_trust
  else
    works git handoff brief "origin/$id"
    expect_contains "$out" "set back on origin" "write the leap day test"
    expect_lacks "$out" "write the expiry test"
    must_fail 1 git handoff fetch "$id"
  fi
  # A server that was put back from a backup: its user says so.
  on_terminal $'no\n' git handoff take "$id"
  expect_contains "$out" "Type 'older'" "was set back on origin"
  expect_lacks "$out" "Type 'read'"
  on_terminal $'older\nread\n' git handoff take "$id"
  expect_contains "$out" "Took $id"
  works git handoff fetch
  expect_contains "$out" "yours on origin"
}

# ... nor while it is not settled what became of a step of this clone's, which waits for no fetch of git's.
replayed_beside_a_step() {
  local first second
  ann_signs_twice
  no_answer take "$id"
  git push -q --force --no-verify origin "$first:refs/handoffs/shared/$id"
  git fetch -q origin "+refs/handoffs/shared/$id:refs/handoffs/remotes/origin/$id"
  no_trust
}

# The same on top of the later one: a signature counts for the version that it was made for, and an agent takes nothing of it.
said_again() {
  local first second
  ann_signs_twice
  git push -q --no-verify origin "$(says_again "$second"):refs/handoffs/shared/$id"
  works git handoff fetch "$id"
  expect_contains "$out" "an older version again"
  no_trust
  must_fail 1 git handoff take "$id"
  git config --global --add handoff.trust remote:origin
  works git handoff brief "origin/$id"
  expect_contains "$out" "an older version again"
  must_fail 1 git handoff take "$id"
  expect_contains "$err" "was set back to an older version on origin: it was not taken"
  on_terminal $'older\n' git handoff take "$id"
  expect_contains "$out" "Took $id"
  works git handoff release "$id"
  git stash -q -u
  works git handoff take "$id"
}

# What the user's own list of revoked keys names is trusted no more, by whatever list of signers.
revoked() {
  ann_signs
  git config --global handoff.trust "key:$key"
  printf 'ann@example.com %s\n' "$(cat "$case_dir.aside/ann.pub")" >"$HOME/allowed"
  [ "$1" = unlisted ] || git config --global gpg.ssh.allowedSignersFile "$HOME/allowed"
  works git handoff brief "origin/$id"
  key_of mallory
  cp "$case_dir.aside/mallory.pub" "$HOME/revoked"
  git config --global gpg.ssh.revocationFile "$HOME/revoked"
  [ "$1" = unlisted ] || works git handoff brief "origin/$id"
  cat "$case_dir.aside/ann.pub" >>"$HOME/revoked"
  no_trust
}

# A list in the tree says what a pull has made of it.
lists_in_the_tree() {
  ann_signs
  git config --global handoff.trust "key:$key"
  mkdir keys
  printf 'ann@example.com %s\n' "$(cat "$case_dir.aside/ann.pub")" >keys/allowed
  : >keys/revoked
  git config --global gpg.ssh.allowedSignersFile keys/allowed
  works git handoff brief "origin/$id"
  git config --global gpg.ssh.revocationFile keys/revoked
  no_trust
  : >"$HOME/revoked"
  git config --global gpg.ssh.revocationFile "$HOME/revoked"
  no_trust
}

# openpgp: the same by gpg, with a key that is made here.
openpgp() {
  command -v gpg >/dev/null || skip "no gpg here"
  export GNUPGHOME=$case_dir.aside/gnupg
  mkdir -m 700 "$GNUPGHOME"
  gpg --batch --quiet --passphrase '' --quick-generate-key 'Ann <ann@example.com>' ed25519 sign never 2>/dev/null
  key=$(gpg --with-colons --list-keys 2>/dev/null | sed -n '/^fpr/{s/[^0-9A-F]//g;p;q;}')
  make_server
  person Ann
  git config user.signingKey "$key"
  git config handoff.sign true
  ann_hands_over
  person Ben
  works git handoff fetch "$id"
  git config --global handoff.trust "key:${key:24}"
  no_trust
  git config --global handoff.trust "key:$key"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the expiry test" "Ann"
  # The clone's own program says of any signature that it is good.
  printf '#!/bin/sh\ntouch "%s"\nexec gpg "$@"\n' "$case_dir.aside/ran" >"$case_dir.aside/verify"
  chmod +x "$case_dir.aside/verify"
  git config gpg.program "$case_dir.aside/verify"
  git config gpg.openpgp.program "$case_dir.aside/verify"
  works git handoff brief "origin/$id"
  [ ! -e "$case_dir.aside/ran" ] || fail "the clone's program verified"
  # Nobody whose key is not known here is believed.
  GNUPGHOME=$case_dir.aside/none
  mkdir -m 700 "$GNUPGHOME"
  no_trust
  GNUPGHOME=$case_dir.aside/gnupg gpgconf --kill gpg-agent
}

test_case "handoff.trust with a signing key gives what was signed with it, by the user's own programs and configuration" signed_with_a_trusted_key
test_case "a signature counts for the words, the work and the handoff that were signed, and for no commit of the project" signed_by_nobody_trusted
for how in itself beside behind later; do
  test_case "what was signed first does not come in over what was signed later ($how)" replayed $how
done
test_case "... nor on top of it" said_again
test_case "... nor beside a step that is not settled" replayed_beside_a_step

# What Ann signed in another project, which Mallory puts where this one's handoffs are, its history along.
signed_for_another_project() {
  local project=$case_dir/server.git
  make_server
  git clone -q "$project" ben 2>/dev/null
  server=$case_dir/other.git
  git init -q --bare "$server"
  git config --global --add safe.directory "$server"
  make_project other
  git commit -q --amend -m "another project"
  git push -q "$server" main
  person Ann
  signs_as ann
  git config --global handoff.trust "key:$key"
  ann_hands_over
  git push -q "$project" "$(git rev-parse "refs/handoffs/remotes/origin/$id"):refs/handoffs/shared/$id" HEAD~1:refs/heads/login
  person Cat # who works on that one
  works git handoff fetch "$id"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the expiry test"
  person Ben
  git fetch -q
  works git handoff fetch "$id"
  no_trust
  git switch -q login
  no_trust
}
test_case "... and for no other project" signed_for_another_project
for how in listed unlisted; do
  test_case "a key that the user's own configuration revokes signs nothing ($how)" revoked $how
done
test_case "lists of keys that lie in the tree count for nothing" lists_in_the_tree
test_case "the same with OpenPGP" openpgp
# A signature vouches for every word: what carries an item that nobody has read goes unsigned.
unread_items_go_unsigned() {
  local theirs
  make_server
  person Ann
  ann_hands_over
  works git handoff resume --continue
  works git handoff note human "an order of Ann's"
  works git handoff pause --push
  id=$(live_ids)
  theirs=$id
  person Ben
  signs_as ben
  git fetch -q origin "+refs/handoffs/shared/$theirs:refs/handoffs/active/login/$theirs"
  git switch -q login
  works git handoff discard "$theirs"
  write mine.c "int mine;"
  works git handoff pause -m "a word of Ben's"
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active)
  works git handoff push "$id" --with-history
  expect_contains "$err" "not signed: it holds what nobody here has read: git handoff show $id"
  expect_lacks "$(git cat-file commit "$(git ls-remote -q origin "refs/handoffs/shared/$id" | cut -f1)")" gpgsig
  works git handoff show "$id"
  expect_lacks "$out" "an order of Ann's"
}
test_case "what holds unread items is pushed without a signature, and that is said" unread_items_go_unsigned

# What is trusted is not read for that: it goes on without the key of who goes on with it, until somebody has read it.
trusted_goes_unsigned() {
  local tip
  make_server
  ann_hands_over
  person Ben
  signs_as ben
  git config --global handoff.trust remote:origin
  works git handoff fetch "$id"
  works git handoff take "$id"
  echo more >>src/util.c
  works git handoff pause --push -m "more of it"
  expect_contains "$out$err" "not signed: it holds what nobody here has read: git handoff show $id"
  tip=$(git ls-remote -q origin "refs/handoffs/shared/$id" | cut -f1)
  expect_lacks "$(git cat-file commit "$tip")" gpgsig
  on_terminal $'read\n' git handoff show "$id"
  expect_contains "$out" "it goes unsigned until you have read it"
  works git handoff edit "$id" --next "write the leap day test"
  works git handoff push "$id"
  expect_lacks "$out$err" "not signed"
  tip=$(git ls-remote -q origin "refs/handoffs/shared/$id" | cut -f1)
  expect_contains "$(git cat-file commit "$tip")" gpgsig
}
test_case "... and so does what is trusted, until somebody has read it" trusted_goes_unsigned

# answers TEXT: Ben takes the handoff $id and types this.
answers() {
  person Ben
  on_terminal "$1" git handoff take "$id"
  [ "$code" -eq 0 ] || fail "$out"
}

# ann_again: Ann hands over once more, and Ben's clone has it.
ann_again() {
  person Ann
  git switch -q main
  git switch -q -c "$1"
  echo more >>src/util.c
  works git handoff pause --push -m "more of it" --next "write the $1 test" --with-history
  id=$(live_ids | grep "^$1-")
  person Ben
  works git handoff fetch "$id"
}

# "At the first take it asks whether I trust her; from then on my agent has what she hands over, as hers."
asked_at_the_first_take() {
  make_server
  person Ann
  ann_hands_over
  answers $'read\ny\n'
  expect_contains "$out" "Give them at once what anybody pushes to origin?" "You are asked once"
  expect_matches "$(git config --global "handoff.$case_dir/ben/.git.trust")" '^remote:origin [0-9a-f]{40}$'
  run git handoff doctor
  expect_contains "$out" "agents may have unread what everybody can push to origin"
  works git handoff pause -m back
  ann_again second
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the second test" "Ann"
  answers ''
  expect_lacks "$out" "ay agents" "Type 'read'"
  # Of this clone alone, and of no copy of it.
  git clone -q "$server" "$case_dir/other"
  cd "$case_dir/other"
  works git handoff fetch "$id"
  no_trust
  cp -r "$case_dir/ben" "$case_dir/copy"
  cd "$case_dir/copy"
  git config "handoff.$case_dir/copy/.git.trust" remote:origin
  ann_again third
  cd "$case_dir/copy"
  works git handoff fetch "$id"
  no_trust
}
test_case "at the first take it is asked whether agents may have unread what comes from there, and never again" asked_at_the_first_take

# What is trusted is the place, and not what it is called.
another_place_of_that_name() {
  make_server
  person Ann
  ann_hands_over
  answers $'read\ny\n'
  works git handoff pause -m back
  git switch -q main
  git clone -q --bare "$server" "$case_dir/other.git"
  git remote set-url origin "$case_dir/other.git"
  git -C "$case_dir/ann" remote set-url origin "$case_dir/other.git"
  ann_again second
  must_fail 1 git handoff brief "origin/$id"
  expect_lacks "$out$err" "write the second test"
  run git handoff doctor
  expect_contains "$out" "everybody could push to origin while it had another URL"
  # Back at the first, what came from the other is what it was.
  git remote set-url origin "$server"
  must_fail 1 git handoff brief "origin/$id"
  git remote set-url origin "$case_dir/other.git"
  answers $'read\ny\n'
  expect_contains "$out" "what anybody pushes to origin?"
  works git handoff pause -m back
  git switch -q main
  ann_again third
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the third test"
}
test_case "... and once more where the remote has another URL by now" another_place_of_that_name

# Where git is led elsewhere by another rule than the remote's URL.
led_elsewhere() {
  make_server
  person Ann
  ann_hands_over
  answers $'read\ny\n'
  works git handoff pause -m back
  git switch -q main
  git clone -q --bare "$server" "$case_dir/other.git"
  git config "url.$case_dir/other.git.insteadOf" "$server"
  git -C "$case_dir/ann" remote set-url origin "$case_dir/other.git"
  ann_again second
  must_fail 1 git handoff brief "origin/$id"
  expect_lacks "$out$err" "write the second test"
  run git handoff doctor
  expect_contains "$out" "everybody could push to origin while it had another URL"
}
test_case "... or git is led to another one by url.*.insteadOf" led_elsewhere

no_to_another_place() {
  make_server
  person Ann
  ann_hands_over
  answers $'read\ny\n'
  works git handoff pause -m back
  git switch -q main
  git clone -q --bare "$server" "$case_dir/other.git"
  for who in ann ben; do git -C "$case_dir/$who" remote set-url origin "$case_dir/other.git"; done
  ann_again second
  answers $'read\nn\n'
  expect_contains "$out" "what anybody pushes to origin?"
  works git handoff pause -m back
  git switch -q main
  ann_again third
  answers $'read\ny\n'
  expect_lacks "$out" "ay agents"
}
test_case "of another place of that name it is asked once, too" no_to_another_place

# What git itself fetched to that name may have come from anywhere.
brought_by_git() {
  make_server
  person Ann
  ann_hands_over
  answers $'read\ny\n'
  works git handoff pause -m back
  git switch -q main
  ann_again second
  works git handoff brief "origin/$id"
  person Ann
  works git handoff edit --next "write the third test"
  person Ben
  git fetch -q origin "+refs/handoffs/shared/$id:refs/handoffs/remotes/origin/$id"
  must_fail 1 git handoff brief "origin/$id"
  expect_lacks "$out$err" "write the third test"
  works git handoff fetch "$id"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the third test"
}
test_case "what git fetched to the refs of a remote that is trusted is not" brought_by_git

# A ref below refs/handoffs/remotes/origin that came from another place is nothing that origin has.
from_another_place() {
  local mine ref
  make_server
  person Ann
  ann_hands_over
  answers $'read\ny\n'
  works git handoff pause -m back
  git switch -q main
  mine=$id
  git clone -q "$server" "$case_dir/mallory" 2>/dev/null
  person Mallory
  git switch -q -c evil
  echo more >>src/util.c
  works git handoff pause -m more --next "write the other test"
  ref=$(git for-each-ref --format='%(refname)' refs/handoffs/active)
  id=${ref##*/}
  git update-ref "refs/handoffs/remotes/origin/$id" "$ref"
  git update-ref "refs/handoffs/remotes/origin/$mine" "$ref"
  person Ben
  [ "$1" = place ] || git config --global handoff.trust remote:origin
  git fetch -q "$case_dir/mallory" '+refs/handoffs/remotes/*:refs/handoffs/remotes/*'
  for what in "$id" "$mine"; do
    run git handoff brief "origin/$what"
    expect_lacks "$out$err" "write the other test"
  done
  run git handoff list --all
  expect_lacks "$out$err" "write the other test"
}
for how in place name; do
  test_case "a ref that another remote brought is not trusted as its ($how)" from_another_place $how
done

# ... also where it goes on from what origin has, and the file that knows of it is up to date.
goes_on_from_another_place() {
  make_server
  person Ann
  ann_hands_over
  person Ben
  git config --global handoff.trust remote:origin
  works git handoff fetch "$id"
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the expiry test"
  git clone -q --mirror "$server" "$case_dir/mirror.git"
  git clone -q "$case_dir/mirror.git" "$case_dir/mallory" 2>/dev/null
  person Mallory
  on_terminal $'read\n' git handoff take "$id"
  expect_equal 0 "$code" "$out"
  echo more >>src/util.c
  works git handoff pause -m more --next "write the other test" --push
  person Ben
  git fetch -q "$case_dir/mirror.git" '+refs/handoffs/shared/*:refs/handoffs/remotes/origin/*'
  run git handoff list --all
  must_fail 1 git handoff brief "origin/$id"
  expect_lacks "$out$err" "write the other test"
  # What this program saw at origin is trusted again.
  git -C "$case_dir/mirror.git" push -q "$server" "+refs/handoffs/shared/*:refs/handoffs/shared/*"
  works git handoff fetch
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the other test"
}
test_case "... nor what goes on from origin's version there" goes_on_from_another_place

not_trusted_when_asked() {
  make_server
  person Ann
  ann_hands_over
  # Who goes away without an answer has given none.
  answers $'read\n'
  expect_contains "$out" "Agents here are given"
  works git handoff pause -m back
  git switch -q main
  ann_again second
  answers $'read\n\n'
  expect_contains "$out" "Agents here are given"
  works git handoff pause -m back
  git switch -q main
  ann_again third
  no_trust
  answers $'read\ny\n'
  expect_lacks "$out" "ay agents"
  run git handoff doctor
  expect_lacks "$out" "trusts nobody" "may have unread"
}
test_case "... nor where the answer was no" not_trusted_when_asked

asked_for_a_key() {
  ann_signs
  answers $'read\ny\n'
  expect_contains "$out" "Give them at once what is signed with $key?"
  expect_equal "key:$key" "$(git config --global "handoff.$case_dir/ben/.git.trust")"
  works git handoff pause -m back
  ann_again second
  works git handoff brief "origin/$id"
  expect_contains "$out" "write the second test"
  # What somebody else pushes there has nobody's trust.
  person Cat
  git switch -q -c cats
  echo more >>README
  works git handoff pause --push -m "of Cat" --next "write the expiry test"
  id=$(live_ids | grep "^cats-")
  person Ben
  works git handoff fetch "$id"
  no_trust
}
test_case "... and of a signed one for its key" asked_for_a_key

signing_fails() {
  make_project
  make_work
  git config handoff.sign true
  git config gpg.program false
  must_fail 128 git handoff pause -m x
  expect_contains "$err" "cannot sign the commit" "hint: go on without signatures: git config handoff.sign false"
  works git config handoff.sign false
  works git handoff pause -m x
}
test_case "a signature that fails is told, with the way on" signing_fails

test_done
