#!/usr/bin/env bash
# What is written about the program agrees with the program: man pages, completions, README.
. "$(dirname "$0")/e2e/lib.sh"



# A page or an entry for a command that is not there is an error.
strict=yes

man_dir=$project_dir/man

# The program's table of commands, and those it leaves out on purpose.
commands() { git-handoff help --porcelain | cut -f1; }
plumbing=(hook mcp)

known_command() {
  local name
  for name in $(commands) "${plumbing[@]}"; do [ "$name" = "$1" ] && return; done
  return 1
}

# options_of_help COMMAND: `-x` and `--long`, one a line, out of `git handoff COMMAND -h`.
options_of_help() {
  git-handoff "$1" -h | sed -n 's/^  *\(-[^ ]*\).*/\1/p' | tr ',' '\n' | sed 's/[=[].*//' | grep '^-' | sort -u
}

# options_of_page COMMAND: those that have an entry (.TP) in the man page.
options_of_page() {
  sed -n '/^\.TP/{n;p}' "$man_dir/git-handoff-$1.1" |
    sed 's/\\f[A-Z]//g; s/\\-/-/g' | sed 's/[ ,]/\n/g' | sed 's/[=[].*//' | grep -E '^--?[a-zA-Z]' | sort -u
}

has_page() {
  [ -f "$man_dir/git-handoff-$1.1" ] || fail "man/git-handoff-$1.1 is missing"
  local summary
  summary=$(sed -n '/^\.SH NAME/{n;p}' "$man_dir/git-handoff-$1.1")
  expect_contains "$summary" "git\\-handoff\\-$1 \\- "
}

page_has_options() {
  has_page "$1"
  expect_equal "$(options_of_help "$1")" "$(options_of_page "$1")" \
    "left: 'git handoff $1 -h'; right: its man page"
}

no_page_without_command() {
  local file name extra=""
  for file in "$man_dir"/git-handoff-*.1; do
    name=$(basename "$file" .1)
    known_command "${name#git-handoff-}" || extra+=" ${name#git-handoff-}"
  done
  [ -z "$extra" ] && return
  [ "$strict" = yes ] || skip "pages whose commands are not built yet:$extra"
  fail "man pages without a command:$extra"
}

pages_are_clean() {
  command -v mandoc >/dev/null || skip "no mandoc here"
  local found
  found=$(mandoc -T lint -W warning "$man_dir"/*.1 2>&1 || true)
  [ -z "$found" ] || fail "$found"
}

# Configuration keys: what the source asks for is in the manual, and the reverse. git folds their case.
keys_are_documented() {
  expect_equal \
    "$(grep -rhoE '"handoff\.[a-zA-Z]+"' "$project_dir/src" --include='*.cpp' --include='*.hpp' | tr -d '"' |
      tr '[:upper:]' '[:lower:]' | grep -vE '^handoff\.(json|md|yaml|toml|toon)$' | sort -u)" \
    "$(sed -n '/^\.SH CONFIGURATION/,/^\.SH EXIT/{/^\\fBhandoff/p}' "$man_dir/git-handoff.1" |
      grep -oE 'fBhandoff\.[a-zA-Z]+\\f' | sed 's/^fB//; s/.f$//' |
      tr '[:upper:]' '[:lower:]' | sort -u)" "left: keys in src/; right: keys in git-handoff(1)"
}

# What is said to stop a threat has a test that is there.
threats_have_tests() {
  local name count=0
  while read -r name; do
    count=$((count + 1))
    [ -f "$project_dir/tests/e2e/$name.sh" ] || fail "docs/hostile-input.md names the test '$name', which is not there"
  done < <(sed -n '/^| threat |/,/^$/{/^|/p}' "$project_dir/docs/hostile-input.md" | sed '1,2d' |
    awk -F' [|] ?' '{print $(NF - 1)}' | tr -s ', ' '\n' | grep .)
  [ "$count" -ge 60 ] || fail "only $count tests in the table"
}

pages_refer_to_pages() {
  local file name
  for file in "$man_dir"/*.1; do
    while read -r name; do
      [ -f "$man_dir/$name.1" ] || fail "$(basename "$file") refers to $name(1), which is not there"
    done < <(sed -n 's/^\.BR \(git\\-handoff[^ ]*\) (1).*/\1/p' "$file" | sed 's/\\-/-/g')
  done
}

# The list in git-handoff(1) is the table: names in its order, summaries with a capital and a full stop.
manual_lists_the_table() {
  expect_equal "$(git-handoff help --porcelain | cut -f1,4 | sed -E 's/\t(.)(.*)/\t\U\1\E\2./')" \
    "$(sed -n '/^\.SH COMMANDS/,/^\.SH /{/^\\fBgit\\-handoff\\-/{N;p}}' "$man_dir/git-handoff.1" |
      sed -E 's/^\\fBgit\\-handoff\\-(.*)\\fR\(1\)$/\1/; s/\\-/-/g' | paste - - | grep -vE '^(hook|mcp)\b')"
}

