#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one suite of `make check`: run-suite.sh NAME COMMAND... It prints one line with the name, the number of passed tests and
# the seconds, and appends it to the file $SUITE_RESULTS if that is set. run-suite.sh -total FILE prints the sum of such a file
# and removes it.
#
# A suite prints "K passed, F failed" in one or more lines, which are added up; libcheck prints "Checks: N, Failures: F,
# Errors: E". If a suite fails or prints no such line, it counts as failed, and all its output is printed.
set -u
if [ "$1" = -total ]; then
   [ -f "$2" ] || exit 0
   awk -F '\t' '{ k += $2; n += $3; s += $4 } END { printf "check: %d suites, %d of %d tests passed, %.0f s\n", NR, k, n, s }' "$2"
   rm -f "$2"
   exit
fi
name=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
start=$(date +%s.%N)
"$@" >"$log" 2>&1
status=$?
line=$(awk -v seconds="$(echo "$(date +%s.%N) $start" | awk '{ print $1 - $2 }')" -v name="$name" -v OFS='\t' '
   /^[0-9]+ passed, [0-9]+ failed$/ { k += $1; n += $1 + $3 }
   /^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ { k += $3 - $5 - $7; n += $3 }
   END { print name, k + 0, n + 0, seconds }' "$log")
[ -z "${SUITE_RESULTS-}" ] || echo "$line" >>"$SUITE_RESULTS"
# A count with a failure fails the suite even if its status is 0.
[ $status != 0 ] || status=$(echo "$line" | awk -F '\t' '{ print !($2 && $2 == $3) }')
text=$(echo "$line" | awk -F '\t' '{ printf "%-34s %7d of %-7d %6.1f s", $1, $2, $3, $4 }')
if [ "$status" != 0 ]; then
   # The line is one write, since other suites may run at the same time.
   text="FAIL $text, status $status
$(cat "$log")"
elif skipped=$(grep '^SKIP' "$log"); then
   text="$text
$skipped"
fi
echo "$text"
[ "$status" = 0 ]
