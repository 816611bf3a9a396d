#!/bin/sh
# SPDX-License-Identifier: MIT
# Captures TGSI: tgsi-from-gl.sh DIR COMMAND... runs a GL program on Mesa's software rasteriser (softpipe, Debian's libgl1-mesa-dri), which
# prints the TGSI of every shader, and stores each of them once in DIR, as STAGE-HASH.tgsi, including compute, tessellation and the driver's own
# shaders. Other lines of the command's standard error stay there; the exit status is that of the command. If LIST is set, it is the file that
# receives the names of the shaders, in the order in which they were printed.
set -u
if [ $# -lt 2 ]; then
   echo "usage: tgsi-from-gl.sh DIR COMMAND..." >&2
   exit 2
fi
dir=$1
shift
mkdir -p "$dir" || exit 3
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
GALLIUM_DRIVER=softpipe LIBGL_ALWAYS_SOFTWARE=1 SOFTPIPE_DEBUG=vs,fs,gs,cs "$@" 2>"$tmp/err"
status=$?
# A program extends from the line with its stage to the line with its END; Mesa also prints its own form of shaders, up to a closing brace.
awk -v tmp="$tmp" '
   /^shader: MESA_SHADER_/ { other = 1 }
   other { if ($0 == "}") other = 0; next }
   /^(VERT|FRAG|GEOM|COMP|TESS_CTRL|TESS_EVAL)$/ {
      if (file) close(file)
      file = sprintf("%s/%06d-%s", tmp, n++, tolower($1))
   }
   file { print > file }
   !file { print > "/dev/stderr" }
   file && /^ *[0-9]+: END$/ { close(file); file = "" }' "$tmp/err"
for f in "$tmp"/[0-9]*; do
   [ -e "$f" ] && sha1sum "$f"
done | while read -r hash f; do
   name=${f##*/??????-}-$(printf '%.16s' "$hash").tgsi
   [ -e "$dir/$name" ] || mv "$f" "$dir/$name" || exit 3
   [ -z "${LIST-}" ] || echo "$name" >>"$LIST"
done || exit 3
exit $status