# What the table says of a command's arguments is in its help, and the reverse.
table_knows_arguments() {
  local name takes said
  while IFS=$'\t' read -r name takes _; do
    said=$(git-handoff "$name" -h | sed -n '/^Positionals/,/^Options/p' | sed -n 's/^  \([^ ]*\).*/\1/p' | tr '[:upper:]\n' '[:lower:] ')
    case "$takes $said" in
      'record id ' | 'fetched id ' | 'archived id ' | 'record|file id|file|- ' | 'file file ' | 'file pathspec '* | 'note kind text ' | 'remote '* | '- ') ;;
      *) fail "$name takes '$takes' in the table, '$said' in its help" ;;
    esac
  done < <(git-handoff help --porcelain)
}

# bash_offers WORD...: what completion offers for the last word of this command line.
bash_offers() {
  (
    # shellcheck source=completions/git-handoff.bash
    . "$project_dir/completions/git-handoff.bash"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _git_handoff 2>/dev/null
    [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
  )
}

bash_completes_commands() {
  expect_equal "$(commands)" "$(bash_offers git handoff '')"
  expect_equal "$(commands)" "$(bash_offers git-handoff '')"
  expect_contains "$(bash_offers git handoff --)" "--version"
}

bash_completes_options() {
  local command
  for command in $(commands); do
    expect_equal "$(options_of_help "$command" | grep '^--')" \
      "$(bash_offers git handoff "$command" -- | sort -u)" "options of $command in bash"
  done
}

completes_values() {
  make_project
  git handoff note task "write the docs"
  local id; id=$(git handoff note --list | grep -o '^n-[0-9a-f]*')
  expect_contains "$(bash_offers git handoff init --agent '')" claude cursor
  git branch fix/login
  expect_equal $'fix/login\nmain' "$(bash_offers git handoff list --branch '')"
  expect_equal fix/login "$(bash_offers git handoff take --branch fix)"
  expect_contains "$(bash_offers git handoff init --hooks '')" pre-push
  expect_contains "$(bash_offers git handoff note decision x --binding '')" absolute
  expect_equal "$(commands)" "$(bash_offers git handoff help '')"
  # One's own is nothing to take.
  git update-ref refs/handoffs/active/main/main-20260324-120000-abcdabcd HEAD
  git update-ref refs/handoffs/remotes/origin/main-20260324-120000-ef01ef01 HEAD
  expect_equal main-20260324-120000-ef01ef01 "$(bash_offers git handoff take '')"
  expect_contains "$(bash_offers git handoff show '')" abcdabcd ef01ef01
  expect_equal "$id" "$(bash_offers git handoff note "done" '')"
  if command -v fish >/dev/null; then
    printf 'source %s\ncomplete -C "git-handoff $argv"\n' "$project_dir/completions/git-handoff.fish" >complete.fish
    expect_contains "$(fish complete.fish 'init --agent ')" claude
    expect_contains "$(fish complete.fish 'take --branch ')" fix/login
    expect_contains "$(fish complete.fish 'init --hooks ')" pre-push
    expect_contains "$(fish complete.fish 'help ')" pause
    expect_contains "$(fish complete.fish 'note done ')" "$id"
    expect_contains "$(fish complete.fish 'note --bi')" $'--binding\thow far a decision binds'
    expect_contains "$(fish complete.fish 'resume --un')" "kept in the archive)"
  fi
}
fish_completes() {
  command -v fish >/dev/null || skip "no fish here"
  cat >complete.fish <<END
source $project_dir/completions/git-handoff.fish
complete -C "git-handoff \$argv"
END
  local command offered
  offered=$(fish complete.fish '' | cut -f1)
  for command in $(commands); do
    grep -qx -e "$command" <<<"$offered" || fail "fish does not offer $command"
    expect_equal "$(options_of_help "$command" | grep '^--')" \
      "$(fish complete.fish "$command --" | cut -f1 | grep '^--' | sort -u)" "options of $command in fish"
  done
}

fish_completes_it_as_a_git_command() {
  command -v fish >/dev/null || skip "no fish here"
  mkdir -p share/fish/vendor_completions.d share/fish/vendor_conf.d bin
  cp "$project_dir/completions/git-handoff.fish" share/fish/vendor_completions.d/
  cp "$project_dir/completions/git-handoff-subcommand.fish" share/fish/vendor_conf.d/git-handoff.fish
  offers() { XDG_DATA_DIRS=$PWD/share:/usr/local/share:/usr/share fish -c "complete -C '$1'" | cut -f1; }
  offers 'git status --' | grep -qx -e --short || skip "fish does not know git here"
  expect_contains "$(offers 'git hando')" handoff
  expect_equal "reconstruct release resume" "$(offers 'git handoff re' | sort | tr '\n' ' ' | sed 's/ $//')"
  expect_contains "$(offers 'git handoff resume --c')" --continue
}

zsh_completes() {
  command -v zsh >/dev/null || skip "no zsh here"
  zsh -n "$project_dir/completions/_git-handoff"
  # The functions of zsh's completion system are replaced by some that print what they are given.
  cat >complete.zsh <<END
_describe() { local name=\${@[-1]}; print -rl -- \${(P)name} }
compadd() { print -rl -- "\$@" }
_files() { : }
words=(git-handoff "\$@")
CURRENT=\$#words
PREFIX=\$words[-1]
source $project_dir/completions/_git-handoff
END
  local command offered
  offered=$(zsh -f complete.zsh '' | cut -d: -f1)
  for command in $(commands); do
    grep -qx -e "$command" <<<"$offered" || fail "zsh does not offer $command"
    expect_equal "$(options_of_help "$command" | grep '^--')" \
      "$(zsh -f complete.zsh "$command" -- | cut -d: -f1 | grep '^--' | sort -u)" "options of $command in zsh"
  done
  expect_contains "$(zsh -f complete.zsh note --)" "--binding:how far a decision binds"
  expect_contains "$(zsh -f complete.zsh resume --)" "(it is kept in the archive), or that"
  expect_equal "#compdef git-handoff" "$(sed -n 1p "$project_dir/completions/_git-handoff")"
  expect_contains "$(sed -n 2p "$project_dir/completions/_git-handoff")" "#description "
}

# Lines of fenced blocks, and inline code, of a Markdown file that call the program.
calls_in() {
  {
    sed -n '/^```/,/^```/p' "$1"
    grep -oE '`git handoff[^`]*`' "$1" | tr -d '`'
  } | sed -nE 's/^(\$ |    )?(git[ -]handoff( .*)?)$/\2/p'
}

# The commands and long options of every call in a document exist.
calls_exist() {
  local document=$1 call command option
  while read -r call; do
    command=$(sed -E 's/^git[ -]handoff ?//; s/ .*//' <<<"$call")
    case $command in
      '' | -h | --version | '<'* | [A-Z]*) continue ;;
    esac
    if ! known_command "$command"; then
      [ "$strict" = yes ] && fail "$document: '$call': no such command"
      continue
    fi
    for option in $(sed 's/"[^"]*"//g; s/#.*//' <<<"$call" | grep -oE -e ' --[a-z][a-z-]*' || true); do
      options_of_help "$command" | grep -qxF -e "$option" || fail "$document: '$call': no option $option"
    done
  done < <(calls_in "$project_dir/$document")
}

