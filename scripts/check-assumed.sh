#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Checks that every mark "assumed[id]" of the USC has a row in the table "Assumptions" of docs/usc-encoding.md, and every row a mark. The
# word needs an id, except in quotes or asterisks, where marks are explained. Rows of instructions with an assumed meaning (A in usc_isa.def)
# have the id in their remark. The rows of usc_premises.def, which reports print, count as marks.
#
#    check-assumed.sh [DIRECTORY]     the tree (default: the current directory)

cd "${1:-.}" || exit 2
table=docs/usc-encoding.md
files="docs/abi-usc.md docs/usc-scheduling.md docs/usc-tools.md $table tests/isa/usc.forms semantics/num.c semantics/num_math.c $(find backend-usc -name '*.[ch]' -o -name '*.def' | grep '^backend-usc' | grep -v -e usc_report.c -e usc_describe.c | sort)"

# shellcheck disable=SC2086
awk -v table=$table '
function complain(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad = 1 }
FILENAME == table && /^## / { inside = $0 == "## Assumptions" }
FILENAME == table && inside && /^\| [a-z0-9-]+ \|/ && $2 != "id" {
   if ($2 in row)
      complain("two rows for " $2)
   row[$2] = FNR
}
FILENAME ~ /usc_premises\.def$/ && /^PREMISE\(/ {
   split($0, part, "\"")
   at[part[2]] = FILENAME ":" FNR
}
/^ISR(_MOD)?\(.*, A, "/ && !/assumed\[/ { complain("a row with the provenance A and no id") }
{
   line = $0
   while (match(line, /[Aa]ssumed/)) {
      before = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
      line = substr(line, RSTART + RLENGTH)
      if (before == "\"" || before == "*" || before ~ /[A-Za-z-]/)
         continue
      if (match(line, /^\[[a-z0-9-]+\]/)) {
         id = substr(line, 2, RLENGTH - 2)
         if (id == "id")
            continue
         at[id] = FILENAME ":" FNR
      } else if (!(FILENAME == table && inside)) {
         complain("\"assumed\" without the id of a row of " table)
      }
   }
}
END {
   for (id in at)
      if (!(id in row)) {
         printf "%s: no row for assumed[%s] in %s\n", at[id], id, table
         bad = 1
      }
   for (id in row)
      if (!(id in at)) {
         printf "%s:%d: nothing is marked assumed[%s]\n", table, row[id], id
         bad = 1
      }
   exit bad
}' $files
