#!/usr/bin/env bash
# No secret leaves by a way that nobody looks at.
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/people.sh
. "$e2e_dir/people.sh"
# shellcheck source=tests/e2e/hostile.sh
. "$e2e_dir/hostile.sh"
variants=some

token=ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6

hidden_by_flags() {
  make_project
  for flag in --skip-worktree --assume-unchanged; do
    git update-index "$flag" src/util.c
    write src/util.c "key = \"$token\""
    write work.txt x
    works git handoff pause -m x
    expect_contains "$out" "src/util.c (looks like a secret: github-token in line 1, behind assume-unchanged or skip-worktree)"
    git rev-list --objects --all | cut -d' ' -f1 | git cat-file --batch >"$case_dir.aside/all" 2>/dev/null
    if grep -q "$token" "$case_dir.aside/all"; then fail "it is in the record"; fi
    works git handoff resume --continue
    expect_contains "$(cat src/util.c)" "$token"
    git update-index --no-skip-worktree src/util.c
    git update-index --no-assume-unchanged src/util.c
    git checkout -q src/util.c
    rm work.txt
  done
}
test_case "a secret that index flags hide stays out of the record" hidden_by_flags

# The work has the path, as it is staged: its exact bytes are another thing.
hidden_behind_what_is_staged() {
  make_project
  write src/util.c "staged"
  git add src/util.c
  git update-index --skip-worktree src/util.c
  write src/util.c "key = \"$token\""
  works git handoff pause -m x
  git rev-list --objects --all | cut -d' ' -f1 | git cat-file --batch >"$case_dir.aside/all" 2>/dev/null
  if grep -q "$token" "$case_dir.aside/all"; then fail "it is in the record"; fi
}
test_case "... behind something that is staged, too" hidden_behind_what_is_staged

large_and_wide() {
  make_project
  { head -c 3000000 /dev/zero | tr '\0' 'a' | fold -w 80; echo "key = $token"; } >large.txt
  printf '\xff\xfe' >wide.txt
  printf 'key = %s\n' "$token" | iconv -f UTF-8 -t UTF-16LE >>wide.txt
  printf 'key = %s\n' "$token" | iconv -f UTF-8 -t UTF-16BE >unmarked.txt
  printf '%s\n' "a head of plain text that is longer than what comes behind it" >mixed.txt
  printf 'key = %s\n' "$token" | iconv -f UTF-8 -t UTF-16LE >>mixed.txt
  { printf 'P'; printf '%s' "$token" | iconv -f UTF-8 -t UTF-16LE; } >strings.resources # its length is P
  printf 'name: %b\0next\0' "${token/K/K\\0000}" >table.bin
  works git handoff pause -m x
  for file in large.txt wide.txt unmarked.txt mixed.txt strings.resources table.bin; do
    expect_contains "$out" "$file (looks like a secret: github-token"
  done
}
test_case "large files, and files with UTF-16 or zero bytes in them, are searched" large_and_wide

names_and_links() {
  make_server
  person Ann
  ln -s plain kept
  git add kept
  git commit -qm link
  git push -q origin main
  ln -sf "https://me:$token@git.firm.com" kept
  ln -s "$token" link
  mkdir "$token"
  echo hi >"$token/a.txt"
  echo hi >a.txt
  works git handoff pause -m x
  expect_contains "$out$err" "link (looks like a secret: github-token in its target)" \
    "[secret: github-token]/a.txt (looks like a secret: github-token in its name)" "'kept' is tracked and looks like a secret: url-password in its target"
  if [[ $out$err == *"$token"* ]]; then fail "it is shown"; fi
  must_fail 1 git handoff push
  expect_contains "$err" "'kept', line 1: a password in a URL"
  if [[ $err == *"a.txt"* ]]; then fail "the name has gone along"; fi
  works git handoff resume --continue
  expect_equal "$token hi" "$(readlink link) $(cat "$token/a.txt")"
  ln -sf plain kept
  works git handoff pause -m x
  works git handoff push
  works git handoff resume --continue
  expect_equal "$token hi" "$(readlink link) $(cat "$token/a.txt")"
}
test_case "pause looks at names and at where links lead, as push does; what stays here does not leave by its name" names_and_links

