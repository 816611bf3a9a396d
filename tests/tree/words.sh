#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that scripts/check-words.sh finds words in comments, messages and documents, and nowhere else.
set -u
. "$(dirname "$0")/../tool/suite.sh"
cp -R "$(dirname "$0")/../../scripts" "$dir"
cd "$dir" || exit 2
script=scripts/check-words.sh
sed "/^LIMITS='/,/^'/{/^[^L']/d}" scripts/check-words.sh >none && cat none >$script # without limits
# The tree has one file with a line of text: words NAME STATUS FILE LINE
words() {
   mkdir -p "tree/$(dirname "$3")"
   printf '%s\n' "$4" >"tree/$3"
   "$script" tree >out 2>&1
   [ $? = "$2" ] && { [ "$2" = 0 ] || grep -qF "   $3:1: [" out; }
   verdict $? "$1: $(cat out)"
   rm -rf tree
}
words "a comment of C" 1 new/a.c '   x = 1; /* The blocks behind it. */'
words "a comment after //" 1 new/a.h '// Nobody reads this.'
words "a comment of a table" 1 new/a.def '/* In front of the table. */ ROW(1)'
words "a message" 1 new/a.c 'error("a label behind END");'
words "a string of a test" 0 tests/a.c 'error("a label behind END");'
words "a comment of a test" 1 tests/a.c '/* Leg 1 */'
words "a name" 0 new/a.c 'behind(); /* Is after. */'
words "part of a word" 0 new/a.c '/* Amendment, bathrooms, instancing. */'
words "a document" 1 new/a.md 'A bug was mended.'
words "code in a document" 0 new/a.md 'The option `behind` is good.'
words "the start of a document" 1 README.md 'Every room has a name.'
words "a comment of a script" 1 new/a.sh 'echo # in front of it'
words "a command" 0 new/a.sh 'echo in front of it'
words "a comment of a makefile" 1 Makefile '# The rooms of the library'
words "a good phrase" 0 new/a.c '/* For instance, there is no room for it. */'
words "an allowed place" 0 gl-driver/a.c '/* Instances of a draw. */'
words "the same elsewhere" 1 new/a.c '/* Instances of the program. */'
words "a negation" 1 new/a.c '/* It is no number. */'
sed "s/^LIMITS='/&\nnew 1/" none >$script
words "as many as are allowed" 0 new/a.c '/* The block behind it. */'
mkdir -p tree/new
printf '/* Behind it. */\n/* In front of it. */\n' >tree/new/a.c
check "one more" sh -c '! "$0" tree >out && grep -q "FAIL new: 2 lines with words to avoid, 1 are allowed" out' "$script"
rm tree/new/a.c
printf '%s\n' '```' 'behind' '```' 'after' >tree/new/a.md
check "a block of code" "$script" tree >out
finish
