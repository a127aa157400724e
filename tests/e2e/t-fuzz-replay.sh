#!/usr/bin/env bash
# The kept corpus of the fuzz targets, and mutations of it, in this build: scripts/fuzz.sh runs longer and looks harder.
. "$(dirname "$0")/lib.sh"

replay() {
  [ -x "$bin_dir/tests/fuzz-replay" ] || skip "this build has no fuzz-replay"
  local mutations=40
  [ -z "${HANDOFF_LONG:-}" ] || mutations=20000
  run timeout 600 "$bin_dir/tests/fuzz-replay" --mutations "$mutations" "$project_dir/tests/fuzz/corpus"
  echo "$out"
  [ "$code" -eq 0 ] || fail "exit code $code at: $(tail -c 500 "$err_file")"
}
test_case "no input of the corpus, nor any mutation of it, breaks a decoder" replay
test_done
