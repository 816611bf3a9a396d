#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles foreign programs: corpus.sh NVP4C DIR [JOBS]. Environment: TARGETS (usc) and LEVELS ("0 1 2"). The columns of DIR/INDEX.tsv are file,
# kind, source, expected. The kind is the name of a language (scripts/registry.sh) and a stage: nvvp4, arbfp. Programs marked `accept` must
# compile at these levels and verify by execution; those marked `reject` must be rejected with exit 1, an id and a location. Those marked
# `unknown` must be accepted, or rejected or unsupported with the id that docs/language.md gives. Programs in a language that is unknown or only
# recognised are counted as skipped, and so are those that need a later version; each must end with exit 7. Programs that a target does not
# support are counted by message.
# Folders DIR/KIND-real/ do not have an index: all their programs, whose names end with a hash, are `accept`. A tenth of them is compiled,
# selected by hash, or all with ALL=1.
set -u
nvp4c=$1
dir=${2:-}
jobs=${3:-1}
TARGETS=${TARGETS:-usc}
LEVELS=${LEVELS:-0 1 2}
verdicts=$(dirname "$0")/../docs/language.md
if [ -z "$dir" ] || [ ! -f "$dir/INDEX.tsv" ]; then
   echo "SKIP corpus: no folder with INDEX.tsv given (make corpus CORPUS=dir)"
   exit 0
fi
tab=$(printf '\t')
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
languages= # that this version compiles
for l in $("$(dirname "$0")/registry.sh" languages); do
   echo | "$nvp4c" -x "$l" -fsyntax-only - >/dev/null 2>&1
   [ $? = 7 ] || languages="$languages $l"
done
compiles() { # kind
   for l in $languages; do
      case $1 in "$l"*) return 0 ;; esac
   done
   return 1
}
fail() {
   echo "FAIL $1"
   head -n 5 "$err"
   failed=$((failed + 1))
}
# Runs the rows on standard input; prints a line for each failure, and the three counts at the end.
rows() { # number of the job
   err=$tmp/err$1
   passed=0
   failed=0
   skipped=0
   # shellcheck disable=SC2034
   while IFS="$tab" read -r file kind source expected rest; do
      [ "$kind" != kind ] || continue
      if ! compiles "$kind"; then
         "$nvp4c" -o /dev/null "$dir/$file" >"$err" 2>&1
         if [ $? = 7 ]; then skipped=$((skipped + 1)); else fail "$file: a language of a later version must exit with 7"; fi
         continue
      fi
      case $kind in
      *vp*) stage=vertex ;;
      *gp*) stage=geometry ;;
      *fp*) stage=fragment ;;
      *) stage=any ;;
      esac
      case $expected in
      accept)
         waves=256
         [ "$source" != real ] || waves=32
         ok=1
         later=0
         for o in $LEVELS; do
            "$nvp4c" -target=$target -O$o -stage=$stage -verify-sim=$waves -o /dev/null "$dir/$file" >"$err" 2>&1
            status=$?
            if [ $status = 7 ] && grep -q '\[unsupported-[a-z]*\]$' "$err"; then
               later=1
               ok=0
               sed -n 's/^[^ ]* error: //p' "$err" | head -n 1 | sed 's/[0-9][0-9]*/N/g' >>"$tmp/why$1"
            elif [ $status != 0 ]; then
               fail "$file -O$o"
               ok=0
            fi
         done
         passed=$((passed + ok))
         skipped=$((skipped + later))
         ;;
      reject)
         "$nvp4c" -target=$target -stage=$stage -o /dev/null "$dir/$file" >"$err" 2>&1
         if [ $? = 1 ] && grep -qE ':[0-9]+:[0-9]+: error: .* \[[a-z0-9-]+\]$' "$err"; then
            passed=$((passed + 1))
         else
            fail "$file is not rejected"
         fi
         ;;
      unknown)
         row=$(grep -F "| \`$file\` |" "$verdicts")
         want=$(printf '%s' "$row" | cut -d '|' -f 3 | tr -d ' ')
         "$nvp4c" -target=$target -stage=$stage -verify-sim=256 -o /dev/null "$dir/$file" >"$err" 2>&1
         case $?:$want in
         0:accepted) got=accepted ;;
         [17]:*) got=$(sed -n 's/^[^ ]*: error: .* \[\([a-z0-9-]*\)\]$/\1/p' "$err" | head -n 1) ;;
         *) got=other ;;
         esac
         if [ "$want" = accepted ] && { [ "$got" = unsupported-target ] || [ "$got" = unsupported-usc ]; }; then
            skipped=$((skipped + 1))
         elif [ -n "$want" ] && [ "$got" = "$want" ]; then
            echo "unknown $file: $got, because$(printf '%s' "$row" | cut -d '|' -f 4)"
            passed=$((passed + 1))
         else
            fail "$file is $got, docs/language.md says '$want'"
         fi
         ;;
      esac
   done
   echo "$passed $failed $skipped" >"$tmp/counts$1"
}
cp "$dir/INDEX.tsv" "$tmp/index"
for d in "$dir"/*-real; do
   [ -d "$d" ] || continue
   d=${d##*/}
   (cd "$dir" && ls "$d") | { if [ -n "${ALL-}" ]; then cat; else grep -E '(0[0-9a-f]|1[0-9])\.[a-z]+$'; fi; } | awk -v d="$d" '
      { kind = d; sub(/-real$/, "", kind); printf "%s/%s\t%s\treal\taccept\n", d, $0, kind }' >>"$tmp/index"
done
status=0
for target in $TARGETS; do
   rm -f "$tmp"/counts* "$tmp"/out* "$tmp"/why*
   for job in $(seq "$jobs"); do
      awk -v n="$jobs" -v k="$job" 'NR % n == k - 1' "$tmp/index" | rows "$job" >"$tmp/out$job" 2>&1 &
   done
   wait
   for job in $(seq "$jobs"); do
      cat "$tmp/out$job"
      [ -s "$tmp/counts$job" ] || echo "0 1 0" >"$tmp/counts$job"
   done
   cat "$tmp"/why* 2>/dev/null | sort | uniq -c | sort -rn
   cat "$tmp"/counts* | awk -v t="$target" '{ p += $1; f += $2; s += $3 } END { print "corpus " t ": " p " passed, " f " failed, " s " skipped"; exit f > 0 }' || status=1
done
exit $status