as_it_is_written() {
  make_project
  local dashes=----- body
  body=$(base64 -w 64 "$(readlink -f /proc/self/exe)" | tr -d +/= | grep -E '^.{60}' | tail -n +40 | head -n 8)
  echo "next=%252Frepos%253Ftoken%253D$token" >access.log
  echo "see _${token}_, _and_ ghp\\_${token#ghp_}" >page.md
  echo "token=3D$token" >mail.eml
  printf 'key=%sBEGIN+RSA+PRIVATE+KEY%s%%0A%s%%0A%sEND+RSA+PRIVATE+KEY%s%%0A\n' \
    $dashes $dashes "${body//$'\n'/%0A}" $dashes $dashes >form.txt
  works git handoff pause -m x --next "replay %253D$token"
  for file in access.log page.md mail.eml; do
    expect_contains "$out" "$file (looks like a secret: github-token"
  done
  expect_contains "$out" "form.txt (looks like a secret: private-key in line 1)" "replay %253D[secret: github-token]"
}
test_case "files are searched however their characters are written" as_it_is_written

in_words() {
  make_project
  printf '%s\n' "https://ann:p%40ss%2Fw0rd1@host/x" "password: my-secret-9f8K2x" "password=None1sh4llPass" "password = p4(ss/w0rd9" "'password' => 's3cr3tPw9x'," \
    "https://ann:your-password@host/x" "password: see docs/passwords.md" "password = get_password(user)" "password: reset flow" >words
  while read -r line; do git handoff note context "$line" >/dev/null 2>&1; done <words
  works git handoff pause -m x
  works git handoff show
  expect_lacks "$out" "p%40ss" "9f8K2x" "None1sh4llPass" "ss/w0rd9" "s3cr3tPw9x"
  expect_contains "$out" "your-password@host" "docs/passwords.md" "get_password(user)" "reset flow"
}
test_case "passwords are masked, whatever is in them, and words about them are not" in_words

# with_conf: Ann, in a project that has a conf.txt.
with_conf() {
  make_server
  person Ann
  echo hi >conf.txt
  git add conf.txt
  git commit -qm conf
  git push -q origin main
}

# pushes TEXT: conf.txt with that line is paused and pushed; $pushed is its exit code, $said what it told.
pushes() {
  printf '%s\n' "$1" >conf.txt
  works git handoff pause -m x --next "go on"
  run git handoff push
  pushed=$code said=$err
  works git handoff discard
  git reset -q --hard origin/main
}

well_known_forms() {
  local key line password=k4Tz9qLw7RbX2mNv aws=AKIAQYLPMN5HFIQR7XYZ
  with_conf
  key=$(printf -- '-----BEGIN RSA PRIVATE KEY-----\n%s\n-----END RSA PRIVATE KEY-----\n' "$(head -c 600 /dev/urandom | base64)" | base64 -w0)
  while IFS= read -r line; do
    pushes "$line"
    [ "$pushed" = 1 ] || fail "sent: $line"
    expect_contains "$said" "looks like a secret"
  done <<END
AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZQ4E2
hvs.CAESIJ1aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5aB3d
curl -H 'Authorization: Basic $(printf 'admin:Sup3rS3cr3tPw9fK2' | base64)' https://api.x.org
{"auths":{"https://index.docker.io/v1/":{"auth":"$(printf 'bob:9fK2mQ7xT4wZaa' | base64)"}}}
    client-key-data: $key
https://admin:${password/T/T\$}@db.corp.net/app
https://admin:${password/z/<}@db.corp.net/app
smtp://bob@corp.net:$password@smtp.corp.net:587
postgres://admin:$password@10.2.3.4/app
https://admin:$password@example-corp.net/app
cache_$token
token$token
x_${token}_y
id_$aws
export DB_PASSWORD=$password
define('DB_PASSWORD', '$password');
curl -H "Authorization: Bearer $password$password" https://api.x.org
{"kty":"OKP","crv":"Ed25519","d":"$password${password}x1Y2z","x":"11qYAYKxCrfVS"}
https://bot:kTzLwRBXmNvQqPsD@git.corp.net/app
END
  expect_equal "" "$(on_server)"
  echo "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZQ4E2" >key.txt
  works git handoff pause -m x
  expect_contains "$out" "key.txt (looks like a secret: age-key in line 1)"
}
test_case "push stops at secrets of well-known forms, as they stand, in names and in base64" well_known_forms

