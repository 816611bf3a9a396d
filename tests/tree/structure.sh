#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that scripts/check-structure.sh finds breaches of its rules, in a tree of a few files that is broken in one way after the other:
# structure.sh [CC].
set -u
CC=${1-cc}
script=$(cd "$(dirname "$0")/../../scripts" && pwd)/check-structure.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
passed=0 failed=0
count() { # name, what came out, a condition
   if [ "$3" = 0 ]; then passed=$((passed + 1)); else
      failed=$((failed + 1))
      echo "FAIL $1:"
      cat "$2"
   fi
}
# Makes FILE of the licence line and standard input, and its object: file FILE
file() {
   mkdir -p "$(dirname "tree/$1")" "tree/build/$(dirname "$1")"
   { echo '/* SPDX-License-Identifier: MIT */' && cat; } >"tree/$1"
   case $1 in *.c) (cd tree && $CC -w -I. -Iinclude -c -o "build/${1%.c}.o" "$1") || exit 2 ;; esac
}
# Checks the tree as it is now, for `found` and `good`, and restores the good tree.
look() {
   "$script" tree/build tree >out 2>&1
   status=$?
   # Each line of a failure, and each detail after its message too.
   awk '/^[^ ]/ { on = /^FAIL/; message = $0 } on; on && /^ / { sub(/^ +/, ""); print message " " $0 }' out >failures
   rm -rf tree
   cp -R clean tree
}
found() { # name, pattern of a line of a failure
   [ $status = 1 ] && grep -qE "$2" failures
   count "$1 is not found" out $?
}
good() { # name, pattern
   [ $status = 0 ] && [ ! -s failures ] && grep -qE "$2" out
   count "$1" out $?
}
# A function of N lines
long() { # name, lines, comment
   echo "$3"
   printf 'void %s(void)\n{\n' "$1"
   seq $(($2 - 2)) | sed 's/.*/   ;/'
   echo '}'
}

mkdir tree
printf 'int util_one(void);\nstruct util_one {\n   int i;\n};\n' | file util/one.h
printf '#include "util/one.h"\nint util_one(void)\n{\n   return 1;\n}\n' | file util/one.c
printf 'int util_one(void);\nint ir_make(void)\n{\n   return util_one();\n}\n' | file ir/make.c
printf 'int util_one(void);\nint nv_eval_run(void)\n{\n   return util_one();\n}\n' | file frontend/nv/eval/run.c
printf 'int usc_sim_decode(struct util_ctx *ctx, const uint8_t *code, size_t len);\n' | file backend-usc/sim/sim.h
printf 'int util_one(void);\nint usc_sim_fetch(void)\n{\n   return util_one();\n}\n' | file backend-usc/sim/sim.c
printf 'int util_one(void);\nint agx_sim_fetch(void)\n{\n   return util_one();\n}\n' | file backend-agx/sim/sim.c
printf 'int util_one(void);\nint agx_validate(void)\n{\n   return util_one();\n}\n' | file backend-agx/check/check.c
printf 'int usc_select(void)\n{\n   return 2;\n}\n' | file backend-usc/select/select.c
printf 'int usc_check(void)\n{\n   return 3;\n}\n' | file backend-usc/check/check.c
printf 'int agx_select(void)\n{\n   return 4;\n}\n' | file backend-agx/select/select.c
echo 'struct nvp4c;' | file include/nvp4c.h
printf '#include <stdio.h>\n#include "nvp4c.h"\nint counter = 1;\nint main(void)\n{\n   return printf("%%d", counter);\n}\n' | file nvp4c/cli/main.c
cp -R tree clean
look
good "a good tree" '^widest folder: .*, 2 files; longest function: .*, 3 lines, .*; largest struct: util_one, 1 members, util/one.h:3; 0 circles, 0 upward dependencies$'

