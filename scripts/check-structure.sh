#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the source tree and its objects, without running the code: check-structure.sh BUILD-DIR [ROOT].
# ROOT is the tree (default: the current directory). check-structure.sh -files prints the files of the current directory.
# Prints a line that begins with FAIL for each rule that is broken, a line of figures, and "K passed, F failed".
set -u
export LC_ALL=C

# ---- what is allowed

# The folders whose files a folder may include, besides its own. Rows begin with the lowest folder, and name folders of rows above
# only; module/* is a module with its folders. Each folder needs a row.
DEPENDENCIES='
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
codegen/report: util
codegen: util semantics ir passes codegen/allocate codegen/report
codegen/sim: util semantics codegen
backend-usc/isa: util semantics
backend-usc/check: util semantics backend-usc/isa
backend-usc/text: util semantics codegen codegen/allocate backend-usc/isa
backend-usc/sim: util semantics semantics/memory codegen codegen/allocate codegen/sim backend-usc/isa backend-usc/check backend-usc/text
backend-usc/mir: util semantics ir codegen codegen/allocate backend-usc/isa
backend-usc/select/operand: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir
backend-usc/select/pattern: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/select/operand
backend-usc/select: util semantics semantics/memory ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/select/operand backend-usc/select/pattern
backend-usc/schedule: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir
backend-usc/lower_bound: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/select/operand backend-usc/select/pattern backend-usc/select backend-usc/schedule
backend-usc/allocate: util semantics ir codegen codegen/allocate backend-usc/isa backend-usc/mir backend-usc/text backend-usc/schedule
backend-usc: include util semantics semantics/memory ir passes/lower codegen codegen/allocate codegen/report backend-usc/isa backend-usc/check backend-usc/mir backend-usc/text backend-usc/sim backend-usc/select/operand backend-usc/select/pattern backend-usc/select backend-usc/schedule backend-usc/lower_bound backend-usc/allocate
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
backend-agx: include util semantics semantics/memory ir passes/lower codegen codegen/allocate codegen/report backend-agx/isa backend-agx/check backend-agx/text backend-agx/prolog_epilog backend-agx/sim backend-agx/mir backend-agx/select/operand backend-agx/select backend-agx/schedule backend-agx/allocate
nvp4c:
nvp4c/report: include util semantics semantics/memory ir frontend/* passes/* codegen codegen/report backend-usc/* backend-agx/*
nvp4c/json: util ir codegen codegen/report
nvp4c/preshader: include util semantics semantics/memory ir frontend/* passes/* codegen backend-usc/* backend-agx/* nvp4c/report
nvp4c/verify: include util semantics semantics/memory ir frontend/* passes/* codegen backend-usc/* backend-agx/* nvp4c/preshader
nvp4c/api: include util semantics semantics/memory ir frontend/* passes/* codegen codegen/report backend-usc/* backend-agx/* nvp4c nvp4c/report nvp4c/json nvp4c/preshader nvp4c/verify
gl-driver/pipe: include
gl-driver/shader: include gl-driver/pipe
gl-driver/draw: include gl-driver/pipe gl-driver/shader
gl-driver/scene: include gl-driver/pipe
nvp4c/console: include
nvp4c/triage: include nvp4c/console
nvp4c/picture: include nvp4c/console
nvp4c/document: include nvp4c/console
nvp4c/cli: include nvp4c nvp4c/console nvp4c/triage nvp4c/picture nvp4c/document gl-driver/scene
gl-driver/protocol: include gl-driver/pipe gl-driver/draw
gl-driver/main: include gl-driver/pipe gl-driver/protocol
gl-driver/preload:
web/wasm: include gl-driver/scene
'
# Independence: the objects that the objects of a folder may need, as extended regular expressions. The evaluator knows the syntax tree but
# not the lowering; the simulators know bytes and waves but not the code generators.
NEEDS='
frontend/[a-z]+/eval/	(util|semantics|frontend/[a-z]+/(ast|eval))/
backend-usc/sim/	(util|semantics|codegen|backend-usc/(isa|check|text|sim))/
backend-agx/sim/	(util|semantics|codegen|backend-agx/(isa|text|sim))/
backend-agx/check/	(util|semantics|backend-agx/(isa|check))/
'
# Limits of size: files directly in a folder, lines of a function, its parameters, members of a struct, lines of a file, columns.
FOLDER=20 FUNCTION=80 PARAMETERS=6 STRUCT=40 FILE=800 COLUMNS=128
# How many may exceed them, and how many other breaches there may be.
LIMITS='
upward-dependencies        0
files-in-include-circles   0
objects-in-use-circles     0
folders-in-circles         0
wide-folders               0
long-functions             5
unexplained-long-functions 0
many-parameters            0
large-structs              0
long-files                 0
long-lines                 0
'
# What exceeds a limit and is known: a struct or a function by its name, a file whose lines are too long. Rows are only removed, except for
# functions whose parameters an interface of others fixes.
EXCEPTIONS='
parameters prove_evaluate
parameters mutant_act
parameters report_is_new
parameters LLVMFuzzerCustomCrossOver
parameters add_range
parameters compare_lanes
parameters run_gl
parameters bridge_run
parameters second_pack
parameters toy_add
parameters toy_add_run
parameters nearest
parameters report_difference
'
# Lengths of functions are measured in these files besides those of the modules.
TOOLS='^(bench|tests/(agx-cases|agx-proof|api|docs|gen|memory-proof|opt|oracle|stress|tool))/[^/]*\.c$'

# ---- the tree and the objects

# The files below the current directory: in a checkout those that git tracks or would add, elsewhere all but those of builds.
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
[ $# -ge 1 ] && [ -d "$1" ] || { echo "usage: check-structure.sh BUILD-DIR [ROOT], or -files: the files of the current directory" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
O=$(cd "$1" && pwd)
cd "${2-.}" || exit 2
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
passed=0 failed=0
# Counts a rule, which is broken if there are details: rule MESSAGE DETAILS
rule() {
   if [ -z "$2" ]; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $1:"
      echo "$2" | sed 's/^/   /'
   fi
}
# A rule with a limit: limit NAME COUNT FILE-OF-DETAILS
limit() {
   most=$(echo "$LIMITS" | awk -v n="$1" '$1 == n { print $2 }')
   rule "$2 $1, $most are allowed" "$([ "$2" -le "$most" ] || cat "$3")"
}
finish() {
   echo "$passed passed, $failed failed"
   [ $failed = 0 ]
   exit
}
count() { wc -l <"$1" | tr -d ' '; }

list_files >"$T/files"
echo "$DEPENDENCIES" >"$T/table"
modules=$(sed -n 's/^\([^/: ]*\).*/\1/p' "$T/table" | sort -u | tr '\n' '|' | sed 's/|$//')
grep -E "^($modules)/.*\.(c|h|l|y|def)$" "$T/files" | grep -v "^gl-driver/tests/" >"$T/sources"
[ -s "$T/sources" ] || { rule "no sources in" "$(pwd)"; finish; }
rule "sources of no module of the table of dependencies" "$(grep -E '\.(c|h|l|y|def)$' "$T/files" | grep -vE "^($modules|tests|bench|examples)/")"