placeholders() {
  local line
  with_conf
  while IFS= read -r line; do
    pushes "$line"
    [ "$pushed" = 0 ] || fail "refused: $line"
  done <<'END'
url: postgres://app:Xk29dkq0aa@host.docker.internal:5432/app
https://username:your-password-here@host.corp.net/ https://user:my-secret-pw@host.corp.net
https://admin:admin123@host.corp.net https://user:p%40ssw0rd@host.corp.net https://root:toor@host.corp.net
https://user:<your-token-1>@host.corp.net https://x:${TOKEN_1}@host.corp.net https://x:$DB_PASS2@host.corp.net
password = "summer2024", token = UTF8String2Bytes(raw), NextToken=k4Tz9qLw7RbX2mNvk4Tz9qLw
ghp_1234567890abcdefghijklmnopqrstuvwxyz, AKIA1234567890ABCDEF, Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==
END
}
test_case "... and not at what documents have in their place" placeholders

# A fixture with a token in it is edited like any other file: what is there already does not leave now.
only_what_is_new() {
  local other=ghp_Wq8nB4xKz7RtM2vLc9PsYd3HfJ6gT1uE5aQk
  make_server
  person Ann
  printf '%s\n' one "assert scan('$token')" three >fixture.py
  cp fixture.py removed.py
  git add .
  git commit -qm fixture
  git push -q origin main
  sed -i 's/one/1/' fixture.py
  git add fixture.py
  sed -i 's/three/3/' fixture.py
  git rm -q removed.py
  works git handoff pause -m x --next "go on"
  works git handoff push
  works git handoff discard
  git reset -q --hard origin/main
  # Below it, moved, a second time: each place of the new one is named, and the other one nowhere.
  printf '%s\n' "y = '$other'" one two "assert scan('$token')" "assert scan('$token')" "x = '$other'" >fixture.py
  works git handoff pause -m x --next "go on"
  must_fail 1 git handoff push
  expect_contains "$err" "'fixture.py', line 1: a GitHub token" "'fixture.py', line 6: a GitHub token"
  expect_lacks "$err" "line 4" "line 5" " more"
  works git handoff discard
  git reset -q --hard origin/main
  # A file that has it for the first time, also as a copy of one that had it.
  sed -i 's/one/1/' fixture.py
  cp fixture.py copy.py
  git add copy.py
  works git handoff pause -m x --next "go on"
  must_fail 1 git handoff push
  expect_contains "$err" "'copy.py', line 2: a GitHub token"
}
test_case "push names each secret that is new, and none that the remote has at that path" only_what_is_new

# Of two parents one had it: a merge adds nothing.
merged_in() {
  make_server
  person Ann
  printf '%s\n' 1 2 3 4 5 6 7 8 9 >conf.txt
  git add conf.txt
  git commit -qm conf
  git push -q origin main
  git switch -q -c login
  sed -i "s/^9\$/$token/" conf.txt
  git commit -qam token
  git push -q origin login
  git switch -q main
  sed -i 's/^1$/one/' conf.txt
  git commit -qam one
  git switch -q login
  works git merge -q -m merge main
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
  works git handoff push --with-history
}
test_case "... in a merge, in any parent" merged_in

more_than_are_told() {
  with_conf
  for i in {1..7}; do echo "t$i = ${token/aB3/aB$i}"; done >conf.txt
  echo "t = $token" >other.txt
  git add other.txt
  works git handoff pause -m x --next "go on"
  must_fail 1 git handoff push
  expect_contains "$err" "'conf.txt', line 1:" "'other.txt', line 1:" ", and 3 more"
  expect_equal 5 "$(grep -c "a GitHub token" <<<"$err")"
}
test_case "... and says how many it does not name" more_than_are_told

