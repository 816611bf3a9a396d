#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes AGX instructions as bytes and text, for tests of other decoders: agx-cases.sh NVP4C AGX_CASES OUT [PROGRAM...]
#   OUT/emitted.txt   each instruction that the programs compile to at any level, once
#   OUT/random.txt    random legal instructions of each row of the table
set -u
N=$1 cases=$2 out=$3
shift 3
mkdir -p "$out" || exit 2
for f in "$@"; do
   for level in 0 1 2 3; do
      "$N" -S -w -target=agx -O$level -o - "$f" 2>/dev/null
   done
done | sed -n 's/^ *[0-9a-f]*: \([0-9a-f][0-9a-f]*\)  *\(.*\)$/\1 \2/p' | sort -u >"$out/emitted.txt"
"$cases" 1000 1 >"$out/random.txt"
wc -l "$out/emitted.txt" "$out/random.txt"
