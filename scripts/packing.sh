#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures how well groups are packed: packing.sh NVP4C DIR FILE... For the files, and for the programs of DIR/INDEX.tsv if it exists: groups
# at -O2 and -O3 against the lower bound that counts scalar operations, and the number of blocks that are proved optimal at -O3. Fails if -O2
# needs more than 1.10 of the bound, if fewer than 80% of the blocks are optimal, or if a bound is above the groups of its block, which the
# compiler reports as a bug.
set -u
nvp4c=$1
dir=${2:-}
shift 2
files=$*
if [ -n "$dir" ] && [ -f "$dir/INDEX.tsv" ]; then
   files="$files $(awk -F'\t' -v d="$dir" '$2 ~ /^(nv[vf]p4|arb[vf]p)$/ && $4 != "reject" { print d "/" $1 }' "$dir/INDEX.tsv")"
fi
# The statistics of $f with the options, each line after a word, or "bug" if the compiler reports one.
stats() {
   word=$1
   shift
   text=$("$nvp4c" "$@" -w -stats -o /dev/null "$f" 2>/dev/null)
   [ $? -eq 4 ] && echo "$word bug: 1 $f"
   echo "$text" | sed "s/^/$word /"
}
for f in $files; do
   stats 2 -O2
   stats 3 -O3 -fsched=both
done | awk '
   $2 == "bug:" {
      print "FAIL " $4 ": internal error at -O" $1
      bugs++
   }
   { v[$1 " " $2] += $3 }
   $1 == 2 && $2 == "groups:" { n++ }
   $1 == 3 && $2 == "groups_fast:" { fast = $3 }
   $1 == 3 && $2 == "groups_exact:" { list += fast; exact += $3 }
   END {
      if (!n) {
         print "SKIP packing: no programs"
         exit 0
      }
      b = v["2 lower_bound:"]
      optimal = v["3 blocks_optimal:"] / v["3 blocks:"]
      printf "%-10s %8s %8s %8s %8s %8s %8s %8s\n", "programs", "bound", "-O2", "slots", "-O3", "blocks", "optimal", "spilled"
      printf "%-10d %8d %8d %8d %8d %8d %8d %8d\n", n, b, v["2 groups:"], v["2 issue_slots:"], v["3 groups:"], v["3 blocks:"],
             v["3 blocks_optimal:"], v["2 spill_bytes:"]
      printf "-O2 has %.3f of the bound; list schedule %.4f of the search; %.1f%% of the blocks are optimal at -O3\n", v["2 groups:"] / b,
             list / exact, 100 * optimal
      exit bugs || v["2 groups:"] > 1.10 * b || optimal < 0.80
   }'
