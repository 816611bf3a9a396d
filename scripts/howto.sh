#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the how-to steps of CONTRIBUTING.md: howto.sh [-test] DIR JOBS [MAKE-ARGUMENT...]
#
# scripts/howto/NAME.patch is one such step, as short as it can be. Each is applied to a copy of the tree in DIR, which is compiled, and
# the tests that the patch adds must pass there; with -test all of check-unit and check-text. The head of a patch has
#
#   Places: N              it touches N files outside of tests/ and docs/
#   Without FILE: TEXT     if its part in FILE is left out, the compiler stops, and says TEXT
#
# The copies are compiled without optimisation: what counts is that they compile, and a row of a central table compiles nearly all of it
# again. DIR keeps the objects of the tree as it is for the next time. Prints a line a patch; exit status 1 if one fails.
set -u
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL

# The most places that a step may take: an IR op and a machine instruction two, a pass two beside its own file.
LIMITS='ir-op 2
usc-instruction 2
agx-instruction 2
pass 3'

test=
[ "${1-}" != -test ] || { test=1; shift; }
[ $# -ge 2 ] || { echo "usage: howto.sh [-test] DIR JOBS [MAKE-ARGUMENT...]" >&2; exit 2; }
mkdir -p "$1"
dir=$(cd "$1" && pwd) jobs=$2
shift 2
root=$(cd "$(dirname "$0")/.." && pwd)
export GIT_CEILING_DIRECTORIES="$dir" # git apply is to see a plain folder, not the checkout around it
flags=-O0
[ -z "$test" ] || flags=-O1
base=$dir/base$flags tree=$dir/tree$flags log=$dir/log$flags

# The tree as it is, with the time stamps of its files, and its objects.
mkdir -p "$base"
find "$base" -mindepth 1 -maxdepth 1 ! -name o -exec rm -rf {} +
(cd "$root" && scripts/check-structure.sh -files | tr '\n' '\0' |
   xargs -0 cp -a --parents -t "$base") || exit 1
compile() { # FOLDER, GOALS
   (cd "$1" && shift && eval "make -j$jobs O=o CFLAGS=$flags JOBS=$jobs $arguments" "$@") >"$log" 2>&1
}
arguments=
for a; do arguments="$arguments '$a'"; done
goals='o/bin/nvp4c o/tests/runner'
[ -z "$test" ] || goals="$goals $(cd "$base" && ls tests/unit/*/test_*.c | sed 's|^|o/|; s|\.c$||' | tr '\n' ' ')"
compile "$base" $goals || { tail -20 "$log"; echo "FAIL howto: the tree does not compile"; exit 1; }

# One patch; says what is wrong.
step() { # PATCH
   name=$(basename "$1" .patch)
   files=$(sed -n 's|^diff --git a/\([^ ]*\) .*|\1|p' "$1")
   places=$(echo "$files" | grep -vcE '^(tests|docs)/')
   said=$(sed -n 's/^Places: //p' "$1")
   limit=$(echo "$LIMITS" | awk -v n="$name" '$1 == n { print $2 }')
   tests=$(echo "$files" | grep -E '^tests/(agx|arb|cli|nv|regress|usc)/[^/]*$')
   [ "$places" = "$said" ] || { echo "it touches $places places, its head says '$said'"; return 1; }
   [ "$places" -le "${limit:-$places}" ] || { echo "$places places, at most $limit are allowed"; return 1; }
   [ -n "$tests" ] || { echo "it adds no test"; return 1; }
   rm -rf "$tree"
   cp -a "$base" "$tree"
   without=$(sed -n 's/^Without \([^:]*\): .*/\1/p' "$1")
   if [ -n "$without" ]; then
      text=$(sed -n 's/^Without [^:]*: //p' "$1")
      (cd "$tree" && git apply --exclude="$without" "$1") 2>&1 || return 1
      ! compile "$tree" o/bin/nvp4c || { echo "it compiles without $without"; return 1; }
      grep -qF "$text" "$log" || { grep -m3 'error' "$log"; echo "without $without the compiler does not say '$text'"; return 1; }
      (cd "$tree" && git apply --include="$without" "$1") 2>&1 || return 1
   else
      (cd "$tree" && git apply "$1") 2>&1 || return 1
   fi
   compile "$tree" $goals || { grep -m5 -E 'error|FAIL|\*\*\*' "$log"; echo "it does not compile"; return 1; }
   ! grep -q 'warning:' "$log" || { grep -m5 'warning:' "$log"; return 1; }
   (cd "$tree" && o/tests/runner -j "$jobs" -default "-O0 -verify-sim=16" -default "-O2 -verify-sim=16" o/bin/nvp4c $tests) >"$log" 2>&1 ||
      { cat "$log"; echo "its own tests fail"; return 1; }
   [ -z "$test" ] || compile "$tree" check-unit check-text || { tail -30 "$log"; echo "tests of the tree fail"; return 1; }
}

passed=0 failed=0
for patch in "$root"/scripts/howto/*.patch; do
   [ -f "$patch" ] || continue
   start=$(date +%s)
   if wrong=$(step "$patch"); then
      result=ok
      passed=$((passed + 1))
   else
      result=FAIL
      failed=$((failed + 1))
   fi
   printf '%-28s %6d s  %s\n' "howto $(basename "$patch" .patch)" $(($(date +%s) - start)) "$result"
   [ "$result" = ok ] || echo "$wrong" | sed 's/^/   /'
done
echo "howto: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
