#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests --bisect, --reduce, --batch, --diff and -time-passes: triage.sh NVP4C SEEDED. SEEDED is a compiler with a wrong rule in
# the pass const-fold (tests/seeded/wrong-rule.sed). The rule applies to one statement of tests/seeded/hunt.fp and one of
# hunt.tgsi.
set -u
N=$(realpath "$1") S=$(realpath "$2")
hunt=$(realpath "$(dirname "$0")/../seeded/hunt.fp")
hunt_tgsi=$(realpath "$(dirname "$0")/../seeded/hunt.tgsi")
. "$(dirname "$0")/suite.sh"
cd "$dir" || exit 2
status() { # number, command...: the command must end with that status
   want=$1
   shift
   "$@" >out 2>err
   [ $? = "$want" ]
}
lines() { # least, most, file
   n=$(grep -c . "$3")
   [ "$n" -ge "$1" ] && [ "$n" -le "$2" ]
}

# a miscompile that -verify-sim sees
check "the seeded compiler is wrong" status 6 "$S" -w -verify-sim=32 -o /dev/null "$hunt"
check "the compiler is right" status 0 "$N" -w -verify-sim=32 -o /dev/null "$hunt"
check "--bisect" status 0 "$S" --bisect "$hunt"
check "names the pass and its run" grep -q 'pass const-fold breaks it in its run 1, optimisation 2 of' out
check "with the limit that it names it fails" status 6 "$S" -w -ffp=strict -verify-sim=32 -opt-bisect-limit=2 -o /dev/null "$hunt"
check "with one less it passes" status 0 "$S" -w -ffp=strict -verify-sim=32 -opt-bisect-limit=1 -o /dev/null "$hunt"
check "--bisect of a good compile" status 1 "$N" --bisect "$hunt"
check "the hunted program has sixty lines" lines 60 90 "$hunt"
check "--reduce" status 0 "$S" --reduce -o small.fp "$hunt"
check "to at most 6 lines" lines 3 6 small.fp
check "that fail in the same way" status 6 "$S" -w -verify-sim=32 -o /dev/null small.fp
check "and are a program" status 0 "$N" -w -verify-sim=32 -o /dev/null small.fp
check "the same on every run" sh -c '"$0" --reduce "$1" 2>/dev/null | cmp -s - small.fp' "$S" "$hunt"
check "--reduce of what does not fail" status 1 "$N" --reduce "$hunt"

# the IR
"$N" -w -O0 -dump-ir -o hunt.ir "$hunt"
check "--bisect of an IR" status 0 "$S" --bisect hunt.ir
check "names the pass" grep -q 'pass const-fold breaks it' out
check "--reduce of an IR" status 0 "$S" --reduce -o small.ir hunt.ir
check "to at most 20 lines" lines 3 20 small.ir
check "which is an IR" status 0 "$N" -fsyntax-only small.ir
check "that fails in the same way" status 6 "$S" -verify-each=exec -o /dev/null small.ir

# TGSI, as text and as tokens
check "TGSI: the seeded compiler is wrong" status 6 "$S" -verify-sim=32 -o /dev/null "$hunt_tgsi"
check "TGSI: the compiler is right" status 0 "$N" -verify-sim=32 -o /dev/null "$hunt_tgsi"
check "--bisect of TGSI" status 0 "$S" --bisect "$hunt_tgsi"
check "names the pass" grep -q 'pass const-fold breaks it' out
check "--reduce of TGSI" status 0 "$S" --reduce -o small.tgsi "$hunt_tgsi"
check "to at most 9 lines" lines 5 9 small.tgsi
check "that fail in the same way" status 6 "$S" -w -verify-sim=32 -o /dev/null small.tgsi
check "and are a program" status 0 "$N" -w -verify-sim=32 -o /dev/null small.tgsi
check "--reduce of TGSI that does not fail" status 1 "$N" --reduce "$hunt_tgsi"
"$N" -w -dump-source=tgsi_22_3 -o hunt.tokens "$hunt_tgsi"
check "--bisect of tokens" status 0 "$S" -x tgsi_22_3 --bisect hunt.tokens
check "names the pass" grep -q 'pass const-fold breaks it' out
check "--reduce of tokens" status 0 "$S" -x tgsi_22_3 --reduce -o tokens.tgsi hunt.tokens
check "to the same text" cmp -s tokens.tgsi small.tgsi
# each of these must stay, while its surroundings can go: a block, a subroutine, a case, a predicate, or earlier immediates
cat >parts.tgsi <<'EOF'
VERT
DCL IN[0..3]
DCL OUT[0], POSITION
DCL TEMP[0..7]
DCL PRED[0]
IMM[0] FLT32 {1, 2, 3, 4} IMM[1] INT32 {5, 6, 7, 8} IMM[2] FLT32 {0x41100000, 10, 11, 12}
SWITCH IN[0].x
   CASE IMM[1].x
      MOV TEMP[0], IN[0] BRK
   DEFAULT
      CAL :11