shows_what_happens() {
  works bash "$project_dir/scripts/readme-transcript.sh" --check "$bin_dir"
}

for name in $(commands); do
  test_case "the man page of $name has the options of its help, and no others" page_has_options "$name"
done
for name in "${plumbing[@]}"; do
  test_case "$name has a man page" has_page "$name"
done
test_case "each threat in docs/hostile-input.md has a test that is there" threats_have_tests
tables_are_whole() {
  local ragged
  ragged=$(cd "$project_dir" && awk -F'|' '
    !/^\|/ { cells = 0; next }
    { gsub(/\\\|/, "") }
    cells == 0 { cells = NF }
    NF != cells { print FILENAME ":" FNR ": " $0 }' README.md docs/*.md docs/*/*.md)
  expect_equal "" "$ragged" "rows with other cells than the first of their table"
}
test_case "each row of a table has the cells of its heading" tables_are_whole
# Files that pages name in backquotes, by their path in the project, in src/ or in tests/; pages that comments name.
named_files_are_there() {
  local file gone=""
  cd "$project_dir"
  while read -r file; do
    [ -e "$file" ] || [ -e "src/$file" ] || [ -e "tests/$file" ] || [ -e "docs/$file" ] || gone+=" $file"
  done < <(grep -hoE '`[a-z_./-]+/[A-Za-z_.-]+\.(cpp|hpp|sh|py|md|tsv)`' README.md CONTRIBUTING.md docs/*.md docs/*/*.md |
    tr -d '`' | grep -v '/foo\.' | sort -u)
  while read -r file; do
    [ -e "$file" ] || gone+=" $file"
  done < <(grep -rhE '^ *//' src --include='*.cpp' --include='*.hpp' | grep -vE 'git-lfs|lists = ' |
    grep -oE '\bdocs/[a-z/-]+\.md' | sort -u)
  expect_equal "" "$gone" "files that are named and not there"
}
test_case "files that pages and comments name are there" named_files_are_there
test_case "no man page is without a command" no_page_without_command
test_case "the man pages have no faults that mandoc knows of" pages_are_clean
test_case "the manual has the configuration keys that the program reads" keys_are_documented
test_case "what man pages refer to is there" pages_refer_to_pages
test_case "the list in the manual is the program's table" manual_lists_the_table
test_case "the table knows what the arguments of a command are" table_knows_arguments
test_case "bash completes the commands" bash_completes_commands
test_case "bash completes the options of every command" bash_completes_options
test_case "completion offers agents, hooks, levels, commands and notes" completes_values
test_case "fish completes commands and options" fish_completes
test_case "... behind git, too" fish_completes_it_as_a_git_command
test_case "zsh completes commands and options" zsh_completes
for name in README.md CONTRIBUTING.md docs/storage.md; do
  [ ! -f "$project_dir/$name" ] || test_case "the commands in $name exist" calls_exist "$name"
done
test_case "the README shows what the demo prints" shows_what_happens
test_done
