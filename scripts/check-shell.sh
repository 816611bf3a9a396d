#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs each shell line of documents as a reader would paste it: check-shell.sh BUILD-DIR [DOCUMENT...]. The default documents are README.md,
# docs/*.md and gl-driver/README.md.
#
#   ```sh         each line is run, and must end with status 0. A backslash at its end continues it in the next line.
#   ```console    lines that begin with "$ " are run, and must print the lines below them. A line "..." stands for any lines, and " ... "
#                 within a line for anything.
#   # not run: why    as the first line of a block: the block is not run, since it installs something, or needs a network, root or this script.
#
# Each document is run in one shell, in a copy of the tree and its build, where `nvp4c` is the built compiler. A shell line outside of such
# blocks is an error: indented, or in a block of another kind and after "$ ".
set -u
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
build=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")/..")
[ $# -gt 0 ] || set -- README.md docs/*.md gl-driver/README.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/run" || exit 2

# ---- the copy

(cd "$here" && scripts/check-structure.sh -files) >"$work/files"
(cd "$here" && tar cf - -T "$work/files") | tar xf - -C "$work/tree"
mkdir -p "$work/tree/build/release"
(cd "$build" && tar cf - --exclude=./tests/unit .) | tar xf - -C "$work/tree/build/release"

# ---- documents

# A document as lines "KIND TAB LINE TAB TEXT": sh and cmd are commands, out is expected output, end ends it, bad is an error.
cat >"$work/split.awk" <<'EOF'
function say(kind, text) { print kind "\t" FNR "\t" text }
function finish() { if (have) say("end", ""); have = 0 }
/^ *```/ {
   if (inside) {
      finish()
      if (part != "") { say("bad", "a line that goes on does not end"); part = "" }
      inside = 0
      next
   }
   kind = $0
   gsub(/^ *```| .*$/, "", kind)
   inside = 1; first = 1; skip = 0
   next
}
inside && first { first = 0; if ($0 ~ /^# not run: ./) { skip = 1; next } }
inside && skip { next }
inside && kind == "sh" {
   if ($0 ~ /\\$/) { part = part substr($0, 1, length($0) - 1); next }
   text = part $0
   part = ""
   if (text !~ /^ *(#.*)?$/) { say("sh", text); say("end", "") }
   next
}
inside && kind == "console" {
   if ($0 ~ /^\$ /) { finish(); say("cmd", substr($0, 3)); have = 1 } else say("out", $0)
   next
}
inside && /^\$ / { say("bad", "a shell line in a block that is not run: " $0); next }
!inside && /^(    |\t) *(\$ |(nvp4c|build\/|make|scripts\/|tests\/|sudo|apt|git|cc|gcc|c\+\+|g\+\+|sh|cd|export|pkg-config|readelf|\.\/)[ a-z]*[ \/])/ {
   say("bad", "a shell line outside of a block that is run: " $0)
}
END { if (inside) say("bad", "a block does not end") }
EOF

# Compares a text with the expected one, whose lines "..." stand for any lines.
cat >"$work/match.awk" <<'EOF'
function same(want, got,    n, p, k, at) {
   want = want " "
   got = got " "
   if (index(want, " ... ") == 0)
      return want == got
   n = split(want, p, / \.\.\. /)
   if (substr(got, 1, length(p[1])) != p[1])
      return 0
   got = substr(got, length(p[1]) + 1)
   for (k = 2; k <= n; k++) {
      at = index(got, p[k])
      if (!at)
         return 0
      got = substr(got, at + length(p[k]))
   }
   return got == "" || p[n] == ""
}
function match_from(w, g) {
   while (w <= nw && want[w] != "...") {
      if (g > ng || !same(want[w], got[g]))
         return 0
      w++; g++
   }
   if (w > nw)
      return g > ng
   for (; g <= ng + 1; g++)
      if (match_from(w + 1, g))
         return 1
   return 0
}
FILENAME == ARGV[1] { want[++nw] = $0; next }
{ got[++ng] = $0 }
END { exit !match_from(1, 1) }
EOF

# Makes a script of the document, which prints a line for each failure, and at the end the number of commands.
script() { # document
   awk -v doc="$1" -F'\t' '
      function quote(s) { gsub(/\047/, "\047\\\047\047", s); return "\047" s "\047" }
      BEGIN { print "commands=0 wrong=0" }
      {
         text = $0
         sub(/^[^\t]*\t[^\t]*\t/, "", text)
      }
      $1 == "bad" { print "wrong=$((wrong + 1)); echo " quote("FAIL " doc ":" $2 ": " text) }
      $1 == "sh" || $1 == "cmd" {
         command = text; line = $2; console = $1 == "cmd"
         print ": >\"$WORK/want\""
      }
      $1 == "out" { print "printf \"%s\\n\" " quote(text) " >>\"$WORK/want\"" }
      $1 == "end" {
         print "eval " quote(command) " >\"$WORK/got\" 2>&1 </dev/null"
         print "status=$? commands=$((commands + 1))"
         print "complain " (console ? "console" : "sh") " " quote(doc ":" line ": " command)
      }
      END { print "echo \"$commands $wrong\" >\"$WORK/count\"" }' "$work/split"
}

cat >"$work/complain.sh" <<'EOF'
complain() { # kind, where
   if [ "$status" != 0 ]; then
      wrong=$((wrong + 1))
      echo "FAIL $2: status $status"
      sed 's/^/   | /' "$WORK/got" | head -20
   elif [ "$1" = console ] && ! awk -f "$WORK/match.awk" "$WORK/want" "$WORK/got"; then
      wrong=$((wrong + 1))
      echo "FAIL $2: it prints"
      sed 's/^/   | /' "$WORK/got" | head -60
   fi
}
EOF

total=0 failed=0
for doc; do
   case $doc in /*) path=$doc ;; *) path=$here/$doc ;; esac
   awk -f "$work/split.awk" "$path" >"$work/split"
   [ -s "$work/split" ] || continue
   { cat "$work/complain.sh"; script "$doc"; } >"$work/script"
   # A document must not find files of the previous one.
   rm -rf "$work/run"
   cp -al "$work/tree" "$work/run"
   rm -f "$work/count"
   (cd "$work/run" && WORK=$work PATH=$work/run/build/release/bin:$PATH sh "$work/script")
   read -r commands wrong <"$work/count" 2>/dev/null || { echo "FAIL $doc: its commands end the shell"; commands=0 wrong=1; }
   total=$((total + commands)) failed=$((failed + wrong))
done
echo "$((total - failed)) passed, $failed failed"
[ $failed = 0 ]
