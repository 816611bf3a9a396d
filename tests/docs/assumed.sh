#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that scripts/check-assumed.sh finds marks without a row and rows without a mark, by changes to a tree of a few files.
# Prints "N passed, N failed".
set -u
script=$(cd "$(dirname "$0")/../../scripts" && pwd)/check-assumed.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
passed=0 failed=0
look() { # expected status, name, a line after that of backend-usc/a.c, that line
   mkdir -p tree/docs tree/semantics tree/backend-usc/check tree/tests/isa
   for f in docs/abi-usc.md docs/usc-scheduling.md docs/usc-tools.md tests/isa/usc.forms semantics/num.c semantics/num_math.c; do : >"tree/$f"; done
   printf '%s\n' 'Marks: *assumed*, "assumed".' '## Assumptions' '| id | what |' '|----|------|' '| one | a thing |' '## Next' >tree/docs/usc-encoding.md
   printf '%s\n' "${4-/* assumed[one] */}" "$3" >tree/backend-usc/a.c
   printf '%s\n' "${5-}" >tree/backend-usc/check/usc_premises.def
   "$script" tree >out 2>&1
   status=$?
   if [ "$status" = "$1" ]; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $2: status $status"
      cat out
   fi
   rm -rf tree
}
look 0 'a mark with its row' ''
look 0 'the same mark at the start of a sentence' '/* Assumed[one]: a thing */'
look 0 'a mark that is explained' '/* what is "assumed" */'
look 1 'a mark without an id' '/* a thing (assumed) */'
look 1 'a mark without a row' '/* assumed[two] */'
look 1 'a row of an instruction without an id' 'ISR("6", "X", X, A, "a thing")'
look 0 'a row of an instruction with its id' 'ISR("6", "X", X, A, "a thing: assumed[one]")'
look 1 'a row without a mark' '' '/* observed */'
look 0 'a premise of reports is a mark' '' '' 'PREMISE(ONE, "one", "a thing", true)'
look 1 'a premise of reports without a row' '' '/* assumed[one] */' 'PREMISE(TWO, "two", "a thing", true)'
echo "$passed passed, $failed failed"
[ $failed = 0 ]
