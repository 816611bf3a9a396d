# SPDX-License-Identifier: MIT
# The tests: their programs, the suites of `make check`, and the long runs. The Makefile includes this file.

CHECK_CFLAGS := $(shell pkg-config --cflags check 2>/dev/null)
CHECK_LIBS := $(shell pkg-config --libs check 2>/dev/null || echo -lcheck)
UNIT_TESTS = $(wildcard tests/unit/*/test_*.c)
UNIT = $(UNIT_TESTS:%.c=$(O)/%)
# The objects of source files, or of those that match a pattern.
objects = $(patsubst %.c,$(O)/%.o,$(wildcard $(1)))
TEST_COMMON = $(filter-out $(UNIT:%=%.o),$(call objects,tests/unit/*/*.c))
# The generators of programs, which several tests use.
GEN_OBJ = $(filter-out %/main.o,$(call objects,tests/gen/*.c))
GENERATE_OBJ = $(filter-out %/main.o,$(call objects,tests/generate/*.c))

# ---- programs that are compiled

NV_TESTS = $(sort $(wildcard $(foreach d,tests/nv tests/arb examples bench/shaders,$(d)/*.vp $(d)/*.fp) tests/nv/*.gp))
TGSI_TESTS = $(sort $(wildcard bench/shaders/*.tgsi tests/tgsi/*.tgsi tests/tgsi/tokens/*.tgsi))
# For every stress setting, and for many random schedules.
SCHEDULE_TESTS = $(sort $(wildcard $(foreach f,bench/shaders/* examples/* tests/nv/1?5-*,$(f).vp $(f).fp) \
   $(addprefix tests/nv/,geom-emit-if.gp geom-vertex-relative.gp flow-if-nested.fp flow-if-select.fp)))
# For mutants of AGX code, which are compiled without options: programs that need theirs are left out, and one that runs a million steps.
MUTANT_TESTS = $(filter-out $(addprefix tests/agx/,whole% temps% texture-mixed.fp run-whole.fp report.fp),$(sort $(wildcard tests/agx/*.?p))) \
   $(filter-out %/82-vp3-stack.vp,$(NV_TESTS))
# For the comparison of reflection with object files. All: make check-reflect REFLECT_TESTS='$(NV_TESTS)'.
REFLECT_TESTS ?= $(sort $(wildcard $(foreach k,1* geom* io* state* tex* buffer* param* interp*,tests/nv/$(k).?p) \
   $(addsuffix /*.?p,tests/arb examples bench/shaders))) $(TGSI_TESTS)
# For the comparison of reports with machine code, those with loops, branches, requests and spills first of all. All programs:
# make check-report REPORT_TESTS='$(NV_TESTS) $(TGSI_TESTS)'.
FORM_TESTS = $(sort $(wildcard bench/shaders/* examples/*.?p examples/compute/*.tgsi tests/nv/*.?p tests/tgsi/*.tgsi tests/tgsi/tokens/*.tgsi))
REPORT_TESTS ?= $(sort $(wildcard examples/*.?p bench/shaders/fs_*.?p tests/tgsi/loop*.tgsi tests/tgsi/switch*.tgsi \
   $(foreach k,13* flow-loop* kil*,tests/nv/$(k).?p)))
# Whole programs for AGX, run per pixel and per sample.
AGX_WHOLE = -default "-target=agx -w -O2 -mmonolithic -frt=rgba8 -fattrib=0:u8norm,divisor=3 -fattrib=1:f16x3 -verify-sim=2" \
   -default "-target=agx -w -O1 -mmonolithic -frt=rgba8 -fsamples=2 -fsample-shading -fsample-mask -verify-sim=2"
# AGX has no geometry programs, and a texture has one format there.
AGX_TESTS = $(filter-out %.gp tests/nv/tex-buffer.fp tests/nv/tex-saturate-int-mix.fp,$(NV_TESTS))
TEXT_TESTS = $(sort $(wildcard tests/cli/* tests/regress/* tests/ir/* tests/usc/* tests/agx/* examples/compute/*))
JOBS ?= 2
# Optional folders of foreign programs (scripts/corpus.sh) and of the documents.
export CORPUS ?=
SPECS ?=
CORPUS_PROGRAMS = $(wildcard $(foreach k,arb*/* nv*/* tgsi/*,$(CORPUS:%=%/$(k))))
CORPUS_TGSI = $(wildcard $(CORPUS:%=%/tgsi/*.tgsi))
MINUTES ?= 30
# Waves of 32 invocations that check-text verifies each program with. Before a release: make check-text TASKS=256
TASKS ?= 64
# Cores that check-text uses besides the default one: `distinct` is the first of each group of cores with the same features; or `all`, or names.
CORES ?= distinct
CORE_ROWS = $(shell awk -F'"' '/^CORE/ { row = $$3; gsub(/ /, "", row); if ("$(CORES)" == "all" || !seen[row]++) print $$2 }' \
   backend-usc/isa/usc_core.def)
comma := ,
CHECK_CORES = $(if $(filter all distinct,$(CORES)),$(wordlist 2,99,$(CORE_ROWS)),$(CORES))
export ASAN_OPTIONS ?= detect_leaks=1:abort_on_error=0
export CK_VERBOSITY ?= normal
# The tests allocate and free the memory of thousands of compiles: glibc should not return it to the system each time.
export MALLOC_TRIM_THRESHOLD_ ?= 268435456
export MALLOC_MMAP_THRESHOLD_ ?= 134217728
export MALLOC_TOP_PAD_ ?= 1048576
# Measurements use the allocator with the settings that users have.
USUAL_MALLOC = env -u MALLOC_TRIM_THRESHOLD_ -u MALLOC_MMAP_THRESHOLD_ -u MALLOC_TOP_PAD_

# ---- test programs

$(O)/tests/%.o: ALL_CFLAGS += $(CHECK_CFLAGS)
# With sanitizers, unit tests take longer to compile than to run.
ifneq ($(filter asan fuzz,$(BUILD)),)
$(O)/tests/unit/%.o: ALL_CFLAGS += -O0
endif
$(UNIT): $(O)/%: $(O)/%.o $(TEST_COMMON) $(GEN_OBJ) $(O)/libnvp4c-internal.a
	$(call link,$(CHECK_LIBS) -lm)
# A compiler with a wrong rule, for the tests of --bisect and --reduce and for docs/bug-hunt.md.
$(O)/tests/seeded/pass_const_fold.c: passes/opt/pass_const_fold.c tests/seeded/wrong-rule.sed
	@mkdir -p $(@D)
	$(Q)sed -f tests/seeded/wrong-rule.sed $< >$@ && ! cmp -s $< $@
$(O)/tests/seeded/nvp4c: $(CLI_OBJ) $(O)/tests/seeded/pass_const_fold.o $(O)/libnvp4c-internal.a
	$(call link,$(CLI_LIBS))
# A compiler that does not insert waits, for the tests of the checkers of machine code.
$(O)/tests/seeded/waits.c: codegen/waits.c tests/seeded/no-waits.sed
	@mkdir -p $(@D)
	$(Q)sed -f tests/seeded/no-waits.sed $< >$@ && ! cmp -s $< $@
$(O)/tests/seeded/nvp4c-no-waits: $(CLI_OBJ) $(O)/tests/seeded/waits.o $(O)/libnvp4c-internal.a
	$(call link,$(CLI_LIBS))
$(O)/tests/tool/runner: $(O)/tests/tool/runner.o
	$(call link)

# Programs that need the library and -lm.
DIFFERENTIAL = $(O)/tests/differential/differential
TEST_PROGRAMS = $(O)/tests/stress/soak $(O)/tests/stress/hostile $(O)/tests/gen/gen $(O)/tests/generate/generate $(DIFFERENTIAL) \
   $(O)/tests/agx-cases/agx_cases $(O)/tests/agx-proof/agx_mutants $(O)/tests/memory-proof/memory_mutants $(O)/tests/opt/optimiser \
   $(O)/tests/blend-proof/blend_prove $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/tests/isa/forms $(O)/bench/bench
$(O)/tests/stress/soak: $(O)/tests/stress/soak.o $(GEN_OBJ) $(call objects,tests/growth/*.c tests/unit/backend-usc/usc_*.c \
   tests/stress/edits.c tests/stress/bounds.c tests/stress/meter.c tests/unit/common/wide_ops.c)
$(O)/tests/stress/hostile: $(call objects,tests/stress/hostile*.c)
$(O)/tests/gen/gen: $(O)/tests/gen/main.o $(GEN_OBJ)
$(O)/tests/generate/generate: $(O)/tests/generate/main.o $(GENERATE_OBJ)
$(DIFFERENTIAL): $(call objects,tests/differential/*.c nvp4c/triage/*.c nvp4c/console/*.c) $(GEN_OBJ) $(GENERATE_OBJ)
$(O)/tests/agx-cases/agx_cases: $(call objects,tests/agx-cases/agx_cases.c tests/unit/backend-agx/agx_random.c)
$(O)/tests/agx-proof/agx_mutants: $(call objects,tests/agx-proof/*.c)
$(O)/tests/memory-proof/memory_mutants: $(call objects,tests/memory-proof/*.c) $(GEN_OBJ)
$(O)/tests/blend-proof/blend_prove: $(call objects,tests/blend-proof/*.c)
$(O)/tests/opt/optimiser $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/tests/isa/forms: $(O)/%: $(O)/%.o
$(O)/bench/bench: $(call objects,$(addprefix bench/,bench.c agx.c forms.c scaling.c embed.c machine.c) tests/growth/counter.c tests/growth/text.c) $(GEN_OBJ)
$(TEST_PROGRAMS): $(O)/libnvp4c-internal.a
	$(call link,-lm)
$(O)/tests/unit/backend-usc/test_usc_parts: $(call objects,tests/growth/kinds*.c tests/growth/text.c tests/growth/counter.c)

# The second interpreter of the USC. Calls of the simulator go to tests/second/programs.c, which runs both.
SECOND = $(O)/tests/second/compare
SECOND_OBJ = $(filter-out %/main.o,$(call objects,tests/second/*.c tests/unit/backend-usc/usc_random.c tests/differential/*.c nvp4c/triage/*.c nvp4c/console/*.c)) \
   $(GEN_OBJ) $(GENERATE_OBJ)
SECOND_LD = -Wl,--wrap=usc_sim_run,--wrap=usc_sim_decode -lm -pthread
$(SECOND): $(SECOND_OBJ) $(O)/libnvp4c-internal.a
	$(call link,$(SECOND_LD))
# The same with a simulator that contains the faults of faults.txt; an option turns one of them on.
FAULTY_SRC := $(shell awk -v 'file=?' -f tests/second/plant.awk tests/second/faults.txt)
$(FAULTY_SRC:%=$(O)/tests/second/faulty/%): $(O)/tests/second/faulty/%: % tests/second/faults.txt tests/second/plant.awk
	@mkdir -p $(@D)
	$(Q)awk -v file=$* -f tests/second/plant.awk tests/second/faults.txt $* >$@
$(O)/tests/second/faulty/compare: $(SECOND_OBJ) $(FAULTY_SRC:%.c=$(O)/tests/second/faulty/%.o) $(O)/libnvp4c-internal.a
	$(call link,$(SECOND_LD))
# A program that uses only the public headers and the installed archive.
$(O)/tests/api/machine: $(O)/tests/api/machine.o $(O)/libnvp4c.a
	$(call link,-lm -lpthread)

# Fuzz targets (tests/fuzz/targets.def): `replay` runs kept inputs without a fuzzer, `session` makes seeds, and `fuzz` is libFuzzer with
# all targets, for BUILD=fuzz.
FUZZ_MAIN = replay session libfuzzer mutate words
FUZZ_COMMON = $(filter-out $(FUZZ_MAIN:%=$(O)/tests/fuzz/%.o),$(call objects,tests/fuzz/*.c)) $(O)/libgl-driver.a $(O)/libnvp4c-internal.a
$(O)/tests/fuzz/replay: $(O)/tests/fuzz/replay.o $(FUZZ_COMMON)
$(O)/tests/fuzz/session: $(O)/tests/fuzz/session.o
FUZZ_PROGRAMS = $(O)/tests/fuzz/fuzz $(patsubst tests/fuzz/planted/%.sed,$(O)/tests/fuzz/planted/%,$(wildcard tests/fuzz/planted/*.sed))
# An object with a planted fault precedes the archive, whose own object is then not used.
$(filter-out $(O)/tests/fuzz/fuzz,$(FUZZ_PROGRAMS)): %: %.o
$(FUZZ_PROGRAMS): $(call objects,$(addprefix tests/fuzz/,libfuzzer.c mutate.c words.c)) $(FUZZ_COMMON)
$(FUZZ_PROGRAMS): FUZZER = -fsanitize=fuzzer
# The script names the file that it changes.
$(O)/tests/fuzz/planted/%.c: tests/fuzz/planted/%.sed
	@mkdir -p $(@D)
	$(Q)f=$$(sed -n 's/^# FILE: //p' $<) && sed -f $< $$f >$@ && ! cmp -s $$f $@
.PRECIOUS: $(O)/tests/fuzz/planted/%.c
$(O)/tests/fuzz/replay $(O)/tests/fuzz/session $(FUZZ_PROGRAMS):
	$(call link,-lm -pthread $(FUZZER))

#? tests: all programs that the suites run; `make -j2 tests` builds them faster than `make check`, whose suites use several processes
.PHONY: tests
tests: all gl-driver $(GL_TESTS) $(UNIT) $(SECOND) $(DIFFERENTIAL) $(O)/tests/tool/runner $(O)/tests/seeded/nvp4c $(O)/tests/seeded/nvp4c-no-waits \
   $(addprefix $(O)/tests/,stress/hostile stress/soak docs/usc_isa_doc docs/agx_isa_doc agx-proof/agx_mutants memory-proof/memory_mutants \
   blend-proof/blend_prove isa/forms opt/optimiser api/machine fuzz/replay)

# ---- the suites

SUITES = structure structure-test archive rules unit text opt hostile gen schedules bounds edits growth reflect page report install docs run machine tokens \
   board real gl second differential fuzz recipes
#? check: all suites; `make -k check` goes on after a failure
#? check-$(SUITES): a single one
.PHONY: check check-suites $(SUITES:%=check-%)
check:
	@mkdir -p $(O) && rm -f $(O)/suites
	@SUITE_RESULTS=$(O)/suites $(MAKE) --no-print-directory check-suites; status=$$?; tests/tool/run-suite.sh -total $(O)/suites; exit $$status
check-suites: $(SUITES:%=check-%)

# A suite has a name and a command, which says how many of its tests passed (tests/tool/run-suite.sh).
suite = @tests/tool/run-suite.sh '$(1)' $(2)
text_tests = $(call suite,$(1),$(O)/tests/tool/runner -j $(JOBS) $(2))

check-structure: $(O)/libnvp4c.a $(O)/bin/nvp4c gl-driver
	$(call suite,structure,scripts/check-structure.sh $(O))
check-structure-test:
	$(call suite,broken structures,tests/tree/structure.sh "$(CC)")
check-archive: $(O)/libnvp4c.a $(O)/libnvp4c-internal.a $(O)/libnvp4c.so
	$(call suite,names of the library,tests/api/archive.sh $^ $(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS))
check-rules:
	$(call suite,rules of the documents,env SPECS="$(SPECS)" tests/nv/count.sh)
check-unit: $(UNIT)
	@tests/tool/run-units.sh $(UNIT)
check-text: $(O)/bin/nvp4c $(O)/tests/isa/forms $(O)/tests/tool/runner $(O)/tests/seeded/nvp4c $(O)/tests/seeded/nvp4c-no-waits
	$(call text_tests,programs -O0 and -O2,-default "-O0 -verify-sim=$(TASKS)" -default "-O2 -verify-sim=$(TASKS)" -also -verify-each $(O)/bin/nvp4c $(NV_TESTS))
	$(call text_tests,the other cores,$(foreach c,$(CHECK_CORES),-default "-mcpu=$(c) -verify-sim=4") $(O)/bin/nvp4c $(NV_TESTS))
	$(call text_tests,programs on AGX,$(foreach n,0 1 2 3,-default "-target=agx -O$(n) -verify-sim=4") -default "-target=agx -spill-all -verify-sim=2" \
	   -default "-target=agx -sched-seed=3 -verify-sim=2" $(AGX_WHOLE) -also -verify-each $(O)/bin/nvp4c $(AGX_TESTS))
	$(call text_tests,with itrsmp,-default "-mattr=+itrsmp$(comma)+arraytex$(comma)+intlookup -verify-sim=16" $(O)/bin/nvp4c \
	   $(wildcard bench/shaders/*.fp examples/*.fp tests/nv/*tex*.fp))
	$(call text_tests,with a pre-shader,-default "-preshader -verify-sim=4" -also -verify-each $(O)/bin/nvp4c $(NV_TESTS))
	$(call text_tests,text tests,-default "-S" -also -verify-each $(O)/bin/nvp4c $(TEXT_TESTS))
	$(call suite,forms of instructions,tests/isa/forms.sh $(O)/tests/isa/forms $(FORM_TESTS))
	$(call suite,source lines,tests/tool/lines.sh $(O)/bin/nvp4c $(SCHEDULE_TESTS) \
	   $(wildcard tests/nv/*fog-exp*.fp tests/arb/*fog-exp*.fp))
	$(call suite,bisect reduce and batch,tests/tool/triage.sh $(O)/bin/nvp4c $(O)/tests/seeded/nvp4c)
	$(call suite,checks of machine code,tests/tool/check-code.sh $(O)/bin/nvp4c $(O)/tests/seeded/nvp4c-no-waits)
	$(call suite,files of the command line,tests/tool/files.sh $(O)/bin/nvp4c "$(CC)")
	$(call suite,messages as JSON and SARIF,python3 tests/tool/messages.py $(O)/bin/nvp4c tests/tool/sarif.json)
	$(call suite,habits of users of gcc,tests/tool/habits.sh $(O)/bin/nvp4c)
check-opt: $(O)/bin/nvp4c $(O)/tests/opt/optimiser $(O)/bench/bench
	$(call suite,cost of forms that are off,tests/opt/forms.sh $(O)/bench/bench)
	$(call suite,groups of optimised programs,tests/opt/table.sh $<)
	$(call suite,growth from level to level,$(make) -s levels CORPUS= CAPTURES=)
check-hostile: $(O)/tests/stress/hostile $(O)/tests/agx-proof/agx_mutants $(O)/tests/memory-proof/memory_mutants
	$(call suite,hostile input,$(O)/tests/stress/hostile)
	$(call suite,mutants of TGSI,$(O)/tests/stress/hostile -mutants 10000 1 $(TGSI_TESTS))
	$(call suite,mutants of the compiler,$(O)/tests/memory-proof/memory_mutants 100 1 examples/compute)
	$(call suite,mutants of AGX code,$(O)/tests/agx-proof/agx_mutants 200 1 $(MUTANT_TESTS))
check-second: $(SECOND)
	$(call suite,the second interpreter,$(SECOND) -groups 60000 -per-op 1 -programs 60)
check-gen: $(O)/tests/stress/soak
	$(call suite,progress of long runs,python3 tests/stress/meter.py $<)
	$(call suite,generated programs,$(O)/tests/stress/soak -programs 400 -jobs $(JOBS))
	$(call suite,generated TGSI,$(O)/tests/stress/soak -only tgsi -programs 300 -jobs $(JOBS))
	$(call suite,generated programs on AGX,$(O)/tests/stress/soak -target agx -programs 250 -jobs $(JOBS))
	$(call suite,generated TGSI on AGX,$(O)/tests/stress/soak -target agx -only tgsi -programs 150 -jobs $(JOBS))
check-differential: $(DIFFERENTIAL)
	$(call suite,programs in random states,$< -count 1200 -jobs $(JOBS) $(NV_TESTS) $(TGSI_TESTS))
check-schedules: $(O)/tests/stress/soak
	$(call suite,random schedules,$(O)/tests/stress/soak -only schedules -programs 200 -jobs $(JOBS) $(SCHEDULE_TESTS))
check-bounds: $(O)/tests/stress/soak
	$(call suite,lower bounds,$(O)/tests/stress/soak -only bounds -programs 1500 -jobs $(JOBS) $(NV_TESTS) $(CORPUS_PROGRAMS))
check-edits: $(O)/tests/stress/soak
	$(call suite,programs with a mistake,$(O)/tests/stress/soak -only edits -programs 100000 $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS))
	$(call suite,programs cut short,$(O)/tests/stress/soak -only prefix -step 64 -jobs $(JOBS) $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS))
# Sizes of code and steps of compiles, for programs of every kind in three sizes. `make soak ONLY=growth` measures time and memory, too.
check-growth: $(O)/tests/stress/soak
	$(call suite,growth,$(O)/tests/stress/soak -only growth -programs 3072 -jobs $(JOBS))
check-run: $(O)/bin/nvp4c
	$(call suite,named inputs,tests/tool/run.sh $< 200 1 $(NV_TESTS) $(wildcard tests/nv/*.gp))
	$(call suite,scenes,python3 tests/tool/scene.py $<)
check-machine: $(O)/tests/api/machine $(O)/tests/blend-proof/blend_prove
	$(call suite,public machine,$(O)/tests/api/machine bench/shaders)
	$(call suite,pairs of blending,$(O)/tests/blend-proof/blend_prove pairs 7 1)
	$(call suite,states of colour targets,$(O)/tests/blend-proof/blend_prove states 2000 1)
check-fuzz: $(O)/tests/fuzz/replay
	$(call suite,kept inputs of the fuzzer,tests/fuzz/replay.sh $<)
check-tokens: $(O)/bin/nvp4c
	$(call suite,token streams,tests/tool/tokens.sh $<)
# The set of programs for boards: complete, the same every time, and right.
check-board: $(O)/bin/nvp4c
	$(call suite,programs for boards,tests/tool/board.sh $<)
# Captures TGSI from GL programs, with a stand-in for piglit and GL; and from GLSL, with Mesa.
check-real: $(O)/bin/nvp4c
	$(call suite,capturing of TGSI,tests/capture/real.sh $(O)/bin/nvp4c)
	$(call suite,GLSL in one command,tests/capture/glsl.sh $(O)/bin/nvp4c)
# Compares reflection and statistics, as JSON, with their schemas and the object files.
check-reflect: $(O)/bin/nvp4c
	$(call suite,reflection of objects,python3 tests/api/reflect.py $(O)/bin/nvp4c docs/schema $(JOBS) $(REFLECT_TESTS))
# The pages of -report=html, without a browser.
check-page: $(O)/bin/nvp4c
	$(call suite,pages of reports,python3 tests/api/page.py $< examples/tnl.vp tests/nv/geom-emit-if.gp examples/compute/histogram.tgsi \
	   tests/regress/calls-in-loops.fp)
REPORT = python3 tests/api/report.py
check-report: $(O)/bin/nvp4c
	$(call suite,reports of machine code,$(REPORT) $(O)/bin/nvp4c docs/schema docs $(JOBS) $(REPORT_TESTS))
	$(call suite,planted figures of reports,$(REPORT) -planted $(O)/bin/nvp4c docs/schema docs $(addprefix examples/,mandel.fp arb-blur.fp lit.fp))
# Builds programs in C and C++ from an installed prefix. With sanitizers in the library, they need them too.
check-install: all $(O)/nvp4c.1 $(O)/man3/libnvp4c.3 $(COMPLETIONS)
	$(call suite,installation,tests/api/install.sh "$(make)" "$(O)" "$(CC)" "$(CXX)" "$(SANFLAGS)")
# Builds the examples of docs/build-recipes.md from an installed prefix.
check-recipes: all $(O)/nvp4c.1 $(O)/man3/libnvp4c.3 $(COMPLETIONS)
	$(call suite,recipes of builds,tests/api/recipes.sh "$(make)" "$(O)")
check-docs: all $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/tests/seeded/nvp4c
	$(call suite,generated documents,tests/docs/generated.sh $(O))
	$(call suite,lists of editors/,env CC='$(CC)' scripts/editors.py --check)
	$(call suite,the checker of assumptions,tests/docs/assumed.sh)
	$(call suite,make without a goal,tests/tree/goal.sh $(.DEFAULT_GOAL))
	$(call suite,words,scripts/check-words.sh)
	$(call suite,classes of mutants,python3 tests/mutation/rows.py)
	$(call suite,the checker of words,tests/tree/words.sh)
	$(call suite,excerpts of code in documents,tests/docs/excerpts.py docs/embedding.md docs/build-recipes.md)
	$(call suite,the checker of shell lines,tests/docs/shell-docs.sh)
	$(call suite,shell lines of documents,scripts/check-shell.sh $(O))

#? check-blend COUNT=20000 SEED=1: blending, logic operations and masks against the definitions of OpenGL: every pair of factors in every
#?    format, and random states
.PHONY: check-blend
check-blend: $(O)/tests/blend-proof/blend_prove
	@$< pairs 1 $(or $(SEED),1)
	@$< states $(or $(COUNT),20000) $(or $(SEED),1)

#? check-editors: the files of editors/ in vim, in the tokenizer of VS Code, and with a stand-in for Compiler Explorer
.PHONY: check-editors
check-editors: $(O)/bin/nvp4c
	@CC='$(CC)' scripts/editors.py --check
	@tests/editors/vim.sh $<
	@tests/editors/node.sh textmate.js $< $(NV_TESTS) $(TGSI_TESTS)
	@tests/editors/node.sh explorer.js $< $(NV_TESTS) $(TGSI_TESTS)
#? check-browser: the pages of -report=html in Chromium; pages and pictures stay in build/release/browser. Needs chromium, node and `npm ci`
#?    in tests/browser
.PHONY: check-browser
check-browser: $(O)/bin/nvp4c
	@tests/browser/run.sh $< $(O)/browser

#? check-asan: `check` with the address and undefined-behaviour sanitizers
.PHONY: check-asan
check-asan:
	$(MAKE) BUILD=asan check
#? check-howto: the steps of CONTRIBUTING.md as patches, each compiled in a copy of the tree; `make soak ONLY=howto` tests each whole
.PHONY: check-howto
check-howto:
	@scripts/howto.sh $(O)/howto $(JOBS) CC='$(CC)'
#? same-output BASE=commit: compares what the compiler prints with what it printed at another commit
.PHONY: same-output
same-output: $(O)/bin/nvp4c
	@scripts/same-output.sh "$(BASE)" $< $(JOBS)
#? update-expect: writes the expected output of the text tests anew
.PHONY: update-expect
update-expect: $(O)/bin/nvp4c $(O)/tests/tool/runner
	$(O)/tests/tool/runner -update -default "-S" $(O)/bin/nvp4c $(TEXT_TESTS)

# ---- documents

#? readme-figures: writes the block of figures in README.md, which check-docs compares
.PHONY: readme-figures
readme-figures: $(O)/bin/nvp4c
	@bench/readme-figures.sh $<
#? docs: writes the documents that are made from tables
.PHONY: docs
docs: $(O)/tests/docs/usc_isa_doc $(O)/tests/docs/agx_isa_doc $(O)/bin/nvp4c
	$(O)/tests/docs/usc_isa_doc >docs/usc-isa.md
	$(O)/tests/docs/agx_isa_doc >docs/agx-isa.md
	$(O)/bin/nvp4c --help=diagnostics >docs/diagnostics.md
	CC='$(CC)' scripts/editors.py
	$(O)/bin/nvp4c --help=gcc >docs/gcc.md
	scripts/folders.sh >docs/folders.dot
	if command -v dot >/dev/null 2>&1; then dot -Tsvg docs/folders.dot >docs/folders.svg; \
	   else echo "SKIP docs/folders.svg: graphviz is not installed"; fi

# ---- measurements

#? agx-cases OUT=dir: AGX instructions for another decoder (docs/testing.md)
.PHONY: agx-cases
agx-cases: $(O)/bin/nvp4c $(O)/tests/agx-cases/agx_cases
	@tests/agx-cases/agx-cases.sh $(O)/bin/nvp4c $(O)/tests/agx-cases/agx_cases "$(or $(OUT),build/agx-cases)" \
	   $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS)

#? threads BUILD=tsan: 16 threads with a context each over the programs, and 16 clients of the GL driver
.PHONY: threads
threads: $(O)/tests/unit/levels/test_embed $(O)/gl-driver/tests/test_threads
	@$< $(NV_TESTS) $(CORPUS_PROGRAMS)
	@$(O)/gl-driver/tests/test_threads

#? corpus CORPUS=dir ALL=1 TARGETS= LEVELS=: foreign programs, also with a mistake and cut short
.PHONY: corpus
corpus: $(O)/bin/nvp4c $(O)/tests/stress/soak $(O)/tests/unit/frontend/test_tgsi_parse
	@TARGETS="$(TARGETS)" LEVELS="$(LEVELS)" scripts/corpus.sh $(O)/bin/nvp4c "$(CORPUS)" $(JOBS)
	@$(O)/tests/unit/frontend/test_tgsi_parse
	$(if $(CORPUS_PROGRAMS),@$(O)/tests/stress/soak -jobs $(JOBS) -only edits -programs 100000 $(CORPUS_PROGRAMS))
	$(if $(CORPUS_PROGRAMS),@$(O)/tests/stress/soak -jobs $(JOBS) -only prefix -step 64 $(CORPUS_PROGRAMS))

#? real-tgsi N=200 SEED=1 ALL=1 FROM="folders of piglit" TARGETS="usc agx" LEVELS="0 2" TASKS=32: TGSI that piglit's shader tests and
#?    glmark2 give to a driver (tests/capture/real-tgsi.sh), kept in the folder CAPTURES
CAPTURES ?= build/real-tgsi
.PHONY: real-tgsi
real-tgsi: $(O)/bin/nvp4c
	@tests/capture/real-tgsi.sh $< $(CAPTURES) $(JOBS)

#? rule-uses: how often programs use each algebraic rule
.PHONY: rule-uses
rule-uses: $(O)/tests/opt/optimiser
	@$< rules $(NV_TESTS) $(TGSI_TESTS) $(wildcard tests/opt/*.?p) $(CORPUS_PROGRAMS)

#? levels REAL=folder of captured TGSI: operations, groups and instructions at each level, and the programs that grow from one to the next
REAL ?= $(firstword $(wildcard $(CORPUS:%=%/tgsi-real)) $(CAPTURES)/programs)
.PHONY: levels
levels: $(O)/tests/opt/optimiser
	@$< levels bench/shaders $(wildcard bench/shaders/*.?p bench/shaders/*.tgsi)
	@$< levels tests/opt $(wildcard tests/opt/*.?p)
	@$< levels 'tests/nv, tests/arb, tests/tgsi, examples' $(filter-out bench/%,$(NV_TESTS) $(TGSI_TESTS))
	$(if $(CORPUS_PROGRAMS),@$< levels corpus $(CORPUS_PROGRAMS))
	@if [ -d '$(REAL)' ]; then find '$(REAL)' -type f | sort | $< levels 'real TGSI'; fi

#? opt-table: groups of the programs of tests/opt, with what a review showed to be possible; fails above a ceiling
.PHONY: opt-table
opt-table: $(O)/bin/nvp4c
	@tests/opt/table.sh $<

#? packing CORPUS=dir: groups against their lower bound
.PHONY: packing
packing: $(O)/bin/nvp4c
	scripts/packing.sh $(O)/bin/nvp4c "$(CORPUS)" $(wildcard bench/shaders/*.vp bench/shaders/*.fp)

#? oracle CORPUS=dir UPDATE=1: compares with the software renderers of Mesa; needs libegl1 and libgl1-mesa-dri at run time (scripts/deps.sh --oracle)
# The two renderers have arithmetic and texturing of their own. The first gives the table of docs/semantics.md.
ORACLE_OBJ = $(call objects,tests/oracle/*.c tests/unit/common/golden.c tests/stress/edits.c tests/stress/meter.c)
ORACLE_PROGRAMS = tests/arb examples $(wildcard $(CORPUS:%=%/arbfp) $(CORPUS:%=%/arbvp))
$(O)/tests/oracle/oracle: $(ORACLE_OBJ) $(O)/libnvp4c-internal.a
	$(call link,-ldl -lm)

.PHONY: oracle
oracle: $(O)/tests/oracle/oracle
	@LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe $< -quiet -generated 200 $(ORACLE_PROGRAMS) >$(O)/tests/oracle/llvmpipe 2>&1 & other=$$!; \
	   LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe $< -generated 200 $(ORACLE_PROGRAMS); first=$$?; \
	   wait $$other; second=$$?; cat $(O)/tests/oracle/llvmpipe; [ $$first = 0 ] && [ $$second = 0 ]
	@tests/oracle/oracle.sh $< docs/semantics-tgsi.md
	$< -record tests/golden

# ---- long runs

#? soak MINUTES=30 ONLY=job: random programs until the time is up. Jobs besides those of tests/stress/soak.c: howto (the steps of
#?    CONTRIBUTING.md), mutants (of TGSI), agx-mutants (of AGX code), memory-mutants (of the compiler), rows (instructions of memory by
#?    target and format, AGX operations by two), sanitizers
.PHONY: soak
ifeq ($(ONLY),howto)
soak:
	@scripts/howto.sh -test $(O)/howto $(JOBS) CC='$(CC)'
else ifeq ($(ONLY),mutants)
soak: $(O)/tests/stress/hostile
	$(O)/tests/stress/hostile -mutants 1000000 1 $(TGSI_TESTS) $(CORPUS_TGSI)
else ifeq ($(ONLY),agx-mutants)
soak: $(O)/tests/agx-proof/agx_mutants # SEEDS='6 7' COUNT=200 PROGRAMS=folder
	for s in $(or $(SEEDS),1 2 3 4 5); do \
	   $< $(or $(COUNT),2000) $$s $(or $(PROGRAMS),$(MUTANT_TESTS) $(CORPUS_PROGRAMS)) || exit 1; done
else ifeq ($(ONLY),rows)
soak: $(O)/tests/unit/memory/test_memory_rows $(O)/tests/unit/backend-agx/test_agx_pairs
	$< all # as machine code, at all levels
	$(O)/tests/unit/backend-agx/test_agx_pairs all
else ifeq ($(ONLY),memory-mutants)
soak: $(O)/tests/memory-proof/memory_mutants # SEEDS='6 7' COUNT=200 PROGRAMS=folder
	for s in $(or $(SEEDS),1 2 3 4 5); do $< $(or $(COUNT),200) $$s $(or $(PROGRAMS),examples/compute) || exit 1; done
else ifeq ($(ONLY),sanitizers)
soak:
	$(MAKE) BUILD=asan check-unit check-text check-hostile check-machine
else
soak: $(O)/tests/stress/soak $(O)/tests/stress/hostile
	$(if $(ONLY),,$(O)/tests/stress/hostile -mutants 1000000 1 $(TGSI_TESTS) $(CORPUS_TGSI))
	$(if $(ONLY),,@scripts/howto.sh -test $(O)/howto $(JOBS) CC='$(CC)')
	$(O)/tests/stress/soak -minutes $(MINUTES) -jobs $(JOBS) $(if $(ONLY),-only $(ONLY)) $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS)
endif

#? mutation COUNT=500 SEED=1: mutants of the compiler's source (docs/testing.md); resumes after an interruption
MUTATION_UNITS = $(foreach u,$(shell cat tests/mutation/units),$(patsubst %.c,$(O)/%,$(wildcard tests/unit/*/test_$(u).c $(u).c)))
.PHONY: mutation coverage
mutation: $(O)/libnvp4c-internal.a $(O)/libgl-driver.a $(DIFFERENTIAL) $(SECOND) $(CLI_OBJ) $(MUTATION_UNITS)
	@CC="$(CC)" python3 tests/mutation/mutation.py $(O) build/mutation $(or $(COUNT),500) $(or $(SEED),1) $(JOBS) $(MUTANTS)

