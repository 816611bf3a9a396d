#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that --run has the same results for the source, the IR and machine code: run.sh NVP4C N SEED PROGRAM... selects N of the
# programs by seed, and sets some inputs by name and the other ones by seed, with exact arithmetic (-ffp=strict). As in the
# verifier (docs/semantics.md, "Equality"), all NaNs are equal, and a denormal is equal to the zero of its sign. Everything else
# is compared bit for bit.
set -u
export LC_ALL=C
nvp4c=$1 n=$2 seed=$3
shift 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0 k=0

number() { echo "$seed $k $1" | awk '{ s = ($1 * 7919 + $2 * 104729 + $3 * 1299709) % 2048; printf "%.6g\n", s / 256 - 4 }'; }
pick=$(printf '%s\n' "$@" | awk -v seed="$seed" '{ s = seed; for (i = 1; i <= length($0); i++) s = (s * 131 + index("/-.0123456789abcdefghijklmnopqrstuvwxyz", substr($0, i, 1)) + 7) % 1000003; print s, $0 }' |
   sort -n | awk -v n="$n" 'NR <= n { print $2 }')
for f in $pick; do
   k=$((k + 1))
   case $f in
   *.vp) set -- "vertex.attrib[$((k % 16))]=$(number 1),$(number 2),$(number 3),1" ;;
   *.fp) set -- "fragment.texcoord[$((k % 8))].xy=$(number 1) $(number 2);fragment.color=$(number 3)" ;;
   *) set -- "vertex[0].position=$(number 1),$(number 2),$(number 3),1" ;;
   esac
   for on in source ir code; do
      "$nvp4c" -w --run -ffp=strict -on=$on -seed=$((seed + k)) -in "$1" -in "program.local[$((k % 4))]=$(number 4),0x3f000000,2,-1" "$f" >"$dir/$on" 2>&1
      echo "status $?" >>"$dir/$on"
      # For floats (integers have an i) other than infinities: -nan and nan; denormals, which are below 0x00800000, become the zero of their sign.
      sed -e '/i 0x[0-9a-f]*$/b' -e '/ 0x[7f]f800000$/b' -e 's/= .* 0x[7f]f[89a-f][0-9a-f]\{5\}$/= nan/' -e 's/= .* 0x00[0-7][0-9a-f]\{5\}$/= 0/' \
         -e 's/= .* 0x80[0-7][0-9a-f]\{5\}$/= -0/' "$dir/$on" >"$dir/$on.same"
   done
   if grep -q '^status 0' "$dir/source" && cmp -s "$dir/source.same" "$dir/ir.same" && cmp -s "$dir/ir.same" "$dir/code.same"; then
      passed=$((passed + 1))
   else
      failed=$((failed + 1))
      echo "FAIL $f (-seed=$((seed + k)))"
      diff "$dir/source.same" "$dir/ir.same" | head -3
      diff "$dir/ir.same" "$dir/code.same" | head -3
   fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed = "$n" ]
