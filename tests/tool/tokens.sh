#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the token streams of TGSI: tokens.sh NVP4C. tests/tgsi/tokens/NAME.words is an independent reference. It has the words
# in hexadecimal that tgsi_text_translate() of Mesa 22.3.6 (src/gallium/auxiliary/tgsi, compiled alone) makes from NAME.tgsi.
# For each:
#   - nvp4c makes these words from the text
#   - reading them gives the text again, and the same IR
#   - reading the layout of 26.2 gives the same text, too
set -u
N=$(realpath "$1")
. tests/tool/suite.sh
words() { od -An -v -w4 -tx4 "$1" | tr -d ' '; }
for t in tests/tgsi/tokens/*.tgsi; do
   p=$(basename "$t" .tgsi)
   "$N" -w -dump-ir -o "$dir/text.ir" "$t"
   "$N" -w -dump-source=tgsi -o "$dir/text" "$t"
   for v in 22_3 26_2; do
      check "$p: words of $v" "$N" -w -dump-source=tgsi_$v -o "$dir/$v" "$t"
      "$N" -w -x tgsi_$v -dump-source=tgsi -o "$dir/back" "$dir/$v"
      check "$p: text of the words of $v" cmp "$dir/back" "$dir/text"
      "$N" -w -x tgsi_$v -dump-ir -o "$dir/words.ir" "$dir/$v"
      check "$p: IR of the words of $v" cmp "$dir/words.ir" "$dir/text.ir"
   done
   words "$dir/22_3" >"$dir/hex"
   check "$p: the words of Mesa 22.3.6" cmp "$dir/hex" "tests/tgsi/tokens/$p.words"
done
# an instruction that a version does not have is a located error
printf 'FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {1, 0, 0, 0}\nSUB OUT[0], IMM[0], IMM[0]\nEND\n' >"$dir/old.tgsi"
"$N" -dump-source=tgsi_22_3 -o "$dir/old" "$dir/old.tgsi" 2>"$dir/err"
check "an instruction that 22.3 lacks: status" [ $? = 7 ]
check "an instruction that 22.3 lacks: place" grep -q 'old.tgsi:4:1: error: tokens of 22.3 have no number for the instruction SUB \[token-version\]' "$dir/err"
"$N" -dump-source=nv -o "$dir/old" "$dir/old.tgsi" 2>"$dir/err"
check "a language for other programs" grep -q '\[untranslatable\]' "$dir/err"
# FBFETCH has a result as its operand
for v in 22_3 26_2; do
   "$N" -x tgsi -dump-source=tgsi_$v -o "$dir/fetch" tests/usc/fetch.tgsi
   check "FBFETCH in words of $v" sh -c '"$0" -x tgsi_$2 -dump-source=tgsi "$1/fetch" | grep -q "FBFETCH TEMP\[0\], OUT\[0\].zyxw"' "$N" "$dir" $v
done
# the location of an error in a stream is the number of the word
head -c 40 "$dir/22_3" >"$dir/short"
"$N" -x tgsi_22_3 -o /dev/null "$dir/short" 2>"$dir/err"
check "a stream that is cut: status" [ $? = 1 ]
check "a stream that is cut: place" grep -q 'short:1:1: error: the header announces .* \[bad-tokens\]' "$dir/err"
finish
