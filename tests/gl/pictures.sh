#!/bin/sh
# SPDX-License-Identifier: MIT
# Frames of GL programs of others on our GL driver and on softpipe: pictures.sh BIN DIR [PICTURES]. BIN has nvp4c-gl; DIR takes the frames.
# From the environment: OPTIONS of nvp4c-gl, PROGRAMS of mesa-utils, SCENES of glmark2, FRAME (20). At most 0.5% of the pixels may differ by more than 2/255. PICTURES
# is a folder for those of docs/gallery.md as PNG files. Needs Debian's packages (scripts/deps.sh --real); without them it says SKIP and why.
set -u
bin=$(cd "$1" && pwd)
dir=$2
pictures=${3-}
here=$(dirname "$0")
FRAME=${FRAME:-20}
OPTIONS=${OPTIONS--O2}
PROGRAMS=${PROGRAMS-glxgears es2gears_x11}
SCENES=${SCENES:-build texture shading:shading=phong bump effect2d pulsar desktop buffer ideas jellyfish terrain shadow refract conditionals function loop}
for need in xvfb-run glmark2-es2 $PROGRAMS python3; do
   command -v "$need" >/dev/null || {
      echo "SKIP gl-pictures: $need is not there (scripts/deps.sh --real)"
      exit 0
   }
done
mkdir -p "$dir" || exit 3
bad=0
frame() { # name, command...
   name=$1
   shift
   # The X server of the whole run, and the frames of both drivers
   NVP4C_GL_FRAMES=$FRAME NVP4C_GL_PICTURE=$dir/$name.softpipe.ppm LD_PRELOAD=$bin/libnvp4c-gl-frames.so LIBGL_ALWAYS_SOFTWARE=1 \
      GALLIUM_DRIVER=softpipe timeout 300 "$@" >"$dir/$name.log" 2>&1
   # shellcheck disable=SC2086
   NVP4C_GL_FRAMES=$FRAME NVP4C_GL_PICTURE=$dir/$name.ppm LD_PRELOAD=$bin/libnvp4c-gl-frames.so \
      timeout 300 "$bin/nvp4c-gl" $OPTIONS "$@" >>"$dir/$name.log" 2>&1
   if [ ! -s "$dir/$name.softpipe.ppm" ]; then
      echo "$name: softpipe has no picture"
   elif [ ! -s "$dir/$name.ppm" ]; then
      echo "FAIL $name: no picture ($dir/$name.log)"
      bad=1
   else
      text=$(python3 "$here/pictures.py" compare "$dir/$name.ppm" "$dir/$name.softpipe.ppm") || bad=1
      echo "$name: $text"
   fi
   [ -z "$pictures" ] || python3 "$here/pictures.py" png "$dir/$name.ppm" "$pictures/$name.png"
}
if [ -z "${NVP4C_GL_PICTURES-}" ]; then # once more, with an X server
   NVP4C_GL_PICTURES=1 exec xvfb-run -a -s '-screen 0 1024x768x24 -noreset' "$0" "$@"
fi
for p in $PROGRAMS; do
   frame "$p" "$p"
done
for s in $SCENES; do
   frame "$(echo "$s" | tr ':=' '--')" glmark2-es2 -s 400x300 -b "$s:duration=1000"
done
exit $bad