# What a branch is called is git's; the id that is made of it is ours, and is told everywhere.
in_the_name_of_a_branch() {
  make_project
  local token=ghp_q7Rk2LmX9vB4nT8sW1yZ5cF3hJ6dP0aG2eKx
  git checkout -q -b "fix/$token"
  make_work
  works git handoff pause -m x
  id=$(git for-each-ref --format='%(refname:lstrip=-1)' refs/handoffs/active/)
  expect_lacks "$id" "$(tr '[:upper:]' '[:lower:]' <<<"$token")"
  works git handoff resume "$id" --continue
}
test_case "a secret that a branch is named by does not get into ids" in_the_name_of_a_branch

a_key_without_end() {
  make_project
  git config handoff.mirror superteam
  jq -n '{context_notes: ("-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx7Jk3v9qLz0aB2dN4fR6gT8hY1uI3oP5sD7fG9hJ2kL4" ), next_action: "go on", decisions: [{decision: "d1", rationale: "r"}]}' >../in.json
  works git handoff pause --from ../in.json
  find . -name HANDOFF.json -not -path './.git/*' -exec cat {} + >"$case_dir.aside/mirror.json"
  expect_equal "go on d1" "$(json '"\(.next_action) \(.decisions[0].decision)"' "$case_dir.aside/mirror.json")"
  expect_lacks "$(cat "$case_dir.aside/mirror.json")" MIIEowIBAAKCAQEA
}
test_case "a private key that is cut off is masked alone, and a mirror of it stays JSON" a_key_without_end
each_name_and_size() {
  make_server
  person Ann
  echo hi >handoff.md
  echo hi >large.txt
  git add -f handoff.md large.txt
  git commit -qm notes
  git push -q origin main
  echo "key = $token" >>handoff.md
  { head -c 20000000 /dev/zero | tr '\0' 'a' | fold -w 80; echo "key = $token"; } >large.txt
  printf 'PASS=x\n' >.env
  cp .env .a
  git add -f .env .a
  works git handoff pause -m x
  must_fail 1 git handoff push
  expect_contains "$err" "looks like a secret" "'handoff.md', line 2: a GitHub token" "'large.txt', line" "'.env'"
  expect_equal "" "$(on_server)"
  # A new name for what is there already is no secret that leaves.
  works git handoff resume --continue
  git reset -q --hard
  cp README .env
  git add -f .env
  works git handoff pause --push -m x
}
test_case "push looks at each name that a file has, at files as large as pause does, and at the project's handoff.md" each_name_and_size

too_large() {
  make_server
  person Ann
  echo hi >large.txt
  git add large.txt
  git commit -qm large
  git push -q origin main
  head -c 68000000 /dev/zero >large.txt
  works git handoff pause -m x
  must_fail 1 git handoff push
  expect_contains "$err" "too large to be searched for secrets" "'large.txt' has 65 MiB"
  works git handoff push --allow-secrets
}
test_case "what is too large to be searched is not sent without a word" too_large

too_large_for_lfs() {
  git lfs version >/dev/null 2>&1 || skip "no git-lfs here"
  make_server
  person Ann
  git switch -q -c login
  git push -q -u origin login
  git lfs install --local >/dev/null
  rm -f .git/hooks/p*
  git lfs track large.bin >/dev/null
  head -c 68000000 /dev/zero >large.bin
  git add .
  works git -c handoff.maxFileSize=100000000 handoff pause -m x
  must_fail 1 git handoff push
  expect_contains "$err" "too large to be searched for secrets" "large.bin"
}
test_case "... nor what git-lfs keeps" too_large_for_lfs

secret_by_name_alone() {
  make_project
  make_work
  truncate -s 68000000 server.p12
  works git -c handoff.maxFileSize=100000000 handoff pause -m x
  expect_contains "$out" "server.p12 (looks like a secret)"
  expect_equal "" "$(git ls-tree HEAD server.p12)"
}
test_case "what is too large to be searched is a secret by its name all the same" secret_by_name_alone

