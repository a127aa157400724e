# shellcheck shell=bash
# patiently CMD...: until it succeeds, for a minute at most: a busy machine is no failure.
patiently() {
  local left=1200
  until "$@"; do
    [ $((left -= 1)) -gt 0 ] || return 1
    sleep 0.05
  done
}