#? coverage: branches that `make check` takes, by folder, and functions that it never calls
# Without the suites that only read objects and texts.
COVERAGE = $(MAKE) -k BUILD=cov O=build/cov CC=$(or $(CLANG),clang) OBJCOPY=true
coverage:
	@if ! command -v llvm-cov >/dev/null || ! command -v llvm-profdata >/dev/null || ! command -v clang >/dev/null; then \
	   echo "SKIP coverage: clang and llvm are not installed"; exit 0; fi; \
	$(COVERAGE) tests >build/cov.log && rm -rf build/cov/profile && mkdir -p build/cov/profile && \
	{ LLVM_PROFILE_FILE=$(CURDIR)/build/cov/profile/%m.profraw $(COVERAGE) $(addprefix check-,unit text opt hostile gen \
	   schedules bounds edits growth reflect docs run machine tokens real gl differential) \
	   >>build/cov.log 2>&1 || echo "some suites fail in this build: build/cov.log"; } && \
	python3 tests/tree/coverage.py build/cov/profile build/cov/bin/nvp4c build/cov/bin/nvp4c-gl

#? differential MINUTES=30 SEED=: generated programs in random states; failures are reduced into build/.../differential; resumes
.PHONY: differential
differential: $(DIFFERENTIAL)
	$< -minutes $(MINUTES) -jobs $(JOBS) -seed $(or $(SEED),1000000) -resume $(O)/differential.state \
	   -out $(O)/differential -steer $(NV_TESTS) $(TGSI_TESTS) $(CORPUS_PROGRAMS)

