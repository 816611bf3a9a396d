#!/bin/sh
# SPDX-License-Identifier: MIT
# Replaces shaders of GL programs (--replace) by the programs of gl-driver/tests/replace, in NV and ARB assembly: replace.sh BIN DIR. BIN has
# nvp4c-gl; DIR receives the frames. The second line of each file names the GL program, and the end of its name the stage: it replaces the
# longest shader of that stage that draws (found by --dump). At most 0.5% of the pixels may differ by more than 2/255 from the picture of the
# original shader. Generic varyings are those of GLSL, so NV programs are tried alone; ARB programs do not have them and come in pairs.
# Environment: OPTIONS of nvp4c-gl, its TARGETS ("usc agx"), ONLY some programs ("phong cel"), FRAME (2).
set -u
bin=$(cd "$1" && pwd)
dir=$2
here=$(dirname "$0")
FRAME=${FRAME:-2}
OPTIONS=${OPTIONS--O2}
TARGETS=${TARGETS:-usc agx}
for need in xvfb-run glmark2-es2 es2gears_x11 python3; do
   command -v "$need" >/dev/null || {
      echo "SKIP replaced shaders: $need is not there (scripts/deps.sh --real)"
      exit 0
   }
done
mkdir -p "$dir" || exit 3
if [ -z "${NVP4C_GL_REPLACE-}" ]; then # once more, with an X server
   NVP4C_GL_REPLACE=1 exec xvfb-run -a -s '-screen 0 1024x768x24 -noreset' "$0" "$@"
fi
draw() { # picture, options of nvp4c-gl...: draws with $command
   picture=$dir/$1
   shift
   rm -rf "$picture.ppm" "$picture.dump"
   mkdir -p "$picture.dump"
   # shellcheck disable=SC2086
   NVP4C_GL_FRAMES=$FRAME NVP4C_GL_PICTURE=$picture.ppm LD_PRELOAD=$bin/libnvp4c-gl-frames.so \
      timeout 100 "$bin/nvp4c-gl" --target="$target" $OPTIONS --dump="$picture.dump" "$@" $command >"$picture.log" 2>&1
}
longest() { # program: the hash of the shader that the last drawing would replace by it
   case $1 in
   *.vp) kind=VERT ;;
   *) kind=FRAG ;;
   esac
   for f in $(grep -lx "$kind" "$picture".dump/*.tgsi); do
      echo "$(wc -l <"$f") $(basename "$f" .tgsi)"
   done | sort -n | tail -n 1 | cut -d ' ' -f 2
}
used() { # programs: all were drawn with
   for p in "$@"; do
      found=
      for f in "$picture.dump"/*.tgsi; do
         cmp -s "$p" "$f" && found=1
      done
      [ -n "$found" ] || return 1
   done
}
good=0
bad=0
attempt() { # name, programs...
   name=$1
   shift
   options=
   picture=$original
   # Mesa may write a shader in more than one way, in components that nothing reads: all that were seen are replaced.
   for try in 1 2 3 4 5 6; do
      for p in "$@"; do
         options="$options --replace=$(longest "$p"):$p"
      done
      # shellcheck disable=SC2086
      draw "$name.$target" $options
      used "$@" && break
   done
   result=0
   if ! used "$@"; then
      text="not used in $try tries"
      result=1
   elif [ ! -s "$picture.ppm" ]; then
      text="no picture ($picture.log)"
      result=1
   else
      text=$(python3 "$here/pictures.py" compare "$picture.ppm" "$original.ppm") || result=1
   fi
   if [ $result = 0 ]; then
      good=$((good + $#))
   else
      bad=$((bad + $#))
      echo "FAIL $*, $target: $text"
   fi
}
for target in $TARGETS; do
   for p in "$here"/replace/*.vp; do
      base=${p%.vp}
      name=$(basename "$base")
      case " ${ONLY-$name} " in
      *" $name "*) ;;
      *) continue ;;
      esac
      command=$(sed -n '2s/^# //p' "$p")
      case $command in
      glmark2*) command="${command% *} -s 200x150 -b ${command#* }:duration=1000" ;;
      esac
      draw "$name.shaders.$target"
      original=$picture
      [ -s "$original.ppm" ] || {
         echo "FAIL $name, $target: $command draws no picture ($original.log)"
         bad=$((bad + 1))
         continue
      }
      if grep -q '^!!ARB' "$p"; then
         attempt "$name" "$p" "$base.fp"
      else
         attempt "$name.vp" "$p"
         attempt "$name.fp" "$base.fp"
      fi
   done
done
echo "replaced shaders: $good passed, $bad failed"
[ $bad = 0 ]