# The objects of these sources only, as a build folder may have older ones. Those of web/ need emscripten.
sed -n '/^gl-driver\/preload\//d; /^web\//d; s/\.c$/.o/p; s/\.l$/.lex.o/p; s/\.y$/.tab.o/p' "$T/sources" >"$T/objects"
missing=$(while read -r f; do [ -f "$O/$f" ] || echo "$f"; done <"$T/objects")
rule "not built" "$missing"
[ -z "$missing" ] || finish
(cd "$O" && xargs nm -A -P) <"$T/objects" 2>/dev/null | sed 's/: / /' >"$T/symbols"
# Lines: object, object that it needs, symbol
awk '$3 ~ /^[TDRBVWC]$/ { in_object[$2] = $1 } $3 == "U" { from[++n] = $1; symbol[n] = $2 }
   END { for (i = 1; i <= n; i++) if (symbol[i] in in_object) print from[i], in_object[symbol[i]], symbol[i] }' "$T/symbols" >"$T/uses"
rule "no object needs another" "$([ -s "$T/uses" ] || echo "does nm work?")"
library=$(grep -Ev '^(nvp4c/(cli|triage|console|picture|document)|gl-driver)/' "$T/objects")

# ---- dependencies and circles

xargs awk -f "$here/structure/includes.awk" "$T/table" <"$T/sources" >"$T/dependencies"
rule "dependencies" "$(sed -n 's/^error //p' "$T/dependencies")"
sed -n 's/^upward //p' "$T/dependencies" >"$T/upward"
upward=$(count "$T/upward")
limit upward-dependencies "$upward" "$T/upward"

