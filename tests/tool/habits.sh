#!/bin/sh
# SPDX-License-Identifier: MIT
# What the command line does with the habits of users of gcc, clang and glslc: habits.sh NVP4C [TABLE], or -update before
# these to write the results of rows that fail anew (new rows need only their command).
#
# Each row of habits.tsv runs in a folder of its own with the files below. Its columns: a command for sh, the exit status,
# extended regular expressions that standard output and standard error contain (-: nothing is printed), and the files that the
# command makes (-: none). Lines that start with # are titles. The tests are the table, so a change of behaviour is a change of
# a row.
set -u
update=
[ "$1" != -update ] || { update=1; shift; }
N=$(realpath "$1")
table=$(realpath "${2:-$(dirname "$0")/habits.tsv}")
. "$(dirname "$0")/suite.sh"
cd "$dir" || exit 2

mkdir bin start start/sub start/dir.fp start/sub/deep
ln -s "$N" bin/nvp4c
PATH=$dir/bin:$PATH
export PATH
unset NO_COLOR TERM MAKEFLAGS
printf '!!NVfp4.0\nADD result.color, fragment.color, fragment.texcoord[0];\nEND\n' >start/a.fp
printf '!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.attrib[2];\nEND\n' >start/a.vp
sed 's/ADD/MUL/' start/a.fp >start/b.fp
cp start/a.fp start/sub/c.fp
cp start/b.fp start/sub/deep/c.fp
cp start/a.fp 'start/two words.fp'
cp start/a.fp start/-dash.fp
printf '!!NVfp4.0\nMOV result.color, nothing;\nEND\n' >start/bad.fp
printf '!!NVfp4.0\nTEMP unused, t;\nMOV result.color, t;\nEND\n' >start/warn.fp
printf '\357\273\277!!NVfp4.0\nMOV result.color, nothing;\nEND\n' >start/bombad.fp
{ printf '\357\273\277'; cat start/a.fp; } >start/bom.fp
{ printf '\377\376'; sed 's/./&\n/g' start/a.fp | tr '\n' '\000'; } >start/utf16.fp
printf 'FRAG\nDCL IN[0], COLOR, LINEAR\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n' >start/a.tgsi
printf '#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n' >start/a.frag
printf '// light\nuniform vec4 c;\nvoid main() { gl_FragColor = c; }\n' >start/old.frag
printf 'cbuffer C : register(b0) { float4 c; };\nfloat4 main() : SV_Target { return c; }\n' >start/a.hlsl
printf '\003\002\043\007\000\000\001\000\000\000\000\000' >start/a.spv
printf '\007\043\002\003\000\001\000\000\000\000\000\000' >start/big.spv
printf 'DXBC0123456789abcdef' >start/a.dxbc
printf 'BC\300\336\000\000\000\000' >start/a.bc
printf '%%!PS\n' >start/a.ps
: >start/empty.fp
printf '\n  \n' >start/blank.fp
printf -- '-O1 -target=agx\n' >start/options
printf 'a.fp\nsub/c.fp\n' >start/list
printf 'a.fp\na.vp\nsub/c.fp\nsub/deep/c.fp\n' >start/clash
printf 'a.fp\nbad.fp\n' >start/badlist
cp start/a.fp start/secret.fp
chmod 0 start/secret.fp
"$N" -S -o start/made.s start/a.fp
"$N" -c -o start/made.o start/a.fp
"$N" -dump-ir -o start/made.ir start/a.fp
mkfifo start/pipe 2>/dev/null

escape() { sed 's/[][\\.*^$()+?{}|]/\\&/g'; }
first() { # file: a pattern of its first line
   [ -s "$1" ] || { echo -; return; }
   head -1 "$1" | tr '\t' ' ' | cut -c1-100 | escape
}
matches() { # file, pattern
   case $2 in -) [ ! -s "$1" ] ;; *) LC_ALL=C grep -aEq -e "$2" "$1" ;; esac
}
(cd start && find . ! -type d | sort) >before

run=0
while IFS='	' read -r command status out err files; do
   case $command in
   '' | '#'*)
      [ -z "$update" ] || printf '%s\n' "$command" >>"$dir/table"
      continue
      ;;
   *secret*) [ "$(id -u)" != 0 ] || { [ -z "$update" ] || printf '%s\t%s\t%s\t%s\t%s\n' "$command" "$status" "$out" "$err" "$files" >>"$dir/table"; continue; } ;;
   esac
   run=$((run + 1))
   rm -rf work
   cp -a start work
   (cd work && exec timeout 60 sh -c "$command") >stdout 2>stderr </dev/null
   got=$?
   made=$(cd work && find . ! -type d | sort | comm -13 ../before - | sed 's|^\./||' | tr '\n' ' ' | sed 's/ $//')
   why=
   [ "$got" = "${status:-none}" ] || why=" status $got instead of $status;"
   matches stdout "$out" || why="$why standard output: $(head -2 stdout | tr '\n' '|');"
   matches stderr "$err" || why="$why standard error: $(head -2 stderr | tr '\n' '|');"
   [ "${made:--}" = "$files" ] || why="$why files: ${made:--};"
   if [ -n "$update" ]; then
      [ -z "$why" ] || { status=$got out=$(if [ -s stdout ]; then echo .; else echo -; fi) err=$(first stderr) files=${made:--}; }
      printf '%s\t%s\t%s\t%s\t%s\n' "$command" "$status" "$out" "$err" "$files" >>"$dir/table"
      continue
   fi
   [ -z "$why" ]
   verdict $? "$command:$why"
done <"$table"
if [ -n "$update" ]; then
   cp "$dir/table" "$table"
   exit
fi
finish