ENDSWITCH
MOV PRED[0], IN[1]
(PRED[0].x) ADD TEMP[0], TEMP[0], IMM[2]
MOV OUT[0], TEMP[0]
END
BGNSUB
   COS TEMP[6], IN[2] MUL TEMP[0], IN[2], TEMP[6]
   RET
ENDSUB
EOF
kept() { # the text that must remain, the largest number of lines of the file
   check "--reduce keeps $1" status 0 "$N" --reduce -test="! grep -q '$1'" -o part.tgsi parts.tgsi
   check "$1 is there" grep -q "$1" part.tgsi
   check "in at most $2 lines" lines 3 "$2" part.tgsi
}
kept COS 6
kept 'ADD TEMP' 6
kept 'FLT32 {0x41100000' 3
kept 'CAL :' 5
kept SWITCH 5

# a test of the user
test="sh -c '! \"\$0\" -w -S \"\$1\" 2>/dev/null | grep -q frsq' $N"
check "--reduce -test" status 0 "$N" --reduce -test="$test" -o test.fp "$hunt"
check "to at most 4 lines" lines 3 4 test.fp
check "with the RSQ" grep -Eq 'RSQ|NRM' test.fp
printf '!!NVfp4.0\nTEMP t;\nMUL t, fragment.color, fragment.texcoord[0];\nADD result.color, t, fragment.texcoord[1];\nEND\n' >muladd.fp
check "--bisect -test on the IR" status 0 "$N" -dump-ir --bisect -test="! grep -q fmad" muladd.fp
check "names the pass of a multiply-add" grep -q 'pass contract breaks it' out
printf '!!NVfp4.0\nPARAM p[2] = { { 1, 2, 3, 4 }, program.env[5] };\nTEMP a, b;\nMOV a, p[1];\nMOV b, p[0];\nADD result.color, a, b;\nEND\n' >array.fp
check "--reduce of a program with an array of parameters" status 0 sh -c 'ulimit -t 20; exec "$@"' - "$N" --reduce -test="! grep -q p.1" -o small-array.fp array.fp
check "keeps what the test asks for" grep -q 'p\[1\]' small-array.fp
check "a test that cannot be run" status 2 "$N" --reduce -test=/nowhere "$hunt"
check "a test without --reduce" status 2 "$N" -test=true "$hunt"

# signals: the best program is written, and no folder is left
mkdir folder
for signal in INT TERM HUP; do
   case $signal in INT) number=2 ;; TERM) number=15 ;; HUP) number=1 ;; esac
   cat >slow.sh <<'END'
n=$(cat count); echo $((n + 1)) >count
grep -q RSQ "$1" || grep -q NRM "$1" || exit 0
[ $n -lt 12 ] || { touch waits; sleep 30; }
exit 1
END
   rm -f waits best.fp
   echo 0 >count
   # Not in the background of this shell, where SIGINT would be ignored.
   python3 -c '
