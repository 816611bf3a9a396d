#!/bin/sh
# SPDX-License-Identifier: MIT
# What the command line reads and writes beside its input and output: files.sh NVP4C. Prints "N passed, N failed".
set -u
N=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
passed=0 failed=0
check() { # name, command...
   name=$1
   shift
   if "$@"; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $name"
   fi
}
same() { cmp -s "$1" "$2"; }
is() { [ "$(cat "$1")" = "$2" ]; }
no() { ! "$@"; }

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
check "an object disassembles like its bytes" sh -c '"$0" --dis a.o >1 && "$0" --dis a.raw >2 && cmp -s 1 2' "$N"
if command -v readelf >/dev/null; then
   check "readelf reads it" sh -c 'LC_ALL=C readelf -aW a.o 2>err >out && [ ! -s err ] && grep -q "main" out && grep -q nvp4c.reflect out'
fi
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
"$N" -save-temps -print-changed=all -dump-cfg -o 5 a.fp
check "-save-temps: nothing else that is printed is in it" same a.ir once.ir
"$N" -stop-after=ssa -save-temps -o 6 a.fp
check "-save-temps: the IR where the passes stop" same a.ir 6

# linking
"$N" --link -c -fmt=raw a.vp a.fp -o table
map=$(grep '^-fvarying-map=' table)
check "--link -c writes both" [ -s a.o ]
"$N" -c -fmt=raw "$map" -o 4 a.vp
cp a.vp first.vp
"$N" --link -c -fmt=raw first.vp a.fp -o table
check "the map is the one that it prints" same first.o 4
"$N" --link -S first.vp a.fp -o table
check "--link -S writes text" sh -c '[ -s first.s ] && cmp -s a.s a.listing'
"$N" --link -S a.vp a.fp -o table
check "programs of one name do not overwrite each other" sh -c 'cmp -s a.vp.s first.s && cmp -s a.fp.s a.listing'
for option in -dump-ir -stats -MD -save-temps -print-after=all; do
   "$N" --link $option a.vp a.fp >/dev/null 2>err
   check "--link refuses $option" [ $? = 2 ]
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