between_zeros() {
  make_server
  person Ann
  echo hi | tee table.bin >mixed.txt
  git add table.bin mixed.txt
  git commit -qm files
  git push -q origin main
  printf 'name\0%s\0next\0' "$token" >table.bin
  {
    printf '%s\n' "a head of plain text that is longer than what comes behind it," "so that the whole is no UTF-16: $(seq -s ' ' 40)"
    printf 'key = %s\n' "$token" | iconv -f UTF-8 -t UTF-16LE
  } >mixed.txt
  works git handoff pause -m x
  must_fail 1 git handoff push
  expect_contains "$err" "'table.bin', line 1: a GitHub token" "'mixed.txt', line 3: a GitHub token"
  expect_equal "" "$(on_server)"
}
test_case "push sees a secret between zero bytes, and one in UTF-16 behind other text" between_zeros

# A large file, with --long the largest that is searched, and each byte of it an escape within an escape.
full_of_escapes() {
  local size=12
  [ -z "${HANDOFF_LONG:-}" ] || size=64
  make_server
  person Ann
  python3 -c 'p = b"%2525255f\\\\n"; n = int(__import__("sys").argv[1]) << 20; open("big.txt", "wb").write((p * (n // len(p) + 1))[:n])' $size
  echo "t=ghp%25255F${token#ghp_}" >deep.txt
  git add big.txt
  works git handoff pause -m x --next "go on in src/main.c"
  expect_contains "$out" "deep.txt (looks like a secret: github-token"
  rss_of git handoff push
  expect_equal 0 "$code"
  [ "$rss" -lt $((size * 4096)) ] || fail "it took $((rss / 1024)) MiB"
}
test_case "a file of escapes is searched within four times its size" full_of_escapes

# A language or JSON writes the end of a line, a tab, a quote and a colour with letters: the token behind them stands alone.
behind_escapes() {
  make_project
  git config handoff.mirror superteam
  jq -n --arg k "$token" '{version: 1, title: "t\n\($k)", next_action: "go on\n\($k)", context_notes: "the password: \"k4Tz9!qLw\"\n\u001b[32m\($k)\u001b[0m",
    decisions: ["a\t\($k)"], reasoning: "a\n\($k)", remaining_tasks: [{name: "d\n\($k)", verification: "echo\n\($k)"}],
    blockers: [{description: "b\n\($k)", check: "test\n\($k)"}], more: {"k\n\($k)": "v", password: "k4Tz9!qLw"}, foreign: {gsd: {raw: "x\n\($k)"}}}' >../in.json
  printf '{"env": "A=1\\n%s\\n"}\n' "$token" >conf.json
  printf '{"env": "A=1\\u000A%s\\n"}\n' "$token" >code.json
  printf 'line\n\033[32m%s\033[0m\n' "$token" >out.log
  printf 'line\n\033[01;31m%s\033[m%s\n' "${token:0:6}" "${token:6}" >found.log
  printf 'line\n^[[32m%s\n' "$token" >typed.log
  works git handoff pause --from ../in.json -m "m
$token"
  for file in conf.json code.json out.log found.log typed.log; do
    expect_contains "$out" "$file (looks like a secret: github-token"
  done
  git log -1 --format=%B >"$case_dir.aside/all"
  git cat-file -p "$(git for-each-ref --format='%(objectname)' refs/handoffs/active):handoff.md" >>"$case_dir.aside/all"
  find . -name HANDOFF.json -not -path './.git/*' -exec cat {} + >>"$case_dir.aside/all"
  local command
  for command in show "show --json" brief "brief --json" "check -v" "check --json" lint "lint --json" "list --json" status log resume; do
    # shellcheck disable=SC2086
    git handoff $command >>"$case_dir.aside/all" 2>&1 || :
  done
  for command in json md toon spellbook superteam gsd aura-frog mddesign; do
    works git handoff export --format "$command"
    printf '%s' "$out" >>"$case_dir.aside/all"
  done
  if grep -n -e "$token" -e 'k4Tz9!qLw' "$case_dir.aside/all"; then fail "it is shown"; fi
  expect_contains "$(cat "$case_dir.aside/all")" "[secret: github-token]" "[secret: password]"
}
test_case "a secret behind an escape is found in files, and masked in all that is told of a record" behind_escapes

