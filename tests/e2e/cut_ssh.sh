#!/bin/sh
# For ssh in tests, to this machine: [OPTIONS] HOST COMMAND. The connection ends after CUT_IN bytes from
# the client, or CUT_OUT bytes to it.
if [ -n "$CUT_IN$CUT_OUT" ] && [ -z "$CUT_ENDS" ]; then
  CUT_ENDS=1 exec timeout -k 1 5 "$0" "$@" # a line that is dead is given up, as by ServerAliveInterval
fi
while [ $# -gt 2 ]; do shift; done
if [ -n "$CUT_IN" ]; then
  head -c "$CUT_IN" | exec sh -c "$2"
elif [ -n "$CUT_OUT" ]; then
  exec 3>&1 1>&- 4<&0
  { sh -c "$2" <&4 3>&- | head -c "$CUT_OUT" >&3; } &
  exec 3>&- 4<&- 0<&-
  wait
else
  exec sh -c "$2"
fi
