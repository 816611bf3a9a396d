#!/bin/sh
# SPDX-License-Identifier: MIT
# Frames of foreign GL programs on the GL driver and on softpipe: pictures.sh BIN DIR [PICTURES]. BIN has nvp4c-gl; DIR receives the frames.
# Environment: OPTIONS of nvp4c-gl, its TARGETS ("usc agx"), PROGRAMS of mesa-utils, SCENES of glmark2, GAMES, FRAME (20). At most 0.5% of the
# pixels may differ by more than 2/255. PICTURES is a folder for the PNG files of docs/gallery.md, drawn by the first target. Needs Debian's
# packages (scripts/deps.sh --real, for GAMES --games), and prints SKIP and the reason without them.
set -u
bin=$(cd "$1" && pwd)
dir=$2
pictures=${3-}
here=$(dirname "$0")
PATH=$PATH:/usr/games
FRAME=${FRAME:-20}
OPTIONS=${OPTIONS--O2}
TARGETS=${TARGETS:-usc agx}
PROGRAMS=${PROGRAMS-glxgears es2gears_x11}
# Those that glmark2 runs when it is told nothing
SCENES=${SCENES-build:use-vbo=false build:use-vbo=true texture:texture-filter=nearest texture:texture-filter=linear
   texture:texture-filter=mipmap shading:shading=gouraud shading:shading=blinn-phong-inf shading:shading=phong shading:shading=cel
   bump:bump-render=high-poly bump:bump-render=normals bump:bump-render=height effect2d:kernel=0,1,0;1,-4,1;0,1,0;
   effect2d:kernel=1,1,1,1,1;1,1,1,1,1;1,1,1,1,1; pulsar:light=false:quads=5:texture=false
   desktop:blur-radius=5:effect=blur:passes=1:separable=true:windows=4 desktop:effect=shadow:windows=4
   buffer:columns=200:interleave=false:update-dispersion=0.9:update-fraction=0.5:update-method=map
   buffer:columns=200:interleave=false:update-dispersion=0.9:update-fraction=0.5:update-method=subdata
   buffer:columns=200:interleave=true:update-dispersion=0.9:update-fraction=0.5:update-method=map ideas:speed=duration jellyfish terrain
   shadow refract conditionals:fragment-steps=0:vertex-steps=0 conditionals:fragment-steps=5:vertex-steps=0
   conditionals:fragment-steps=0:vertex-steps=5 function:fragment-complexity=low:fragment-steps=5
   function:fragment-complexity=medium:fragment-steps=5 loop:fragment-loop=false:fragment-steps=5:vertex-steps=5
   loop:fragment-steps=5:fragment-uniform=false:vertex-steps=5 loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5}
GAMES=${GAMES-neverball etr}
for need in xvfb-run glmark2-es2 $PROGRAMS python3; do
   command -v "$need" >/dev/null || {
      echo "SKIP gl-pictures: $need is not there (scripts/deps.sh --real)"
      exit 0
   }
done
mkdir -p "$dir" || exit 3
dir=$(cd "$dir" && pwd)
bad=0
prepare() { :; }
draw() { # picture, command that runs it with a driver..., the program's command
   picture=$dir/$1
   shift
   prepare
   NVP4C_GL_FRAMES=$FRAME NVP4C_GL_PICTURE=$picture.ppm LD_PRELOAD=$bin/libnvp4c-gl-frames.so timeout 300 "$@" >"$picture.log" 2>&1
}
frame() { # name, command...
   name=$1
   shift
   rm -f "$dir/$name".*.ppm
   draw "$name.softpipe" env LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe "$@"
   if [ ! -s "$dir/$name.softpipe.ppm" ]; then
      echo "FAIL $name: softpipe has no picture ($dir/$name.softpipe.log)"
      bad=1
      return
   fi
   for target in $TARGETS; do
      # shellcheck disable=SC2086
      draw "$name.$target" "$bin/nvp4c-gl" --target="$target" $OPTIONS "$@"
      if [ ! -s "$dir/$name.$target.ppm" ]; then
         echo "FAIL $name, $target: no picture ($dir/$name.$target.log)"
         bad=1
      else
         text=$(python3 "$here/pictures.py" compare "$dir/$name.$target.ppm" "$dir/$name.softpipe.ppm") || {
            text="FAIL $text"
            bad=1
         }
         echo "$name, $target: $text"
      fi
   done
   # shellcheck disable=SC2086
   set -- $TARGETS
   [ -z "$pictures" ] || python3 "$here/pictures.py" png "$dir/$name.$1.ppm" "$pictures/$name.png"
}
if [ -z "${NVP4C_GL_PICTURES-}" ]; then # once more, with an X server
   NVP4C_GL_PICTURES=1 exec xvfb-run -a -s '-screen 0 1024x768x24 -noreset' "$0" "$@"
fi
for p in $PROGRAMS; do
   frame "$p" "$p"
done
for s in $SCENES; do
   size=400x300
   case $s in # a picture of 800x600 with the nearest filter: at half the size all places are at the corners of four texels
   effect2d*) size=800x600 ;;
   esac
   frame "$(echo "$s" | tr ':=,;' '----')" glmark2-es2 -s $size -b "$s:duration=1000"
done
# Games with a home of their own, which knows of no run before. Anisotropic filters are turned off, since they cost time.
prepare() {
   export HOME="$dir/home" SDL_AUDIODRIVER=dummy
   rm -rf "$HOME"
   mkdir -p "$HOME/.neverball" "$HOME/.config/etr"
   printf 'width 320\nheight 240\nfullscreen 0\nvsync 0\nstats 0\nfps 0\naniso 0\n' >"$HOME/.neverball/neverballrc"
}
for g in $GAMES; do
   if ! command -v "$g" >/dev/null; then
      echo "SKIP $g: it is not there (scripts/deps.sh --games)"
   elif [ "$g" = neverball ]; then
      frame "$g" "$g" -l map-easy/easy.sol
   else
      frame "$g" "$g"
   fi
done
exit $bad
