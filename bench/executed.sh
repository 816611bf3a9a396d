#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts with valgrind the instructions that nvp4c_compile() executes to compile text to bytes at -O2. The count is the same on
# every machine with the same compiler and C library. LD_BIND_NOW lets the loader find functions of the C library beforehand.
# usage: bench/executed.sh NVP4C
set -eu
nvp4c=$1
command -v valgrind >/dev/null 2>&1 || { echo "SKIP executed instructions: valgrind is not installed"; exit 0; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The program is a chain of 26 multiply-adds and 26 interpolations of four components: 208 operations of the source.
{
   printf '!!NVfp4.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.texcoord[1];\n'
   i=0
   while [ $i -lt 26 ]; do
      printf 'MAD a, a, b, program.local[%d];\nLRP b, a.x, b, program.local[%d];\n' $((i % 8)) $((i % 5))
      i=$((i + 1))
   done
   printf 'MOV result.color, a;\nEND\n'
} >"$dir/chain.fp"
# Lines for the parser alone.
{
   printf '!!NVfp4.0\nPARAM c[16] = { program.local[0..15] };\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.texcoord[1];\n'
   i=0
   while [ $i -lt 1000 ]; do
      printf 'MAD a, b, c[%d], a;\n' $((i % 16))
      i=$((i + 1))
   done
   printf 'MOV result.color, a;\nEND\n'
} >"$dir/lines.fp"

count() { # OPTION...
   LD_BIND_NOW=1 valgrind --tool=callgrind --toggle-collect=nvp4c_compile --callgrind-out-file="$dir/out" "$nvp4c" -O2 "$@" -o /dev/null 2>"$dir/log" ||
      { cat "$dir/log" >&2; exit 1; }
   sed -n 's/.*Collected : *//p' "$dir/log"
}
echo "executed instructions, text to bytes, -O2:"
for target in usc agx; do
   for file in bench/shaders/fs_pass.fp bench/shaders/fs_phong2tex.fp bench/shaders/vs_tnl.vp "$dir/chain.fp"; do
      printf '   %-4s %-18s %10d\n' $target "$(basename "$file")" "$(count -target=$target -c -fmt=hex "$file")"
   done
done
printf '   %-23s %10d a source line\n' "parsing of 1,000 lines" $(($(count -fsyntax-only "$dir/lines.fp") / 1000))
