#!/bin/bash
# SPDX-License-Identifier: MIT
# Fuzzing with libFuzzer: run.sh GOAL BUILD-DIR, where GOAL is a goal of the Makefile. In the environment: FUZZ_CC (clang),
# MINUTES for each target, ONLY (targets; default all).
#   fuzz          goes on with the corpus in BUILD-DIR/corpus; findings lie in BUILD-DIR/findings, figures in
#                 BUILD-DIR/figures.tsv
#   fuzz-quick    a fixed number of executions of each target, with a fixed seed, from the seeds alone: for CI
#   fuzz-planted  each target with a fault in what it fuzzes (tests/fuzz/planted), which it has to find
# Exit status 1: something was found, or a planted fault was not.
set -u
export LC_ALL=C
goal=$1 O=$2
make=${MAKE:-make} cc=${FUZZ_CC:-clang}
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT

export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:allocator_may_return_null=1:quarantine_size_mb=16
export UBSAN_OPTIONS=print_stacktrace=1
# TARGET NUMBER: of the columns of a target, 5 is the room, 6 the executions
column() { awk -F'[(),]' -v t="$1" -v n="$2" '$2 == t { print $n + 0 }' tests/fuzz/targets.def; }
# TARGET FUZZER LOG [options]: prints nothing; the log has what the fuzzer said. New inputs go to the first folder of the
# options: $T/new is empty.
fuzz() {
   local t=$1 program=$2 log=$3
   shift 3
   rm -rf "$T/new"
   mkdir "$T/new"
   FUZZ_TARGET=$t "$program" -max_len="$(column "$t" 5)" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -entropic=0 \
      "$@" >"$log" 2>&1
}
stat() { sed -n "s/^stat::$1: *//p" "$2" | tail -1; }
covered() { sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$1" | tail -1; }

if [ "$goal" = quick-one ]; then # of fuzz-quick, which has built everything
   t=$3 bad=0
   if ! fuzz "$t" "$O/tests/fuzz/fuzz" "$T/log" -runs="$(column "$t" 6)" -seed=1 -artifact_prefix="$O/found-$t-" \
      "$T/new" "$O/seeds/$t"; then
      bad=1
      echo "FAIL $t:"
      tail -40 "$T/log"
   fi
   printf '%-10s %9s executions, %s a second\n' "$t" "$(stat number_of_executed_units "$T/log")" \
      "$(stat average_exec_per_sec "$T/log")"
   exit $bad
fi

echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return (int)(n && 0 * *d); }' >"$T/a.c"
if ! $cc -fsanitize=fuzzer,address -o "$T/a" "$T/a.c" 2>/dev/null; then
   echo "SKIP $goal: $cc has no libFuzzer (Debian: clang, libclang-rt-14-dev or newer)"
   exit 0
fi
linker=
! command -v ld.lld >/dev/null 2>&1 || linker=LDFLAGS=-fuse-ld=lld
build() { "$make" --no-print-directory -s -j2 "$@" >/dev/null || exit 1; }
build BUILD=fuzz O="$O" CC="$cc" $linker "$O/tests/fuzz/fuzz" "$O/tests/fuzz/session"
# The compiler and the generator that make seeds are those of the release build, which are faster, if there is one.
if [ -x build/release/bin/nvp4c ]; then
   seeder=build/release
   build BUILD=release O=$seeder CC="${CC:-cc}" LDFLAGS= $seeder/tests/generate/generate
else
   seeder=$O
   build BUILD=fuzz O="$O" CC="$cc" $linker "$O/bin/nvp4c" "$O/tests/generate/generate"
fi
targets=${ONLY:-$(sed -n 's/^FUZZ(\([a-z_]*\),.*/\1/p' tests/fuzz/targets.def)}

seeds() {
   [ -d "$O/seeds/nv" ] && [ ! tests/fuzz/seeds.py -nt "$O/seeds/nv" ] && return
   mkdir -p "$O/seeds/nv" "$O/programs/tests/fuzz" "$O/programs/tests/generate"
   cp "$O/tests/fuzz/session" "$O/programs/tests/fuzz/"
   cp "$seeder"/tests/generate/generate "$O/programs/tests/generate/"
   tests/fuzz/seeds.py "$seeder"/bin/nvp4c "$O/programs" "$O/seeds" && touch "$O/seeds/nv"
}

seeds || exit 1
found=0
case $goal in
fuzz)
   mkdir -p "$O/findings"
   printf '%-10s %12s %9s %9s %9s  %s\n' target executions "a second" "edges" corpus findings
   for t in $targets; do
      mkdir -p "$O/corpus/$t"
      if ! fuzz "$t" "$O/tests/fuzz/fuzz" "$T/log" -max_total_time=$((${MINUTES:-1} * 60)) \
         -artifact_prefix="$O/findings/$t-" "$O/corpus/$t" "$O/seeds/$t"; then
         found=1
         cp "$T/log" "$O/findings/$t.log"
      fi
      n=$(stat number_of_executed_units "$T/log")
      printf '%s\t%s\n' "$t" "${n:-0}" >>"$O/figures.tsv"
      total=$(awk -v t="$t" '$1 == t { n += $2 } END { printf "%d", n }' "$O/figures.tsv")
      printf '%-10s %12s %9s %9s %9s  %s\n' "$t" "$total" "$(stat average_exec_per_sec "$T/log")" "$(covered "$T/log")" \
         "$(find "$O/corpus/$t" -type f | wc -l)" "$(find "$O/findings" -name "$t-*" | wc -l)"
   done
   ;;
fuzz-quick) # two at once
   # shellcheck disable=SC2086 # words are meant to split
   printf '%s\n' $targets | MAKE=$make xargs -P 2 -I TARGET "$0" quick-one "$O" TARGET || found=1
   ;;
fuzz-planted)
   planted=0 n=0
   for t in $targets; do
      build BUILD=fuzz O="$O" CC="$cc" $linker "$O/tests/fuzz/planted/$t"
      n=$((n + 1)) s=$SECONDS
      if fuzz "$t" "$O/tests/fuzz/planted/$t" "$T/log" -max_total_time=$((${MINUTES:-1} * 60)) -artifact_prefix="$T/" \
         "$T/new" "$O/seeds/$t"; then
         echo "$t: not found in $((SECONDS - s)) s, $(stat number_of_executed_units "$T/log") executions"
         found=1
      else
         planted=$((planted + 1))
         how=$(grep -m 1 -o 'ERROR: [A-Za-z]*: [a-z-]*\|runtime error.*\|this does not hold.*' "$T/log")
         echo "$t: found after $((SECONDS - s)) s, $(stat number_of_executed_units "$T/log") executions: $how"
      fi
   done
   echo "$planted of $n found"
   ;;
*)
   echo "run.sh: no goal $goal"
   exit 2
   ;;
esac
exit $found
