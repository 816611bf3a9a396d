#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the kept inputs of the fuzz targets, tests/fuzz/seeds/TARGET/*: replay.sh REPLAY.
set -u
bad=0 n=0
for d in tests/fuzz/seeds/*/; do
   t=$(basename "$d")
   out=$("$1" "$t" "$d"* 2>&1) || { echo "FAIL $t:"; echo "$out" | tail -20; bad=1; }
   n=$((n + $(ls "$d" | wc -l)))
done
# Without a seed nothing was tested.
[ $n -gt 0 ] || { echo "FAIL no kept inputs"; bad=1; }
echo "$n kept inputs"
exit $bad
