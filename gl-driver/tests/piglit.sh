#!/bin/sh
# SPDX-License-Identifier: MIT
# piglit's tests on our GL driver and on Mesa's softpipe, test by test: piglit.sh NVP4C-GL DIR [JOBS]. From the environment:
#   N=200 SEED=1   so many tests, drawn by seed
#   ALL=1          all tests of FROM
#   FROM           folders of shader tests below spec/
#   PROGRAMS       tests that are programs: a regular expression of their names in piglit's list (tests/opengl.xml.gz), which are like
#                  spec@arb_viewport_array@bounds. FROM is then empty if it is not given.
#   OPTIONS=-O2    of nvp4c-gl: target, core, level, version of OpenGL
# On a terminal it shows how many runs are done, how many a minute, and the time left.
# What softpipe passes and our driver does not is a difference, and fails unless gl-driver/tests/expected.tsv has a row for it: the test and the options
# for which it is so (patterns of the shell), what becomes of it, and why; columns are separated by tabs. Results stay in DIR, by driver and
# options: a run that was stopped goes on where it was. Needs Debian's packages (scripts/deps.sh --real); without them it says SKIP and why.
set -u
export LC_ALL=C

# The second form, for the jobs of the first: piglit.sh -one RESULT COMMAND... runs a test and keeps what became of it.
if [ "$1" = -one ]; then
   result=$2
   shift 2
   [ ! -s "$result" ] || exit 0
   PIGLIT_PLATFORM=surfaceless_egl timeout -k 5 "${LIMIT:-120}" "$@" -auto -fbo >"$result.out" 2>&1
   status=$?
   verdict=$(sed -n 's/^PIGLIT: {"result": "\([a-z]*\)".*/\1/p' "$result.out" | tail -n 1)
   [ -n "$verdict" ] || verdict=$([ $status = 124 ] || [ $status = 137 ] && echo hang || echo crash)
   echo "$verdict" >"$result"
   [ "$verdict" != pass ] || rm -f "$result.out"
   exit 0
fi

# The third form, piglit.sh -several LIST RESULTS COMMAND..., runs the shader tests in LIST in one process, as piglit does. Only passes and
# skips count there: the first other test then runs alone, and the tests after it together again.
if [ "$1" = -several ]; then
   list=$2 results=$3
   shift 3
   while :; do
      left=$(while read -r t; do [ -s "$results/$t.result" ] || echo "$t"; done <"$list")
      [ -n "$left" ] || exit 0
      : >"$list.out"
      # shellcheck disable=SC2046 # words are meant to split
      [ "$(echo "$left" | wc -l)" = 1 ] || PIGLIT_PLATFORM=surfaceless_egl timeout -k 5 "${LIMIT:-120}" "$@" \
         $(echo "$left" | sed "s#^#$PIGLIT/#") -auto -fbo -report-subtests >"$list.out" 2>/dev/null
      echo "$left" | awk -v results="$results" '
         FILENAME == "-" { test[FNR] = $0; next }
         /^PIGLIT TEST: / { n = $3 }
         /^PIGLIT: {"subtest": / && /"(pass|skip)"}}$/ { print /"pass"/ ? "pass" : "skip" >(results "/" test[n] ".result") }' - "$list.out"
      t=$(echo "$left" | while read -r t; do [ -s "$results/$t.result" ] || { echo "$t" && break; }; done)
      [ -z "$t" ] || "$0" -one "$results/$t.result" "$@" "$PIGLIT/$t"
   done
fi

