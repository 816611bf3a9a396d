#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests which files the command line reads, writes and leaves alone: files.sh NVP4C [CC].
set -u
N=$(realpath "$1")
CC=${2:-cc}
. "$(dirname "$0")/suite.sh"
cd "$dir" || exit 2
same() { cmp -s "$1" "$2"; }
is() { [ "$(cat "$1")" = "$2" ]; }
no() { ! "$@"; }
status() { # number, command...: the command must end with that status; its standard error goes to `err`
   want=$1
   shift
   "$@" 2>err >/dev/null
   [ $? = "$want" ]
}
says() { grep -qF -- "$1" err; }

cat >a.fp <<'EOF'
!!NVfp4.0
ADD result.color, fragment.color, fragment.texcoord[0];
EOF
cp a.fp bad.fp
echo END >>a.fp
cat >a.vp <<'EOF'
!!NVvp4.0
MOV result.position, vertex.position;
MOV result.color, vertex.attrib[1];
MOV result.texcoord[0], vertex.attrib[2];
MOV result.texcoord[1], vertex.attrib[2];
END
EOF

# names of outputs
check "-c writes FILE.o here" "$N" -c a.fp
check "which is an object" sh -c 'dd if=a.o bs=4 count=1 2>/dev/null | grep -q ELF'
"$N" -c -fmt=raw -o a.raw a.fp
"$N" -S -o a.listing a.fp
check "an object disassembles like its bytes" sh -c '"$0" --dis -g0 a.o >1 && "$0" --dis a.raw >2 && cmp -s 1 2' "$N"
"$N" -c -target=agx -o agx.o a.fp
"$N" -c -target=agx -fmt=raw -o agx.raw a.fp
check "an object says its target to --dis" sh -c '"$0" --dis -g0 agx.o >1 && "$0" --dis -target=agx agx.raw >2 && cmp -s 1 2' "$N"
check "a listing assembles to its bytes" sh -c '"$0" --as -target=agx -fmt=raw -o agx.again 1 && cmp -s agx.raw agx.again' "$N"
check "so does -S, with the lines of the source" sh -c '"$0" -S -g -target=agx -o 1 a.fp && "$0" --as -target=agx -fmt=raw -o agx.again 1 && cmp -s agx.raw agx.again' "$N"
check "what --as writes says it, too" sh -c '"$0" --as -target=agx -c -o agx.as 1 && "$0" --dis agx.as >2 && "$0" --dis -g0 agx.o >1 && cmp -s 1 2' "$N"
"$N" --sim agx.o >out 2>err
check "an object says its target to --sim" no says "padding are not"
if command -v readelf >/dev/null; then
   check "readelf reads it" sh -c 'LC_ALL=C readelf -aW a.o 2>err >out && [ ! -s err ] && grep -q "main" out && grep -q nvp4c.reflect out'
fi

# colour epilogs
"$N" -c -fmt=raw -fcolor-epilog -o main.raw a.fp
check "--epilog needs no file" "$N" --epilog=1 -fcolor=0:R8G8B8A8_UNORM -fblend=0:add,one,one -c -fmt=raw
check "and names its output" [ -s epilog.bin ]
check "bytes of a main part and of an epilog are a program with one end" sh -c \
   'cat main.raw epilog.bin >joined && "$0" --dis joined >1 && [ "$(grep -c "\.end" 1)" = 1 ] && ! "$0" --dis main.raw | grep -q "\.end"' "$N"
check "no colours, no epilog" status 2 "$N" --epilog=0 -S
check "an epilog has a cache key" sh -c '[ "$("$0" --epilog=1 -cache-key)" != "$("$0" --epilog=2 -cache-key)" ]' "$N"
check "a rejected program has no output" no "$N" -c -o none.o bad.fp 2>/dev/null
check "no file of it" [ ! -e none.o ]