sent_as_json() {
  make_server
  person Ann
  local text
  for text in $'the password:\tk4Tz9!qLw' $'the password:\n  k4Tz9!qLw' $'first\n'"$token" $'name\t'"$token" 'the password: "k4Tz9!qLw" works' $'\033[32m'"$token"; do
    make_work
    works git handoff note context "$text"
    works git handoff pause -m x
    must_fail 1 git handoff push
    expect_contains "$err" "looks like a secret" "'handoff.json', context_notes: "
    works git handoff discard
    git reset -q --hard origin/main
    rm -r .git/handoff/journal
  done
  expect_equal "" "$(on_server)"
}
test_case "push reads the texts of a record as their readers do" sent_as_json

# Half of a token is none any more: what is cut was masked before.
cut_afterwards() {
  make_project
  printf "one\nx = 'aaaaaaa'; y = %s\nthree\n" "$token" >conf.py
  git add conf.py
  git commit -qm conf
  make_work
  jq -n --arg k "$token" '{version: 1, next_action: "change conf.py:2 now", remaining_tasks: [{name: "look", status: "pending",
    verification: "head -c 170 /dev/zero | tr \"\\0\" x; echo \" $(cat ../token)\"; exit 1"}]}' >../in.json
  printf '%s\n' "$token" >../token
  works git handoff pause --from ../in.json -m m
  printf 'zero\n' | cat - conf.py >../conf
  mv ../conf conf.py
  git commit -qam move
  must_fail 1 git handoff check
  expect_contains "$out" "line 2 is now 3 (x = 'aaaaaaa'; y ="
  expect_lacks "$out" "${token:0:12}"
  run git handoff check --run --yes --trust
  expect_contains "$out" "exit code 1: xxx"
  expect_lacks "$out" "${token:0:12}"
}
test_case "text is cut after it was masked: lines that a record points to, and what its commands print" cut_afterwards

# A key has several lines; the brief takes the context line by line.
key_in_the_context() {
  make_project
  make_work
  {
    echo "-----BEGIN RSA PRIVATE KEY-----"
    { printf MIIEowIBAAKCAQEA && head -c 1188 /dev/urandom | base64 -w 0; } | fold -w 64
    printf '\n-----END RSA PRIVATE KEY-----\n'
  } >../key
  line=$(sed -n 5p ../key)
  works git handoff note context "$(cat ../key)"
  works git handoff pause -m x --next y
  works git handoff brief
  expect_contains "$out" "Context:"
  expect_lacks "$out" "$line"
}
test_case "a key of several lines is masked in the brief" key_in_the_context

# What git ignores is the user's own: a colleague's policy, or a link that came with the clone, leads no plan to it.
list_that_git_ignores() {
  make_server
  person Ann
  case $1 in
    policy) printf '[tasks]\nlists = ["private/todo.md"]\n' >.handoff.toml ;;
    link) ln -s private/todo.md task_plan.md ;;
  esac
  echo private/ >.gitignore
  git add -A
  git commit -qm "how we plan"
  git push -q origin HEAD:main
  person Ben
  git pull -q origin main
  git switch -q -c login
  mkdir private
  write private/todo.md "# Mine" "- [ ] ask the doctor" "" "what I think of it"
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause --push -m x --next "go on"
  git -C "$server" rev-list --objects --all | cut -d' ' -f1 | git -C "$server" cat-file --batch >../sent
  expect_lacks "$(tr -d '\0' <../sent)" "ask the doctor" "what I think of it"
  # Named by the user it is read.
  git config handoff.taskList private/todo.md
  works git handoff resume --continue
  works git handoff pause -m y
  user_reads
  expect_contains "$out" "ask the doctor"
}
test_case "a list that git ignores is read for its user's own naming, and not for a policy's" list_that_git_ignores policy
test_case "... and not for a link that came with the clone" list_that_git_ignores link

