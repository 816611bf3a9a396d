#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what it costs to leave out forms that are off by default: forms.sh BENCH. The limit is in bench/forms.c. A feature never makes a shader
# larger, the default is the column of none, and a feature that a shader cannot use changes nothing.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" bench forms >"$work/table" && status=passed || status=failed
awk -v limit=$status '
   /^(vs|fs)_/ {
      ok = NF == 8 && $3 <= $2 && $4 <= $2 && $5 == $2 && $6 == $2 && $7 == $2 && $8 <= $3 && $8 <= $4
      good += ok
      bad += !ok
      if (!ok)
         print "FAIL " $0
   }
   END {
      good += limit == "passed"
      bad += limit != "passed"
      printf "%d passed, %d failed\n", good, bad + (good + bad != 17)
      exit bad || good != 17
   }' "$work/table"
status=$?
[ $status = 0 ] || cat "$work/table"
exit $status
