#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares the output of the compiler with that at another commit: same-output.sh COMMIT NVP4C [JOBS]; `make same-output BASE=COMMIT`.
#
# Builds COMMIT below build/same, runs both compilers on the programs of COMMIT and compares their output, byte for byte: code, objects,
# listings, IR, facts, messages and exit status, for both targets and all levels. The output of COMMIT is kept, so a second run takes half the
# time; `rm -rf build/same` frees the space. Words that were renamed on purpose are in same-output.words.
# Needs GNU sed. Exit status: 0 if the output is the same, 1 if something differs, 2 without a comparison.
set -euo pipefail
export LC_ALL=C

# ---- a worker: --run NVP4C IN OUT JOBS: what NVP4C prints for each line of JOBS, in the folder IN, to OUT
# A line is a kind (text; code: hex on standard output; bytes: anything there; object: an object file) and arguments.
# Each has two records, standard output and the rest, which begin with a byte 1 and their name.
if [ "${1-}" = --run ]; then
   nvp4c=$2 out=$4 list=$5
   ulimit -t 60 -c 0
   cd "$3"
   set +e +o pipefail
   {
      while read -r kind args; do
         read -ra words <<<"$args"
         n=$((${n-0} + 1))
         printf '\001%s %s\n' "$n" "$kind"
         if [ "$kind" = bytes ] || [ "$kind" = object ]; then
            "$nvp4c" "${words[@]}" 2>"$out.err" </dev/null | od -v -An -tx1
            status=${PIPESTATUS[0]}
         else
            "$nvp4c" "${words[@]}" 2>"$out.err" </dev/null
            status=$?
         fi
         printf '\001%s exit %s\n' "$n" "$status"
         [ ! -s "$out.err" ] || cat "$out.err"
      done <"$list"
   } >"$out.part" 2>/dev/null
   rm -f "$out.err"
   mv "$out.part" "$out"
   exit 0
fi