circles=0
circle() { # NAME, a file of dependencies
   awk -f "$here/structure/circles.awk" "$2" >"$T/circles"
   limit "$1" "$(awk '/^circle/ { n += $3 } END { print n + 0 }' "$T/circles")" "$T/circles"
   circles=$((circles + $(grep -c '^circle' "$T/circles")))
}
sed -n 's/^include //p' "$T/dependencies" >"$T/includes"
circle files-in-include-circles "$T/includes"
circle objects-in-use-circles "$T/uses"
awk '{ sub(/\/[^\/]*$/, "", $1); sub(/\/[^\/]*$/, "", $2); print }' "$T/includes" "$T/uses" >"$T/folders"
circle folders-in-circles "$T/folders"

# ---- sizes

echo "$EXCEPTIONS" >"$T/exceptions"
# Lines "name, rest" of what exceeds a limit, without exceptions of that kind
unexcepted() { # KIND
   awk -F ', ' -v kind="$1" 'FNR == NR { split($0, word, " "); if (word[1] == kind) known[word[2]]; next } !($1 in known)' "$T/exceptions" -
}
{ cat "$T/sources" && grep -E '^tests/unit/.*\.(c|h|l|y|def)$|^scripts/' "$T/files"; } |
   awk '{ sub(/\/[^\/]*$/, ""); n[$0]++ } END { for (f in n) print n[f], f }' | sort -k1,1nr -k2 >"$T/widths"
awk -v most=$FOLDER '$1 > most { print $2 ", " $1 " files" }' "$T/widths" >"$T/wide"
limit wide-folders "$(count "$T/wide")" "$T/wide"

grep -E '\.[ch]$' "$T/files" | xargs awk -f "$here/structure/measure.awk" >"$T/all-sizes"
{ cat "$T/sources" && grep -E "$TOOLS" "$T/files"; } >"$T/measured"
awk -F '\t' 'FNR == NR { in_it[$1]; next } { file = $3; sub(/:.*/, "", file) } file in in_it' "$T/measured" "$T/all-sizes" >"$T/sizes"
awk -F '\t' -v most=$FUNCTION '$1 == "function" && $2 > most { print $4 ", " $2 " lines, " $3 ($5 == "-" ? "" : ", with a reason") }' "$T/sizes" |
   sort -t , -k 2nr >"$T/long"
limit long-functions "$(count "$T/long")" "$T/long"
grep -v ', with a reason$' "$T/long" >"$T/unexplained"
limit unexplained-long-functions "$(count "$T/unexplained")" "$T/unexplained"
exceeding() { # KIND, LIMIT, what is counted
   awk -F '\t' -v kind="$1" -v most="$2" -v what="$3" '$1 == kind && $2 > most { print $4 ", " $2 " " what ", " $3 }' "$T/all-sizes" | unexcepted "$1"
}
exceeding parameters $PARAMETERS parameters >"$T/parameters"
limit many-parameters "$(count "$T/parameters")" "$T/parameters"
exceeding struct $STRUCT members >"$T/large"
limit large-structs "$(count "$T/large")" "$T/large"
grep -E '\.(c|h|l|y|def|sh|awk)$' "$T/files" | xargs awk 'function say() { if (n > most) print f ", " n " lines" }
   FNR == 1 { say(); f = FILENAME } { n = FNR } END { say() }' most=$FILE >"$T/tall"
limit long-files "$(count "$T/tall")" "$T/tall"
# In tests, the programs in string literals may make a line longer.
grep -E '\.[ch]$' "$T/files" | xargs awk -v most=$COLUMNS 'length($0) > most {
      line = $0
      if (FILENAME ~ /^tests\//)
         gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
      if (length(line) > most)
         print FILENAME ", " length($0) " columns, line " FNR
   }' | unexcepted columns >"$T/columns"
limit long-lines "$(count "$T/columns")" "$T/columns"

