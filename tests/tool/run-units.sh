#!/bin/sh
# SPDX-License-Identifier: MIT
# Run unit test programs, JOBS at a time: one line each with its seconds; the output of one that fails is shown.
set -u
# Limits of time are to end tests that hang, on slow and busy machines, too.
export CK_TIMEOUT_MULTIPLIER="${CK_TIMEOUT_MULTIPLIER:-10}"
# Compiles ask for large blocks by the thousand: what is given back stays with the process, in place of being cleared by the system each time.
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-1073741824}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1073741824}"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/one" <<'ONE'
name=$(basename "$2")
s=$(date +%s.%N)
if "$2" >"$1/$name.log" 2>&1; then
   e=$(date +%s.%N)
   printf '%-28s %6.1f s   %s\n' "$name" "$(echo "$e $s" | awk '{print $1-$2}')" "$(tail -n 1 "$1/$name.log")"
   : >"$1/$name.ok"
else
   printf 'FAIL %s\n%s\n' "$2" "$(cat "$1/$name.log")"
fi
ONE
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 sh "$dir/one" "$dir"
passed=$(find "$dir" -name '*.ok' | wc -l)
echo "units: $passed passed, $(($# - passed)) failed"
[ "$passed" -eq $# ] && [ "$passed" -gt 0 ]
