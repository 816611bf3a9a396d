#!/bin/sh
# SPDX-License-Identifier: MIT
# nightly.sh FIGURES: runs the tests that are too long for `make check`, in at most two hours on two cores. The seed is the date, so each night
# tests other programs. A run resumes in the part that was interrupted. Each part adds a line to the file FIGURES: date, commit, part, seconds,
# exit status, and its last line of output. The exit status is 1 if a part failed.
set -u

figures=$1
seed=$(date +%Y%m%d)
state=build/nightly.state
commit=$(git rev-parse --short=10 HEAD 2>/dev/null || echo unknown)
mkdir -p build/nightly "$(dirname "$figures")"

# A line for each part: its limit in minutes, its name, its command.
parts() {
   cat <<EOF
40 differential make differential MINUTES=35 SEED=${seed}000000
14 differential-sanitized make differential BUILD=asan O=build/asan MINUTES=10 SEED=${seed}500000
24 fuzz make fuzz MINUTES=1
12 second make second COUNT=20000 SEED=${seed}000000
20 mutation make mutation COUNT=150 SEED=$seed
8 growth make soak ONLY=growth
EOF
}

from=1
if [ -f "$state" ]; then
   read -r at day next <"$state"
   [ "$at $day" != "$commit $seed" ] || from=$next
fi
failed=0 n=0
parts >build/nightly/parts
while read -r minutes name command <&3; do
   n=$((n + 1))
   [ "$n" -ge "$from" ] || continue
   echo "$commit $seed $n" >"$state"
   log=build/nightly/$name.log
   start=$(date +%s)
   # shellcheck disable=SC2086 # a command of several words
   timeout $((minutes * 60)) $command >"$log" 2>&1
   status=$?
   [ "$status" = 0 ] || failed=1
   printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$seed" "$commit" "$name" $(($(date +%s) - start)) "$status" "$(grep -v '^make' "$log" | tail -n 1)" | tee -a "$figures"
done 3<build/nightly/parts
rm -f "$state"
exit "$failed"