# What git replace shows is not what a push sends.
replaced_commit() {
  make_server
  person Ben
  git switch -q -c work
  write conf.txt "token = $token"
  commit_all "conf"
  local with
  with=$(git rev-parse HEAD)
  git switch -q --detach HEAD~1
  write conf.txt "token = from the environment"
  commit_all "conf"
  git replace "$with" HEAD
  git switch -q work
  git reset -q --hard
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
  must_fail 1 git handoff push --with-history
  expect_contains "$err" "looks like a secret" "'conf.txt', line 1"
}
test_case "a commit that is replaced here is searched as it would leave" replaced_commit

ben_pushed_a_token() {
  make_server
  person Ben
  git switch -q -c work
  write conf.txt "token = $token"
  commit_all "conf"
  git push -q -u origin work 2>/dev/null
}

# taken_off_the_server: Ben pushed a token, Ann took it off; his clone has not heard of that.
taken_off_the_server() {
  ben_pushed_a_token
  person Ann
  git switch -q work 2>/dev/null
  git rm -q conf.txt
  git commit -q --amend --allow-empty -m "conf"
  git push -q --force origin work 2>/dev/null
  git -C "$server" reflog expire --expire=now --all
  git -C "$server" gc -q --prune=now
  person Ben
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
}

# no_token: the server has no object with it.
no_token() {
  git -C "$server" cat-file --batch-all-objects --batch >"$case_dir.aside/all"
  if grep -q "$token" "$case_dir.aside/all"; then fail "the token is on the server"; fi
}

seen_before_it_was_taken_off() {
  taken_off_the_server
  # Neither does git, as it is told to: it would search nothing.
  must_fail 1 git handoff push
  expect_contains "$err" "origin lacks what this work stands on: 1 commit would go along" "looks like a secret" "'conf.txt', line 1"
  expect_lacks "$err" "git push"
  no_token
  must_fail 1 git handoff push --with-history
  expect_contains "$err" "looks like a secret" "'conf.txt', line 1"
  no_token
  must_fail 1 git handoff push --allow-secrets
  expect_contains "$err" "git handoff push --with-history --allow-secrets"
  expect_lacks "$err" "git push origin" # which the server refuses: the branch there was rewritten
  must_fail 1 git push -q origin HEAD~1:refs/heads/work
}
test_case "what the server has lost is not sent again since it was seen there" seen_before_it_was_taken_off

# Nor by what sends the same once more.
sent_once_more() {
  ben_pushed_a_token
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
  GIT_HANDOFF_FAULT=share-pending run git handoff push
  git push -q --force origin HEAD~2:work 2>/dev/null
  git update-ref refs/remotes/origin/work HEAD~1
  git -C "$server" reflog expire --expire=now --all
  git -C "$server" gc -q --prune=now
  must_fail 1 git handoff push
  expect_contains "$err" "looks like a secret" "'conf.txt', line 1"
  must_fail 1 git handoff push
  expect_contains "$err" "origin lacks what this work stands on: 1 commit would go along"
  no_token
}
test_case "... nor by a push that goes out again" sent_once_more

# A branch that went on is no reason: what is new there is fetched.
branch_went_on() {
  make_server
  person Ben
  git switch -q -c work origin/main
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
  person Ann
  write other.txt x
  commit_all "go on"
  git push -q origin main 2>/dev/null
  person Ben
  works git handoff push
  expect_equal "$(git -C "$server" rev-parse main)" "$(git rev-parse origin/main)"
}
test_case "a branch there that went on is looked at anew, and the work shared" branch_went_on