# dependencies
"$N" -c -MD a.fp -o 'out dir$.o'
check "-MD names the output, quoted" is 'out dir$.d' 'out\ dir$$.o: a.fp'
mkdir sub
"$N" -c -MD a.fp -o sub/x.o
check "-MD writes beside the output" is sub/x.d "sub/x.o: a.fp"
"$N" -c -MD -MF dep -MT all a.fp
check "-MF, -MT" is dep "all: a.fp"
"$N" -MD -MF dep -o - a.fp >/dev/null
check "standard output as a target" is dep "-: a.fp"
check "a rejected program has no rule" sh -c 'rm -f dep; ! "$0" -MD -MF dep -c bad.fp 2>/dev/null && [ ! -e dep ]' "$N"

# response files
printf '%s\n' '-c "-fmt=raw"' "   -o 'b c.raw'" >opts
printf -- '@opts -MD -MF dep' >outer
"$N" @outer a.fp
check "@FILE, quotes, nesting" same "b c.raw" a.raw
check "they are dependencies" is dep 'b\ c.raw: a.fp outer opts'
echo '@loop' >loop
"$N" @loop a.fp 2>err
check "a loop of response files ends" [ $? = 2 ]
printf -- '-o "x' >open
"$N" @open a.fp 2>err
check "a quote that does not end" [ $? = 2 ]
printf -- '-O1 -o x\\ y -S' >escaped
"$N" @escaped a.fp
check "a backslash keeps a blank" [ -s "x y" ]

# intermediate files
"$N" -save-temps -c -fmt=raw -o t.raw a.fp
check "-save-temps: the assembly" same a.s a.listing
"$N" -x ir -passes= -c -fmt=raw -o 3 a.ir
check "-save-temps: the IR makes the same code" same 3 t.raw
mv a.ir once.ir
"$N" -save-temps -print-changed=all -dump-cfg -o 5 a.fp 2>err
check "-save-temps: nothing else that is printed is in it" same a.ir once.ir
"$N" -stop-after=ssa -save-temps -o 6 a.fp
check "-save-temps: the IR where the passes stop" same a.ir 6

# linking
"$N" --link -c -fmt=raw a.vp a.fp -o table
map=$(grep '^-fvarying-map=' table)
check "--link -c writes both" sh -c '[ -s a.vp.bin ] && [ -s a.fp.bin ]'
"$N" -c -fmt=raw "$map" -o 4 a.vp
cp a.vp first.vp
"$N" --link -c -fmt=raw first.vp a.fp -o table
check "the map is the one that it prints" same first.bin 4
"$N" --link -S first.vp a.fp -o table
check "--link -S writes text" sh -c '[ -s first.s ] && cmp -s a.s a.listing'
"$N" --link -S a.vp a.fp -o table
check "programs of one name do not overwrite each other" sh -c 'cmp -s a.vp.s first.s && cmp -s a.fp.s a.listing'
"$N" --link -verify-sim=4 a.vp a.fp -o table >out
check "--link -verify-sim says what it compared, for each program" sh -c 'grep -q "^a.vp verify-sim: 4 waves" out && grep -q "^a.fp verify-sim: 4 waves" out && [ $(wc -l <out) = 2 ]'
"$N" --link -verify-sim=4 a.vp a.fp >table 2>err
check "beside the table on standard output" sh -c 'grep -q "^# a.vp -> a.fp" table && ! grep -q verify-sim: table && [ $(grep -c verify-sim: err) = 2 ]'
printf '!!NVfp4.0\nADD result.color, fragment.color, fragment.texcoord[5];\nEND\n' >lacks.fp
"$N" --link -fdiagnostics-format=json a.vp lacks.fp >table 2>err
check "--link prints one array of messages" sh -c 'python3 -c "import json; [m] = json.load(open(\"err\")); assert m[\"id\"] == \"link-unwritten\"" && [ -s table ]'
printf '%s\n' bad.fp a.vp bad.fp >batch
"$N" --batch -fdiagnostics-format=json batch >/dev/null 2>err
check "--batch, too" sh -c 'python3 -c "import json; assert [m[\"file\"] for m in json.load(open(\"err\"))] == [\"bad.fp\", \"bad.fp\"]"'
for option in -dump-ir -stats -MD -save-temps -print-after=all; do
   "$N" --link $option a.vp a.fp >/dev/null 2>err
   check "--link refuses $option" [ $? = 2 ]
done

