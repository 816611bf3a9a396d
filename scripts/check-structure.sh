#!/bin/sh
# SPDX-License-Identifier: MIT
# What must hold of the tree and of the objects, whatever the code does: check-structure.sh BUILD-DIR [ROOT].
# ROOT is the tree to look at (the current directory). check-structure.sh -files: the files of the current directory.
# Ends with a line of figures; exit status 1 and lines that begin with FAIL where something does not hold.
set -u
export LC_ALL=C

# ---- what is allowed

# Arrows: what the files of a folder may include besides those of their own. Lowest first, a row names folders above it only; room/* is
# a room with its folders. A folder that is not here is an error.
ARROWS='
include:
util:
semantics: util
semantics/memory: util semantics
ir: util semantics semantics/memory
frontend/common: util semantics ir
frontend/int64: util semantics ir frontend/common
frontend/nv/ast: util semantics frontend/common
frontend/nv/eval: util semantics frontend/nv/ast
frontend/nv/resolve: util semantics frontend/common frontend/nv/ast
frontend/nv/check: util semantics frontend/common frontend/nv/ast frontend/nv/resolve
frontend/nv/parse: util semantics frontend/common frontend/nv/ast frontend/nv/resolve frontend/nv/check
frontend/nv/lower: util semantics ir frontend/common frontend/nv/ast
frontend/nv: util semantics ir frontend/common frontend/nv/ast frontend/nv/eval frontend/nv/parse frontend/nv/lower
frontend/tgsi/ast: util semantics semantics/memory frontend/common
frontend/tgsi/eval: util semantics semantics/memory frontend/tgsi/ast
frontend/tgsi/check: util semantics semantics/memory frontend/common frontend/tgsi/ast
frontend/tgsi/parse: util semantics semantics/memory frontend/common frontend/tgsi/ast frontend/tgsi/check
frontend/tgsi/tokens: util semantics semantics/memory frontend/common frontend/tgsi/ast frontend/tgsi/check
frontend/tgsi/lower: util semantics semantics/memory ir frontend/common frontend/int64 frontend/tgsi/ast
frontend/tgsi: util semantics ir frontend/common frontend/tgsi/ast frontend/tgsi/eval frontend/tgsi/check frontend/tgsi/parse frontend/tgsi/tokens frontend/tgsi/lower
frontend/ir: util semantics ir frontend/common
passes: util semantics ir
passes/rules: util semantics ir passes
passes/opt: util semantics ir passes passes/rules
passes/lower: include util semantics semantics/memory ir passes
passes/pipeline: util semantics ir passes passes/opt passes/lower
codegen/allocate: util
codegen: util semantics ir passes codegen/allocate
codegen/sim: util semantics codegen
backend-usc/isa: util semantics
backend-usc/check: util semantics backend-usc/isa
backend-usc/text: util semantics codegen codegen/allocate backend-usc/isa
backend-usc/sim: util semantics semantics/memory codegen codegen/allocate codegen/sim backend-usc/isa backend-usc/text
backend-usc/mir: util semantics ir codegen codegen/allocate backend-usc/isa
backend-usc/select/operand: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir
backend-usc/select/pattern: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/select/operand
backend-usc/select: util semantics semantics/memory ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/select/operand backend-usc/select/pattern
backend-usc/schedule: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir
backend-usc/lower_bound: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/select/operand backend-usc/select/pattern backend-usc/select backend-usc/schedule
backend-usc/allocate: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/text backend-usc/schedule
backend-usc: include util semantics semantics/memory ir passes/lower codegen codegen/allocate backend-usc/isa backend-usc/check backend-usc/mir backend-usc/text backend-usc/sim backend-usc/select/operand backend-usc/select/pattern backend-usc/select backend-usc/schedule backend-usc/lower_bound backend-usc/allocate
backend-agx/isa: util semantics
backend-agx/check: util semantics backend-agx/isa
backend-agx/text: util semantics codegen codegen/allocate backend-agx/isa
backend-agx/prolog_epilog: util semantics backend-agx/isa backend-agx/text
backend-agx/sim: util semantics semantics/memory codegen codegen/allocate codegen/sim backend-agx/isa backend-agx/text
backend-agx/mir: util semantics ir codegen codegen/allocate backend-agx/isa
backend-agx/select/operand: util semantics ir codegen codegen/allocate backend-agx/isa backend-agx/mir
backend-agx/select: util semantics semantics/memory ir codegen codegen/allocate backend-agx/isa backend-agx/mir backend-agx/select/operand
backend-agx/schedule: util semantics ir codegen codegen/allocate backend-agx/isa backend-agx/mir
backend-agx/allocate: util semantics ir codegen codegen/allocate backend-agx/isa backend-agx/mir backend-agx/schedule
backend-agx: include util semantics semantics/memory ir passes/lower codegen codegen/allocate backend-agx/isa backend-agx/check backend-agx/text backend-agx/prolog_epilog backend-agx/sim backend-agx/mir backend-agx/select/operand backend-agx/select backend-agx/schedule backend-agx/allocate
nvp4c:
nvp4c/report: include util semantics semantics/memory ir frontend/* passes/* codegen backend-usc/* backend-agx/*
nvp4c/preshader: include util semantics semantics/memory ir frontend/* passes/* codegen backend-usc/* backend-agx/* nvp4c/report
nvp4c/verify: include util semantics semantics/memory ir frontend/* passes/* codegen backend-usc/* backend-agx/* nvp4c/preshader
nvp4c/api: include util semantics semantics/memory ir frontend/* passes/* codegen backend-usc/* backend-agx/* nvp4c nvp4c/report nvp4c/preshader nvp4c/verify
nvp4c/triage: include
nvp4c/cli: include nvp4c nvp4c/triage
gl-driver/pipe: include
gl-driver/shader: include gl-driver/pipe
gl-driver/draw: include gl-driver/pipe gl-driver/shader
gl-driver/protocol: include gl-driver/pipe gl-driver/draw
gl-driver/main: include gl-driver/pipe gl-driver/protocol
gl-driver/preload:
'
# Independence: which objects the objects of a folder may need. The evaluator knows the tree, not the lowering; the simulators know
# bytes and a wave, not the code generators. (Extended regular expressions of paths.)
NEEDS='
frontend/[a-z]+/eval/	(util|semantics|frontend/[a-z]+/(ast|eval))/
backend-usc/sim/	(util|semantics|codegen|backend-usc/(isa|text|sim))/
backend-agx/sim/	(util|semantics|codegen|backend-agx/(isa|text|sim))/
backend-agx/check/	(util|semantics|backend-agx/(isa|check))/
'
# Sizes from which on something counts: files directly in a folder, lines of a function, members of a struct, lines of a file.
FOLDER=20 FUNCTION=80 STRUCT=40 FILE=800
# How many of each there may be.
LIMITS='
upward-arrows              0
files-in-include-circles   0
objects-in-use-circles     0
folders-in-circles         0
wide-folders               0
long-functions             5
unexplained-long-functions 0
large-structs              0
long-files                 0
'
# Functions are measured in these files besides those of the rooms.
TOOLS='^(bench|tests/(agx-cases|agx-proof|api|docs|gen|memory-proof|opt|oracle|stress|tool))/[^/]*\.c$'

# ---- the tree and the objects

# The files below the working folder: in a checkout those that git knows or would take, elsewhere all but those of builds.
list_files() {
   if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
      git ls-files -co --exclude-standard
   else
      find . -type f ! -path './build*/*' | sed 's|^\./||'
   fi | sort -u | while read -r f; do [ ! -f "$f" ] || echo "$f"; done
}
if [ "${1-}" = -files ]; then
   list_files
   exit
