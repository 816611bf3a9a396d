#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the how-to steps of CONTRIBUTING.md: howto.sh [-test] DIR JOBS [MAKE-ARGUMENT...]
#
# scripts/howto/NAME.patch is a minimal example of one step. The patches are applied to copies of the tree in DIR, as many to one as fit
# together. The copies must compile, and the tests that the patches add must pass. With -test each patch has its own copy, in which check-unit
# and check-text must pass. The head of a patch has
#
#   Places: N              it changes N files outside of tests/ and docs/
#   Without FILE: TEXT     without its part in FILE, the compiler stops with the message TEXT
#
# The copies are compiled without optimisation, since a row of a central table compiles nearly everything again. With -test, DIR keeps the
# objects of the unchanged tree for the next time. Prints a line for each copy; exit status 1 if one fails.
set -u
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL

# The largest number of places that each step may touch, besides the file of a pass.
LIMITS='ir-op 2
rule 1
usc-instruction 2
agx-instruction 2
nv-instruction 2
usc-peephole 1
tgsi-instruction 1
lowering 2
pass 3
key-field 3'

test=
[ "${1-}" != -test ] || { test=1; shift; }
[ $# -ge 2 ] || { echo "usage: howto.sh [-test] DIR JOBS [MAKE-ARGUMENT...]" >&2; exit 2; }
mkdir -p "$1"
dir=$(cd "$1" && pwd) jobs=$2
shift 2
root=$(cd "$(dirname "$0")/.." && pwd)
export GIT_CEILING_DIRECTORIES="$dir" # so that git apply does not see the checkout around the folder
# Unit tests are compiled only with -test. Without it, patches that add lines at one place of a unit test fit together.
flags=-O0 unused='--exclude=tests/unit/*'
[ -z "$test" ] || flags=-O1 unused=
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
goals='o/bin/nvp4c o/tests/tool/runner'
if [ -n "$test" ]; then
   goals="$goals $(cd "$base" && ls tests/unit/*/test_*.c | sed 's|^|o/|; s|\.c$||' | tr '\n' ' ')"
   compile "$base" $goals || { tail -20 "$log"; echo "FAIL howto: the tree does not compile"; exit 1; }
fi

# Reads the head of a patch, and the list of its files.
read_head() { # PATCH
   name=$(basename "$1" .patch)
   files=$(sed -n 's|^diff --git a/\([^ ]*\) .*|\1|p' "$1")
   places=$(echo "$files" | grep -vcE '^(tests|docs)/')
   said=$(sed -n 's/^Places: //p' "$1")
   limit=$(echo "$LIMITS" | awk -v n="$name" '$1 == n { print $2 }')
   own=$(echo "$files" | grep -E '^tests/(agx|arb|cli|nv|regress|usc)/[^/]*$')
   without=$(sed -n 's/^Without \([^:]*\): .*/\1/p' "$1")
   text=$(sed -n 's/^Without [^:]*: //p' "$1")
}

check_head() {
   [ "$places" = "$said" ] || { echo "$name touches $places places, its head says '$said'"; return 1; }
   [ "$places" -le "${limit:-$places}" ] || { echo "$name: $places places, at most $limit are allowed"; return 1; }
   [ -n "$own" ] || { echo "$name adds no test"; return 1; }
}

# Tests a copy of the tree with some patches, at most one of which has a line "Without". Prints what is wrong.
step() { # PATCH...
   tests='' part='' of='' stops=''
   rm -rf "$tree"
   cp -a "$base" "$tree"
   for patch; do
      read_head "$patch"
      check_head || return 1
      (cd "$base" && git apply --check "$patch") 2>&1 || return 1
      (cd "$tree" && git apply $unused ${without:+--exclude="$without"} "$patch") 2>&1 || return 1
      [ -z "$without" ] || part=$without of=$patch stops=$text
      tests="$tests $own"
   done
   if [ -n "$part" ]; then
      ! compile "$tree" o/bin/nvp4c || { echo "it compiles without $part"; return 1; }
      grep -qF "$stops" "$log" || { grep -m3 'error' "$log"; echo "without $part the compiler does not say '$stops'"; return 1; }
      (cd "$tree" && git apply --include="$part" "$of") 2>&1 || return 1
   fi
   compile "$tree" $goals || { grep -m5 -E 'error|FAIL|\*\*\*' "$log"; echo "it does not compile"; return 1; }
   ! grep -q 'warning:' "$log" || { grep -m5 'warning:' "$log"; return 1; }
   (cd "$tree" && o/tests/tool/runner -j "$jobs" -default "-O0 -verify-sim=16" -default "-O2 -verify-sim=16" o/bin/nvp4c $tests) >"$log" 2>&1 ||
      { cat "$log"; echo "their own tests fail"; return 1; }
   [ -z "$test" ] || compile "$tree" check-unit check-text || { tail -30 "$log"; echo "tests of the tree fail"; return 1; }
}

# Splits the list into $group, patches that apply together, beginning with the first one, and $left.
choose_group() { # PATCH...
   group='' left='' group_without=''
   for patch; do
      read_head "$patch"
      if [ -z "$group" ] || { [ -z "$test" ] && [ -z "${without:+$group_without}" ] && cat $group "$patch" | (cd "$base" && git apply $unused --check) 2>/dev/null; }; then
         group="$group $patch"
         group_without=$group_without$without
      else
         left="$left $patch"
      fi
   done
}

passed=0 failed=0 left=$(ls "$root"/scripts/howto/*.patch)
while [ -n "$left" ]; do
   start=$(date +%s)
   choose_group $left
   names=$(for patch in $group; do basename "$patch" .patch; done | tr '\n' ' ')
   if wrong=$(step $group); then
      result=ok
      passed=$((passed + $(echo $group | wc -w)))
   else
      result=FAIL
      failed=$((failed + $(echo $group | wc -w)))
   fi
   printf 'howto %6d s  %-4s  %s\n' $(($(date +%s) - start)) "$result" "$names"
   [ "$result" = ok ] || echo "$wrong" | sed 's/^/   /'
done
echo "howto: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
