#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes a C file with the page of -report=html, without title and data: embed-page.sh page.html page.css SCRIPT.js... The policy of the
# page gets the hashes of its style and its script, so a browser runs nothing else. Indentation and comments are left out.
set -eu
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
page=$1
# Comments begin and end with lines.
strip() { sed 's/^ *//' "$@" | awk '/^\/\*/ { comment = 1 } !comment { print } /\*\/$/ { comment = 0 }'; }
strip "$2" >"$T/style"
shift 2
strip "$@" >"$T/script"
# A tag could end the element early or late, and the hash would be of another text.
! grep -iE '</?(style|script)|<!--' "$T/style" "$T/script" >&2 || { echo "embed-page.sh: a style or script has a tag" >&2; exit 1; }

# The hash of a file as the policy spells it: SHA-256 in base 64
hash_of() {
   sha256sum "$1" | awk '{
      digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
      for (k = 1; k <= 64; k++) {
         bits = bits * 16 + index("0123456789abcdef", substr($1, k, 1)) - 1
         if (k % 3 == 0) { text = text substr(digits, int(bits / 64) + 1, 1) substr(digits, bits % 64 + 1, 1); bits = 0 }
      }
      # One of the 64 digits is left. Two zero bits complete it.
      print "sha256-" text substr(digits, bits * 4 + 1, 1) "="
   }'
}
# Each marker in the page is replaced, or ends a string of the C file.
awk -v style="$T/style" -v script="$T/script" -v style_hash="$(hash_of "$T/style")" -v script_hash="$(hash_of "$T/script")" '
   function put(text, end) { gsub(/[\\"?]/, "\\\\&", text); print "   \"" text end "\"" } # ? because of trigraphs
   function put_file(name, line) { while ((getline line < name) > 0) put(line, "\\n") }
   BEGIN { print "/* Made by scripts/embed-page.sh. */\n#include \"nvp4c/cli/cli.h\"\n\nconst struct html_page html_page = {" }
   {
      sub(/@STYLE-HASH@/, style_hash)
      sub(/@SCRIPT-HASH@/, script_hash)
      while (match($0, /@[A-Z]+@/)) {
         marker = substr($0, RSTART + 1, RLENGTH - 2)
         put(substr($0, 1, RSTART - 1), "")
         $0 = substr($0, RSTART + RLENGTH)
         if (marker == "STYLE")
            put_file(style)
         else if (marker == "SCRIPT")
            put_file(script)
         else
            print "   ,"
      }
      put($0, "\\n")
   }
   END { print "};" }' "$page"
