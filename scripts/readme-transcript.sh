#!/usr/bin/env bash
# Writes into README.md what the demo really prints.
#
#   scripts/readme-transcript.sh [--check] [FOLDER]
#
#   --check   change nothing; fail where the README says something else (ids and times apart)
#   FOLDER    the folder that holds git-handoff; build/dev
set -eu
project=$(cd "$(dirname "$0")/.." && pwd -P)

check=no
folder=$project/build/dev
for argument; do
  case $argument in
    --check) check=yes ;;
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"
      exit 0
      ;;
    *) folder=$argument ;;
  esac
done

readme=$project/README.md
begin='<!-- transcript: written by scripts/readme-transcript.sh -->'
end='<!-- end of transcript -->'

transcript() {
  bash "$project/scripts/demo.sh" "$folder" </dev/null | sed '$ d' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# What differs from run to run: ids, object names, dates.
normal() {
  sed -E 's/[0-9]{8}-[0-9]{6}-[0-9a-f]{8}/ID/g; s/\b[0-9a-f]{7,40}\b/OID/g; s/[0-9]{4}-[0-9]{2}-[0-9]{2}/DATE/g'
}

# before, inside, after: the parts of the README.
part() {
  awk -v part="$1" -v begin="$begin" -v end="$end" '
    $0 == end { place = "after" }
    (place == "" ? "before" : place) == part
    $0 == begin { place = "inside" }' "$readme"
}

printf -v wanted '```console\n%s\n```' "$(transcript)"
if [ $check = yes ]; then
  diff -u --label README.md --label "the demo" <(part inside | normal) <(normal <<<"$wanted")
  exit
fi
new=$(part before && printf '%s\n' "$wanted" && part after)
printf '%s\n' "$new" >"$readme"
