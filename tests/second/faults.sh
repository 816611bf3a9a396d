#!/bin/sh
# SPDX-License-Identifier: MIT
# faults.sh PROGRAM FAULTS [GROUPS] [PROGRAMS]: compares a simulator with one fault at a time, separately on single groups and on compiled
# programs. Prints the number of faults that are found, and lists those that neither finds, with status 1.
program=$1 table=$2 groups=${3:-60000} programs=${4:-60}

# 0: nothing differs, 1: something does
compare()
{
   "$program" -quiet -first "$@" >/dev/null
   status=$?
   [ $status -le 1 ] || { echo "the comparison ended with status $status"; exit 2; }
   return $status
}

n=$(grep -c '^[a-z]' "$table")
compare -groups "$groups" -programs "$programs" || { echo "without a fault there is a difference"; exit 1; }
k=1 by_groups=0 by_programs=0 none=0
while [ $k -le "$n" ]; do
   found=
   compare -fault $k -groups "$groups" -programs 0 || { found=1; by_groups=$((by_groups + 1)); }
   [ "$programs" -eq 0 ] || compare -fault $k -groups 0 -programs "$programs" || { found=1; by_programs=$((by_programs + 1)); }
   if [ -z "$found" ]; then
      none=$((none + 1))
      echo "not found: $k in $(grep -A2 '^[a-z]' "$table" | grep -v '^#' | sed -n "$((3 * k - 2)),$((3 * k))p")"
   fi
   k=$((k + 1))
done
echo "$((n - none)) of $n faults found: $by_groups by $groups groups, $by_programs by $programs programs"
[ $none -eq 0 ]