#? second COUNT=10000 GROUPS=2000000 SEED=1: compares the USC simulator with the second interpreter
#? second-faults: how many planted faults of the simulator the second interpreter finds
.PHONY: second second-faults
second: $(SECOND)
	$< -groups $(or $(GROUPS),2000000) -per-op 20 -programs $(or $(COUNT),10000) -seed $(or $(SEED),1)
second-faults: $(O)/tests/second/faulty/compare
	tests/second/faults.sh $< tests/second/faults.txt $(or $(GROUPS),200000) $(or $(COUNT),60)

#? fuzz MINUTES=1 for each target ONLY="nv link": libFuzzer. fuzz-quick: a fixed number of executions. fuzz-planted: with planted faults
FUZZ_CC ?= clang
.PHONY: fuzz fuzz-quick fuzz-planted
fuzz fuzz-quick fuzz-planted:
	@MAKE="$(make)" FUZZ_CC="$(FUZZ_CC)" MINUTES="$(if $(filter file,$(origin MINUTES)),1,$(MINUTES))" ONLY="$(ONLY)" \
	   tests/fuzz/run.sh $@ $(if $(filter fuzz,$(BUILD)),$(O),build/fuzz)

#? nightly: the long runs, at most two hours; appends to the file FIGURES
FIGURES ?= build/nightly.tsv
.PHONY: nightly
nightly:
	@tests/stress/nightly.sh $(FIGURES)

#? bench: sizes of code and compile times against the peers
.PHONY: bench
bench: $(O)/bench/bench $(O)/bin/nvp4c
	$(USUAL_MALLOC) $(O)/bench/bench bench
	@$(USUAL_MALLOC) bench/executed.sh $(O)/bin/nvp4c