import os, signal, subprocess, sys, time
p = subprocess.Popen(sys.argv[2:], env={**os.environ, "TMPDIR": "folder"}, stderr=open("err", "w"), start_new_session=True,
                     preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
while not os.path.exists("waits") and p.poll() is None:
    time.sleep(0.01)
start = time.time()
p.send_signal(int(sys.argv[1]))
status = p.wait()
print(status, "soon" if time.time() - start < 10 else "late")' $number "$N" --reduce -test="sh $PWD/slow.sh" -o best.fp "$hunt" >ended
   check "--reduce and SIG$signal: ends soon with 128 and the signal" [ "$(cat ended)" = "$((128 + number)) soon" ]
   check "writes a smaller program" sh -c '[ "$(grep -c . best.fp)" -lt "$(grep -c . "$0")" ] && grep -Eq "RSQ|NRM" best.fp' "$hunt"
   check "says so" grep -q 'interrupted, so this is the best program' err
   check "leaves no folder" rmdir folder
   mkdir folder
done

# a list of files
i=0
while [ $i -lt 40 ]; do
   printf '!!NVfp4.0\nMUL result.color, fragment.color, %s.0;\nEND\n' $i >p$i.fp
   echo p$i.fp
   i=$((i + 1))
done >list
check "--batch" sh -c '"$0" --batch list -stats >1 2>/dev/null && "$0" --batch -j 8 -stats list >2 2>/dev/null && cmp -s 1 2 && [ -s 1 ]' "$N"
check "is in the order of the list" sh -c 'cut -d" " -f1 1 | uniq | cmp -s - list'
check "-j8" sh -c '"$0" -j8 --batch list -c -fmt=raw 2>/dev/null && "$0" -c -fmt=raw -o one p7.fp && cmp -s one p7.bin && [ -s p39.bin ]' "$N"
echo '!!NVfp4.0 END END' >bad.fp
printf '# a comment\n\np1.fp\nbad.fp\np2.fp\n' >badlist
check "a bad program" status 1 "$N" --batch -j 2 -stats badlist
check "says so" grep -q '3 programs, 1 failed' err
check "and does the others" grep -q 'p2.fp groups:' out
printf 'p1.fp\nnowhere.fp\np2.fp\n' >badlist
check "a missing file" status 3 "$N" --batch -j 2 -stats badlist
check "does not keep it from the others" grep -q 'p2.fp groups:' out
check "no progress in a file" sh -c '! grep -q "$(printf "\r")" err'
printf 'p1.fp\np1.fp\n' >twice
check "two outputs of one name" status 2 "$N" --batch -c twice
"$N" -c -o one.o p1.fp
mkdir -p deep/er
cp p2.fp deep/er/p1.fp
cp p3.fp deep/p1.vp
printf 'p1.fp\ndeep/er/p1.fp\n./deep/../deep/p1.vp\n' >folders
check "--batch -o: inputs of one name" status 0 "$N" --batch -j 3 -c -MD -o all/here folders
check "go to the folders below their common one" sh -c '[ "$(find all -type f | sort | tr "\n" " ")" = "all/here/deep/er/p1.fp.d all/here/deep/er/p1.fp.o all/here/deep/p1.vp.d all/here/deep/p1.vp.o all/here/p1.fp.d all/here/p1.fp.o " ]'
check "and are what each compile writes" cmp -s one.o all/here/p1.fp.o
check "with its dependencies" sh -c '[ "$(cat all/here/deep/er/p1.fp.d)" = "all/here/deep/er/p1.fp.o: deep/er/p1.fp" ]'
printf 'deep/er/p1.fp\n' >folders
check "--batch -o of one folder" status 0 "$N" --batch -S -o flat folders
check "does not repeat it" test -f flat/p1.fp.s
check "--batch -o without -S or -c" status 2 "$N" --batch -o flat folders
check "a report of several" status 0 "$N" --batch -c -report=text folders
check "is below the name of each" sh -c '"$0" -report=text deep/er/p1.fp >7 && sed 1d out | cmp -s - 7 && [ "$(head -1 out)" = deep/er/p1.fp: ]' "$N"
check "a report with -c" sh -c '"$0" -c -report=text deep/er/p1.fp | cmp -s - 7' "$N"
check "several inputs are the same in any number of threads" sh -c 'for j in 1 5; do "$0" -j $j -stats -S p1?.fp >9.$j && cat p1?.s >8.$j; done; cmp -s 8.1 8.5 && cmp -s 9.1 9.5 && [ -s 8.1 ] && [ -s 9.1 ]' "$N"
check "-j 0" status 2 "$N" --batch -j 0 list

# programs with errors of their own
printf '!!NVfp4.0\nMOV result.color, nothing;\nEND\n' >rejected.fp
check "--bisect of a program that is rejected" status 1 "$N" --bisect rejected.fp
check "says why" grep -q 'rejected.fp:2:19: error: "nothing" is not declared' err
check "--reduce of one" status 1 "$N" --reduce rejected.fp
check "says why" grep -q 'rejected.fp:2:19: error:' err

# statistics
check "--diff of equal files" status 0 "$N" --diff 1 2
sed 's/^p7.fp groups: .*/p7.fp groups: 99/; s/^p8.fp steps: .*/p8.fp steps: 1/' 1 >3
check "--diff of a regression" status 6 "$N" --diff 1 3
check "names it" grep -Eq '^p7.fp +groups +[0-9]+ +99 .*regressed' out
check "an improvement" status 0 "$N" --diff 3 1
check "a number that says nothing of the code" grep -Eq '^p8.fp +steps' out
check "a program that is gone" sh -c '"$0" --diff 1 2 >/dev/null; grep -v "^p9.fp" 1 >4; "$0" --diff 1 4 >out; [ $? = 6 ] && grep -q "p9.fp .*missing" out' "$N"
check "one that is new" sh -c '"$0" --diff 4 1 >out && grep -Eq "; [0-9]+ are in B only$" out && ! grep -q "p9.fp" out' "$N"
"$N" -stats -o /dev/null p1.fp >5
echo 'groups: 99999999999999999999999' >huge
check "a number that is none" status 2 "$N" --diff 5 huge
"$N" -O0 -stats -o /dev/null "$hunt" 2>/dev/null >6
check "files of one program" status 6 "$N" --diff 5 6

"$N" -stats=json -o /dev/null p1.fp >7
"$N" -stats=json -O0 -w -o /dev/null "$hunt" >8
check "files of JSON" status 6 "$N" --diff 7 8
check "have the same numbers" sh -c '"$0" --diff 5 6 >9; grep -c regressed 9 >10; grep -c regressed out | cmp -s - 10' "$N"

check "a number below the threshold" status 6 "$N" --diff -max-regression=10 1 3
check "of a large one" sh -c '"$0" --diff -max-regression=100000 1 3 >out && grep -q "0 regressed" out' "$N"
check "a threshold that is none" status 2 "$N" --diff -max-regression=ten 1 3

# documents of several programs, as lines of JSON and as CSV
head -3 list | "$N" --batch - -report=json >A 2>/dev/null
head -3 list | "$N" --batch - -report=json -one-op-per-group >B 2>/dev/null
check "a line of JSON for each program" sh -c '[ "$(wc -l <A)" = 3 ] && [ "$(grep -c "^{\"schema\":\"nvp4c-report-1\",.*}$" A)" = 3 ]'
if "$N" --diff A A >out 2>err; then
   check "--diff of reports" status 6 "$N" --diff A B
   check "the worst regression is first" sh -c 'sed -n 2p out | grep -q regressed && awk "/regressed/ { r = (\$5 + 0) / \$3; if (NR > 2 && r > last + 1e-9) bad = 1; last = r } END { exit bad }" out'
   check "names program and line" grep -Eq '^   p[0-9]*\.fp [a-z0-9-]+ line [0-9]+: cost [0-9]+, was [0-9]+$' out
   head -3 list | "$N" --batch - -stats=json >C 2>/dev/null
   check "statistics and reports of the same programs" sh -c '"$0" --diff A C >out && grep -q " 0 regressed, 0 improved, 0 differ" out' "$N"
   printf '{"stats": 3}' >D
   check "JSON without statistics" status 2 "$N" --diff A D
   printf '{"stats": {"groups": 3}\n"' >D
   check "broken JSON" status 2 "$N" --diff A D
   check "says where" grep -q '^nvp4c: error: D:2: ' err
   check "--batch -stats=csv" sh -c 'head -3 list | "$0" --batch - -stats=csv >out 2>/dev/null && [ "$(head -1 out)" = "$(printf "file,target,cpu,stage,name,value\r")" ]' "$N"
   check "has the numbers of the text" sh -c 'head -3 list | "$0" --batch - -stats 2>/dev/null | sed "s/ /,/; s/: /,/" >text; sed "1d; s/\r//" out | cut -d, -f1,5,6 | cmp -s - text' "$N"
   check "-reflect=csv and -stats=csv are two tables" status 2 "$N" -reflect=csv -stats=csv p1.fp
   check "-report=csv" sh -c '"$0" -report=csv p1.fp >out && [ "$(wc -l <out)" -gt 1 ]' "$N"
else
   echo "SKIP --diff of JSON: $(cat err)"
fi
check "-mcpu=all" sh -c '"$0" -mcpu=all -stats p1.fp >out && [ "$(grep -c " groups: " out)" = "$("$0" -mcpu=help | grep -c "^  ")" ]' "$N"
check "agrees with one core" sh -c '"$0" -mcpu=g6110 -stats -o /dev/null p1.fp | sed "s/^/p1.fp g6110 /" >1g; grep " g6110 " out | cmp -s - 1g' "$N"
check "-mcpu=all -c" status 2 "$N" -mcpu=all -c p1.fp

check "-time-passes" status 0 "$N" -w -time-passes -o /dev/null "$hunt"
check "has a row for each pass" sh -c 'grep -q "const-fold$" out && grep -q "total$" out'
check "whose runs add up" awk '$NF == "total" { exit sum != $3 } /%/ { sum += $3 }' out

finish