fi
[ $# -ge 1 ] && [ -d "$1" ] || { echo "usage: check-structure.sh BUILD-DIR [ROOT], or -files: the files of the working folder" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
O=$(cd "$1" && pwd)
cd "${2-.}" || exit 2
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
bad=0
fail() {
   echo "FAIL $1"
   bad=1
}
# NAME, COUNT, a file of details: whether that many are too many
limit() {
   set -- "$1" "$2" "$3" $(echo "$LIMITS" | awk -v n="$1" '$1 == n { print $2 }')
   [ $# = 4 ] || { fail "no limit for $1"; return; }
   if [ "$2" -gt "$4" ]; then
      fail "$2 $1, $4 are allowed:"
      sed 's/^/   /' "$3"
   fi
}
count() { wc -l <"$1" | tr -d ' '; }

list_files >"$T/files"
echo "$ARROWS" >"$T/table"
rooms=$(sed -n 's/^\([^/: ]*\).*/\1/p' "$T/table" | sort -u | tr '\n' '|' | sed 's/|$//')
grep -E "^($rooms)/.*\.(c|h|l|y|def)$" "$T/files" | grep -v "^gl-driver/tests/" >"$T/sources"
[ -s "$T/sources" ] || { fail "no sources in $(pwd)"; exit 1; }
stray=$(grep -E '\.(c|h|l|y|def)$' "$T/files" | grep -vE "^($rooms|tests|bench|examples)/" || true)
[ -z "$stray" ] || fail "sources in no room of the table of arrows: $stray"

# The objects of these sources; builds may have others of times past.
sed -n '/^gl-driver\/preload\//d; s/\.c$/.o/p; s/\.l$/.lex.o/p; s/\.y$/.tab.o/p' "$T/sources" >"$T/objects"
missing=$(while read -r f; do [ -f "$O/$f" ] || echo "$f"; done <"$T/objects")
[ -z "$missing" ] || { fail "not built: $missing"; exit 1; }
(cd "$O" && xargs nm -A -P) <"$T/objects" 2>/dev/null | sed 's/: / /' >"$T/symbols"
# object, object that it needs, symbol
awk '$3 ~ /^[TDRBVWC]$/ { in_object[$2] = $1 } $3 == "U" { from[++n] = $1; symbol[n] = $2 }
   END { for (i = 1; i <= n; i++) if (symbol[i] in in_object) print from[i], in_object[symbol[i]], symbol[i] }' "$T/symbols" >"$T/uses"
[ -s "$T/uses" ] || fail "no object needs another: does nm work?"
library=$(grep -Ev '^(nvp4c/(cli|triage)|gl-driver)/' "$T/objects")

# ---- arrows and circles

xargs awk -f "$here/structure/includes.awk" "$T/table" <"$T/sources" >"$T/arrows"
sed -n 's/^error //p' "$T/arrows" >"$T/errors"
while read -r line; do fail "$line"; done <"$T/errors"
sed -n 's/^upward //p' "$T/arrows" >"$T/upward"
upward=$(count "$T/upward")
limit upward-arrows "$upward" "$T/upward"

circles=0
circle() { # NAME, a file of arrows
   awk -f "$here/structure/circles.awk" "$2" >"$T/circles"
   limit "$1" "$(awk '/^circle/ { n += $3 } END { print n + 0 }' "$T/circles")" "$T/circles"
   circles=$((circles + $(grep -c '^circle' "$T/circles")))
}
sed -n 's/^include //p' "$T/arrows" >"$T/includes"
circle files-in-include-circles "$T/includes"
circle objects-in-use-circles "$T/uses"
awk '{ sub(/\/[^\/]*$/, "", $1); sub(/\/[^\/]*$/, "", $2); print }' "$T/includes" "$T/uses" >"$T/folders"
circle folders-in-circles "$T/folders"

# ---- sizes

{ cat "$T/sources" && grep -E '^tests/unit/.*\.(c|h|l|y|def)$|^scripts/' "$T/files"; } |
   awk '{ sub(/\/[^\/]*$/, ""); n[$0]++ } END { for (f in n) print n[f], f }' | sort -k1,1nr -k2 >"$T/widths"
awk -v most=$FOLDER '$1 > most { print $2 ", " $1 " files" }' "$T/widths" >"$T/wide"
limit wide-folders "$(count "$T/wide")" "$T/wide"

{ cat "$T/sources" && grep -E "$TOOLS" "$T/files"; } | xargs awk -f "$here/structure/measure.awk" >"$T/sizes"
awk -F '\t' -v most=$FUNCTION '$1 == "function" && $2 > most { print $4 ", " $2 " lines, " $3 ($5 == "-" ? "" : ", with a reason") }' "$T/sizes" |
   sort -t , -k 2nr >"$T/long"
limit long-functions "$(count "$T/long")" "$T/long"
grep -v ', with a reason$' "$T/long" >"$T/unexplained"
limit unexplained-long-functions "$(count "$T/unexplained")" "$T/unexplained"
awk -F '\t' -v most=$STRUCT '$1 == "struct" && $2 > most { print $4 ", " $2 " members, " $3 }' "$T/sizes" >"$T/large"
limit large-structs "$(count "$T/large")" "$T/large"
grep -E '\.(c|h|l|y|def|sh|awk)$' "$T/files" | xargs awk 'function say() { if (n > most) print f ", " n " lines" }
   FNR == 1 { say(); f = FILENAME } { n = FNR } END { say() }' most=$FILE >"$T/tall"
limit long-files "$(count "$T/tall")" "$T/tall"

# ---- rules of single folders

# Independence of what checks others
echo "$NEEDS" | grep . >"$T/needs"
tab=$(printf '\t')
while IFS=$tab read -r folder others; do
   grep -qE "^$folder" "$T/objects" || fail "no objects in $folder"
   hit=$(grep -E "^$folder" "$T/uses" | awk -v others="^$others" '$2 !~ others { print $1 " -> " $3 " of " $2 }')
   [ -z "$hit" ] || fail "objects of $folder need others than they may: $hit"
done <"$T/needs"
grep -qE '^frontend/nv/eval/[^ ]* nv_eval_run T ' "$T/symbols" || fail "no nv_eval_run in the evaluator's objects"
cat $(grep -E '^backend-usc/sim/[^/]*\.h$' "$T/sources") /dev/null |
   grep -q 'usc_sim_decode(struct util_ctx \*[a-z]*, const uint8_t \*[a-z]*, size_t [a-z]*)' || fail "usc_sim_decode takes more than bytes and their length"

# Both machines have the same folders, but for those that only one needs.
folders() { sed -n "s#^$1/\([a-z_]*\)/.*#\1#p" "$T/sources" | sort -u | grep -vxE "$2"; }
usc=$(folders backend-usc lower_bound)
agx=$(folders backend-agx prolog_epilog)
[ "$usc" = "$agx" ] || fail "folders of backend-usc and of backend-agx differ: $(echo $usc / $agx)"

# The command line knows the public headers, the table of options and its own files.
hit=$(awk '$1 ~ /^nvp4c\/(cli|triage)\// && $2 !~ /^nvp4c\/((cli|triage)\/|options[.]def$)/ && $2 !~ /^include\/nvp4c[a-z_]*[.]h$/ { print $1 " includes " $2 }' "$T/includes")
[ -z "$hit" ] || fail "the command line includes more than the public headers: $hit"
# The GL driver knows the public headers and its own files; what it needs of the library it gets by them.
hit=$(awk '$1 ~ /^gl-driver\// && $2 !~ /^gl-driver\// && $2 !~ /^include\/nvp4c[a-z_]*[.]h$/ { print $1 " includes " $2 }' "$T/includes")
[ -z "$hit" ] || fail "the GL driver includes more than the public headers: $hit"

# No mutable globals in the library. Sanitizers and coverage add data of their own, so only plain builds are looked at.
if ! grep -qE '__asan|__tsan|__gcov|__ubsan' "$T/symbols"; then
   sects=$(cd "$O" && size -A $library |
      awk '/:$|^[^ ]*\.o/ { file = $1 } $1 ~ /^\.(data|bss)($|\.)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print file, $1, $2 }')
   [ -z "$sects" ] || fail "mutable data in the library: $sects"
fi

# No exit, printing or environment in the library.
syms=$(awk '$3 == "U" && $1 !~ /^(nvp4c\/(cli|triage)|gl-driver)\// { print $1, $2 }' "$T/symbols" |
   grep -E ' (exit|_exit|abort|printf|puts|putchar|fprintf|fwrite|getenv|setlocale|__assert_fail|rand|srand|exp2f?|log2f?|powf?|sinf?|cosf?)$' || true)
[ -z "$syms" ] || fail "the library calls $syms"

# One order of instructions, whoever compiled the compiler.
hit=$(grep -E '^(passes|ir|codegen|backend-[a-z]+|frontend/(common|int64|(.*/)?lower))/.*\.[ch]$' "$T/sources" | xargs awk -f "$here/structure/order.awk")
[ -z "$hit" ] || fail "the order of what is emitted is open in C: $hit"

grep -E '\.(c|h|l|y|def|sh|awk)$' "$T/files" | xargs awk 'function say() { if (f != "" && !good) print f }
   FNR == 1 { say(); f = FILENAME; good = 0 } FNR <= 3 && /SPDX-License-Identifier: MIT/ { good = 1 } END { say() }' >"$T/nameless"
while read -r f; do fail "$f has no SPDX line"; done <"$T/nameless"

echo "widest folder: $(awk 'NR == 1 { print $2 ", " $1 " files" }' "$T/widths");" \
   "longest function: $(awk -F '\t' '$1 == "function" && $2 > n { n = $2; s = $4 ", " n " lines, " $3 } END { print s }' "$T/sizes");" \
   "largest struct: $(awk -F '\t' '$1 == "struct" && $2 > n { n = $2; s = $4 ", " n " members, " $3 } END { print s }' "$T/sizes");" \
   "$circles circles, $upward upward arrows"
exit $bad
