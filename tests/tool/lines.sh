#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the source lines of code: lines.sh NVP4C PROGRAM... For each program:
#   - with -g the listing is the same, with additional comments
#   - every group has a line, except for the preparation of registers and memory, constants, and padding; an operation that only some
#     statements need is in a group with such a statement
#   - the line table of the object, as readelf reads it (if it is installed), has the same lines as --dis
set -u
N=$(realpath "$1")
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
fail() {
   failed=$((failed + 1))
   echo "FAIL $1: $2"
}

for p; do
   "$N" -S -o "$dir/plain" "$p" 2>/dev/null || continue
   "$N" -S -g -o "$dir/lines" "$p" 2>/dev/null && grep -v '^#' "$dir/lines" | cmp -s - "$dir/plain" || { fail "$p" "-g changes the listing"; continue; }
   awk '
      BEGIN {
         made["smp"] = "TEX|TXP|TXB|TXL|TXF|TXD|TXQ|KIL"
         made["frsq"] = "RSQ|NRM|LIT|POW"
         made["flog"] = "LG2|LOG|POW|LIT|TXD" # of gradients of cube maps
         made["fexp"] = "EX2|EXP|POW|LIT|OPTION ARB_fog_exp"
         made["uvsw.emit "] = "EMIT|END"
      }
      /^#/ { lines = lines "\n" $0; next }
      /^[0-9]+ :/ { here = lines; lines = ""; group = $1; next }
      {
         if (here == "" && $1 !~ /^(mov|mbyp|movi32|umadd64|st.*|wdf|nop.end)$/) { print "group " group " has no line"; exit }
         for (op in made)
            if (index($1, op) == 1 && here !~ made[op]) { print $1 " comes from" here; exit }
      }' "$dir/lines" >"$dir/wrong"
   [ -s "$dir/wrong" ] && { fail "$p" "$(cat "$dir/wrong")"; continue; }
   if command -v readelf >/dev/null && "$N" -c -o "$dir/a.o" "$p" 2>/dev/null; then
      "$N" --dis "$dir/a.o" | sed -n 's/^# .*:\([0-9]*\)$/\1/p' >"$dir/dis"
      LC_ALL=C readelf --debug-dump=decodedline "$dir/a.o" 2>"$dir/err" | awk '/ 0x|  0 / && $2 ~ /^[0-9]+$/ && $2 > 0 { print $2 }' >"$dir/elf"
      [ -s "$dir/err" ] && { fail "$p" "readelf: $(head -1 "$dir/err")"; continue; }
      cmp -s "$dir/dis" "$dir/elf" || { fail "$p" "readelf and --dis see other lines"; continue; }
      [ -s "$dir/dis" ] || { fail "$p" "no lines in the object"; continue; }
   fi
   passed=$((passed + 1))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
