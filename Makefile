# SPDX-License-Identifier: MIT
# nvp4c: `make help` lists the goals. Honours CC CFLAGS CPPFLAGS LDFLAGS AR LD OBJCOPY PREFIX DESTDIR LIBDIR, V=1, O=dir, BUILD=.

BUILD ?= release
O ?= build/$(BUILD)
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
FLEX ?= flex
BISON ?= bison
INSTALL ?= install
OBJCOPY ?= objcopy

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

OPT_release = -O2 -g
OPT_debug = -O0 -g
OPT_asan = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
# The same for libFuzzer, by clang: it sees which edges an input comes to.
OPT_fuzz = $(OPT_asan) -fsanitize-coverage=inline-8bit-counters,pc-table
# Clang's finds more than GCC's: make CC=clang BUILD=ubsan check
OPT_ubsan = -O1 -g -fno-omit-frame-pointer -fsanitize=undefined -fno-sanitize-recover=all
OPT_tsan = -O1 -g -fsanitize=thread
# By clang: counters are those of the source, whatever the level (make coverage).
OPT_cov = -O1 -g0 -fprofile-instr-generate -fcoverage-mapping
CFLAGS ?= $(OPT_$(BUILD))
SANFLAGS = $(if $(filter asan fuzz ubsan tsan cov,$(BUILD)),$(OPT_$(BUILD)))
# Builds for finding mistakes stop at the first.
CHECKS = $(if $(filter asan fuzz ubsan tsan cov debug,$(BUILD)),-DNVP4C_CHECKS)
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# Correctness of the number model depends on these two; they are not for the user to change.
MODE = -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math -fvisibility=hidden -fPIC
ALL_CFLAGS = $(MODE) $(WARN) -I. -Iinclude -I$(O) $(CHECKS) $(CPPFLAGS) $(CFLAGS) $(SANFLAGS)

ifeq ($(V),1)
Q =
say =
else
Q = @
say = @printf '  %-5s %s\n' $(1) $(2)
endif

# The rooms of the library, lowest first; an arrow points only to the left.
LIB_ROOMS = util semantics ir frontend passes codegen backend-usc backend-agx nvp4c
CLI_SRC = $(wildcard nvp4c/cli/*.c nvp4c/triage/*.c)
# Files of rooms and their folders, by suffix.
files = $(foreach r,$(1),$(sort $(wildcard $(r)/*.$(2) $(r)/*/*.$(2) $(r)/*/*/*.$(2))))
LIB_SRC = $(filter-out $(CLI_SRC),$(call files,$(LIB_ROOMS),c))
LEX = $(call files,frontend,l)
YACC = $(call files,frontend,y)
GEN_C = $(LEX:%.l=$(O)/%.lex.c) $(YACC:%.y=$(O)/%.tab.c)
GEN_H = $(LEX:%.l=$(O)/%.lex.h) $(YACC:%.y=$(O)/%.tab.h)
LIB_OBJ = $(LIB_SRC:%.c=$(O)/%.o) $(GEN_C:.c=.o)

# The version of the header; programs that are linked to the library need one with the same first two numbers until there is a 1.0.
VERSION := $(shell sed -n 's/^#define NVP4C_VERSION "\(.*\)"/\1/p' include/nvp4c.h)
SO = libnvp4c.so.$(basename $(VERSION))

.PHONY: all
all: $(O)/bin/nvp4c $(O)/libnvp4c.a $(O)/libnvp4c.so

# One archive a room, for tests of one room and for checks of the arrows.
define room
$(O)/lib$(1).a: $$(filter $(O)/$(1)/%,$$(LIB_OBJ))
endef
$(foreach r,$(filter-out nvp4c,$(LIB_ROOMS)),$(eval $(call room,$(r))))
$(O)/lib%.a:
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $^
# All objects, for the unit tests.
$(O)/libnvp4c-internal.a: $(LIB_OBJ)
# What is installed: one object, in which only the names of the public header are global.
$(O)/nvp4c.o: $(LIB_OBJ)
	$(call say,LD,$@)
	$(Q)$(LD) -r -o $@ $^ && $(OBJCOPY) --wildcard --keep-global-symbol='nvp4c_*' $@
$(O)/libnvp4c.a: $(O)/nvp4c.o
$(O)/libnvp4c.so: $(LIB_OBJ) nvp4c/libnvp4c.map
	$(call say,LD,$@)
	$(Q)$(CC) -shared $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -Wl,-soname,$(SO) -Wl,--version-script=nvp4c/libnvp4c.map $(if $(SANFLAGS),,-Wl,-z,defs) -o $@ $(LIB_OBJ) -lm

# PNG files of --run; without libpng the tool refuses them. The library needs neither.
PNG_LIBS := $(shell pkg-config --libs libpng 2>/dev/null)
$(O)/nvp4c/cli/cli_png.o: ALL_CFLAGS += $(if $(PNG_LIBS),-DHAVE_PNG $(shell pkg-config --cflags libpng 2>/dev/null))
$(O)/bin/nvp4c: $(CLI_SRC:%.c=$(O)/%.o) $(O)/libnvp4c.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(PNG_LIBS) -lm -pthread

