# SPDX-License-Identifier: MIT
# nvp4c: `make help` lists the goals. Honours CC CFLAGS CPPFLAGS LDFLAGS AR LD OBJCOPY STRIP PREFIX DESTDIR LIBDIR, V=1, O=dir, BUILD=.
# This file builds and installs the compiler and its library; tests/tests.mk has the tests, gl-driver/gl-driver.mk the GL driver.

BUILD ?= release
O ?= build/$(BUILD)
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
FLEX ?= flex
BISON ?= bison
INSTALL ?= install
OBJCOPY ?= objcopy
STRIP ?= strip

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

OPT_release = -O2 -g
OPT_debug = -O0 -g
# Reports of the sanitizers need only the lines of the debug information; variables take a tenth of the time of a build.
OPT_asan = -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
# The same for libFuzzer, which needs clang to record the edges that an input reaches.
OPT_fuzz = $(OPT_asan) -fsanitize-coverage=inline-8bit-counters,pc-table
# Clang's sanitizer finds more than GCC's: make CC=clang BUILD=ubsan check
OPT_ubsan = -O1 -g -fno-omit-frame-pointer -fsanitize=undefined -fno-sanitize-recover=all
OPT_tsan = -O1 -g -fsanitize=thread
# For clang (make coverage), which counts in terms of the source at every level of optimisation.
OPT_cov = -O1 -g0 -fprofile-instr-generate -fcoverage-mapping
CFLAGS ?= $(OPT_$(BUILD))
SANFLAGS = $(if $(filter asan fuzz ubsan tsan cov,$(BUILD)),$(OPT_$(BUILD)))
# Builds that look for bugs stop at the first one.
CHECKS = $(if $(filter asan fuzz ubsan tsan cov debug,$(BUILD)),-DNVP4C_CHECKS)
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# The number model needs -ffp-contract=off and -fno-fast-math, so CFLAGS cannot change them.
MODE = -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math -fvisibility=hidden -fPIC
ALL_CFLAGS = $(MODE) $(WARN) -I. -Iinclude -I$(O) $(CHECKS) $(CPPFLAGS) $(CFLAGS) $(SANFLAGS)

# All objects depend on this file. It is written only when the compiler or its flags differ from those it holds.
FLAGS := $(CC) $(ALL_CFLAGS) $(LDFLAGS)
ifneq ($(file <$(O)/flags),$(FLAGS))
.PHONY: FORCE
$(O)/flags: FORCE
endif
$(O)/flags:
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS))' >$@

ifeq ($(V),1)
Q =
say =
else
Q = @
say = @printf '  %-5s %s\n' $(1) $(2)
endif
# For scripts that call make: a recipe that names MAKE itself runs under `make -n` too.
make = $(MAKE)
# The recipe of a program: objects, then archives, then the libraries of the argument.
define link
@mkdir -p $(@D)
$(call say,LD,$@)
$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(1)
endef

# The modules of the library, lowest first. Dependencies only point to the left.
LIB_MODULES = util semantics ir frontend passes codegen backend-usc backend-agx nvp4c
CLI_SRC = $(wildcard nvp4c/cli/*.c nvp4c/triage/*.c nvp4c/console/*.c nvp4c/picture/*.c nvp4c/document/*.c)
# The files of modules and their folders with a suffix.
files = $(foreach r,$(1),$(sort $(wildcard $(r)/*.$(2) $(r)/*/*.$(2) $(r)/*/*/*.$(2))))
LIB_SRC = $(filter-out $(CLI_SRC),$(call files,$(LIB_MODULES),c))
LEX = $(call files,frontend,l)
YACC = $(call files,frontend,y)
GEN_C = $(LEX:%.l=$(O)/%.lex.c) $(YACC:%.y=$(O)/%.tab.c)
GEN_H = $(LEX:%.l=$(O)/%.lex.h) $(YACC:%.y=$(O)/%.tab.h)
LIB_OBJ = $(LIB_SRC:%.c=$(O)/%.o) $(GEN_C:.c=.o)

