#!/bin/sh
# SPDX-License-Identifier: MIT
# Run unit test programs, one line each with its seconds; the output of one that fails is shown.
set -u
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for t in "$@"; do
   s=$(date +%s.%N)
   if "$t" >"$log" 2>&1; then
      passed=$((passed + 1))
      e=$(date +%s.%N)
      printf '%-28s %6.1f s   %s\n' "$(basename "$t")" "$(echo "$e $s" | awk '{print $1-$2}')" "$(tail -n 1 "$log")"
   else
      failed=$((failed + 1))
      echo "FAIL $t"
      cat "$log"
   fi
done
echo "units: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
