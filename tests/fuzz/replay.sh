#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the kept inputs of the fuzz targets, tests/fuzz/seeds/TARGET/*: replay.sh REPLAY.
set -u
passed=0 failed=0
for d in tests/fuzz/seeds/*/; do
   t=$(basename "$d")
   n=$(ls "$d" | wc -l)
   if out=$("$1" "$t" "$d"* 2>&1); then passed=$((passed + n)); else
      # The last line names the input.
      echo "FAIL $t:"
      echo "$out" | tail -20
      failed=$((failed + n))
   fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