# The GL driver of gl-driver: a program beside the library, which knows its public headers only.
GL_SRC = $(filter-out gl-driver/preload/% gl-driver/tests/%,$(wildcard gl-driver/*/*.c))
GL_PRELOAD = $(O)/bin/libnvp4c-gl-connect.so $(O)/bin/libnvp4c-gl-frames.so
.PHONY: gl-driver
gl-driver: $(O)/bin/nvp4c-gl $(GL_PRELOAD) $(O)/nvp4c-gl.1
$(O)/nvp4c-gl.1: $(O)/bin/nvp4c-gl gl-driver/man.sh
	$(call say,MAN,$@)
	$(Q)gl-driver/man.sh $< >$@
$(O)/bin/nvp4c-gl: $(GL_SRC:%.c=$(O)/%.o) $(O)/libnvp4c.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm -pthread
GL_TEST_SRC = $(wildcard gl-driver/tests/test_*.c)
GL_TESTS = $(GL_TEST_SRC:%.c=$(O)/%) $(O)/gl-driver/tests/hostile
# Allocations of the driver and of the library in it come to the test.
$(O)/gl-driver/tests/test_memory: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(GL_TESTS): $(O)/%: $(O)/%.o $(filter-out $(O)/gl-driver/main/%,$(GL_SRC:%.c=$(O)/%.o)) $(O)/libnvp4c.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(CHECK_LIBS) -lm -pthread
# Programs that it is loaded into have no sanitizers.
$(GL_PRELOAD): $(O)/bin/libnvp4c-gl-%.so: gl-driver/preload/%.c
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(MODE) $(WARN) -O2 -shared -o $@ $< -ldl

$(O)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(O)/%.o: $(O)/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(ALL_CFLAGS) -Wno-unused-function -Wno-shadow -Wno-sign-compare -MMD -MP -c -o $@ $<
$(O)/%.lex.c $(O)/%.lex.h &: %.l
	@mkdir -p $(@D)
	$(call say,FLEX,$<)
	$(Q)$(FLEX) --header-file=$(O)/$*.lex.h -o $(O)/$*.lex.c $<
$(O)/%.tab.c $(O)/%.tab.h &: %.y
	@mkdir -p $(@D)
	$(call say,BISON,$<)
	$(Q)$(BISON) -Wall -Werror=conflicts-sr -Werror=conflicts-rr --defines=$(O)/$*.tab.h -o $(O)/$*.tab.c $<
# What compiles takes a twentieth fewer instructions so, unless the user has other CFLAGS.
COMPILES = util/% ir/% frontend/common/% frontend/nv/% frontend/tgsi/% passes/% codegen/% nvp4c/report/% nvp4c/preshader/% \
   $(foreach m,usc agx,backend-$(m)/$(m)_% $(foreach f,isa mir check select schedule allocate lower_bound,backend-$(m)/$(f)/%))
ifeq ($(BUILD) $(origin CFLAGS),release file)
$(filter $(COMPILES:%=$(O)/%),$(LIB_OBJ)): ALL_CFLAGS += -O3
endif
# Loops over the lanes of a wave become vector instructions.
ifeq ($(BUILD),release)
$(O)/semantics/lanes.o $(O)/backend-usc/sim/usc_sim_%.o $(O)/backend-agx/sim/agx_sim_%.o: ALL_CFLAGS += -O3
endif
# Generated headers exist before anything of the frontend is compiled.
$(filter $(O)/frontend/%,$(LIB_OBJ)): | $(GEN_H)

# ---- tests

CHECK_CFLAGS := $(shell pkg-config --cflags check 2>/dev/null)
CHECK_LIBS := $(shell pkg-config --libs check 2>/dev/null || echo -lcheck)
UNIT_TESTS = $(wildcard tests/unit/*/test_*.c)
UNIT = $(UNIT_TESTS:%.c=$(O)/%)
TEST_COMMON = $(patsubst %.c,$(O)/%.o,$(filter-out $(UNIT_TESTS),$(wildcard tests/unit/*/*.c)))
GEN_OBJ = $(O)/tests/gen/gen.o $(patsubst %.c,$(O)/%.o,$(filter-out tests/gen/gen.c tests/gen/main.c,$(wildcard tests/gen/*.c)))
# The generators of programs: other tests link them with the library.
GENERATE_OBJ = $(patsubst %.c,$(O)/%.o,$(filter-out tests/generate/main.c,$(wildcard tests/generate/*.c)))
NV_TESTS = $(sort $(wildcard tests/nv/*.vp tests/nv/*.fp tests/nv/*.gp tests/arb/*.vp tests/arb/*.fp examples/*.vp examples/*.fp bench/shaders/*.vp bench/shaders/*.fp))
TGSI_TESTS = $(sort $(wildcard bench/shaders/*.tgsi tests/tgsi/*.tgsi tests/tgsi/tokens/*.tgsi))
# Programs that are compiled under every stress setting and with many random schedules.
SCHEDULE_TESTS = $(sort $(wildcard bench/shaders/*.vp bench/shaders/*.fp examples/*.vp examples/*.fp tests/nv/1?5-*.vp tests/nv/1?5-*.fp tests/nv/geom-emit-if.gp tests/nv/geom-vertex-relative.gp tests/nv/flow-if-nested.fp tests/nv/flow-if-select.fp))
# Programs of whose AGX code mutants are drawn, as main parts: what is tested by its options is left out, and what takes a million steps.
MUTANT_TESTS = $(filter-out tests/agx/whole% tests/agx/temps% tests/agx/texture-mixed.fp tests/agx/run-whole.fp tests/agx/report.fp,$(sort $(wildcard tests/agx/*.?p))) $(filter-out %/82-vp3-stack.vp,$(NV_TESTS))
# Programs whose reflection is compared with their object files; all: make check-reflect REFLECT_TESTS='$(NV_TESTS)'.
REFLECT_TESTS ?= $(sort $(wildcard $(foreach k,1* geom* io* state* tex* buffer* param* interp*,tests/nv/$(k).?p) tests/arb/*.?p examples/*.?p bench/shaders/*.?p)) $(TGSI_TESTS)
# AGX has no geometry programs, and a texture has one format there.
# Whole programs, once a pixel and once a sample.
AGX_WHOLE = -default "-target=agx -w -O2 -mmonolithic -frt=rgba8 -fattrib=0:u8norm,divisor=3 -fattrib=1:f16x3 -verify-sim=2" \
   -default "-target=agx -w -O1 -mmonolithic -frt=rgba8 -fsamples=2 -fsample-shading -fsample-mask -verify-sim=2"
AGX_TESTS = $(filter-out %.gp tests/nv/tex-buffer.fp tests/nv/tex-saturate-int-mix.fp,$(NV_TESTS))
TEXT_TESTS = $(sort $(wildcard tests/cli/* tests/regress/* tests/ir/* tests/usc/* tests/agx/* examples/compute/*))
JOBS ?= 2
# A folder of programs of others (scripts/corpus.sh), and one of the documents, if there are any.
export CORPUS ?=
SPECS ?=
CORPUS_PROGRAMS = $(wildcard $(foreach k,arb*/* nv*/* tgsi/*,$(CORPUS:%=%/$(k))))
CORPUS_TGSI = $(wildcard $(CORPUS:%=%/tgsi/*.tgsi))
MINUTES ?= 30
# Waves of 32 invocations that check-text verifies each program with; `make check-text TASKS=256` is what a release wants.
TASKS ?= 64
# The cores that check-text runs programs on beside the default one: of those that can do the same the first, or CORES=all, or names.
CORES ?= distinct
CORE_ROWS = $(shell awk -F'"' '/^CORE/ { row = $$3; gsub(/ /, "", row); if ("$(CORES)" == "all" || !seen[row]++) print $$2 }' backend-usc/isa/usc_core.def)
comma := ,
CHECK_CORES = $(if $(filter all distinct,$(CORES)),$(wordlist 2,99,$(CORE_ROWS)),$(CORES))
export ASAN_OPTIONS ?= detect_leaks=1:abort_on_error=0
export CK_VERBOSITY ?= normal
# The tests allocate and free the memory of thousands of compiles: glibc need not give it back to the system each time.
export MALLOC_TRIM_THRESHOLD_ ?= 268435456
export MALLOC_MMAP_THRESHOLD_ ?= 134217728
export MALLOC_TOP_PAD_ ?= 1048576
# What is measured has the allocator as users have it: memory that is used again has to be cleared, what comes from the system is clear.
USUAL_MALLOC = env -u MALLOC_TRIM_THRESHOLD_ -u MALLOC_MMAP_THRESHOLD_ -u MALLOC_TOP_PAD_

$(O)/tests/%.o: ALL_CFLAGS += $(CHECK_CFLAGS)
$(UNIT): $(O)/%: $(O)/%.o $(TEST_COMMON) $(GEN_OBJ) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(CHECK_LIBS) -lm
# A compiler with a wrong rule, for the tests of --bisect and --reduce and for docs/bug-hunt.md.
$(O)/tests/seeded/pass_const_fold.c: passes/opt/pass_const_fold.c tests/seeded/wrong-rule.sed
	@mkdir -p $(@D)
	$(Q)sed -f tests/seeded/wrong-rule.sed $< >$@ && ! cmp -s $< $@
$(O)/tests/seeded/nvp4c: $(CLI_SRC:%.c=$(O)/%.o) $(O)/tests/seeded/pass_const_fold.o $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(PNG_LIBS) -lm -pthread
# Compilers that insert no waits, for the tests of what checks machine code.
$(O)/tests/seeded/waits.c: codegen/waits.c tests/seeded/no-waits.sed
	@mkdir -p $(@D)
	$(Q)sed -f tests/seeded/no-waits.sed $< >$@ && ! cmp -s $< $@
$(O)/tests/seeded/nvp4c-no-waits: $(CLI_SRC:%.c=$(O)/%.o) $(O)/tests/seeded/waits.o $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(PNG_LIBS) -lm -pthread
$(O)/tests/tool/runner: $(O)/tests/tool/runner.o
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^
$(O)/tests/gen/gen $(O)/tests/stress/soak $(O)/tests/stress/hostile $(O)/bench/bench: $(O)/%: $(O)/%.o
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(O)/tests/gen/gen: $(O)/tests/gen/main.o $(filter-out $(O)/tests/gen/gen.o,$(GEN_OBJ)) $(O)/libnvp4c-internal.a
$(O)/tests/stress/soak $(O)/bench/bench: $(GEN_OBJ)
$(O)/tests/generate/generate: $(O)/tests/generate/main.o $(GENERATE_OBJ) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(O)/bench/bench: $(O)/bench/agx.o $(O)/bench/scaling.o $(O)/bench/embed.o $(O)/bench/machine.o $(O)/tests/growth/counter.o $(O)/tests/growth/text.o
$(O)/tests/stress/soak: $(patsubst %.c,$(O)/%.o,$(wildcard tests/growth/*.c))
$(O)/tests/unit/backend-usc/test_usc_parts: $(patsubst %.c,$(O)/%.o,$(wildcard tests/growth/kinds*.c) tests/growth/text.c tests/growth/counter.c)
$(O)/tests/stress/soak: $(O)/tests/unit/backend-usc/usc_random.o $(O)/tests/unit/backend-usc/usc_cover.o $(O)/tests/stress/edits.o $(O)/tests/stress/bounds.o $(O)/tests/unit/common/wide_ops.o
$(O)/tests/agx-cases/agx_cases: $(O)/tests/agx-cases/agx_cases.o $(O)/tests/unit/backend-agx/agx_random.o $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(O)/tests/agx-proof/agx_mutants: $(O)/tests/agx-proof/agx_mutants.o $(O)/tests/agx-proof/agx_inputs.o $(O)/tests/agx-proof/agx_same.o $(O)/tests/agx-proof/agx_prove.o $(O)/tests/agx-proof/agx_prove_value.o $(O)/tests/agx-proof/agx_prove_bits.o $(O)/tests/agx-proof/agx_prove_quad.o $(O)/tests/agx-proof/agx_facts.o $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
DIFFERENTIAL = $(O)/tests/differential/differential
$(DIFFERENTIAL): $(patsubst %.c,$(O)/%.o,$(wildcard tests/differential/*.c)) $(patsubst %.c,$(O)/%.o,$(wildcard nvp4c/triage/*.c)) $(GEN_OBJ) $(GENERATE_OBJ) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
# The second interpreter of the USC beside the simulator: whatever runs the simulator calls tests/second/programs.c.
SECOND = $(O)/tests/second/compare
SECOND_OBJ = $(patsubst %.c,$(O)/%.o,$(wildcard tests/second/*.c)) $(O)/tests/unit/backend-usc/usc_random.o \
   $(patsubst %.c,$(O)/%.o,$(filter-out %/main.c,$(wildcard tests/differential/*.c)) $(wildcard nvp4c/triage/*.c)) $(GEN_OBJ) $(GENERATE_OBJ)
SECOND_LD = -Wl,--wrap=usc_sim_run,--wrap=usc_sim_decode -lm -pthread
$(SECOND): $(SECOND_OBJ) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(SECOND_LD)
# The same with a simulator that has the faults of faults.txt, one of which is on.
FAULTY_SRC := $(shell awk -v 'file=?' -f tests/second/plant.awk tests/second/faults.txt)
$(FAULTY_SRC:%=$(O)/tests/second/faulty/%): $(O)/tests/second/faulty/%: % tests/second/faults.txt tests/second/plant.awk
	@mkdir -p $(@D)
	$(Q)awk -v file=$* -f tests/second/plant.awk tests/second/faults.txt $* >$@
$(O)/tests/second/faulty/compare: $(SECOND_OBJ) $(FAULTY_SRC:%.c=$(O)/tests/second/faulty/%.o) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(SECOND_LD)
$(O)/tests/memory-proof/memory_mutants: $(O)/tests/memory-proof/memory_mutants.o $(O)/tests/memory-proof/memory_same.o $(GEN_OBJ) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(O)/tests/opt/optimiser $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc: $(O)/%: $(O)/%.o $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm
$(O)/tests/stress/soak $(O)/tests/stress/hostile $(O)/bench/bench: $(O)/libnvp4c-internal.a

# The programs that the suites run, to be built by several jobs; the suites use several themselves.
.PHONY: tests
tests: all gl-driver $(GL_TESTS) $(UNIT) $(O)/tests/tool/runner $(O)/tests/seeded/nvp4c $(O)/tests/seeded/nvp4c-no-waits $(O)/tests/stress/hostile $(O)/tests/stress/soak $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/tests/agx-proof/agx_mutants $(O)/tests/memory-proof/memory_mutants $(O)/tests/api/machine

.PHONY: check check-unit check-text check-structure check-structure-test check-archive check-rules check-hostile check-gen check-schedules check-bounds check-edits check-growth check-reflect check-install check-docs check-run check-machine check-tokens check-real check-gl check-second
check: check-structure check-structure-test check-archive check-rules check-unit check-text check-opt check-hostile check-gen check-schedules check-bounds check-edits check-growth check-reflect check-install check-docs check-run check-machine check-tokens check-real check-gl check-second
	@echo "check: all suites passed"

# One line a suite: its name, its seconds, what it says at the end.
suite = @s=$$(date +%s.%N); $(2) && e=$$(date +%s.%N) && \
	printf '%-28s %6.1f s\n' '$(1)' $$(echo "$$e $$s" | awk '{print $$1-$$2}')

check-structure: $(O)/libnvp4c.a $(O)/bin/nvp4c gl-driver
	$(call suite,structure,scripts/check-structure.sh $(O))
check-structure-test:
	$(call suite,broken structures,tests/tree/structure.sh "$(CC)")
check-archive: $(O)/libnvp4c.a $(O)/libnvp4c-internal.a $(O)/libnvp4c.so
	$(call suite,names of the library,tests/api/archive.sh $^ $(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS))
check-rules:
	$(call suite,rules of the documents,SPECS="$(SPECS)" tests/nv/count.sh)
check-unit: $(UNIT)
	@tests/tool/run-units.sh $(UNIT)
check-text: $(O)/bin/nvp4c $(O)/tests/tool/runner $(O)/tests/seeded/nvp4c $(O)/tests/seeded/nvp4c-no-waits
	$(call suite,programs -O0 and -O2,$(O)/tests/tool/runner -j $(JOBS) -default "-O0 -verify-sim=$(TASKS)" -default "-O2 -verify-sim=$(TASKS)" -also -verify-each $(O)/bin/nvp4c $(NV_TESTS))
	$(call suite,the other cores,$(O)/tests/tool/runner -j $(JOBS) $(foreach c,$(CHECK_CORES),-default "-mcpu=$(c) -verify-sim=4") $(O)/bin/nvp4c $(NV_TESTS))
	$(call suite,programs on AGX,$(O)/tests/tool/runner -j $(JOBS) $(foreach n,0 1 2 3,-default "-target=agx -O$(n) -verify-sim=4") -default "-target=agx -spill-all -verify-sim=2" -default "-target=agx -sched-seed=3 -verify-sim=2" $(AGX_WHOLE) -also -verify-each $(O)/bin/nvp4c $(AGX_TESTS))
	$(call suite,with itrsmp,$(O)/tests/tool/runner -j $(JOBS) -default "-mattr=+itrsmp$(comma)+arraytex$(comma)+intlookup -verify-sim=16" $(O)/bin/nvp4c $(wildcard bench/shaders/*.fp examples/*.fp tests/nv/*tex*.fp))
	$(call suite,with a pre-shader,$(O)/tests/tool/runner -j $(JOBS) -default "-preshader -verify-sim=4" -also -verify-each $(O)/bin/nvp4c $(NV_TESTS))
	$(call suite,text tests,$(O)/tests/tool/runner -j $(JOBS) -default "-S" -also -verify-each $(O)/bin/nvp4c $(TEXT_TESTS))
	$(call suite,source lines,tests/tool/lines.sh $(O)/bin/nvp4c $(SCHEDULE_TESTS) $(wildcard tests/nv/*fog-exp*.fp tests/arb/*fog-exp*.fp))
	$(call suite,bisect reduce and batch,tests/tool/triage.sh $(O)/bin/nvp4c $(O)/tests/seeded/nvp4c)
	$(call suite,checks of machine code,tests/tool/check-code.sh $(O)/bin/nvp4c $(O)/tests/seeded/nvp4c-no-waits)
	$(call suite,files of the command line,tests/tool/files.sh $(O)/bin/nvp4c "$(CC)")
check-opt: $(O)/bin/nvp4c $(O)/tests/opt/optimiser
	$(call suite,groups of optimised programs,tests/opt/table.sh $< >$(O)/opt-table.txt || { cat $(O)/opt-table.txt; exit 1; })
	$(call suite,growth from level to level,$(MAKE) -s levels CORPUS= CAPTURES= >$(O)/levels.txt || { cat $(O)/levels.txt; exit 1; })
check-hostile: $(O)/tests/stress/hostile $(O)/tests/agx-proof/agx_mutants $(O)/tests/memory-proof/memory_mutants
	$(call suite,hostile input,$(O)/tests/stress/hostile)
	$(call suite,mutants of TGSI,$(O)/tests/stress/hostile -mutants 10000 1 $(TGSI_TESTS))
	$(call suite,mutants of the compiler,$(O)/tests/memory-proof/memory_mutants 100 1 examples/compute >$(O)/memory-mutants.txt || { cat $(O)/memory-mutants.txt; exit 1; })
	$(call suite,mutants of AGX code,$(O)/tests/agx-proof/agx_mutants 200 1 $(MUTANT_TESTS) >$(O)/agx-mutants.txt || { cat $(O)/agx-mutants.txt; exit 1; })
# The USC simulator beside the second interpreter. second: COUNT=programs GROUPS=N SEED=1
tests: $(SECOND)
check-second: $(SECOND)
	$(call suite,the second interpreter,$(SECOND) -groups 60000 -per-op 1 -programs 60 >$(O)/second.txt || { cat $(O)/second.txt; exit 1; })
.PHONY: second second-faults
second: $(SECOND)
	$(SECOND) -groups $(or $(GROUPS),2000000) -per-op 20 -programs $(or $(COUNT),10000) -seed $(or $(SEED),1)
second-faults: $(O)/tests/second/faulty/compare
	tests/second/faults.sh $< tests/second/faults.txt $(or $(GROUPS),200000) $(or $(COUNT),60)
check-gen: $(O)/tests/stress/soak
	$(call suite,generated programs,$(O)/tests/stress/soak -programs 400 -jobs $(JOBS))
	$(call suite,generated TGSI,$(O)/tests/stress/soak -only tgsi -programs 300 -jobs $(JOBS))
	$(call suite,generated programs on AGX,$(O)/tests/stress/soak -target agx -programs 250 -jobs $(JOBS))
	$(call suite,generated TGSI on AGX,$(O)/tests/stress/soak -target agx -only tgsi -programs 150 -jobs $(JOBS))
tests: $(DIFFERENTIAL)
check: check-differential
.PHONY: check-differential
check-differential: $(DIFFERENTIAL)
	$(call suite,programs in random states,$< -count 1200 -jobs $(JOBS) $(NV_TESTS) $(TGSI_TESTS) >$(O)/differential.txt || { cat $(O)/differential.txt; exit 1; })
check-schedules: $(O)/tests/stress/soak
	$(call suite,random schedules,$(O)/tests/stress/soak -only schedules -programs 200 -jobs $(JOBS) $(SCHEDULE_TESTS))
check-bounds: $(O)/tests/stress/soak
	$(call suite,lower bounds,$(O)/tests/stress/soak -only bounds -programs 1500 -jobs $(JOBS) $(NV_TESTS) $(CORPUS_PROGRAMS))
check-edits: $(O)/tests/stress/soak
	$(call suite,programs with a mistake,$(O)/tests/stress/soak -only edits -programs 100000 $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS))
	$(call suite,programs cut short,$(O)/tests/stress/soak -only prefix -step 64 -jobs $(JOBS) $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS))
# Bytes and steps of programs of every kind, in three sizes; `make soak ONLY=growth` measures time and memory up to 65,536 instructions.
check-growth: $(O)/tests/stress/soak
	$(call suite,growth,$(O)/tests/stress/soak -only growth -programs 3072 -jobs $(JOBS) >$(O)/growth.txt || { cat $(O)/growth.txt; exit 1; })

# Programs on named inputs at every level.
check-run: $(O)/bin/nvp4c
	$(call suite,named inputs,tests/tool/run.sh $< 200 1 $(NV_TESTS) $(wildcard tests/nv/*.gp))
# A program that knows the public headers and the installed archive only.
$(O)/tests/api/machine: $(O)/tests/api/machine.o $(O)/libnvp4c.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm -lpthread
check-machine: $(O)/tests/api/machine
	$(call suite,public machine,$(O)/tests/api/machine bench/shaders)

# The GL driver: its formats, its sampler, its protocol, and clients that send anything.
check-gl: $(GL_TESTS) gl-driver
	@tests/tool/run-units.sh $(GL_TEST_SRC:%.c=$(O)/%)
	$(call suite,hostile GL clients,$(O)/gl-driver/tests/hostile 2000 2>/dev/null)
	$(call suite,command line of the driver,gl-driver/tests/command.sh $(O)/bin/nvp4c-gl $(O)/nvp4c-gl.1)

# piglit and other GL programs on the driver (gl-driver/tests/piglit.sh says what N, SEED, ALL, FROM, PROGRAMS and OPTIONS are); results: PIGLIT_DIR.
PIGLIT_DIR ?= build/piglit
.PHONY: piglit
piglit: gl-driver
	@gl-driver/tests/piglit.sh $(O)/bin/nvp4c-gl $(PIGLIT_DIR) $(JOBS)

# Mutants of what GL programs send: make fuzz-gl BUILD=asan N=25000. The recorded sessions stay in FUZZ_DIR.
FUZZ_DIR ?= build/fuzz-gl
.PHONY: fuzz-gl
fuzz-gl: gl-driver $(O)/gl-driver/tests/hostile
	@gl-driver/tests/fuzz.sh $(O) $(FUZZ_DIR)

# Frames of GL programs on the driver and on softpipe; those of docs/gallery.md; frames a second.
.PHONY: check-pictures check-apps check-replace gl-pictures bench-gl
check-pictures: gl-driver
	@gl-driver/tests/pictures.sh $(O)/bin build/pictures
# Debian's GL programs, where softpipe and llvmpipe vote (gl-driver/tests/apps.sh): APPS="glsnake moebius" for some of them.
check-apps: gl-driver
	@gl-driver/tests/apps.sh $(O)/bin build/apps $(APPS)
check-replace: gl-driver
	@gl-driver/tests/replace.sh $(O)/bin build/replaced
gl-pictures: gl-driver
	@mkdir -p docs/pictures
	@PROGRAMS=glxgears SCENES="shading:shading=phong jellyfish shadow" GAMES= TARGETS=usc gl-driver/tests/pictures.sh $(O)/bin build/pictures docs/pictures
bench-gl: gl-driver
	@gl-driver/tests/bench.sh $(O)/bin/nvp4c-gl

# Fuzz targets (tests/fuzz/targets.def). replay runs kept inputs and needs no fuzzer; fuzz is libFuzzer with all targets, built by
# clang with BUILD=fuzz; session makes seeds. MINUTES for each target; ONLY="nv link" chooses.
FUZZ_COMMON = $(patsubst %.c,$(O)/%.o,$(filter-out $(FUZZ_MAIN:%=tests/fuzz/%.c),$(wildcard tests/fuzz/*.c))) \
	$(O)/libgl-driver.a $(O)/libnvp4c-internal.a
FUZZ_MAIN = replay session libfuzzer mutate words
$(O)/libgl-driver.a: $(filter-out $(O)/gl-driver/main/%,$(GL_SRC:%.c=$(O)/%.o))
$(O)/tests/fuzz/replay: $(O)/tests/fuzz/replay.o $(FUZZ_COMMON)
$(O)/tests/fuzz/session: $(O)/tests/fuzz/session.o
FUZZ_PROGRAMS = $(O)/tests/fuzz/fuzz $(patsubst tests/fuzz/planted/%.sed,$(O)/tests/fuzz/planted/%,$(wildcard tests/fuzz/planted/*.sed))
# A file with a fault takes the place of its object in the archive, which is linked after it.
$(filter-out $(O)/tests/fuzz/fuzz,$(FUZZ_PROGRAMS)): %: %.o
$(FUZZ_PROGRAMS): $(O)/tests/fuzz/libfuzzer.o $(O)/tests/fuzz/mutate.o $(O)/tests/fuzz/words.o $(FUZZ_COMMON)
$(FUZZ_PROGRAMS): FUZZER = -fsanitize=fuzzer
# With a fault in the file that the script names.
$(O)/tests/fuzz/planted/%.c: tests/fuzz/planted/%.sed
	@mkdir -p $(@D)
	$(Q)f=$$(sed -n 's/^# FILE: //p' $<) && sed -f $< $$f >$@ && ! cmp -s $$f $@
.PRECIOUS: $(O)/tests/fuzz/planted/%.c
$(O)/tests/fuzz/replay $(O)/tests/fuzz/session $(FUZZ_PROGRAMS):
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(FUZZER) $(LDFLAGS) -o $@ $^ -lm -pthread
tests: $(O)/tests/fuzz/replay
check: check-fuzz
.PHONY: check-fuzz fuzz fuzz-quick fuzz-planted
check-fuzz: $(O)/tests/fuzz/replay
	$(call suite,kept inputs of the fuzzer,tests/fuzz/replay.sh $<)
FUZZ_CC ?= clang
fuzz fuzz-quick fuzz-planted:
	@MAKE="$(MAKE)" FUZZ_CC="$(FUZZ_CC)" MINUTES="$(if $(filter file,$(origin MINUTES)),1,$(MINUTES))" ONLY="$(ONLY)" tests/fuzz/run.sh $@ $(if $(filter fuzz,$(BUILD)),$(O),build/fuzz)

# Token streams of TGSI, against those that Mesa makes of the same text.
check-tokens: $(O)/bin/nvp4c
	$(call suite,token streams,tests/tool/tokens.sh $<)

# Capturing TGSI from GL programs, without GL.
check-real: $(O)/bin/nvp4c
	$(call suite,capturing of TGSI,tests/capture/real.sh $(O)/bin/nvp4c)

# Reflection and statistics as JSON against their schemas and the object files.
check-reflect: $(O)/bin/nvp4c
	$(call suite,reflection of objects,python3 tests/api/reflect.py $(O)/bin/nvp4c docs/schema $(JOBS) $(REFLECT_TESTS))

# Programs in C and C++ that are built from an installed prefix. Programs that use a library with sanitizers need them, too.
check-install: all $(O)/nvp4c.1 $(O)/libnvp4c.3 $(O)/nvp4c.bash
	$(call suite,installation,tests/api/install.sh "$(MAKE)" "$(O)" "$(CC)" "$(CXX)" "$(SANFLAGS)")

check-docs: all $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/tests/seeded/nvp4c
	$(call suite,generated documents,$(O)/tests/docs/usc_isa_doc | cmp - docs/usc-isa.md && $(O)/tests/docs/agx_isa_doc | cmp - docs/agx-isa.md && $(O)/bin/nvp4c --help=diagnostics | cmp - docs/diagnostics.md && scripts/folders.sh | cmp - docs/folders.dot && scripts/check-assumed.sh && tests/docs/assumed.sh)
	$(call suite,excerpts of code in documents,tests/docs/excerpts.py docs/embedding.md)
	$(call suite,figures of the README,bench/readme-figures.sh -check $(O)/bin/nvp4c)
	$(call suite,the checker of shell lines,tests/docs/shell-docs.sh)
	$(call suite,shell lines of documents,scripts/check-shell.sh $(O))

# The block of figures in README.md, which check-docs compares.
.PHONY: readme-figures
readme-figures: $(O)/bin/nvp4c
	@bench/readme-figures.sh $<

# The steps of CONTRIBUTING.md as patches, each compiled in a copy of the tree. CI runs it; `make soak ONLY=howto` tests each whole.
.PHONY: check-howto
check-howto:
	@scripts/howto.sh $(O)/howto $(JOBS) CC='$(CC)'

.PHONY: docs
docs: $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/bin/nvp4c
	$(O)/tests/docs/usc_isa_doc >docs/usc-isa.md
	$(O)/tests/docs/agx_isa_doc >docs/agx-isa.md
	$(O)/bin/nvp4c --help=diagnostics >docs/diagnostics.md
	scripts/folders.sh >docs/folders.dot
	if command -v dot >/dev/null 2>&1; then dot -Tsvg docs/folders.dot >docs/folders.svg; else echo "SKIP docs/folders.svg: graphviz is not installed"; fi

.PHONY: update-expect
update-expect: $(O)/bin/nvp4c $(O)/tests/tool/runner
	$(O)/tests/tool/runner -update -default "-S" $(O)/bin/nvp4c $(TEXT_TESTS)

.PHONY: same-output
same-output: $(O)/bin/nvp4c
	@scripts/same-output.sh "$(BASE)" $< $(JOBS)

# AGX instructions for another decoder: make agx-cases OUT=dir (docs/testing.md).
.PHONY: agx-cases
agx-cases: $(O)/bin/nvp4c $(O)/tests/agx-cases/agx_cases
	@tests/agx-cases/agx-cases.sh $(O)/bin/nvp4c $(O)/tests/agx-cases/agx_cases "$(or $(OUT),build/agx-cases)" $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS)

# 16 threads with a context each over the corpus, and 16 clients of the GL driver: make threads BUILD=tsan.
.PHONY: threads
threads: $(O)/tests/unit/levels/test_embed $(O)/gl-driver/tests/test_threads
	@$< $(NV_TESTS) $(CORPUS_PROGRAMS)
	@$(O)/gl-driver/tests/test_threads

.PHONY: check-asan
check-asan:
	$(MAKE) BUILD=asan check

# Programs of the corpus with a mistake, and cut short: the lines of a recipe, each with its end.
define soak
@$(O)/tests/stress/soak -jobs $(JOBS) -only $(1) $(CORPUS_PROGRAMS)

endef
.PHONY: corpus
corpus: $(O)/bin/nvp4c $(O)/tests/stress/soak $(O)/tests/unit/frontend/test_tgsi_parse
	@TARGETS="$(TARGETS)" LEVELS="$(LEVELS)" scripts/corpus.sh $(O)/bin/nvp4c "$(CORPUS)" $(JOBS)
	@$(O)/tests/unit/frontend/test_tgsi_parse
	$(if $(CORPUS_PROGRAMS),$(call soak,edits -programs 100000)$(call soak,prefix -step 64))

# What piglit's shader tests and glmark2 hand to a driver: tests/capture/real-tgsi.sh says what N, SEED, ALL, FROM, TARGETS, LEVELS and TASKS are. Captures stay in CAPTURES.
CAPTURES ?= build/real-tgsi
.PHONY: real-tgsi
real-tgsi: $(O)/bin/nvp4c
	@tests/capture/real-tgsi.sh $< $(CAPTURES) $(JOBS)

# How often programs need each algebraic rule, and the rules that none needs.
.PHONY: rule-uses
rule-uses: $(O)/tests/opt/optimiser
	@$< rules $(NV_TESTS) $(TGSI_TESTS) $(wildcard tests/opt/*.?p) $(CORPUS_PROGRAMS)

# Operations, groups and instructions at each level, and the programs that grow with it; REAL=folder of captured TGSI (build/real-tgsi/programs).
REAL ?= $(firstword $(wildcard $(CORPUS:%=%/tgsi-real)) $(CAPTURES)/programs)
.PHONY: levels
levels: $(O)/tests/opt/optimiser
	@$< levels bench/shaders $(wildcard bench/shaders/*.?p bench/shaders/*.tgsi)
	@$< levels tests/opt $(wildcard tests/opt/*.?p)
	@$< levels 'tests/nv, tests/arb, tests/tgsi, examples' $(filter-out bench/%,$(NV_TESTS) $(TGSI_TESTS))
	$(if $(CORPUS_PROGRAMS),@$< levels corpus $(CORPUS_PROGRAMS))
	@if [ -d '$(REAL)' ]; then find '$(REAL)' -type f | sort | $< levels 'real TGSI'; fi

# Groups of the programs of tests/opt, with what a review showed to be possible; fails where one has more than its ceiling.
.PHONY: opt-table
opt-table: $(O)/bin/nvp4c
	@tests/opt/table.sh $<

# Groups against their bound, over the bench shaders and the corpus.
.PHONY: packing
packing: $(O)/bin/nvp4c
	scripts/packing.sh $(O)/bin/nvp4c "$(CORPUS)" $(wildcard bench/shaders/*.vp bench/shaders/*.fp)

# Needs libegl1 and libgl1-mesa-dri, at run time only (scripts/deps.sh --oracle make oracle); without them it says SKIP. Mesa has two software
# renderers with arithmetic and texturing of their own; the first gives the table of docs/semantics.md.
ORACLE_OBJ = $(patsubst %.c,$(O)/%.o,$(wildcard tests/oracle/*.c)) $(O)/tests/unit/common/golden.o $(O)/tests/stress/edits.o
ORACLE_PROGRAMS = tests/arb examples $(wildcard $(CORPUS:%=%/arbfp) $(CORPUS:%=%/arbvp))
$(O)/tests/oracle/oracle: $(ORACLE_OBJ) $(O)/libnvp4c-internal.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -ldl -lm

.PHONY: oracle
oracle: $(O)/tests/oracle/oracle
	@LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe $< -quiet -generated 200 $(ORACLE_PROGRAMS) >$(O)/tests/oracle/llvmpipe 2>&1 & other=$$!; \
	   LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe $< -generated 200 $(ORACLE_PROGRAMS); first=$$?; \
	   wait $$other; second=$$?; cat $(O)/tests/oracle/llvmpipe; [ $$first = 0 ] && [ $$second = 0 ]
	@tests/oracle/oracle.sh $< docs/semantics-tgsi.md
	$< -record tests/golden

.PHONY: soak
ifeq ($(ONLY),howto)
soak:
	@scripts/howto.sh -test $(O)/howto $(JOBS) CC='$(CC)'
else ifeq ($(ONLY),mutants)
soak: $(O)/tests/stress/hostile
	$(O)/tests/stress/hostile -mutants 1000000 1 $(TGSI_TESTS) $(CORPUS_TGSI)
else ifeq ($(ONLY),agx-mutants)
soak: $(O)/tests/agx-proof/agx_mutants # of AGX machine code, by several seeds: SEEDS='6 7' COUNT=200 PROGRAMS=folder
	for s in $(or $(SEEDS),1 2 3 4 5); do $(O)/tests/agx-proof/agx_mutants $(or $(COUNT),2000) $$s $(or $(PROGRAMS),$(MUTANT_TESTS) $(CORPUS_PROGRAMS)) || exit 1; done
else ifeq ($(ONLY),rows)
soak: $(O)/tests/unit/memory/test_memory_rows $(O)/tests/unit/backend-agx/test_agx_pairs
	$< all # each instruction of memory on each target and format as machine code, at all levels
	$(O)/tests/unit/backend-agx/test_agx_pairs all # each two operations in each way
else ifeq ($(ONLY),memory-mutants)
soak: $(O)/tests/memory-proof/memory_mutants # of the compiler, by several seeds: SEEDS='6 7' COUNT=200 PROGRAMS=folder
	for s in $(or $(SEEDS),1 2 3 4 5); do $(O)/tests/memory-proof/memory_mutants $(or $(COUNT),200) $$s $(or $(PROGRAMS),examples/compute) || exit 1; done
else ifeq ($(ONLY),sanitizers)
soak: # all unit tests and texts, with the sanitizers of CC
	$(MAKE) BUILD=asan check-unit check-text check-hostile check-machine
else
soak: $(O)/tests/stress/soak $(O)/tests/stress/hostile
	$(if $(ONLY),,$(O)/tests/stress/hostile -mutants 1000000 1 $(TGSI_TESTS) $(CORPUS_TGSI))
	$(if $(ONLY),,@scripts/howto.sh -test $(O)/howto $(JOBS) CC='$(CC)')
	$(O)/tests/stress/soak -minutes $(MINUTES) -jobs $(JOBS) $(if $(ONLY),-only $(ONLY)) $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS)
endif

# Mutants of the compiler's own source, judged by execution and checkers (docs/testing.md): COUNT of them drawn by SEED; a run that stopped goes on.
MUTATION_UNITS = $(foreach u,$(shell cat tests/mutation/units),$(patsubst %.c,$(O)/%,$(wildcard tests/unit/*/test_$(u).c)))
.PHONY: mutation coverage
mutation: $(O)/libnvp4c-internal.a $(DIFFERENTIAL) $(SECOND) $(CLI_SRC:%.c=$(O)/%.o) $(MUTATION_UNITS)
	@CC="$(CC)" python3 tests/mutation/mutation.py $(O) build/mutation $(or $(COUNT),500) $(or $(SEED),1) $(JOBS) $(MUTANTS)

# Branches that `make check` takes, by folder, and functions that it never calls. Suites that look at objects and texts alone are left out.
COVERAGE = $(MAKE) -k BUILD=cov O=build/cov CC=$(or $(CLANG),clang) OBJCOPY=true
coverage:
	@if ! command -v llvm-cov >/dev/null || ! command -v llvm-profdata >/dev/null || ! command -v clang >/dev/null; then \
	   echo "SKIP coverage: clang and llvm are not installed"; exit 0; fi; \
	$(COVERAGE) tests >build/cov.log && rm -rf build/cov/profile && mkdir -p build/cov/profile && \
	{ LLVM_PROFILE_FILE=$(CURDIR)/build/cov/profile/%m.profraw $(COVERAGE) $(addprefix check-,unit text opt hostile gen \
	   schedules bounds edits growth reflect docs run machine tokens real gl differential) \
	   >>build/cov.log 2>&1 || echo "some suites fail in this build: build/cov.log"; } && \
	python3 tests/tree/coverage.py build/cov/profile build/cov/bin/nvp4c build/cov/bin/nvp4c-gl

# Generated programs in random states, from where the last run stopped; what fails is in build/.../differential, reduced.
.PHONY: differential
differential: $(DIFFERENTIAL)
	$< -minutes $(MINUTES) -jobs $(JOBS) -seed $(or $(SEED),1000000) -resume $(O)/differential.state -out $(O)/differential -steer $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS)

