#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that rejected machine code is not written: check-code.sh NVP4C NO-WAITS. NO-WAITS is a compiler that does not insert
# waits for requests (tests/seeded/no-waits.sed), which the checkers reject.
set -u
N=$(realpath "$1") W=$(realpath "$2")
. "$(dirname "$0")/suite.sh"
cd "$dir" || exit 2

# A texture access with a unique coordinate and factor, so that either of them in a message comes from the program.
cat >secret.fp <<'EOF'
!!NVfp4.0
TEMP secret;
TEX secret, fragment.texcoord[0], texture[0], 2D;
MUL result.color, secret, {0.1234567, 7.654321, 3, 5};
END
EOF
status() { # number, command...: the command must end with that status, and write a file only if that is 0
   want=$1
   shift
   rm -f code
   "$@" -c -fmt=raw -o code secret.fp >out 2>err
   got=$?
   [ $got = "$want" ] && { [ $got = 0 ] || [ ! -e code ]; }
}
discreet() { # the message must be about machine code and contain nothing of the program
   grep -q 'internal-error' err && ! grep -qi 'secret\(;\|,\| \|$\)\|TEX\|0\.12345\|7\.6543\|3dfcd6e' err
}

for target in usc agx; do
   for level in 0 1 2 3; do
      check "$target -O$level passes" status 0 "$N" -target=$target -O$level -check-code
   done
done
for level in 0 1 2 3; do
   check "USC -O$level without waits is refused" status 4 "$W" -O$level
   check "the message has nothing of the program" discreet
   check "AGX -O$level without waits is refused on request" status 4 "$W" -target=agx -O$level -check-code
   check "the message has nothing of the program" discreet
done
check "verification asks for the text of the group" sh -c '"$0" -verify-sim=1 -o /dev/null secret.fp 2>&1 | grep -q "illegal: .*: .*r[0-9]"' "$W"
check "AGX -O0 without waits is refused" status 4 "$W" -target=agx -O0
check "AGX -O2 is checked with -verify-each" status 4 "$W" -target=agx -O2 -verify-each
finish
