#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the forms of instructions with tests/isa/usc.forms, and tests that the comparison finds others: forms.sh FORMS PROGRAM...
#
# A form that is off by default must be missed in the table when it is turned on, and so must a row that is removed. A row that no
# program has must be found too.
set -u
forms=$1
shift
table=$(dirname "$0")/usc.forms
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
"$forms" "$table" "$@" || failed=1

# The comparison finds the form: finds TEXT OPTION... TABLE
finds() {
   text=$1
   shift
   if "$forms" "$@" $programs >"$work/out" 2>&1 || ! grep -qF "FAIL $text" "$work/out"; then
      failed=$((failed + 1))
      echo "FAIL the comparison does not find: $text"
      sed 's/^/   /' "$work/out" | head -5
   else
      passed=$((passed + 1))
   fi
}
programs=$(printf '%s\n' "$@" | grep -e fs_modulate.fp -e 172-depth.fp -e wobble.vp -e mandel.fp)
finds 'no row for op cndlt if !p0' -attr=+cndlt "$table"
finds 'no row for main int32.carry + float + tst + movc' -attr=+carryp1 "$table"
finds 'no row for main float + mov + depthf' -attr=+depthsat "$table"
finds 'no row for op itrsmp2d.pixel' -attr=+itrsmp "$table"
grep -v '^op frsq' "$table" >"$work/forms"
finds 'no row for op frsq' "$work/forms"
{ cat "$table"; echo 'op fsqrt | none'; } >"$work/forms"
finds 'no program has op fsqrt' "$work/forms"
sed 's/^\(op frsq .*\) | .*/\1/' "$table" >"$work/forms"
finds "$work/forms: a row without a source" "$work/forms"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