# The version in the public header. Until 1.0, a program needs a library whose first two numbers are those that it was linked with.
VERSION := $(shell sed -n 's/^#define NVP4C_VERSION "\(.*\)"/\1/p' include/nvp4c.h)
SO = libnvp4c.so.$(basename $(VERSION))

#? all: the compiler and its library
.PHONY: all
all: $(O)/bin/nvp4c $(O)/libnvp4c.a $(O)/libnvp4c.so

# One archive for each module, for tests of a single module.
define module
$(O)/lib$(1).a: $$(filter $(O)/$(1)/%,$$(LIB_OBJ))
endef
$(foreach r,$(filter-out nvp4c,$(LIB_MODULES)),$(eval $(call module,$(r))))
$(O)/lib%.a:
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $^
# All objects, for the unit tests.
$(O)/libnvp4c-internal.a: $(LIB_OBJ)
# The installed archive holds one object, in which only the names of the public header are global.
$(O)/nvp4c.o: $(LIB_OBJ)
	$(call say,LD,$@)
	$(Q)$(LD) -r -o $@ $^ && $(OBJCOPY) --wildcard --keep-global-symbol='nvp4c_*' $@
$(O)/libnvp4c.a: $(O)/nvp4c.o
$(O)/libnvp4c.so: $(LIB_OBJ) nvp4c/libnvp4c.map
	$(call say,LD,$@)
	$(Q)$(CC) -shared $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -Wl,-soname,$(SO) -Wl,--version-script=nvp4c/libnvp4c.map $(if $(SANFLAGS),,-Wl,-z,defs) -o $@ $(LIB_OBJ) -lm

