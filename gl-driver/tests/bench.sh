#!/bin/sh
# SPDX-License-Identifier: MIT
# Frames per second of glmark2 at 400x300 on the GL driver and on softpipe: bench.sh NVP4C-GL. Environment: OPTIONS of nvp4c-gl, SCENES of
# glmark2, SECONDS_EACH (5). Needs Debian's packages (scripts/deps.sh --real), and prints SKIP and the reason without them.
set -u
driver=$1
OPTIONS=${OPTIONS--O2}
SCENES=${SCENES:-build:use-vbo=true shading:shading=gouraud shading:shading=phong shading:shading=cel}
for need in xvfb-run glmark2-es2; do
   command -v "$need" >/dev/null || {
      echo "SKIP bench-gl: $need is not there (scripts/deps.sh --real)"
      exit 0
   }
done
if [ -z "${NVP4C_GL_BENCH-}" ]; then # once more, with an X server
   NVP4C_GL_BENCH=1 exec xvfb-run -a -s '-screen 0 1024x768x24 -noreset' "$0" "$@"
fi
rate() { # command...
   timeout 300 "$@" -s 400x300 -b "$s:duration=${SECONDS_EACH:-5}" 2>/dev/null | sed -n 's/.*FrameTime: \([0-9.]*\) ms.*/\1/p' | head -n 1 |
      awk '{ printf "%.1f", 1000 / $1 }'
}
printf '%-28s %8s %9s\n' "frames a second ($OPTIONS)" nvp4c-gl softpipe
for s in $SCENES; do
   # shellcheck disable=SC2086
   printf '%-28s %8s %9s\n' "$s" "$(rate "$driver" $OPTIONS glmark2-es2)" "$(rate env GALLIUM_DRIVER=softpipe LIBGL_ALWAYS_SOFTWARE=1 glmark2-es2)"
done