die() {
   echo "same-output: $*" >&2
   exit 2
}
[ $# -ge 2 ] || die "usage: same-output.sh COMMIT NVP4C [JOBS]; make same-output BASE=COMMIT"
script=$(realpath "$0")
cd "$(dirname "$script")/.."
tree=$(realpath -e "$2") || die "no compiler at $2"
jobs=${3-2}
commit=$(git rev-parse --verify --quiet "$1^{commit}") || die "no commit '$1'"
words=$(dirname "$script")/same-output.words
[ -f "$words" ] || die "no $words"
same=$PWD/build/same
base=$same/${commit:0:12}
mkdir -p "$same"
scratch=$(mktemp -d "$same/tmp.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# ---- the compiler of the commit, its programs, and those that its generator makes
if [ ! -d "$base" ]; then
   echo "same-output: building $commit"
   mkdir "$scratch/src" "$scratch/base"
   git archive "$commit" | tar -x -C "$scratch/src"
   (
      unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
      make -C "$scratch/src" -j"$jobs" BUILD=release O=out out/bin/nvp4c out/tests/gen/gen
   ) >"$scratch/log" 2>&1 || { tail -n 20 "$scratch/log" >&2; die "$commit does not build"; }
   cp "$scratch/src/out/bin/nvp4c" "$scratch/src/out/tests/gen/gen" "$scratch/base/"
   in=$scratch/base/in
   mkdir -p "$in/generated" "$in/made"
   for f in tests examples bench; do
      cp -R "$scratch/src/$f" "$in/"
   done
   for seed in $(seq 130); do
      "$scratch/base/gen" "$seed" >"$in/generated/$seed.gen" || die "the generator fails on $seed"
   done
   for seed in $(seq 20); do
      "$scratch/base/gen" -geometry "$seed" >"$in/generated/geometry-$seed.gen" || die "the generator fails on geometry $seed"
      "$scratch/base/gen" -tgsi "$seed" >"$in/generated/$seed.tgsi" || die "the generator fails on TGSI $seed"
   done
   # text and bytes for the assemblers and disassemblers
   for f in "$in"/examples/*.?p "$in"/bench/shaders/*.?p "$in"/generated/?.gen; do
      for target in usc agx; do
         name=$in/made/$(basename "$f").$target
         "$scratch/base/nvp4c" -target=$target -S -o "$name.s" "$f" 2>/dev/null || rm -f "$name.s"
         "$scratch/base/nvp4c" -target=$target -c -fmt=hex -o "$name.hex" "$f" 2>/dev/null || rm -f "$name.hex"
      done
   done
   mv -T "$scratch/base" "$base" 2>/dev/null || [ -d "$base" ] || die "cannot write $base"
fi

# ---- what is run
list_jobs() {
   local programs rules
   programs=$(find tests examples bench generated -name '*.[vfg]p' ! -path '*/rules/*' ! -path '*/cli/*' -o -name '*.gen' -o -name '*.tgsi' ! -path '*/cli/*' | sort)
   rules=$(find tests -path '*/rules/*' -name '*.[vfg]p' | sort)
   set -- $programs
   printf 'text -S -O0 -stats -reflect %s\n' "$@"
   printf 'text -S -O2 -stats -reflect %s\n' "$@"
   printf 'text -S -O2 -target=agx -stats -reflect %s\n' "$@"
   printf 'text -dump-ir -O0 %s\n' "$@"
   printf 'text -dump-ir -O2 %s\n' "$@"
   printf 'text -dump-ir -O2 -target=agx %s\n' "$@"
   printf 'code -c -fmt=hex -o - -O0 %s\n' "$@"
   printf 'code -c -fmt=hex -o - -O2 %s\n' "$@"
   printf 'code -c -fmt=hex -o - -O3 -stats %s\n' "$@"
   printf 'code -c -fmt=hex -o - -O0 -target=agx -stats -reflect %s\n' "$@"
   printf 'code -c -fmt=hex -o - -O2 -target=agx %s\n' "$@"
   # every ninth program: options that fewer programs are sensitive to
   set -- $(printf '%s\n' "$@" | awk 'NR % 9 == 0')
   printf 'text -S -O1 -report=text %s\n' "$@"
   printf 'text -S -print-after=all -O2 %s\n' "$@"
   printf 'text -dump-cfg -O2 %s\n' "$@"
   printf 'object -c -o - -O2 %s\n' "$@"
   printf 'bytes -c -fmt=raw -o - -O1 %s\n' "$@"
   printf 'object -c -o - -O2 -target=agx %s\n' "$@"
   for o in -frt=rgba8 -frt=f16 -mcpu=bxs-4-64 -mcpu=axe-1-16m -mattr=+f16sop,+itrsmp -fshort=16 -max-temps=24 -spill-all -one-op-per-group \
      -sched-seed=7 -ffp=strict -ffp=fast -fsched=both -fno-robust -ftwo-side -fclip-planes=3 -fclip-z=zero-to-w -fsample-shading; do
      printf "text -S -O2 $o -stats -reflect %s\n" "$@"
   done
   # every 27th: all that is executed, with the verdicts
   printf 'text -verify-sim=2 -verify-each -o /dev/null -O2 %s\n' $(printf '%s\n' "$@" | awk 'NR % 3 == 0')
   printf 'text -verify-sim=2 -target=agx -o /dev/null -O0 %s\n' $(printf '%s\n' "$@" | awk 'NR % 3 == 1')
   # programs that are rejected
   set -- $rules
   printf 'text -fsyntax-only %s\n' "$@"
   printf 'text -S -fdiagnostics-format=json %s\n' $(printf '%s\n' "$@" | awk 'NR % 5 == 0')
   # files that say themselves how they are run
   grep -rHE '^# RUN: ' tests | sort -u | grep -v -e -time-passes | sed -E 's/^([^:]*):# RUN: (.*)$/text \2 \1/; s/^text (.*-fmt=raw.*)$/bytes \1/'
   # assemblers and disassemblers
   for target in usc agx; do
      printf "text --as -S -target=$target %s\n" made/*.$target.s
      printf "code --as -fmt=hex -o - -target=$target %s\n" made/*.$target.s
      printf "text --dis -fmt=hex -target=$target %s\n" made/*.$target.hex
   done
   for v in bench/shaders/*.vp examples/*.vp; do
      printf "text --link $v %s\n" bench/shaders/*.fp
   done
   printf 'text %s\n' --help --help=diagnostics --version '' -nonsense 'examples/phong.fp examples/phong.fp' no-such-file
}
(cd "$base/in" && list_jobs) >"$scratch/jobs"
total=$(wc -l <"$scratch/jobs")
[ "$total" -ge 5000 ] || die "only $total outputs to compare: were the programs of $commit found?"
! grep -qF '*' "$scratch/jobs" || die "no such programs at $commit: $(grep -F -m 1 '*' "$scratch/jobs")"

# Rows of the table as commands of sed, with a byte 2 between their parts. The second line of each pair splits words and joins them again.
rows() { # 1: of options
   awk -F '\t' -v option="$1" '/^#/ || NF == 0 { next } NF != 2 || $1 == "" { print FILENAME ":" FNR ": not a row: " $0 >"/dev/stderr"; exit 2 }
      { is = sub(/^option:/, "", $1) }
      is && option { printf "s\002^%s$\002%s\002M\n", $1, $2 }
      !is && !option { printf "s\002%s\002%s\002g\n", $1, $2 }' "$words"
}
{ echo 's/ /\n/g' && rows 1 && echo 's/\n/ /g'; } >"$scratch/options.sed" || exit 2
rows 0 >"$scratch/rows" || exit 2
{ printf '/^\001[0-9]* \\(code\\|bytes\\)$/,/^\001/b\n/^\001/b\n' && cat "$scratch/rows"; } >"$scratch/words.sed"

# ---- both sides, in pieces of 50 jobs, every n-th line a piece's so that pieces are alike
run() { # NVP4C, jobs, out
   local pieces=$(((total + 49) / 50))
   mkdir -p "$scratch/pieces" "$3"
   rm -f "$scratch"/pieces/*
   awk -v n="$pieces" -v dir="$scratch/pieces" '{ print >sprintf("%s/%04d", dir, NR % n) }' "$2"
   ls "$scratch/pieces" | xargs -P "$jobs" -I{} bash "$script" --run "$1" "$base/in" "$3/{}" "$scratch/pieces/{}"
   [ "$(ls "$3" | wc -l)" = "$pieces" ] || die "pieces are missing in $3"
}
kept=$base/out-$(cksum <"$script" | cut -d ' ' -f 1)
if [ ! -d "$kept" ]; then
   echo "same-output: running ${commit:0:12}"
   rm -rf "$base"/out-*
   run "$base/nvp4c" "$scratch/jobs" "$scratch/kept"
   mv -T "$scratch/kept" "$kept" 2>/dev/null || [ -d "$kept" ] || die "cannot write $kept"
fi
sed -E -f "$scratch/options.sed" "$scratch/jobs" >"$scratch/tree-jobs"
run "$tree" "$scratch/tree-jobs" "$scratch/tree"

# Objects contain facts, whose words may have changed, and with them all sizes. Then only their text is compared.
texts() {
   awk 'BEGIN { for (i = 32; i < 127; i++) c[sprintf("%02x", i)] = sprintf("%c", i) }
      /^\001/ { if (object && length(run) > 3) print run; run = ""; object = $2 == "object"; print; next }
      !object { print; next }
      { for (i = 1; i <= NF; i++) if ($i in c) run = run c[$i]; else { if (length(run) > 3) print run; run = "" } }'
}

# ---- what differs: one line a job, its piece and number in it
outputs=0 differ=0
for piece in "$kept"/*; do
   name=${piece##*/}
   n=$(grep -ac $'^\001.* exit ' "$piece") || true
   [ "$n" = "$(wc -l <"$scratch/pieces/$name")" ] || die "$piece is not complete"
   outputs=$((outputs + n))
   if [ -s "$scratch/rows" ]; then
      texts <"$piece" | sed -E -f "$scratch/words.sed" >"$scratch/a"
      texts <"$scratch/tree/$name" >"$scratch/b"
   else
      cp "$piece" "$scratch/a"
      cp "$scratch/tree/$name" "$scratch/b"
   fi
   cmp -s "$scratch/a" "$scratch/b" && continue
   awk -v RS='\001' 'FNR == NR { a[FNR] = $0; next } a[FNR] != $0 { split($0, w, " "); if (w[1] != last) print w[1]; last = w[1] }' \
      "$scratch/a" "$scratch/b" >"$scratch/numbers"
   [ -s "$scratch/numbers" ] || die "$name differs, but no output in it"
   for n in $(cat "$scratch/numbers"); do
      differ=$((differ + 1))
      [ "$differ" -le 12 ] || continue
      echo "DIFFERS nvp4c $(sed -n "${n}p" "$scratch/pieces/$name" | cut -d ' ' -f 2-)"
      for side in "$scratch/a" "$scratch/b"; do
         awk -v RS='\001' -v ORS= -v n="$n" 'split($0, w, " ") && w[1] == n' "$side" >"$side.one"
      done
      diff -a "$scratch/a.one" "$scratch/b.one" | head -n 6 | cut -c 1-200 | sed 's/^/   /' || true
   done
done
[ "$outputs" = "$total" ] || die "$outputs of $total outputs were compared"
[ "$differ" = 0 ] || echo "same-output: < is $base/nvp4c, > is $tree, both run in $base/in"
echo "same-output: $outputs outputs, $differ differ"
[ "$differ" = 0 ]
