#!/usr/bin/env bash
# Includes go one way through the rooms of src/, and each library stays in its room.
. "$(dirname "$0")/e2e/lib.sh"

# A file includes its own room or one further right.
rooms=(cli mcp hooks ops git formats model base)
# Rooms inside rooms, in the same order. A room that is not named here has none.
declare -A inner=(
  [cli]="command render screen"
  [hooks]="session git"
  [ops]="report verbs setup share resume exchange pause brief lint check observe restore snapshot operation worktree notes records"
  [git]="history index objects repo refs"
  [formats]="foreign prose markdown toon record secrets json"
)

# What a case looks for; finding nothing is no failure. Prints `file:line: text` or what options ask for.
search() { (cd "$project_dir" && grep -rE "$@") || true; }

# The number of each room, and of each room inside a room ("ops/share").
declare -A place=()
for i in "${!rooms[@]}"; do
  place[${rooms[$i]}]=$i
  number=0
  for name in ${inner[${rooms[$i]}]-}; do
    place[${rooms[$i]}/$name]=$((number += 1))
  done
done

# Prints "file: included file" for each include of ours.
includes() {
  search -Ho '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' src --include='*.cpp' --include='*.hpp' --include='*.inc' |
    sed -E 's/^([^:]*):.*"([^"]+)"$/\1 \2/'
}