# dependencies
echo | file ir/make.h
echo '#include "ir/make.h"' | file util/two.h
echo | file passes/pass.h
echo '#include "passes/pass.h"' | file frontend/nv/lower/lower.h
echo | file backend-agx/sim/sim.h
echo '#include "backend-agx/sim/sim.h"' | file backend-usc/sim/two.h
echo | file util/deep/one.h
echo | file tests/help.h
echo '#include "tests/help.h"' | file util/three.h
echo | file engine/one.h
echo '#include "util/one.h"' | file nvp4c/cli/args.h
echo '#include "util/one.h"' | file gl-driver/pipe/pipe.h
echo '#include "nvp4c.h"' | file gl-driver/shader/code.h
look
found "a dependency upward" '^   util/two.h:2 includes ir/make.h'
found "a frontend that includes a pass" 'frontend/nv/lower/lower.h:2 includes passes/pass.h'
found "a backend that includes the other" 'backend-usc/sim/two.h:2 includes backend-agx/sim/sim.h'
found "a folder that is not in the table" 'folder util/deep is not in the table'
found "an include of a file outside of the modules" 'util/three.h:2 includes tests/help.h'
found "a module that is not in the table" 'of no module of the table of dependencies: engine/one.h'
found "a GL driver that includes the library" 'GL driver includes .*gl-driver/pipe/pipe.h includes util/one.h'
found "a command line that includes the library" 'command line includes .*nvp4c/cli/args.h includes util/one.h'

# circles
echo '#include "util/b.h"' | file util/a.h
echo '#include "c.h"' | file util/b.h
echo '#include "util/a.h"' | file util/c.h
printf 'void util_b(void);\nvoid util_a(void)\n{\n   util_b();\n}\n' | file util/a.c
printf 'void util_a(void);\nvoid util_b(void)\n{\n   util_a();\n}\n' | file util/b.c
printf 'int agx_schedule(void)\n{\n   return 5;\n}\n' | file backend-agx/schedule/schedule.c
printf 'int usc_select(void);\nint usc_schedule(void)\n{\n   return usc_select();\n}\n' | file backend-usc/schedule/schedule.c
printf 'int usc_late(void)\n{\n   return 1;\n}\n' | file backend-usc/schedule/late.c
printf 'int usc_late(void);\nint usc_early(void)\n{\n   return usc_late();\n}\n' | file backend-usc/select/early.c
look
found "a circle of includes" '^   circle of 3: util/[abc].h util/[abc].h util/[abc].h'
found "a circle of use" '^      util/a.o -> util/b.o: util_b$'
found "a circle of folders" '^      backend-usc/select -> backend-usc/schedule: usc_late$'
found "no other circle" '^FAIL 2 objects-in-use-circles'

# sizes
empty() { # pattern of names, numbers
   mkdir -p "tree/$(dirname "$1")"
   for i in $(seq $2); do echo '/* SPDX-License-Identifier: MIT */' >"tree/$(printf "$1" "$i")"; done
}
empty util/h%d.h 18
for i in 1 2 3 4; do long f$i 81 '/* Long because it is a table. */'; done | file ir/long.c
{ long f 80 '' && printf '/* Long: it is\n * a list. */\n__attribute__((format(printf, 1, 2))) void g(const char *a,\n   ...)\n{\n' && seq 90 | sed 's/.*/   ;/' && echo '}'; } |
   file ir/list.c
{ echo 'struct big {' && seq 32 | sed 's/.*/   int m&; \/* a; b *\//' &&
   printf '   union { int x, y, z; };\n   struct {\n      int u;\n   } v;\n   enum { A, B, C } e;\n#define ROW(a, b) a b;\n#include "rows.def"\n#undef ROW\n};\n'; } |
   file ir/big.h