# For --run, which refuses PNG files without libpng. The library does not use it.
PNG_LIBS := $(shell pkg-config --libs libpng 2>/dev/null)
$(O)/nvp4c/picture/png.o: ALL_CFLAGS += $(if $(PNG_LIBS),-DHAVE_PNG $(shell pkg-config --cflags libpng 2>/dev/null))
# For CSV, and for --diff of JSON.
JANSSON_LIBS := $(shell pkg-config --libs jansson 2>/dev/null)
$(O)/nvp4c/document/document.o: ALL_CFLAGS += $(if $(JANSSON_LIBS),-DHAVE_JANSSON $(shell pkg-config --cflags jansson 2>/dev/null))
# The page of -report=html. The scripts are joined in this order.
HTML_PAGE = $(addprefix nvp4c/html/,page.html page.css base.js panes.js views.js graph.js summary.js compare.js main.js)
$(O)/nvp4c/html/page.c: $(HTML_PAGE) scripts/embed-page.sh
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)scripts/embed-page.sh $(HTML_PAGE) >$@
# The scenes of --run are drawn by the GL driver's own parts, without its protocol.
SCENE_SRC = $(wildcard $(addprefix gl-driver/,pipe/*.c shader/*.c draw/*.c scene/*.c))
CLI_LIBS = $(PNG_LIBS) $(JANSSON_LIBS) -lm -pthread
CLI_OBJ = $(CLI_SRC:%.c=$(O)/%.o) $(O)/nvp4c/html/page.o $(SCENE_SRC:%.c=$(O)/%.o)
$(O)/bin/nvp4c: $(CLI_OBJ) $(O)/libnvp4c.a
	$(call link,$(CLI_LIBS))

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(O)/%.o: $(O)/%.c $(O)/flags
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
# At -O3 a compile takes a twentieth fewer instructions. CFLAGS of the user turn this off.
COMPILES = util/% ir/% frontend/common/% frontend/nv/% frontend/tgsi/% passes/% codegen/% nvp4c/report/% nvp4c/preshader/% \
   $(foreach m,usc agx,backend-$(m)/$(m)_% $(foreach f,isa mir check select schedule allocate lower_bound,backend-$(m)/$(f)/%))
ifeq ($(BUILD) $(origin CFLAGS),release file)
$(filter $(COMPILES:%=$(O)/%),$(LIB_OBJ)): ALL_CFLAGS += -O3
endif
# So that loops over the lanes of a wave become vector instructions.
ifeq ($(BUILD),release)
$(O)/semantics/lanes.o $(O)/backend-usc/sim/usc_sim_%.o $(O)/backend-agx/sim/agx_sim_%.o: ALL_CFLAGS += -O3
endif
# The files of the frontend include generated headers.
$(filter $(O)/frontend/%,$(LIB_OBJ)): | $(GEN_H)

include gl-driver/gl-driver.mk
include bindings/python/python.mk
include tests/tests.mk
include web/web.mk

# ---- for users

#? run: compiles and verifies an example
.PHONY: run
run: $(O)/bin/nvp4c
	$(O)/bin/nvp4c -target=usc -O2 -stats -verify-sim=256 examples/phong.fp

$(O)/nvp4c.1: nvp4c/options.def $(O)/bin/nvp4c scripts/man.sh
	$(call say,MAN,$@)
	$(Q)scripts/man.sh $(O)/bin/nvp4c >$@

# A page for the library, for each function, and for each header that has only types.
MAN3 := libnvp4c $(shell sed -n 's/^NVP4C_API.*[ *]\(nvp4c_[a-z0-9_]*\)[^a-z0-9_ ].*/\1/p' include/*.h) \
	$(patsubst include/%.h,%,$(shell grep -L '^NVP4C_API' include/*.h))
$(O)/man3/libnvp4c.3: scripts/man-library.sh examples/embed.c $(wildcard include/*.h)
	$(call say,MAN,$(@D))
	$(Q)rm -rf $(@D); scripts/man-library.sh examples/embed.c $(@D) $(wildcard include/*.h)
COMPLETIONS = $(addprefix $(O)/nvp4c.,bash zsh fish)
$(COMPLETIONS): $(O)/nvp4c.%: $(O)/bin/nvp4c scripts/completion.sh
	$(call say,GEN,$@)
	$(Q)scripts/completion.sh $(O)/bin/nvp4c $* >$@

INCLUDEDIR ?= $(PREFIX)/include
SHARE = $(PREFIX)/share
CMAKE = nvp4cConfig.cmake nvp4cConfigVersion.cmake
# The values of an installation in a file that is made for it.
configured = sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|g; s|@VERSION@|$(VERSION)|'
INSTALLED = $(PREFIX)/bin/nvp4c $(PREFIX)/bin/nvp4c-glsl $(LIBDIR)/libnvp4c.a $(LIBDIR)/libnvp4c.so $(LIBDIR)/$(SO) $(LIBDIR)/libnvp4c.so.$(VERSION) \
	$(LIBDIR)/pkgconfig/nvp4c.pc $(CMAKE:%=$(LIBDIR)/cmake/nvp4c/%) $(INCLUDEDIR)/nvp4c.h $(SHARE)/man/man1/nvp4c.1 $(SHARE)/man/man1/nvp4c-glsl.1 \
	$(MAN3:%=$(SHARE)/man/man3/%.3) \
	$(SHARE)/bash-completion/completions/nvp4c $(SHARE)/zsh/site-functions/_nvp4c $(SHARE)/fish/vendor_completions.d/nvp4c.fish

#? install install-strip uninstall: the compiler, its library and their documents in PREFIX
.PHONY: install install-strip uninstall
install: all $(O)/nvp4c.1 $(O)/man3/libnvp4c.3 $(COMPLETIONS)
	$(INSTALL) -d $(sort $(dir $(addprefix $(DESTDIR),$(INSTALLED))))
	$(INSTALL) -m 755 $(O)/bin/nvp4c scripts/nvp4c-glsl $(DESTDIR)$(PREFIX)/bin
	$(INSTALL) -m 644 $(O)/libnvp4c.a $(DESTDIR)$(LIBDIR)/libnvp4c.a
	$(INSTALL) -m 755 $(O)/libnvp4c.so $(DESTDIR)$(LIBDIR)/libnvp4c.so.$(VERSION)
	ln -sf libnvp4c.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SO)
	ln -sf $(SO) $(DESTDIR)$(LIBDIR)/libnvp4c.so
	$(INSTALL) -m 644 include/nvp4c.h $(wildcard include/nvp4c_*.h) $(DESTDIR)$(INCLUDEDIR)
	$(configured) nvp4c/nvp4c.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/nvp4c.pc
	for f in $(CMAKE); do $(configured) nvp4c/cmake/$$f.in >$(DESTDIR)$(LIBDIR)/cmake/nvp4c/$$f || exit 1; done
	$(INSTALL) -m 644 $(O)/nvp4c.1 nvp4c/nvp4c-glsl.1 $(DESTDIR)$(SHARE)/man/man1
	$(INSTALL) -m 644 $(MAN3:%=$(O)/man3/%.3) $(DESTDIR)$(SHARE)/man/man3
	$(INSTALL) -m 644 $(O)/nvp4c.bash $(DESTDIR)$(SHARE)/bash-completion/completions/nvp4c
	$(INSTALL) -m 644 $(O)/nvp4c.zsh $(DESTDIR)$(SHARE)/zsh/site-functions/_nvp4c
	$(INSTALL) -m 644 $(O)/nvp4c.fish $(DESTDIR)$(SHARE)/fish/vendor_completions.d/nvp4c.fish
# Without debug information, and without names that no user of the library needs.
install-strip: install
	$(STRIP) $(DESTDIR)$(PREFIX)/bin/nvp4c
	$(STRIP) --strip-unneeded $(DESTDIR)$(LIBDIR)/libnvp4c.so.$(VERSION)
	$(STRIP) --strip-debug $(DESTDIR)$(LIBDIR)/libnvp4c.a
uninstall:
	rm -f $(addprefix $(DESTDIR),$(INSTALLED) $(patsubst include/%,$(INCLUDEDIR)/%,$(wildcard include/nvp4c_*.h)))

#? deb CHROOT=dir: Debian packages in build/deb, checked with lintian; installs them in a copy of a system that debootstrap made in CHROOT
.PHONY: deb
deb:
	@CHROOT="$(CHROOT)" debian/build.sh build/deb

#? dist: nvp4c.tar.gz of HEAD
.PHONY: dist
dist:
	git archive --prefix=nvp4c/ -o nvp4c.tar.gz HEAD

#? format lint compdb: clang-format, cppcheck, compile_commands.json
.PHONY: format lint compdb
format:
	clang-format -i $$(git ls-files '*.c' '*.h')
lint:
	cppcheck --quiet --std=c11 --enable=warning,portability -I. -Iinclude --suppress=missingIncludeSystem $(LIB_SRC)
compdb:
	bear -- $(make) -B all

.PHONY: help
help:
	@sed -n 's/^#? //p' Makefile gl-driver/gl-driver.mk bindings/python/python.mk tests/tests.mk web/web.mk | sed 's/$$(SUITES)/{$(subst $() $(),$(comma),$(SUITES))}/'
	@echo 'Variables of all: BUILD=release|debug|asan|ubsan|tsan|cov O=dir V=1 JOBS=2 CC CFLAGS CPPFLAGS LDFLAGS AR LD OBJCOPY STRIP PREFIX DESTDIR LIBDIR'

#? clean: removes the build folder
.PHONY: clean
clean:
	rm -rf $(O)

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(GL_SRC:%.c=$(O)/%.d) $(wildcard $(O)/gl-driver/tests/*.d $(O)/tests/*.d $(O)/tests/*/*.d $(O)/tests/*/*/*.d $(O)/tests/second/faulty/*/*.d $(O)/tests/second/faulty/*/*/*.d $(O)/bench/*.d)
