#!/usr/bin/env bash
# Writes into README.md what the demo really prints, and docs/demo.svg as a picture of it.
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

# The beginning of it as a picture of a terminal.
picture() {
  local lines height
  lines=$(transcript | head -n 44)
  height=$(($(wc -l <<<"$lines") * 18 + 32))
  cat <<END
<svg xmlns="http://www.w3.org/2000/svg" width="860" height="$height" viewBox="0 0 860 $height">
<rect width="860" height="$height" rx="8" fill="#1e2227"/>
<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="13" fill="#d7dae0" xml:space="preserve">
END
  sed -e 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g' <<<"$lines" | awk '{
    colour = /^\$ / ? " fill=\"#8ec07c\"" : /^(safe to continue|Paused )/ ? " fill=\"#fabd2f\"" : ""
    if (length($0) > 108) $0 = substr($0, 1, 105) "..."
    printf "<text x=\"18\" y=\"%d\"%s>%s</text>\n", 28 + (NR - 1) * 18, colour, $0 }'
  printf '</g>\n</svg>\n'
}

printf -v wanted '```console\n%s\n```' "$(transcript)"
if [ $check = yes ]; then
  diff -u --label README.md --label "the demo" <(part inside | normal) <(normal <<<"$wanted")
  diff -u --label docs/demo.svg --label "the demo" <(normal <"$project/docs/demo.svg") <(picture | normal)
  exit
fi
new=$(part before && printf '%s\n' "$wanted" && part after)
printf '%s\n' "$new" >"$readme"
picture >"$project/docs/demo.svg"