includes_go_one_way() {
  local file included room target bad=""
  while read -r file included; do
    room=${file#src/} room=${room%%/*}
    target=${included%%/*}
    if [ "$file" = src/main.cpp ]; then
      [ "$target" = cli ] || bad+="$file includes $included"$'\n'
    elif [ -z "${place[$room]-}" ]; then
      bad+="$file is in no known room"$'\n'
    elif [ -z "${place[$target]-}" ]; then
      bad+="$file includes $included: write it from src/, room first"$'\n'
    elif [ "${place[$target]}" -lt "${place[$room]}" ]; then
      bad+="$file includes $included, which is to the left of it"$'\n'
    fi
  done < <(includes | sort -u)
  [ -z "$bad" ] || fail "$bad"
}

# only_in PATTERN DIRECTORY: no file elsewhere includes it.
only_in() {
  local found
  found=$(search -l "#[[:space:]]*include[[:space:]]*<($1)" src | sed "\\,^$2,d")
  [ -z "$found" ] || fail "outside of $2: $found"
}

libgit2_stays_in_git() { only_in 'git2(\.h|/)' src/git/; }
cli11_stays_in_cli() { only_in 'CLI/' src/cli/; }
yaml_stays_in_formats() { only_in 'yaml-cpp/' src/formats/; }

headers_stay_light() {
  local found
  found=$(search -n '#[[:space:]]*include[[:space:]]*<(nlohmann/json\.hpp|CLI/|toml\+\+/|toml\.hpp|yaml-cpp/)' \
    src --include='*.hpp')
  found+=$(search -n '#[[:space:]]*include[[:space:]]*"[^"]*\.inc"' src --include='*.hpp')
  [ -z "$found" ] || fail "heavy includes in headers: $found"
}

inner_includes_go_one_way() {
  local file included room from to bad=""
  while read -r file included; do
    room=${included%%/*}
    case $file in src/"$room"/*) ;; *) continue ;; esac
    [ -n "${inner[$room]-}" ] || continue
    from=${file#src/"$room"/} from=${place[$room/${from%%/*}]-}
    to=${included#"$room"/} to=${place[$room/${to%%/*}]-}
    if [ -z "$from" ]; then
      bad+="$file is in no known sub-room"$'\n'
    elif [ -z "$to" ]; then
      bad+="$file includes $included, which is in no known sub-room"$'\n'
    elif [ "$to" -lt "$from" ]; then
      bad+="$file includes $included, which stands before it"$'\n'
    fi
  done < <(includes | sort -u)
  [ -z "$bad" ] || fail "$bad"
}

# A unit is foo.hpp with foo.cpp. tsort names those in a circle.
no_circles() {
  includes | sed -E 's,^src/,,; s/\.(cpp|hpp|inc)//g' | awk '$1 != $2' | sort -u >../units
  tsort ../units >/dev/null 2>../circles || fail "units include each other: $(cat ../circles)"
}

# Other releases lay out some lines in another way: the one that we develop with decides.
sources_are_formatted() {
  local found
  case $(clang-format --version 2>/dev/null) in
    *"version 14."*) ;;
    *) skip "no clang-format 14 here" ;;
  esac
  found=$(cd "$project_dir" && find src tests -name node_modules -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print0 | xargs -0 clang-format --dry-run 2>&1 |
    sed -n 's/: warning: .*//p' | head -n 20)
  [ -z "$found" ] || fail "run clang-format -i on: $found"
}

only_cli_prints() {
  local found
  found=$(search -n 'std::(cout|cerr|clog)|(^|[^a-z_])(printf|puts|putchar|fputs|fprintf)\(' \
    src/ops src/git src/formats src/model | sed -E '/\/\/.*(printf|puts)|(fprintf|fputs)\([^)]*file/d')
  [ -z "$found" ] || fail "prints outside of cli, mcp and hooks: $found"
}

# What steers a terminal is neutralised in one place: print_text, print_line, tell_line. Literals of ours need none.
cli_prints_what_is_neutral() {
  local found
  found=$(search -n 'std::(printf|fprintf|fwrite|fputc|putchar|vprintf)\(|std::f?puts\($|std::f?puts\([^"]' src/cli src/hooks src/mcp |
    sed -E '\,^src/cli/(screen/(terminal|progress)|render/output|command/cli)\.cpp,d')
  [ -z "$found" ] || fail "prints beside print_text, print_line and tell_line (cli/screen/terminal): $found"
}

# What comes in by a file or a pipe comes with the question whose words it has.
handed_in_by_one_door() {
  local found
  found=$(search -n 'read_named_file\(|read_all(_at_most)?\((0|STDIN_FILENO)' src |
    sed -E '\,^src/(base/files\.|ops/exchange/handed_in\.cpp|hooks/git/git_hooks\.cpp),d')
  [ -z "$found" ] || fail "read what is handed in by ops::HandedIn: $found"
}

# Half of a secret is none that is found: what cuts text of others masks it first.
text_is_masked_before_it_is_cut() {
  local found
  found=$(search -n 'utf8_prefix\(' src | sed -E '\,^src/(base/text|formats/secrets/shown|ops/brief/brief_pack)\.,d')
  [ -z "$found" ] || fail "formats::beginning() masks, and then cuts: $found"
}

# The page that shows the rooms has each of them, in the picture in this order and in the table.
page_shows_the_rooms() {
  local page room picture name
  page=$(cat "$project_dir/docs/architecture.md")
  picture=$(printf '%s' "$page" | sed -n '/^    main.cpp$/,/^$/p' | tr '\n' ' ' | tr -s ' ')
  for room in "${!inner[@]}"; do
    expect_contains "$picture" "$room ${inner[$room]// / > }"
    for name in ${inner[$room]}; do
      expect_contains "$page" "| \`$room/$name\` |"
    done
  done
}

test_case "a file includes only its own room or one to the right" includes_go_one_way
test_case "the same holds for the rooms inside a room" inner_includes_go_one_way
test_case "no two units include each other, over whatever others" no_circles
test_case "docs/architecture.md shows the rooms as they are" page_shows_the_rooms
test_case "libgit2 is used in git/ only" libgit2_stays_in_git
test_case "CLI11 is used in cli/ only" cli11_stays_in_cli
test_case "yaml-cpp is used in formats/ only" yaml_stays_in_formats
test_case "no header includes json, CLI11, toml or yaml" headers_stay_light
test_case "ops, git, formats and model never print" only_cli_prints
test_case "the cli prints by what neutralises" cli_prints_what_is_neutral
test_case "what is handed in comes in by one door" handed_in_by_one_door
test_case "text is cut by what masks it first" text_is_masked_before_it_is_cut
test_case "the sources are as clang-format lays them out" sources_are_formatted
test_done