# an output is never an input
refused() { # name, file that must stay as it is, command...
   name=$1 file=$2
   shift 2
   cp "$file" kept
   check "$name is refused" status 2 "$@"
   check "$name leaves the input as it is" same "$file" kept
}
ln -sf a.fp link.fp
ln -f a.fp hard.fp
"$N" -c -fmt=raw -o code.bin a.fp
refused "-o of the input" a.fp "$N" -o a.fp a.fp
check "and says why" says "error: the output 'a.fp' is also an input"
refused "-o of a symbolic link to the input" a.fp "$N" -o link.fp a.fp
refused "-o of a hard link to the input" a.fp "$N" -o hard.fp a.fp
refused "the input by another name" a.fp "$N" -o "$dir/./a.fp" link.fp
refused "--dis -o of its input" code.bin "$N" --dis -o code.bin code.bin
refused "the file of -MF" a.fp "$N" -c -o x.o -MD -MF a.fp a.fp
check "nothing else was written" [ ! -e x.o ]
cp a.fp a.o
refused "the name that -c gives to its output" a.o "$N" -c a.o
cp code.bin code.o
"$N" --dis code.bin >listing
"$N" --dis -c code.o >out 2>err
check "--dis -c leaves its input as it is" same code.o code.bin
check "and writes the text to standard output" same out listing
check "-c has no effect" says "warning: -c has no effect with --dis"
check "a number takes no sign" status 2 "$N" '-verify-sim=1,seed= -5' a.fp
"$N" -fsyntax-only -o none a.fp 2>err
check "-o without an output" says "warning: -o has no effect with -fsyntax-only"
cp a.fp b.s
refused "a name of -save-temps" b.s "$N" -save-temps -o x b.s
cp a.fp b.d
refused "the rule that -MD names itself" b.d "$N" -c -MD -o b.o b.d
echo '-O2' >flags
refused "a response file" flags "$N" -o flags @flags a.fp
printf '#@ r0 = 1.0\n0 : nop.end\n' >p.usc
printf 'r1 = 1.0\n' >task
refused "the task of --sim" task "$N" --sim -task=task -o task p.usc
cp a.fp l.fp
cp a.vp l.vp
refused "the second program of a link" l.fp "$N" --link -o l.fp l.vp l.fp
cp l.fp k.s
refused "the text of a program of a link" k.s "$N" --link -S l.vp k.s -o table
cp a.fp append.fp
refused "standard output that appends to the input" append.fp sh -c '"$0" append.fp >>append.fp' "$N"
refused "standard output under another name" append.fp sh -c '"$0" -o /dev/stdout append.fp >>append.fp' "$N"
refused "statistics that are appended to the input" append.fp sh -c '"$0" -stats -o x append.fp >>append.fp' "$N"
refused "messages that are appended to the input" append.fp sh -c '"$0" -stats -o x append.fp 2>>append.fp' "$N"
refused "both" append.fp sh -c '"$0" -stats -o x append.fp >>append.fp 2>&1' "$N"
echo append.fp >batch
refused "statistics of a batch" append.fp sh -c '"$0" --batch -stats batch >>append.fp' "$N"
refused "statistics of a batch in its list" batch sh -c '"$0" --batch -stats batch >>batch' "$N"
"$N" -stats a.fp >numbers 2>&1
refused "what differs, in one of the two files" numbers sh -c '"$0" --diff -o x numbers numbers >>numbers' "$N"
check "a device may be both" status 1 "$N" -o /dev/null /dev/null
rm -f a.o

# two outputs are two files
check "two outputs of one name" status 2 "$N" -c -MD -MF same -o same a.fp
check "which are named" says "error: two outputs go to 'same'"
check "and do not appear" [ ! -e same ]
ln -s same other
check "two outputs, one through a link" status 2 "$N" -c -MD -MF other -o same a.fp
check "two outputs on standard output" status 2 "$N" -MD -MF - -o - a.fp
check "two outputs that nobody keeps" "$N" -c -MD -MF /dev/null -o /dev/null a.fp

# words after an option, if they are allowed
check "-task FILE" "$N" --sim -task task p.usc
check "-test CMD" sh -c '"$0" --reduce -test false a.fp >/dev/null 2>&1' "$N"
check "a list that is none" status 2 "$N" --batch code.bin