# What is too long for check, at most two hours; the figures of all nights are kept in one file.
FIGURES ?= build/nightly.tsv
.PHONY: nightly
nightly:
	@tests/stress/nightly.sh $(FIGURES)

.PHONY: bench
bench: $(O)/bench/bench $(O)/bin/nvp4c
	$(USUAL_MALLOC) $(O)/bench/bench bench
	@$(USUAL_MALLOC) bench/executed.sh $(O)/bin/nvp4c

# ---- for users

.PHONY: run
run: $(O)/bin/nvp4c
	$(O)/bin/nvp4c -target=usc -O2 -stats -verify-sim=256 examples/phong.fp

$(O)/nvp4c.1: nvp4c/options.def $(O)/bin/nvp4c scripts/man.sh
	$(call say,MAN,$@)
	$(Q)scripts/man.sh $(O)/bin/nvp4c >$@

$(O)/libnvp4c.3: scripts/man-library.sh examples/embed.c $(wildcard include/*.h)
	$(call say,MAN,$@)
	$(Q)scripts/man-library.sh examples/embed.c $(wildcard include/*.h) >$@
$(O)/nvp4c.bash: $(O)/bin/nvp4c scripts/completion.sh
	$(call say,GEN,$@)
	$(Q)scripts/completion.sh $(O)/bin/nvp4c >$@

INCLUDEDIR ?= $(PREFIX)/include
SHARE = $(PREFIX)/share
INSTALLED = $(PREFIX)/bin/nvp4c $(LIBDIR)/libnvp4c.a $(LIBDIR)/libnvp4c.so $(LIBDIR)/$(SO) $(LIBDIR)/libnvp4c.so.$(VERSION) \
	$(LIBDIR)/pkgconfig/nvp4c.pc $(INCLUDEDIR)/nvp4c.h $(SHARE)/man/man1/nvp4c.1 $(SHARE)/man/man3/libnvp4c.3 \
	$(SHARE)/bash-completion/completions/nvp4c

.PHONY: install uninstall
install: all $(O)/nvp4c.1 $(O)/libnvp4c.3 $(O)/nvp4c.bash
	$(INSTALL) -d $(sort $(dir $(addprefix $(DESTDIR),$(INSTALLED))))
	$(INSTALL) -m 755 $(O)/bin/nvp4c $(DESTDIR)$(PREFIX)/bin/nvp4c
	$(INSTALL) -m 644 $(O)/libnvp4c.a $(DESTDIR)$(LIBDIR)/libnvp4c.a
	$(INSTALL) -m 755 $(O)/libnvp4c.so $(DESTDIR)$(LIBDIR)/libnvp4c.so.$(VERSION)
	ln -sf libnvp4c.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SO)
	ln -sf $(SO) $(DESTDIR)$(LIBDIR)/libnvp4c.so
	$(INSTALL) -m 644 include/nvp4c.h $(wildcard include/nvp4c_*.h) $(DESTDIR)$(INCLUDEDIR)
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$(VERSION)|' nvp4c/nvp4c.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/nvp4c.pc
	$(INSTALL) -m 644 $(O)/nvp4c.1 $(DESTDIR)$(SHARE)/man/man1/nvp4c.1
	$(INSTALL) -m 644 $(O)/libnvp4c.3 $(DESTDIR)$(SHARE)/man/man3/libnvp4c.3
	$(INSTALL) -m 644 $(O)/nvp4c.bash $(DESTDIR)$(SHARE)/bash-completion/completions/nvp4c
uninstall:
	rm -f $(addprefix $(DESTDIR),$(INSTALLED) $(patsubst include/%,$(INCLUDEDIR)/%,$(wildcard include/nvp4c_*.h)))

.PHONY: dist
dist:
	git archive --prefix=nvp4c/ -o nvp4c.tar.gz HEAD

.PHONY: format lint compdb
format:
	clang-format -i $$(git ls-files '*.c' '*.h')
lint:
	cppcheck --quiet --std=c11 --enable=warning,portability -I. -Iinclude --suppress=missingIncludeSystem $(LIB_SRC)
compdb:
	bear -- $(MAKE) -B all

.PHONY: help
help:
	@echo 'all tests check check-asan threads check-structure check-howto corpus packing opt-table levels rule-uses oracle real-tgsi bench soak differential nightly run install uninstall clean dist format lint compdb update-expect docs'
	@echo 'gl-driver: build/release/bin/nvp4c-gl   piglit: N=200 SEED=1 ALL=1 FROM=folders OPTIONS=-O2   check-pictures check-apps check-replace gl-pictures bench-gl: programs on it   fuzz-gl: N=5000 SEED=1 BUILD=asan'
	@echo 'second: COUNT=10000 GROUPS=2000000 SEED=1   second-faults: of a simulator with planted faults, how many the second interpreter finds'
	@echo 'same-output: BASE=commit whose output must be that of the tree   readme-figures: the block of figures in README.md'
	@echo 'BUILD=release|debug|asan|ubsan|tsan|cov  O=dir  V=1  CC CFLAGS CPPFLAGS LDFLAGS AR PREFIX DESTDIR LIBDIR'
	@echo 'real-tgsi: N=200 SEED=1 ALL=1 FROM="folders of piglit" TARGETS="usc agx" LEVELS="0 2" TASKS=32 CAPTURES=folder   corpus: ALL=1 TARGETS LEVELS   oracle: UPDATE=1'
	@echo 'corpus, packing, oracle: CORPUS=dir   check-rules: SPECS=dir   differential: MINUTES=30 SEED=   fuzz: MINUTES=1 for each target ONLY="nv link" (fuzz-quick, fuzz-planted)   soak: MINUTES=30 ONLY=job (howto: the steps of scripts/howto, mutants: of TGSI; agx-mutants: of AGX code; memory-mutants: of the compiler; rows: memory by target and format, operations by two; sanitizers)'

.PHONY: clean
clean:
	rm -rf $(O)

-include $(LIB_OBJ:.o=.d) $(CLI_SRC:%.c=$(O)/%.d) $(GL_SRC:%.c=$(O)/%.d) $(wildcard $(O)/tests/*.d $(O)/tests/*/*.d $(O)/tests/*/*/*.d $(O)/tests/second/faulty/*/*.d $(O)/tests/second/faulty/*/*/*.d $(O)/bench/*.d)
