#!/bin/sh
# SPDX-License-Identifier: MIT
# Looks for the words of scripts/words.tsv in comments, messages and documents: check-words.sh [-l] [ROOT]. ROOT is the tree (default: the
# current directory). -l lists the lines with such words, otherwise only those of folders with more than their limit are listed.
# Prints "K passed, F failed": folders.
set -u
export LC_ALL=C

# Lines with such words that a folder may have. These numbers only go down; a folder without a number may have none.
LIMITS='
backend-agx  1
backend-usc  1
codegen      1
docs         4
frontend     1
include      3
ir           2
nvp4c        7
semantics    1
tests        1
'
# Files that are not read: names and texts of times past, texts of others, and the table itself.
SKIPPED='^(docs/renames\.md|scripts/(words\.tsv|check-words\.sh|same-output\.sh)|LICENSE|tests/tree/words\.sh)$|^scripts/howto/'

list=
[ "${1-}" != -l ] || { list=1; shift; }
here=$(cd "$(dirname "$0")" && pwd)
cd "${1-.}" || exit 2
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
"$here/check-structure.sh" -files | grep -E '(\.(c|h|l|y|def|sh|awk|mk|py|md)|(^|/)Makefile)$' | grep -vE "$SKIPPED" >"$T/files"
xargs awk -f "$here/structure/text.awk" <"$T/files" >"$T/text"
[ -s "$T/files" ] || { echo "FAIL no text in $(pwd)"; exit 1; }
tab=$(printf '\t')
grep -v '^#' "$here/words.tsv" | while IFS=$tab read -r word instead phrases paths; do
   [ "$paths" != - ] || paths='^$'
   grep -iE "^[^:]*:[0-9]*:.*\b($word)\b" "$T/text" | grep -vE "$paths" |
      if [ "$phrases" = - ]; then cat; else sed -E "s#\b($phrases)##Ig"; fi |
      grep -iE "^[^:]*:[0-9]*:.*\b($word)\b" | sed "s#^\([^ ]*\)#\1 [$instead]#"
done >"$T/found"
sed 's#^\([^/:]*\)/.*#\1#; t; s#.*#.#' "$T/found" | sort | uniq -c | awk '{ print $2, $1 }' >"$T/counts"
sed 's#/.*##; t; s#.*#.#' "$T/files" | sort -u >"$T/folders"
echo "$LIMITS" >"$T/limits"
awk -v list="$list" '
   FILENAME ~ /limits$/ { limit[$1] = $2; next }
   FILENAME ~ /counts$/ { count[$1] = $2; next }
   FILENAME ~ /folders$/ {
      if (count[$1] > limit[$1]) {
         over[$1]
         printf "FAIL %s: %d lines with words to avoid, %d are allowed:\n", $1, count[$1], limit[$1]
         failed++
      } else
         passed++
      next
   }
   {
      folder = $0 ~ /^[^:]*\// ? $0 : "."
      sub(/\/.*/, "", folder)
      if (list || folder in over)
         print "   " $0
   }
   END { printf "%d passed, %d failed\n", passed, failed; exit failed > 0 }' "$T/limits" "$T/counts" "$T/folders" "$T/found"
