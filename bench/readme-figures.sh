#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the block of figures into README.md, or compares it with -check: readme-figures.sh [-check] NVP4C.
#
# Sizes are counted by NVP4C on bench/shaders, as `make bench` counts them, and compared with the figures of Mesa's compilers in the two
# tables of bench/README.md. Figures that take minutes, or depend on the machine, are rows of docs/testing.md, "Figures of the README".
set -eu
export LC_ALL=C
check=
[ "$1" != -check ] || { check=1; shift; }
nvp4c=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A statistic of each shader in the table of bench/README.md whose head has the column, beside the peer's: STATISTIC COLUMN OPTION...
compare() {
   stat=$1 column=$2
   shift 2
   awk -F'|' -v column="$column" '
      /^\| shader / { at = 0; for (i = 2; i < NF; i++) { name = $i; gsub(/ /, "", name); if (name == column) at = i } next }
      !/^\|/ { at = 0 }
      at && !/^\|-/ { gsub(/ /, ""); print $2, $at }' bench/README.md |
      while read -r shader peer; do
         for file in bench/shaders/"$shader".[vf]p; do
            "$nvp4c" "$@" -O2 -w -stats -o /dev/null "$file" >"$work/stats"
            echo "$shader $(sed -n "s/^$stat: //p" "$work/stats") $peer"
         done
      done >"$work/$stat"
   # A table with fewer rows, or a statistic that does not exist, must not go unnoticed.
   awk 'NF != 3 || $2 !~ /^[0-9]+$/ || $3 !~ /^[0-9]+$/ { exit 1 } END { exit NR != 8 }' "$work/$stat" ||
      { echo "readme-figures: $stat of bench/shaders, $column of bench/README.md: not eight pairs of numbers" >&2; exit 1; }
}
# The sums, and the geometric mean of the quotients of all shaders or of those named.
summary() { # STATISTIC FORMAT [SHADER...]
   stat=$1 format=$2
   shift 2
   awk -v format="$format" -v only=" $* " '
      only ~ /[a-z]/ && index(only, " " $1 " ") == 0 { next }
      { ours += $2; theirs += $3; logs += log($2 / $3); n++ }
      END { printf format, ours, theirs, exp(logs / n) }' "$work/$stat"
}
# A row of "Figures of the README".
recorded() { # NAME
   awk -F' *[|] *' -v name="$1" '
      /^## / { inside = $0 == "## Figures of the README" }
      inside && $2 == name { print "| " $2 " | " $3 " | " $4 " |"; found = 1 }
      END { exit !found }' docs/testing.md || { echo "readme-figures: docs/testing.md has no row \"$1\"" >&2; exit 1; }
}

compare groups body -target=usc -frt=rgba8 -fno-preshader
agx="-target=agx -ffp=fast -fclip-z=zero-to-w -fpoint-size=state"
# shellcheck disable=SC2086 # words are meant to split
compare instructions instructions $agx
# shellcheck disable=SC2086
compare est_cycles est $agx
large="vs_tnl fs_phong2tex fs_loop64 fs_inthash" # those of bench/agx.c; the others take what Mesa's take
{
   echo '| | | command |'
   echo '|---|---|---|'
   summary groups '| USC against Mesa PCO | %d instruction groups against %d, eight shaders; geometric mean of the quotients %.2f | `make bench` |\n'
   # shellcheck disable=SC2086
   summary instructions '| AGX against Mesa | %d instructions against %d, the four largest shaders; mean %.2f' $large
   # shellcheck disable=SC2086
   summary est_cycles '; cycles in the model of Mesa: %d against %d, mean %.2f | `make bench` |\n' $large
   recorded 'compile time'
   recorded 'piglit'
   recorded 'real programs'
   recorded 'generated programs'
} >"$work/block"

awk -v block="$work/block" '
   /^<!-- figures:/ { print; while ((getline line < block) > 0) print line; inside = 1; begun = 1; next }
   /^<!-- end of figures -->/ { inside = 0; ended = 1 }
   !inside
   END { exit !(begun && ended) }' README.md >"$work/README.md" || { echo "readme-figures: README.md has no block of figures" >&2; exit 1; }
if [ "$check" ]; then
   diff README.md "$work/README.md" || { echo "the figures of README.md are old: make readme-figures"; exit 1; }
else
   cat "$work/README.md" >README.md
fi
