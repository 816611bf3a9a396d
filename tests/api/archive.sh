#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks which global names the library defines in a program that links it: archive.sh PUBLIC INTERNAL SHARED COMPILE...
# PUBLIC is the installed archive, INTERNAL is the archive with all objects of the library, and SHARED is the shared library.
# COMPILE is a compiler with the options that the library was compiled with. Prints "N passed, N failed".
set -u
export LC_ALL=C
public=$1 internal=$2 shared=$3
shift 3
. "$(dirname "$0")/../tool/suite.sh"
names() { nm -g --defined-only "$@" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u; }

names "$public" >"$dir/public"
sed -n 's/^NVP4C_API.*[ *]\(nvp4c_[a-z0-9_]*\)(.*/\1/p' include/*.h | sort -u >"$dir/header"
check "the archive defines what the header declares and nothing else" cmp "$dir/header" "$dir/public"
names -D "$shared" | sed 's/@.*//' | grep -vE '^(NVP4C_0.1|_init|_fini|__[at]san.*|__ubsan.*|__gcov.*|__sanitizer.*)$' >"$dir/shared"
check "the shared library exports the same" cmp "$dir/header" "$dir/shared"
# Removing a name or changing its meaning breaks programs that are already linked, so the soname must change, too.
check "and tests/abi/symbols.txt lists them" cmp tests/abi/symbols.txt "$dir/shared"
check "under a version" sh -c 'nm -D --defined-only "$1" | grep -q " T nvp4c_compile@@NVP4C_0.1"' sh "$shared"
check "there are some" [ "$(wc -l <"$dir/header")" -gt 20 ]

# The program defines its own variables with all internal names of the library.
names "$internal" | grep -vE '^(nvp4c_|_|asan\.|tsan\.)' >"$dir/inside"
check "there are names inside" grep -qx util_fail "$dir/inside"
{
   echo '#include <stdio.h>'
   echo '#include "nvp4c.h"'
   sed 's/.*/int &;/' "$dir/inside"
   cat <<'END'
int main(void)
{
   static const char text[] = "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n";
   struct nvp4c_result *r = nvp4c_compile(text, sizeof text - 1, NULL);
   size_t len = 0;
   const int bad = !r || nvp4c_result_status(r) != NVP4C_OK || !nvp4c_result_code(r, &len) || !len;
   nvp4c_result_free(r);
   return bad;
}
END
} >"$dir/user.c"
check "a program with the same names inside links" "$@" -Iinclude -w -o "$dir/user" "$dir/user.c" "$public" -lm
check "and runs" "$dir/user"

finish