# ---- rules of single folders

# Independence of what checks others
echo "$NEEDS" | grep . >"$T/needs"
tab=$(printf '\t')
while IFS=$tab read -r folder others; do
   rule "no objects in $folder" "$(grep -qE "^$folder" "$T/objects" || echo none)"
   rule "objects of $folder need others than they may" \
      "$(grep -E "^$folder" "$T/uses" | awk -v others="^$others" '$2 !~ others { print $1 " -> " $3 " of " $2 }')"
done <"$T/needs"
rule "the evaluator's objects" "$(grep -qE '^frontend/nv/eval/[^ ]* nv_eval_run T ' "$T/symbols" || echo "no nv_eval_run")"
rule "the parameters of usc_sim_decode" "$(cat $(grep -E '^backend-usc/sim/[^/]*\.h$' "$T/sources") /dev/null |
   grep -q 'usc_sim_decode(struct util_ctx \*[a-z]*, const uint8_t \*[a-z]*, size_t [a-z]*)' || echo "usc_sim_decode takes more than bytes and their length")"

# Both machines have the same folders, except for those that only one needs.
folders() { sed -n "s#^$1/\([a-z_]*\)/.*#\1#p" "$T/sources" | sort -u | grep -vxE "$2"; }
usc=$(folders backend-usc lower_bound)
agx=$(folders backend-agx prolog_epilog)
rule "folders of backend-usc and of backend-agx differ" "$([ "$usc" = "$agx" ] || echo $usc / $agx)"

# The command line knows the public headers, the table of options, its own files and the scenes of the GL driver; the GL driver
# knows the public headers and its own files.
outside() { # extended regular expressions of folders and of further files
   awk -v own="^($1)/" -v more="^($2)\$" '$1 ~ own && $2 !~ own && $2 !~ more && $2 !~ /^include\/nvp4c[a-z_]*[.]h$/ { print $1 " includes " $2 }' "$T/includes"
}
rule "the command line includes more than the public headers" "$(outside 'nvp4c/(cli|triage|console|picture|document)' '(nvp4c/options[.]def|gl-driver/scene/(scene|mesh)[.]h)')"
rule "the GL driver includes more than the public headers" "$(outside gl-driver -)"

# No mutable globals in the library. Sanitizers and coverage add data of their own, so only plain builds are checked.
if ! grep -qE '__asan|__tsan|__gcov|__ubsan' "$T/symbols"; then
   rule "mutable data in the library" "$(cd "$O" && size -A $library |
      awk '/:$|^[^ ]*\.o/ { file = $1 } $1 ~ /^\.(data|bss)($|\.)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print file, $1, $2 }')"
fi

# No exit, printing or environment in the library.
rule "the library calls" "$(awk '$3 == "U" && $1 !~ /^(nvp4c\/(cli|triage|console|picture|document)|gl-driver)\// { print $1, $2 }' "$T/symbols" |
   grep -E ' (exit|_exit|abort|printf|puts|putchar|fprintf|fwrite|getenv|setlocale|__assert_fail|rand|srand|exp2f?|log2f?|powf?|sinf?|cosf?)$')"

# The same order of instructions, whatever compiler built the compiler.
rule "the order of what is emitted is open in C" "$(grep -E '^(passes|ir|codegen|backend-[a-z]+|frontend/(common|int64|(.*/)?lower))/.*\.[ch]$' "$T/sources" |
   xargs awk -f "$here/structure/order.awk")"

rule "no SPDX line" "$(grep -E '\.(c|h|l|y|def|sh|awk)$' "$T/files" | xargs awk 'function say() { if (f != "" && !good) print f }
   FNR == 1 { say(); f = FILENAME; good = 0 } FNR <= 3 && /SPDX-License-Identifier: MIT/ { good = 1 } END { say() }')"

largest() { awk -F '\t' -v kind="$1" '$1 == kind && $2 > n { n = $2; s = $4 ", " n " " what ", " $3 } END { print s }' what="$2" "$T/sizes"; }
echo "widest folder: $(awk 'NR == 1 { print $2 ", " $1 " files" }' "$T/widths"); longest function: $(largest function lines);" \
   "largest struct: $(largest struct members); $circles circles, $upward upward dependencies"
finish
