#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures the optimiser on the programs of tests/opt: table.sh NVP4C [-update]. For each, programs.tsv has the groups at the time of a review, the
# number that was shown to be possible (or -) with an option -ffp, and a ceiling. Prints them with the current groups at -O0 to -O3; the exit
# status is 1 if -O2 has more groups than the ceiling. -update lowers ceilings to the current groups. For programs with a loop, whose description
# begins with "executed", it counts the issue slots that a wave executes, as the mean of a verification.
set -u
nvp4c=$1
forms=-mattr=+itrsmp,+cndlt,+carryp1,+depthsat # the review had these forms; `make bench` shows what it costs to leave them out
dir=$(dirname "$0")
groups() { "$nvp4c" -target=usc "$forms" -frt=rgba8 -w -stats -o /dev/null "$@" 2>/dev/null | awk '$1 == "groups:" { print $2 }'; }

executed() {
   "$nvp4c" -target=usc "$forms" -frt=rgba8 -w -report=text -verify-sim=16,seed=1 -o - "$@" 2>/dev/null |
      awk '/^# line  groups/ { table = 1; next } table && /^#/ { sum += $6 } END { printf "%d\n", sum + 0.5 }'
}

tail -n +2 "$dir/programs.tsv" | while IFS='	' read -r program reviewed shown ffp ceiling what; do
   f=$dir/$program
   printf '%s\t%s\t%s\t%s\t%s' "$program" "$reviewed" "$shown" "$ffp" "$ceiling"
   case $what in executed*) count=executed ;; *) count=groups ;; esac
   for n in 0 1 2 3; do printf '\t%s' "$($count -O$n -ffp="$ffp" "$f")"; done
   printf '\t%s\n' "$what"
done | if [ "${2:-}" = -update ]; then
   awk -F'\t' -v OFS='\t' '
      BEGIN { print "program", "reviewed", "shown", "ffp", "ceiling", "what" }
      { print $1, $2, $3, $4, $5 == "-" || $8 < $5 ? $8 : $5, $10 }' >"$dir/programs.new" && mv "$dir/programs.new" "$dir/programs.tsv"
else
   awk -F'\t' '
      BEGIN { printf "%-14s %9s %6s %5s %5s %5s %5s %5s  %s\n", "program", "reviewed", "shown", "-ffp", "-O0", "-O1", "-O2", "-O3", "what" }
      {
         printf "%-14s %9s %6s %5s %5s %5s %5s %5s  %s\n", $1, $2, $3, $4, $6, $7, $8, $9, $10
         for (n = 0; n < 4; n++)
            sum[n] += $(6 + n)
         if ($3 != "-") {
            claimed++
            reached += $8 <= $3
         }
         if ($8 > $5 || $8 == "") {
            print "FAIL " $1 ": the ceiling is " $5
            bad++
         }
      }
      END {
         printf "%-14s %9s %6s %5s %5d %5d %5d %5d\n", "together", "", "", "", sum[0], sum[1], sum[2], sum[3]
         print reached " of " claimed " programs reach what was shown"
         printf "%d passed, %d failed\n", NR - bad, bad
         exit bad > 0
      }'
fi
