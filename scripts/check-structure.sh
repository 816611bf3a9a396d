#!/bin/sh
# SPDX-License-Identifier: MIT
# What must hold of the tree and of the objects, whatever the code does: check-structure.sh BUILD-DIR
set -u
O=$1
bad=0
fail() {
   echo "FAIL $1"
   bad=1
}

# Arrows: a room includes itself and rooms below it only.
arrow() { # room, forbidden pattern
   hit=$(grep -rnE "#include \"($2)" "$1" --include='*.c' --include='*.h' --include='*.l' --include='*.y' || true)
   [ -z "$hit" ] || fail "$1 includes what it may not know: $hit"
}
arrow util 'ir/|frontend/|passes/|backend-|nvp4c'
arrow model 'ir/|frontend/|passes/|codegen/|backend-|nvp4c'
arrow ir 'frontend/|passes/|backend-|nvp4c'
arrow frontend 'passes/|backend-|nvp4c'
arrow passes 'frontend/|backend-|nvp4c'
arrow backend-usc 'frontend/|passes/|backend-agx|nvp4c'
arrow backend-agx 'frontend/|passes/|backend-usc|nvp4c'
hit=$(grep -n '#include "' nvp4c/cli/main.c nvp4c/cli/*.[ch] | grep -v '"nvp4c.h"' | grep -v '"nvp4c/cli/cli.h"' | grep -v 'options.def' || true)
[ -z "$hit" ] || fail "the command line includes more than the public header: $hit"

# The evaluator is independent of the lowering and of the IR.
syms=$(nm "$O"/frontend/nv/eval/*.o | awk '$1 == "U" { print $2 }' | grep -E '^(ir_|pass_|nv_lower|usc_|agx_)' || true)
[ -z "$syms" ] || fail "the evaluator refers to $syms"
[ -n "$(nm "$O"/frontend/nv/eval/nv_eval.o | awk '$2 == "T" && $3 == "nv_eval_run"')" ] || fail "no nv_eval_run in the evaluator's objects"

# The simulators know bytes and a task, not the code generator.
for b in usc agx; do
   syms=$(nm "$O"/backend-$b/sim/${b}_sim*.o | awk '$1 == "U" { print $2 }' | grep -E "^(ir_|pass_|nv_|${b}_(isel|compile|sched|ra)_?)" || true)
   [ -z "$syms" ] || fail "the $b simulator refers to $syms"
done
grep -q 'usc_sim_run(const uint8_t \*[a-z]*, size_t [a-z]*, struct usc_task \*[a-z]*)' backend-usc/sim/usc_sim.h ||
   fail "usc_sim_run takes more than bytes, length and task"

# No mutable globals in the library. Sanitizers and coverage add data of their own, so only plain builds are looked at.
if ! nm "$O"/util/ctx.o | grep -qE '__asan|__tsan|__gcov|__ubsan'; then
   sects=$(find "$O" -name '*.o' ! -path '*/tests/*' ! -path '*/bench/*' ! -name main.o ! -name "cli_*.o" -exec size -A {} + |
      awk '/:$|^[^ ]*\.o/ { file = $1 } ($1 == ".data" || $1 == ".bss") && $2 > 0 { print file, $1, $2 }')
   [ -z "$sects" ] || fail "mutable data in the library: $sects"
fi

# No exit, printing or environment in the library.
syms=$(nm -A $(find "$O" -name '*.o' ! -path '*/tests/*' ! -path '*/bench/*' ! -name main.o ! -name "cli_*.o") 2>/dev/null |
   awk '$(NF-1) == "U" { print $1, $NF }' |
   grep -E ' (exit|_exit|abort|printf|puts|putchar|fprintf|fwrite|getenv|setlocale|__assert_fail|rand|srand|exp2f?|log2f?|powf?|sinf?|cosf?)$' || true)
[ -z "$syms" ] || fail "the library calls $syms"

# One order of instructions, whoever compiled the compiler.
hit=$(awk -f scripts/check-order.awk $(git ls-files "passes/*.[ch]" "frontend/common/*.[ch]" "frontend/*/lower/*.[ch]" "ir/*.[ch]" "codegen/*.[ch]" "backend-*/*.[ch]"))
[ -z "$hit" ] || fail "the order of what is emitted is open in C: $hit"

for f in $(git ls-files '*.c' '*.h' '*.l' '*.y' '*.def' '*.sh' 2>/dev/null); do
   head -n 3 "$f" | grep -q 'SPDX-License-Identifier: MIT' || fail "$f has no SPDX line"
done
exit $bad