# Special files stay. The test uses a link to the device, since a faulty tool would otherwise remove the device itself.
ln -s /dev/full full
check "a device that is full: an error" status 3 "$N" -o full a.fp
check "which is named" says "full: No space left on device"
check "the link to it stays" [ -h full ]
check "the device stays" [ -c full ]
for k in "-c -o full" "-c -o x.o -MD -MF full" "-dump-ir -o full"; do
   check "$k: an error" status 3 "$N" $k a.fp
   check "$k: it stays" [ -c full ]
done
check "standard output that is full" status 3 sh -c '"$0" a.fp >/dev/full' "$N"
check "statistics that do not fit" status 3 sh -c '"$0" -stats -o x a.fp >/dev/full' "$N"
check "help that does not fit" status 3 sh -c '"$0" --help >/dev/full' "$N"
check "closed standard output" status 3 sh -c '"$0" a.fp >&-' "$N"
check "closed standard output that is not needed" sh -c '"$0" -o x a.fp >&-' "$N"
check "no file takes its place" sh -c 'rm -f x && ! "$0" -stats -o x a.fp >&- 2>err && ! grep -q groups x' "$N"
mkfifo fifo
timeout 20 cat fifo >from-fifo &
check "a FIFO" "$N" -o fifo a.fp
wait
check "what comes out of it" same from-fifo a.listing
check "the FIFO stays" [ -p fifo ]
appended() { head -n 1 log | grep -qx first && tail -n +2 log | cmp -s - a.listing; }
echo first >log
"$N" -o /dev/stdout a.fp >>log
check "/dev/stdout appends as the shell says" appended
echo first >log
"$N" -o /dev/fd/3 a.fp 3>>log
check "/dev/fd/3 appends as the shell says" appended
mkdir folder
check "a folder is no output" status 3 "$N" -o folder a.fp
check "the folder stays" [ -d folder ]
check "a folder that does not exist" status 3 "$N" -o nowhere/x a.fp

# a regular file is complete or missing
clean() { [ -z "$(find . -name '.nvp4c-*')" ]; }
(umask 027 && "$N" -o fresh a.fp)
check "permissions as umask says" [ "$(stat -c %a fresh)" = 640 ]
chmod 604 fresh
"$N" -o fresh a.fp
check "permissions of the file that was there" [ "$(stat -c %a fresh)" = 604 ]
echo old >target
mkdir -p in
ln -sf ../target in/link
"$N" -o in/link a.fp
check "a symbolic link stays" [ -h in/link ]
check "what it leads to is written" same target a.listing
ln -sf coming in/dangling
"$N" -o in/dangling a.fp
check "a link to a file that is not there yet" same in/coming a.listing
ln -sf around in/around
check "a link to itself" status 3 "$N" -o in/around a.fp
echo old >short
check "a file that grows too large" status 3 sh -c 'ulimit -f 0 && "$0" -o short a.fp' "$N"
check "leaves the old one" is short old
check "and no temporary file" clean
check "a rejected program leaves the old output" sh -c '! "$0" -o short bad.fp 2>/dev/null && grep -q old short' "$N"
if [ "$(id -u)" != 0 ]; then
   chmod a-w short
   check "a file that may not be written" status 3 "$N" -o short a.fp
   chmod u+w short
fi
# A signal arrives just before the file gets its name, or the file cannot get its name.
cat >signal.c <<'EOF'
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
int rename(const char *from, const char *to)
{
   (void)from, (void)to;
   if (getenv("SIGNAL"))
      raise(atoi(getenv("SIGNAL")));
   errno = EXDEV;
   return -1;
}
EOF
if $CC -shared -fPIC -o signal.so signal.c 2>/dev/null; then
   preloaded="env LD_PRELOAD=./signal.so ASAN_OPTIONS=verify_asan_link_order=0"
   for number in 1 2 15; do
      { ! sh -c 'kill -$1 $$' - $number; } 2>/dev/null || continue # the signal is ignored here, by nohup or in the background
      check "signal $number ends it" status $((128 + number)) sh -c '"$@"; exit $?' - $preloaded SIGNAL=$number "$N" -o short a.fp
      check "signal $number leaves the old output" is short old
      check "signal $number leaves no temporary file" clean
   done
   check "a name that cannot be given" status 3 $preloaded "$N" -o short a.fp
   check "leaves the old output" is short old
   check "leaves no temporary file" clean