driver=$1
dir=$2
jobs=${3:-1}
self=$0
expected=$(dirname "$0")/expected.tsv
piglit=${PIGLIT:-$(ls -d /usr/lib/*/piglit 2>/dev/null | head -n 1)}
PROGRAMS=${PROGRAMS:-}
[ -n "$PROGRAMS" ] || FROM=${FROM:-glsl-1.10 glsl-1.20 glsl-1.30 glsl-1.40 glsl-1.50 glsl-3.30 arb_vertex_program arb_fragment_program
   arb_fragment_program_shadow arb_shader_bit_encoding arb_shading_language_packing}
OPTIONS=${OPTIONS:--O2}
[ -x "$piglit/bin/shader_runner" ] || {
   echo "SKIP piglit: it is not there (scripts/deps.sh --real)"
   exit 0
}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"; [ -z "${meter-}" ] || kill "$meter" 2>/dev/null' EXIT

# A test is a file of shader_runner or a program with its arguments, each below piglit's folder.
{
   for g in ${FROM:-}; do
      find "$piglit/tests/spec/$g" "$piglit/generated_tests/spec/$g" -name '*.shader_test' 2>/dev/null | sed "s#^$piglit/##"
   done
   [ -z "$PROGRAMS" ] || gzip -dc "$piglit/tests/opengl.xml.gz" | sed 's/<Test /\n&/g' |
      sed -n 's/.* name="\([^"]*\)"><option name="command" value="\[\([^]]*\)\]".*/\1\t\2/p' | grep -E "^[^	]*($PROGRAMS)[^	]*	" |
      cut -f 2 | sed "s/', '/ /g; s/'//g; /^shader_runner/d; /^glslparsertest/d; s#^#bin/#"
} | sort -u >"$work/all"
if [ -n "${ALL-}" ]; then
   cp "$work/all" "$work/tests"
else
   while read -r t; do
      echo "$(printf '%s %s' "${SEED:-1}" "$t" | sha1sum | cut -c 1-40) $t"
   done <"$work/all" | sort | head -n "${N:-200}" | cut -d ' ' -f 2- | sort >"$work/tests"
fi
[ -s "$work/tests" ] || {
   echo "SKIP piglit: there are no tests of $FROM"
   exit 0
}

# Results of a driver: the name of its folder, then its command.
ours=$dir/$(sha1sum <"$driver" | cut -c 1-12)$(echo "$OPTIONS" | tr ' /' '__')
soft=$dir/softpipe
tr ' ' '_' <"$work/tests" | sed 's#/[^/]*$##' | sort -u | while read -r d; do mkdir -p "$ours/$d" "$soft/$d"; done
# Up to 25 shader tests a process, the others one by one
grep '\.shader_test$' "$work/tests" | split -a 4 -l 25 - "$work/several."
{
   for list in "$work"/several.*; do
      [ ! -s "$list" ] || for run in "$list-1 $soft env GALLIUM_DRIVER=softpipe LIBGL_ALWAYS_SOFTWARE=1" "$list-2 $ours $driver --threads=1 $OPTIONS"; do
         cp "$list" "${run%% *}"
         echo "-several $run $piglit/bin/shader_runner"
      done
   done
   grep -v '\.shader_test$' "$work/tests" | while read -r t; do
      name=$(echo "$t" | tr ' ' '_')
      echo "-one $soft/$name.result env GALLIUM_DRIVER=softpipe LIBGL_ALWAYS_SOFTWARE=1 $piglit/$t"
      echo "-one $ours/$name.result $driver --threads=1 $OPTIONS $piglit/$t"
   done
} >"$work/runs"
sed "s#.*#$soft/&.result\n$ours/&.result#" <<END >"$work/files"
$(tr ' ' '_' <"$work/tests")
END
count() { # results that are there
   while read -r f; do [ ! -s "$f" ] || echo; done <"$work/files" | wc -l
}
progress() { # results of an earlier run do not count for the rate
   all=$(wc -l <"$work/files") first=$(count) start=$(date +%s)
   while sleep 2 && kill -0 $$ 2>/dev/null; do
      n=$(count) t=$(($(date +%s) - start))
      left=$((n > first ? (all - n) * t / (n - first) : 0))
      printf '\r\033[K%d of %d runs, %d a minute, %d:%02d left\r' "$n" "$all" $((t ? (n - first) * 60 / t : 0)) $((left / 60)) $((left % 60)) >&2
   done
}
meter=
[ ! -t 2 ] || { progress & meter=$!; }
PIGLIT=$piglit xargs -P "$jobs" -L 1 "$self" <"$work/runs"
[ -z "$meter" ] || { kill "$meter"; printf '\r\033[K' >&2; }

while read -r t; do
   case $t in
   *' '*) name=$(echo "$t" | tr ' ' '_') ;;
   *) name=$t ;;
   esac
   a=none b=none
   [ ! -s "$soft/$name.result" ] || read -r a <"$soft/$name.result"
   [ ! -s "$ours/$name.result" ] || read -r b <"$ours/$name.result"
   printf '%s\t%s\t%s\n' "$t" "$a" "$b"
done <"$work/tests" >"$work/results"
# What is expected with these options
grep -v '^#' "$expected" 2>/dev/null | while IFS="$(printf '\t')" read -r test options verdict reason; do
   # shellcheck disable=SC2254
   case "$OPTIONS" in
   $options)
      while read -r t; do
         case "$t" in
         $test) printf '%s\t%s\t%s\n' "$t" "$verdict" "$reason" ;;
         esac
      done <"$work/tests"
      ;;
   esac
done >"$work/expected"
awk -F '\t' -v options="$OPTIONS" '
   FILENAME == ARGV[1] { why[$1] = $3; verdict[$1] = $2; next }
   { n++; by[$3]++ }
   $2 == "pass" && $3 == "skip" { absent++ }
   $2 == "pass" && $3 != "skip" { passes++; both += $3 == "pass" }
   $2 == "pass" && $3 != "pass" && $3 != "skip" && verdict[$1] != $3 { print "FAIL " $1 ": " $3; bad = 1 }
   $3 == "crash" || $3 == "hang" { if ($2 != "pass" && $2 != $3) { print "FAIL " $1 ": " $3; bad = 1 } }
   $1 in why && $3 == "pass" { print "note: " $1 " passes, though expected.tsv says: " why[$1] }
   END {
      printf "piglit %s: %d tests, %d pass", options, n, by["pass"]
      for (v in by) if (v != "pass") printf ", %d %s", by[v], v
      printf "; of %d that softpipe passes and we advertise %d pass (%.1f%%), %d are not advertised\n", passes, both, passes ? 100 * both / passes : 0, absent
      exit bad
   }' "$work/expected" "$work/results"