printf '/* ROW(type, name) */\nROW(int, r)\nROW(int, s)\nOTHER(int, t)\n' | file ir/rows.def
printf 'int six(int a, int (*b)(int, int, int), int c, int d,\n   int e, int f)\n{\n   return a;\n}\nint none(void)\n{\n   return 1;\n}\n' | file ir/six.c
printf '/*%124s*/\n' | file ir/wide.h
{ printf 'static const char program[] = "' && seq -s ' ' 100 | tr -d '\n' && echo '";'; } | file tests/gen/text.h
look
good "20 files are not too many" '^widest folder: util, 20 files;'
good "five functions may be long" 'longest function: g, 92 lines, ir/list.c:88;'
good "nested members and rows of a table count" 'largest struct: big, 40 members, ir/big.h:2;'
empty util/h%d.h 19
empty tests/unit/base/h%d.h 21
for i in 1 2 3 4 5; do long f$i 81 '/* Long because it is a table. */'; done | file ir/long.c
long f6 81 '/* Takes long. */' | file ir/short.c
{ echo 'struct big {' && seq 38 | sed 's/.*/   int m&;/' && printf '   int a, (*b)(int, int), c[2];\n};\n'; } | file ir/big.h
{ echo 'struct nested {' && seq 36 | sed 's/.*/   int m&;/' && printf '   struct {\n      union {\n         int a, b;\n         int c;\n      };\n      int d;\n   } e;\n};\n'; } | file ir/nested.h
{ echo 'struct rows {' && seq 39 | sed 's/.*/   int m&;/' && printf '#define ROW(a, b) a b;\n#include "ir/rows.def"\n#undef ROW\n};\n'; } | file ir/rows.h
printf 'ROW(int, r)\nROW(int, s)\n' | file ir/rows.def
printf 'int seven(int a, int (*b)(int, int, int), int c, int d,\n   int e, int f, int g)\n{\n   return a;\n}\n' | file tests/gen/seven.c
printf '/*%125s*/\n' | file ir/wide.h
printf '/*%125s*/\n' | file tests/gen/wide.h
seq 800 | sed 's/.*//' | file ir/tall.h
look
found "a folder of 21 files" '^   util, 21 files'
found "a folder of 21 unit tests" '^   tests/unit/base, 21 files'
found "a sixth long function" '^FAIL 6 long-functions, 5 are allowed'
found "a long function without a reason" '^FAIL 1 unexplained-long-functions'
found "a struct of 41 members" '^   big, 41 members, ir/big.h'
found "a struct of 41 members in nested ones" '^   nested, 41 members, ir/nested.h'
found "a struct of 41 members with a table" '^   rows, 41 members, ir/rows.h'
found "a function of seven parameters" '^   seven, 7 parameters, tests/gen/seven.c:2'
found "a line of 129 columns" '^   ir/wide.h, 129 columns, line 2'
found "a comment of 129 columns in a test" '^   tests/gen/wide.h, 129 columns, line 2'
found "a file of 801 lines" '^   ir/tall.h, 801 lines'

# single rules
printf 'int ir_make(void);\nint nv_eval_if(void)\n{\n   return ir_make();\n}\n' | file frontend/nv/eval/if.c
printf 'int usc_select(void);\nint usc_sim_two(void)\n{\n   return usc_select();\n}\n' | file backend-usc/sim/two.c
echo 'int usc_sim_decode(struct usc_program *p);' | file backend-usc/sim/sim.h
echo 'int util_counter = 1;' | file util/two.c
printf 'void exit(int);\nvoid util_three(void)\n{\n   exit(1);\n}\n' | file util/three.c
printf 'unsigned ir_two(struct ir_builder *b)\n{\n   return ir_add(b, ir_new(b), ir_new(b));\n}\n' | file ir/two.c
printf 'unsigned ir_new(struct ir_builder *b)\n{\n   return ir_push(b);\n}\n' | file ir/three.c
echo 'int util_two;' >tree/util/two.h
rm tree/build/backend-agx/sim/sim.o tree/backend-agx/sim/sim.c
look
found "an evaluator that needs the IR" 'frontend/nv/eval/if.o -> ir_make'
found "a simulator that needs a code generator" 'backend-usc/sim/two.o -> usc_select'
found "a simulator that runs something else than bytes" 'usc_sim_decode takes more'
found "a machine without a simulator" 'no objects in backend-agx/sim/'
found "mutable data" 'mutable data in the library: util/two.o'
found "a library that exits" 'the library calls: util/three.o exit'
found "two arguments that emit" 'order of what is emitted is open'
found "a file without a licence" 'no SPDX line: util/two.h'
printf 'int agx_hint(void)\n{\n   return 6;\n}\n' | file backend-agx/allocate/allocate.c
look
found "a folder that only one machine has" 'folders of backend-usc and of backend-agx differ: check select sim / allocate check select sim'
rm tree/build/util/one.o
look
found "an object that is not built" 'not built: util/one.o'
cp -R "$(dirname "$script")" rules
sed 's/^util:/util: ir/' "$script" >rules/check-structure.sh
script=rules/check-structure.sh
look
found "a dependency upward in the table" 'util names ir, which has no row above it'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