fi

# errors are never silent
check "-MF needs -MD" status 2 "$N" -c -o x -MF dep a.fp
check "which is named" says "error: -MF needs -MD"
check "-MT needs -MD" status 2 "$N" -c -o x -MT all a.fp
check "two tools" status 2 "$N" --as --dis a.raw
"$N" -print-after=all -o x a.fp 2>err >out
check "-print-after prints to standard error" says "# after ssa"
check "and the output is made" sh -c 'cmp -s x a.listing && [ ! -s out ]'
"$N" -print-before=dce -print-changed=all -c -fmt=raw -o x a.fp 2>err
check "-print-changed with -c" same x a.raw
"$N" -print-after=ssa -dump-ir a.fp 2>err >out
check "-print-after and -dump-ir do not mix" sh -c 'head -n 1 out | grep -qx "nvp4c-ir 1" && ! grep -q "^# after" out && grep -q "^# after ssa" err'
check "-h" sh -c '"$0" -h >1 && "$0" --help >2 && cmp -s 1 2' "$N"
check "help in full" sh -c '"$0" --help=all >all' "$N"
check "help within 80 columns" sh -c '! grep -nE "^.{81}" 2 all >&2'
for mode in link batch run as dis sim bisect reduce diff; do
   check "usage has --$mode" sh -c 'sed -n "/^usage:/,/^nvp4c/p" 2 | grep -q -- "--$0 " ' "$mode"
   check "--help=all has --$mode" grep -q -- "^  --$mode\$\|^  --$mode " all
done
sed -n '/^everyday options:/,/^$/p' 2 | sed '/^$/d' >groups
for group in output target language state debug; do
   "$N" --help=$group | sed '/^$/d' >>groups
done
sed -e '1,/^in FILE/d' -e '/^$/d' -e '/^exit status:/,$d' all >want
check "each option in one group" cmp -s groups want
check "a group that does not exist" status 2 "$N" --help=nonsense
check "which is named" says "'nonsense' is not one of output|"
check "warnings with their meaning" sh -c '"$0" --help=warnings | grep -q "^  unwritten-read  *a temporary is"' "$N"
check "no errors among them" sh -c '! "$0" --help=warnings | grep -q "^  redeclared "' "$N"
check "passes with their meaning" sh -c '"$0" -passes=help | grep -q "^  const-fold  *fold constants"' "$N"
check "cores of a target" sh -c '"$0" -target=agx -mcpu=help | grep -qx "  g13g (default)"' "$N"
printf '#@ r4000 = 2.0\n0 : nop.end\n' >bad.usc
check "a task in the program" status 1 "$N" --sim bad.usc
check "is named by the program" says "bad.usc:1:4: error:"
printf 'r1 = 1.0\nr4000 = 2.0\n' >bad.task
check "a task in a file" status 1 "$N" --sim -task=bad.task p.usc
check "is named by it" says "bad.task:2:1: error:"
check "with its line" says "2 | r4000 = 2.0"
"$N" --as -fmt=raw -o p.bin p.usc
check "a task of code in bytes" status 1 "$N" --sim -task=bad.task p.bin
check "is named, too" says "bad.task:2:1: error:"
check "is named in JSON" sh -c '! "$0" --sim -fdiagnostics-format=json -task=bad.task p.bin 2>&1 | grep -q "\"file\": \"p.bin\""' "$N"
printf '#@ r1 = 1.5\n0 : mbyp ft0, r1 ; mov r2, ft0\n' >fault.usc
"$N" --sim fault.usc >out 2>err
check "what a simulation printed before a fault" grep -q "^r2 = " out

