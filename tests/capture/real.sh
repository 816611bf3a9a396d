#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of capturing TGSI from GL programs: real.sh NVP4C. The script that captures, and the one that runs piglit, run commands that print the
# same as Mesa, so the test does not need a GL.
set -u
. tests/tool/suite.sh
cat >"$dir/gl" <<'END'
#!/bin/sh
echo "drawn $1 with $GALLIUM_DRIVER and $SOFTPIPE_DEBUG"
{
   echo 'a warning of the program'
   printf 'FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {    0.0000,     1.0000,     0.0000,     0.0000}\n  0: MOV OUT[0], IMM[0].yyyy\n  1: END\n'
   printf 'shader: MESA_SHADER_VERTEX\nimpl main {\n\tblock block_0:\n}\n'
   printf 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n'
   echo 'FRAG is no program here'
   printf 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\n'
} >&2
exit 5
END
chmod +x "$dir/gl"
LIST=$dir/list scripts/tgsi-from-gl.sh "$dir/out" "$dir/gl" "two words" >"$dir/stdout" 2>"$dir/stderr"
status=$?
check "the status is the command's" [ $status = 5 ]
check "the command gets its arguments and the driver" grep -qx 'drawn two words with softpipe and vs,fs,gs,cs' "$dir/stdout"
printf 'a warning of the program\nFRAG is no program here\n' >"$dir/want"
check "other lines go to the standard error" cmp -s "$dir/stderr" "$dir/want"
check "each program is there once" [ "$(ls "$dir/out" | sed 's/-.*//' | tr '\n' ' ')" = "frag vert " ]
check "the list has each time" [ "$(sed 's/-.*//' "$dir/list" | tr '\n' ' ')" = "frag vert vert " ]
check "a program is whole" [ "$(cat "$dir"/out/vert-*)" = "$(printf 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END')" ]
check "the name is the hash of the text" [ "$(ls "$dir"/out | grep vert)" = "vert-$(cat "$dir"/out/vert-* | sha1sum | cut -c 1-16).tgsi" ]
scripts/tgsi-from-gl.sh "$dir/none" true
check "a command without shaders leaves nothing" [ $? = 0 -a -z "$(ls "$dir/none")" ]
scripts/tgsi-from-gl.sh "$dir/none" >/dev/null 2>&1
check "without a command it says how to use it" [ $? = 2 ]

# tests/capture/real-tgsi.sh, with a piglit whose tests are the programs that they print, or nothing
nvp4c=$1
piglit=$dir/piglit
spec=$piglit/tests/spec/glsl-1.10/execution
mkdir -p "$piglit/bin" "$spec"
cat >"$piglit/bin/shader_runner" <<'END'
#!/bin/sh
echo run >>"${0%/*}/../runs"
[ -z "${SLOW-}" ] || sleep 0.4
cat "$1" >&2
END
chmod +x "$piglit/bin/shader_runner"
for n in 1 2 3 4 5 6; do
   printf 'FRAG\nDCL OUT[0], COLOR\nIMM[0] UINT32 {%s, 0, 0, 0}\n  0: MOV OUT[0], IMM[0].xxxx\n  1: END\n' $n >"$spec/$n.shader_test"
done
printf 'VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n  0: MOV OUT[0], IN[0]\n  1: END\nGEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\nDCL IN[][0], POSITION\nDCL OUT[0], POSITION\nIMM[0] UINT32 {0, 0, 0, 0}\n  0: MOV OUT[0], IN[0][0]\n  1: EMIT IMM[0].xxxx\n  2: END\n' >"$spec/7.shader_test"
real() { # settings...
   env PIGLIT="$piglit" FROM=glsl-1.10 "$@" tests/capture/real-tgsi.sh "$nvp4c" "$dir/real" 2 >"$dir/stdout" 2>"$dir/stderr"
}
runs() { wc -l <"$piglit/runs"; }
real N=3
check "three tests are drawn" grep -qx 'real-tgsi, usc: 3 tests, [3-5] programs, [3-5] passed, 0 unsupported, 0 failed' "$dir/stdout"
before=$(runs)
ls "$dir/real/tests" >"$dir/first"
real N=3
check "what is captured is not run again" [ "$(runs)" = $((before + 1)) ] # the first test, which shows that there is something to capture
real N=3 SEED=2
ls "$dir/real/tests" >"$dir/second"
check "another seed draws others" sh -c '! cmp -s "$0" "$1"' "$dir/first" "$dir/second"
real ALL=1 TARGETS="usc agx"
check "all of them for USC" grep -qx 'real-tgsi, usc: 7 tests, 8 programs, 8 passed, 0 unsupported, 0 failed' "$dir/stdout"
check "and for AGX, by reason" grep -qx 'real-tgsi, agx: 7 tests, 8 programs, 7 passed, 1 unsupported, 0 failed' "$dir/stdout"
check "the reason" grep -q '^unsupported     1 .*AGX' "$dir/stdout"
real N=3 TARGETS=vax
check "an unknown target" [ $? = 2 ]
# interrupted, and gone on with
rm -rf "$dir/real" "$piglit/runs"
env PIGLIT="$piglit" FROM=glsl-1.10 ALL=1 SLOW=1 tests/capture/real-tgsi.sh "$nvp4c" "$dir/real" 1 >"$dir/stdout" 2>&1 &
job=$!
while [ "$(ls "$dir/real/tests" 2>/dev/null | wc -l)" -lt 2 ]; do sleep 0.1; done
kill $job
wait $job
check "the status of an interrupted run" [ $? = 130 ]
sleep 1
some=$(runs)
sleep 1
check "nothing goes on behind it" [ "$(runs)" = "$some" ]
check "what it has is whole" sh -c 'for f in "$0"/tests/*; do [ "$(grep -c "" "$f")" -ge 1 ] || exit 1; done' "$dir/real"
rm "$piglit/runs"
real ALL=1
check "it goes on where it was" sh -c '[ "$(wc -l <"$0")" -le 6 ] && grep -q "7 tests, 8 programs, 8 passed" "$1"' "$piglit/runs" "$dir/stdout"
# missing parts
rm -rf "$dir/real"
mkdir "$dir/path"
for tool in awk cat cut dirname env find grep head kill ls mkdir mktemp mv rm sed seq sh sha1sum sort tail timeout touch wc; do
   ln -s "$(command -v $tool)" "$dir/path/$tool" 2>/dev/null
done
real ALL=1 FROM=glmark2 PATH="$dir/path"
check "without glmark2 it says so" grep -q '^real-tgsi: without glmark2: xvfb-run is not there' "$dir/stdout"
check "and SKIP where no tests are left" grep -q '^SKIP real-tgsi: there are no tests' "$dir/stdout"
printf '#!/bin/sh\nexit 0\n' >"$piglit/bin/shader_runner"
real ALL=1
check "without a GL that prints it says SKIP" grep -q '^SKIP real-tgsi: .*softpipe' "$dir/stdout"
check "and remembers nothing" [ -z "$(ls "$dir/real/tests")" ]
rm "$piglit/bin/shader_runner"
real ALL=1
check "without piglit it says SKIP" grep -q '^SKIP real-tgsi: piglit' "$dir/stdout"
finish
