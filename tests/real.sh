#!/bin/sh
# SPDX-License-Identifier: MIT
# Capturing TGSI from GL programs: real.sh. The script that captures is run on a command that prints what Mesa prints; no GL is needed.
set -u
. tests/suite.sh
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
finish