# the pre-shader of an object
cat >once.vp <<'EOF'
!!NVvp4.0
TEMP r;
MUL r.x, program.local[0].x, program.local[1].x;
RSQ r.y, program.local[0].x;
MUL result.texcoord[0].xy, vertex.color, r;
MOV result.position, vertex.position;
END
EOF
"$N" -c once.vp 2>err
printf 'vi4 = 1.0\nvi5 = 3.0\nprint vo4 vo5\npre = 16.0 0.5\n' >once.task
"$N" --sim -task=once.task once.o >out 2>err
check "--sim runs the pre-shader" is out "emit 0 = 0x00000001
vo4 = 0x41000000
vo5 = 0x3f400000"
printf 'pre = 16.0\n' >once.task
check "its inputs are counted" status 1 "$N" --sim -task=once.task once.o
check "by the place in the task" says "once.task:1:1: error: the pre-shader reads more words"
"$N" -c -fno-preshader once.vp 2>err
check "a program without one" status 1 "$N" --sim -task=once.task once.o
check "says so" says "the program has no pre-shader"

# the names of outputs follow their form
named() { # name, options...
   name=$1
   shift
   mkdir -p names
   rm -f names/*
   (cd names && "$N" "$@" 2>../err)
   [ "$(ls names)" = "$name" ]
}
check "-c" named a.o -c ../a.fp
check "-c -fmt=raw" named a.bin -c -fmt=raw ../a.fp
check "-c -fmt=hex" named a.hex -c -fmt=hex ../a.fp
check "-c -fmt=c" named a.inc -c -fmt=c ../a.fp
check "--as -fmt=raw" named p.bin --as -fmt=raw ../p.usc
check "--as" named p.o --as ../p.usc
check "makes an object" sh -c 'dd if=names/p.o bs=4 count=1 2>/dev/null | grep -q ELF'
check "--as -fmt=elf" sh -c '"$0" --as -fmt=elf -o 1 p.usc && cmp -s 1 names/p.o' "$N"
check "of the same code" sh -c '"$0" --dis -g0 1 >3 && "$0" --dis p.bin >4 && cmp -s 3 4 && ! cmp -s 1 p.bin' "$N"
check "standard input" sh -c 'rm -f names/* && cd names && "$0" -c - <../a.fp && [ "$(ls)" = stdin.o ]' "$N"
check "-S goes to standard output" sh -c '"$0" -S a.fp | cmp -s - a.listing' "$N"

# pictures of --run; without libpng the tool refuses them with status 7
cat >draw.fp <<'EOF'
!!NVfp4.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
SUB t.x, t.x, 0.25;
KIL t;
MOV result.color, fragment.texcoord[0];
END
EOF
cat >copy.fp <<'EOF'
!!NVfp4.0
TEX result.color, fragment.texcoord[0], texture[3], 2D;
END
EOF
printf '!!NVfp4.0\nMUL result.color, fragment.color, program.local[0];\nEND\n' >ramp.fp
if "$N" --run ramp.fp -png ramp.png -size 20x6 -in 'fragment.color=0 0 0 1|1 0 0 1|0 1 0 1' -in 'program.local[0]=1 1 1 1' 2>err; then
   check "a picture of the given size" sh -c 'od -An -tu1 -j16 -N8 ramp.png | tr -s " \n" " " | grep -qx " 0 0 0 20 0 0 0 6 "'
   check "machine code draws the same" sh -c '"$0" --run -on=code ramp.fp -png 1 -size 20x6 -in "fragment.color=0 0 0 1|1 0 0 1|0 1 0 1;program.local[0]=1 1 1 1" && cmp -s 1 ramp.png' "$N"
   check "so does the IR, with what is discarded" sh -c '"$0" --run draw.fp -png 1 -size 33x7 && "$0" --run -on=ir draw.fp -png 2 -size 33x7 && cmp -s 1 2' "$N"
   # 13 rows of quads in 2 to 200 threads; and a program that counts its pixels, which threads of their own would count from 0
   cat >count.tgsi <<'EOF'
FRAG
DCL OUT[0], COLOR
DCL BUFFER[0]
DCL TEMP[0]
IMM[0] UINT32 {0, 1, 0, 0}
IMM[1] FLT32 {0.0078125, 0.0, 0.0, 1.0}
  0: ATOMUADD TEMP[0].x, BUFFER[0], IMM[0].xxxx, IMM[0].yyyy
  1: U2F TEMP[0].x, TEMP[0].xxxx
  2: MUL TEMP[0].x, TEMP[0].xxxx, IMM[1].xxxx
  3: MOV OUT[0], IMM[1].yyyw
  4: MOV OUT[0].x, TEMP[0].xxxx
  5: END
EOF
   for on in source ir code; do
      "$N" --run -on=$on draw.fp -png 1 -size 33x26
      "$N" --run -on=$on count.tgsi -png 3 -size 20x6 -in 'BUFFER[0]=0i' >counted
      check "the program counts its pixels as $on" grep -q '^BUFFER.0..0. = 0x00000078$' counted
      for j in 2 5 200; do
         check "$j threads draw the same picture from $on" sh -c '"$0" --run -on=$2 draw.fp -png 2 -size 33x26 -j $1 && cmp -s 1 2' "$N" $j $on
         check "of memory, too" sh -c '"$0" --run -on=$2 count.tgsi -png 4 -size 20x6 -in "BUFFER[0]=0i" -j $1 | cmp -s - counted && cmp -s 3 4' "$N" $j $on
      done
   done
   printf '!!NVfp4.0\nTEMP t;\nREP;\nMOVC t, program.env[0];\nBRK (GT.x);\nENDREP;\nMOV result.color, t;\nEND\n' >endless.fp
   "$N" --run endless.fp -png none.png -size 4x8 2>1
   check "and fail with the same message" sh -c '"$0" --run endless.fp -png none.png -size 4x8 -j 3 2>2; [ $? = 5 ] && cmp -s 1 2 && [ -s 1 ]' "$N"
   check "a texture, drawn in its own size, is itself" sh -c '"$0" --run copy.fp -tex 3=ramp.png -png 1 -size 20x6 && cmp -s 1 ramp.png' "$N"
   check "in machine code, too" sh -c '"$0" --run -on=code copy.fp -tex 3=ramp.png -png 1 -size 20x6 && cmp -s 1 ramp.png' "$N"
   check "corners and one instance" sh -c '"$0" --run ramp.fp -in "program.local[0]=2;fragment.color=0.25|1|1" | grep -q "^result.color.x = 0.5 "' "$N"
   check "a picture on standard output" sh -c '"$0" --run ramp.fp -png - -size 20x6 -in "fragment.color=0 0 0 1|1 0 0 1|0 1 0 1;program.local[0]=1 1 1 1" >1 && cmp -s 1 ramp.png' "$N"
   check "-o beside a picture" status 2 "$N" --run ramp.fp -png 1 -o 2
   # The texel 128/255 is in files of 16 bits without further data, grey with alpha, with a palette of 2 bits, and interlaced.
   python3 - <<'EOF'
import struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
def png(name, depth, color, row, palette=b"", interlaced=0):
    with open(name, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, depth, color, 0, 0, interlaced)) + palette +
                chunk(b"IDAT", zlib.compress(b"\0" + row)) + chunk(b"IEND", b""))
png("rgb16.png", 16, 2, b"\x80" * 6)
png("grey16.png", 16, 0, b"\x80" * 2)
png("greya.png", 8, 4, b"\x80\xff")
png("palette.png", 2, 3, b"\x40", chunk(b"PLTE", b"\0\0\0\x80\x80\x80"))
png("interlaced.png", 8, 2, b"\x80" * 3, interlaced=1)
EOF
   for file in rgb16 grey16 greya palette interlaced; do
      check "a texture from $file.png" sh -c '[ "$("$0" --run copy.fp -tex 3=$1.png | grep -c " = 0.501960814 ")" = 3 ]' "$N" $file
   done
   head -c 45 rgb16.png >cut.png
   check "a picture that is cut short" status 3 "$N" --run copy.fp -tex 3=cut.png
   check "a picture that is an input is refused" status 2 "$N" --run copy.fp -tex 3=ramp.png -png ramp.png -size 20x6
   check "no picture" status 3 "$N" --run copy.fp -tex 3=a.fp
   check "a size that is none" status 2 "$N" --run ramp.fp -png 1 -size 20
   check "a texture without a file" status 2 "$N" --run ramp.fp -tex 3
   check "only fragment programs are drawn" status 1 "$N" --run a.vp -png none.png
   check "and nothing is left" [ ! -e none.png ]
else
   check "without libpng" says libpng
fi

finish
