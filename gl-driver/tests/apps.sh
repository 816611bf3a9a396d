#!/bin/sh
# SPDX-License-Identifier: MIT
# Debian's GL programs on softpipe, on llvmpipe and on our GL driver: apps.sh BIN DIR [NAME...]. BIN has nvp4c-gl, DIR takes the
# pictures and `results`; NAMEs are rows of apps.tsv, all of them if there are none. From the environment: TARGETS of nvp4c-gl
# ("usc agx"), OPTIONS of it (-O2), TABLE.
#
# Clock, number of the process and addresses are the same on every run (gl-driver/preload/frames.c, setarch -R). A row
# of the table is
#    name   the Debian package   the frame   a limit or -   why our picture differs, or -   the command
# with tabs between. A picture passes if at most 0.5% of its pixels differ by more than 2/255 from those of softpipe or of
# llvmpipe. Another one passes if its row says why, and if at most so many per cent of its pixels as the limit says (0.5) are
# the same in both and differ in ours. results: name, target; in per cent: ours to softpipe, to llvmpipe, these to each other,
# the same in both and not in ours; the verdict.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
TARGETS=${TARGETS:-usc agx}
OPTIONS=${OPTIONS--O2}
TABLE=${TABLE:-$here/apps.tsv}
PATH=$PATH:/usr/games:/usr/libexec/xscreensaver
for need in xvfb-run python3 setarch glxgears; do
   command -v "$need" >/dev/null || {
      echo "SKIP check-apps: $need is not there (scripts/deps.sh --apps)"
      exit 0
   }
done
if [ -z "${NVP4C_GL_APPS-}" ]; then # once more, with an X server
   NVP4C_GL_APPS=1 exec xvfb-run -a -s '-screen 0 1024x768x24 -noreset' "$0" "$@"
fi
mkdir -p "$2" || exit 3
dir=$(cd "$2" && pwd)
shift 2
: >"$dir/results"
tab=$(printf '\t')
bad=0 drawn=0 absent=0
prepare() { # a home that knows of no run before
   export HOME="$dir/home" SDL_AUDIODRIVER=dummy OSG_WINDOW='0 0 800 600' OSG_THREADING=SingleThreaded OSG_NOTIFY_LEVEL=FATAL
   export GDK_BACKEND=x11 GSK_RENDERER=gl XDG_RUNTIME_DIR="$dir/home" GSETTINGS_BACKEND=memory NO_AT_BRIDGE=1 GTK_A11Y=none
   rm -rf "$HOME"
   mkdir -p "$HOME/.neverball"
   printf 'width 320\nheight 240\nfullscreen 0\nvsync 0\nstats 0\nfps 0\naniso 0\n' >"$HOME/.neverball/neverballrc"
}
draw() { # picture, frame, command...: false if there is no picture
   picture=$dir/$1
   frame=$2
   shift 2
   prepare
   NVP4C_GL_FRAMES=$frame NVP4C_GL_PICTURE=$picture.ppm LD_PRELOAD=$bin/libnvp4c-gl-frames.so \
      nice -n 10 timeout "${LIMIT:-120}" setarch -R "$@" </dev/null >"$picture.log" 2>&1
   [ -s "$picture.ppm" ]
}
judge() { # name, target, limit, reason: a line for the table
   numbers=$(python3 "$here/pictures.py" vote "$dir/$1.$2.ppm" "$dir/$1.softpipe.ppm" "$dir/$1.llvmpipe.ppm") ||
      numbers="100 100 100 100" # of other sizes
   echo "$numbers" | awk -v name="$1" -v target="$2" -v limit="$3" -v reason="$4" '{
      limit = limit == "-" ? 0.5 : limit
      near = $1 <= 0.5 || $2 <= 0.5
      verdict = near ? "pass" : reason != "-" && $4 <= limit ? "explained" : "FAIL"
      print name "\t" target "\t" $1 "\t" $2 "\t" $3 "\t" $4 "\t" verdict
   }'
}
one() { # name, frame, limit, reason, command...
   name=$1 frame=$2 limit=$3 reason=$4
   shift 4
   rm -f "$dir/$name".*
   for reference in softpipe llvmpipe; do
      draw "$name.$reference" "$frame" env LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=$reference "$@" || {
         echo "FAIL $name: $reference has no picture ($dir/$name.$reference.log)"
         bad=1
         return
      }
   done
   for target in $TARGETS; do
      # shellcheck disable=SC2086
      draw "$name.$target" "$frame" "$bin/nvp4c-gl" --target="$target" $OPTIONS "$@" || {
         echo "FAIL $name, $target: no picture ($dir/$name.$target.log)"
         bad=1
         continue
      }
      line=$(judge "$name" "$target" "$limit" "$reason")
      echo "$line" >>"$dir/results"
      case $line in
      *FAIL) bad=1 ;;
      esac
      echo "$line" | awk -F '\t' '{
         print $7 " " $1 ", " $2 ": " $3 "% differ from softpipe, " $4 "% from llvmpipe, " $5 "% between them, " \
            $6 "% from both where they agree"
      }'
   done
   drawn=$((drawn + 1))
}
while IFS=$tab read -r name package frame limit reason command <&3; do
   case "$name" in
   '' | '#'*) continue ;;
   esac
   wanted=$#
   for n in "$@"; do
      [ "$n" != "$name" ] || wanted=0
   done
   [ "$wanted" = 0 ] || continue
   program=$command
   while case $program in "env "* | [A-Z]*=*) ;; *) false ;; esac do
      program=${program#* }
   done
   if ! command -v "${program%% *}" >/dev/null; then
      echo "SKIP $name: $package is not there (scripts/deps.sh --apps)"
      absent=$((absent + 1))
      continue
   fi
   # shellcheck disable=SC2086
   one "$name" "$frame" "$limit" "$reason" $command
done 3<"$TABLE"
echo "check-apps: $drawn programs drawn, $absent absent"
exit $bad
