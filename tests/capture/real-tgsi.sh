#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles TGSI that a GL driver receives: real-tgsi.sh NVP4C DIR [JOBS]. Runs piglit's shader tests and glmark2 on Mesa's software rasteriser
# (scripts/tgsi-from-gl.sh), and compiles and verifies each captured TGSI program. Environment:
#   N=200 SEED=1   number of tests, drawn by seed
#   ALL=1          all tests of FROM
#   FROM           folders of tests below spec/, and glmark2
#   TARGETS=usc    targets, separated by blanks; the results of each are a line at the end
#   LEVELS="0 2"   levels of optimisation
#   TASKS=32       waves of a verification
# The captures of each test (DIR/tests), the programs by hash (DIR/programs), and the verdicts about programs (DIR/verdicts-*, by the hash of the
# compiler, target, levels and waves) are kept, so a run resumes after an interruption. Programs that a target does not support (exit 7) are
# counted by reason. Needs Debian's packages (scripts/deps.sh --real), and prints SKIP and the reason without them.
set -u
export LC_ALL=C
nvp4c=$1
dir=$2
jobs=${3:-1}
here=$(dirname "$0")/../../scripts
piglit=${PIGLIT:-$(ls -d /usr/lib/*/piglit 2>/dev/null | head -n 1)} # PIGLIT: for tests of this script
FROM=${FROM:-glsl-1.10 glsl-1.20 glsl-1.30 glsl-1.40 glsl-1.50 arb_vertex_program arb_fragment_program arb_gpu_shader_fp64
   arb_gpu_shader_int64 mesa_shader_integer_functions glmark2}
skip() {
   echo "SKIP real-tgsi: $1"
   exit 0
}
[ -x "$piglit/bin/shader_runner" ] || skip "piglit is not there (scripts/deps.sh --real)"
TARGETS=${TARGETS:-usc}
LEVELS=${LEVELS:-0 2}
TASKS=${TASKS:-32}
for target in $TARGETS; do
   echo FRAG END | "$nvp4c" -x tgsi -target="$target" -fsyntax-only - || exit 2
done
mkdir -p "$dir/tests" "$dir/programs" || exit 3
compiler=$(sha1sum "$nvp4c" | cut -c 1-16)
find "$dir" -maxdepth 1 -name 'verdicts-*' ! -name "verdicts-$compiler-*" -exec rm -rf {} +
work=$(mktemp -d) || exit 3
pids=
stop() { # background jobs do not receive an interrupt
   [ -z "$pids" ] || kill $pids 2>/dev/null
   exit 130
}
trap 'rm -rf "$work"' EXIT
trap stop INT TERM

# ---- which tests
for g in $FROM; do
   if [ "$g" = glmark2 ]; then
      for s in build texture shading:shading=phong bump effect2d pulsar desktop buffer ideas jellyfish terrain shadow refract conditionals function loop; do
         echo "glmark2:$s"
      done
   else
      find "$piglit/tests/spec/$g" "$piglit/generated_tests/spec/$g" -name '*.shader_test' 2>/dev/null | sed "s#^$piglit/##"
   fi
done | sort >"$work/all"
for need in xvfb-run glmark2-es2; do
   if grep -q '^glmark2:' "$work/all" && ! command -v "$need" >/dev/null; then
      echo "real-tgsi: without glmark2: $need is not there (scripts/deps.sh --real)"
      sed -i '/^glmark2:/d' "$work/all"
   fi
done
if [ -n "${ALL-}" ]; then
   cp "$work/all" "$work/tests"
else
   while read -r t; do
      echo "$(printf '%s %s' "${SEED:-1}" "$t" | sha1sum | cut -c 1-40) $t"
   done <"$work/all" | sort | head -n "${N:-200}" | cut -d ' ' -f 2- >"$work/tests"
fi
[ -s "$work/tests" ] || skip "there are no tests of $FROM"

# ---- captures: DIR/tests/HASH has the names of a test's programs
capture() { # test, job
   list=$dir/tests/$(printf '%s' "$1" | sha1sum | cut -c 1-40)
   [ -e "$list" ] && return
   [ -e "$work/prints" ] || exit 0
   rm -f "$work/list$$-$2"
   case $1 in
   glmark2:*)
      LIST=$work/list$$-$2 timeout 300 "$here/../scripts/tgsi-from-gl.sh" "$dir/programs" xvfb-run -a glmark2-es2 --off-screen -s 64x64 \
         -b "${1#glmark2:}:duration=0.05" >/dev/null 2>&1
      ;;
   *)
      LIST=$work/list$$-$2 PIGLIT_PLATFORM=surfaceless_egl timeout 60 "$here/../scripts/tgsi-from-gl.sh" "$dir/programs" \
         "$piglit/bin/shader_runner" "$piglit/$1" -auto -fbo >/dev/null 2>&1
      ;;
   esac
   touch "$work/list$$-$2"
   sort -u "$work/list$$-$2" >"$list.new" && mv "$list.new" "$list"
}
in_parallel() { # function, list of arguments, a line each
   pids=
   for job in $(seq "$jobs"); do
      awk -v n="$jobs" -v k="$job" 'NR % n == k % n' "$2" >"$work/part$job"
      while read -r line; do "$1" "$line" "$job" </dev/null; done <"$work/part$job" &
      pids="$pids $!"
   done
   wait
   pids=
}
# With a GL that does not print programs, all lists would stay empty, so the first test must give a program before anything is kept.
first=$(find "$piglit/tests/spec/glsl-1.10/execution" -name '*.shader_test' 2>/dev/null | sort | head -n 1)
PIGLIT_PLATFORM=surfaceless_egl timeout 60 "$here/tgsi-from-gl.sh" "$work/first" "$piglit/bin/shader_runner" "$first" -auto -fbo >/dev/null 2>&1
ls "$work/first" 2>/dev/null | grep -q . && touch "$work/prints"
in_parallel capture "$work/tests"
while read -r t; do
   cat "$dir/tests/$(printf '%s' "$t" | sha1sum | cut -c 1-40)" 2>/dev/null || touch "$work/missing"
done <"$work/tests" | sort -u >"$work/programs"
[ ! -e "$work/missing" ] || skip "Mesa's softpipe prints no programs here (libgl1-mesa-dri, libegl1: scripts/deps.sh --real)"

# ---- verdicts of the compiler: DIR/verdicts-*/NAME has "passed", "unsupported REASON" or "FAILED REASON"
judge() { # name
   [ -e "$verdicts/$1" ] && return
   v=passed
   for level in $LEVELS; do
      out=$("$nvp4c" -target="$target" "-O$level" "-verify-sim=$TASKS" -o /dev/null "$dir/programs/$1" 2>&1)
      status=$?
      [ $status = 0 ] && continue
      why=$(printf '%s' "$out" | sed -n 's/.*error: //p' | head -n 1)
      if [ $status = 7 ]; then v="unsupported $why"; else v="FAILED -O$level exit $status: $why"; fi
      break
   done
   printf '%s\n' "$v" >"$verdicts/.$1" && mv "$verdicts/.$1" "$verdicts/$1"
}
bad=0
for target in $TARGETS; do
   verdicts=$dir/verdicts-$compiler-$target-$(echo $LEVELS | tr -d ' ')-$TASKS
   mkdir -p "$verdicts" || exit 3
   in_parallel judge "$work/programs"
   while read -r p; do
      printf '%s %s\n' "$p" "$(cat "$verdicts/$p" 2>/dev/null || echo 'FAILED no verdict')"
   done <"$work/programs" >"$work/verdicts"
   grep ' FAILED ' "$work/verdicts" | sed "s#^#FAIL $dir/programs/#"
   awk '$2 == "unsupported" { $1 = $2 = ""; n[$0]++ } END { for (r in n) printf "unsupported %5d %s\n", n[r], r }' "$work/verdicts" | sort -k 2,2nr
   awk -v tests="$(wc -l <"$work/tests")" -v target="$target" '
      { n[$2]++ }
      END {
         printf "real-tgsi, %s: %d tests, %d programs, %d passed, %d unsupported, %d failed\n", target, tests, NR, n["passed"], n["unsupported"], n["FAILED"]
         exit n["FAILED"] > 0 || NR == 0
      }' "$work/verdicts" || bad=1
done
exit $bad