# Nor where the branch is set back between asking the server for it and sending.
set_back_while_it_leaves() {
  ben_pushed_a_token
  commit_all "not pushed"
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
  person Ann
  git switch -q work 2>/dev/null
  git reset -q --hard HEAD~1
  person Ben
  overtaken_by Ann "git push -q --force origin work; git -C $server reflog expire --expire=now --all; git -C $server gc -q --prune=now"
  PATH=$case_dir.aside:$PATH must_fail 1 git-handoff push --with-history
  expect_contains "$err" "looks like a secret" "'conf.txt', line 1"
  no_token
}
test_case "... nor with the history, where it is taken off after the server was asked" set_back_while_it_leaves

# A host that cannot take both or none is asked for its branches.
host_without_atomic() {
  make_server
  git -C "$server" config receive.advertiseAtomic false
  person Ben
  git switch -q -c work origin/main
  write src/util.c "int util(void) { return 7; }"
  works git handoff pause -m x --next "go on"
  works git handoff push
  expect_contains "$(on_server)" "refs/handoffs/shared/work-"
}
test_case "... and a host without atomic pushes is asked for its branches" host_without_atomic

# What nobody else gets written is not sent: files that git is not to look at, that it ignores, or that a filter strips.
bytes_beside_stay() {
  local there
  make_server
  person Ann
  git config filter.strip.clean "sed /private/d"
  git config filter.strip.smudge cat
  write .gitignore '*.log'
  write .gitattributes '*.rc filter=strip' '*.txt text=auto'
  write conf.ini a=b
  write once.log tracked
  write local.rc one
  printf 'one\ntwo\n' >mixed.txt
  git add -f .
  git commit -q -m files
  git push -q origin main
  git branch aside
  git update-index --skip-worktree conf.ini
  echo "private: conf" >>conf.ini
  git rm -q --cached once.log
  echo "private: log" >>once.log
  write local.rc two "private: rc"
  printf 'one\r\ntwo\nthree\n' >mixed.txt
  state=$(state_of_tree)
  works git handoff pause --push -m x --next y
  id=$(git handoff list --porcelain | cut -f1)
  git -C "$server" rev-list --objects --all | cut -d' ' -f1 | git -C "$server" cat-file --batch >"$case_dir.aside/all"
  if grep -a private "$case_dir.aside/all"; then fail "it was sent"; fi
  there=$(git -C "$server" ls-tree -r --name-only "refs/handoffs/shared/$id")
  expect_lacks "$there" "raw/"
  takes Ben
  expect_contains "$err" "'once.log' was not put back" "their bytes differ: conf.ini, local.rc, mixed.txt"
  expect_equal "a=b" "$(cat conf.ini)"
  works git handoff release
  person Ann
  mv once.log "$case_dir.aside/once.log"
  git switch -q aside
  works git handoff resume "$id" --continue --switch
  expect_state "$state"
}
test_case "bytes beside the work are not sent, and come back where they were paused" bytes_beside_stay

masked_and_handed_back() {
  local how
  for how in "edit --from" "pause --from"; do
    make_project "in-${how%% *}"
    write notes.txt mine
    works git handoff note decision "the staging password: k4Tz9qLw is the one that works"
    works git handoff pause -m "stop" --next "go on"
    works git handoff show --json
    expect_contains "$out" "[secret: password] is the one that works"
    sed 's/"stop"/"stop for today"/' <<<"$out" >"$case_dir.aside/edited.json"
    # shellcheck disable=SC2086
    works git handoff $how "$case_dir.aside/edited.json"
    expect_contains "$(git show "$(git for-each-ref --format='%(refname)' refs/handoffs/active):handoff.json")" "k4Tz9qLw" "stop for today"
    cd "$case_dir"
  done
}
test_case "a masked text that is handed in again is what it was" masked_and_handed_back

named_by_its_field() {
  make_project
  write notes.txt mine
  printf '%s' '{"next_action": "go on", "password": "k4Tz9qLwXm7vpQ2v"}' >"$case_dir.aside/in.json"
  works git handoff pause --from "$case_dir.aside/in.json"
  for how in show "show --json" "resume --review"; do
    # shellcheck disable=SC2086
    run git handoff $how
    expect_lacks "$out$err" "k4Tz9qLwXm7vpQ2v"
  done
}
test_case "what a field is called tells what it holds on every screen" named_by_its_field
test_done
