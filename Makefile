# SPDX-License-Identifier: MIT
# nvp4c: `make help` lists the goals. Honours CC CFLAGS CPPFLAGS LDFLAGS AR PREFIX DESTDIR LIBDIR, V=1, O=dir, BUILD=.

BUILD ?= release
O ?= build/$(BUILD)
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
FLEX ?= flex
BISON ?= bison
INSTALL ?= install

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

OPT_release = -O2 -g
OPT_debug = -O0 -g
OPT_asan = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
OPT_tsan = -O1 -g -fsanitize=thread
OPT_cov = -O0 -g --coverage
CFLAGS ?= $(OPT_$(BUILD))
SANFLAGS = $(if $(filter asan tsan cov,$(BUILD)),$(OPT_$(BUILD)))
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# Correctness of the number model depends on these two; they are not for the user to change.
MODE = -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math -fvisibility=hidden -fPIC
ALL_CFLAGS = $(MODE) $(WARN) -I. -Iinclude -I$(O) $(CPPFLAGS) $(CFLAGS) $(SANFLAGS)

ifeq ($(V),1)
Q =
say =
else
Q = @
say = @printf '  %-5s %s\n' $(1) $(2)
endif

# The rooms of the library, lowest first; an arrow points only to the left.
LIB_ROOMS = util ir frontend passes backend-usc backend-agx nvp4c
LIB_SRC = $(filter-out nvp4c/main.c,$(foreach r,$(LIB_ROOMS),$(wildcard $(r)/*.c)))
LEX = $(wildcard frontend/*.l)
YACC = $(wildcard frontend/*.y)
GEN_C = $(LEX:%.l=$(O)/%.lex.c) $(YACC:%.y=$(O)/%.tab.c)
GEN_H = $(LEX:%.l=$(O)/%.lex.h) $(YACC:%.y=$(O)/%.tab.h)
LIB_OBJ = $(LIB_SRC:%.c=$(O)/%.o) $(GEN_C:.c=.o)

.PHONY: all
all: $(O)/nvp4c $(O)/libnvp4c.a

# One archive a room, for tests of one room and for checks of the arrows.
define room
$(O)/lib$(1).a: $$(filter $(O)/$(1)/%,$$(LIB_OBJ))
endef
$(foreach r,$(LIB_ROOMS),$(eval $(call room,$(r))))
$(O)/lib%.a:
	$(call say,AR,$@)
	$(Q)rm -f $@; $(AR) rcs $@ $^
$(O)/libnvp4c.a: $(LIB_OBJ)

$(O)/nvp4c: $(O)/nvp4c/main.o $(O)/libnvp4c.a
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lm

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
# Generated headers exist before anything of the frontend is compiled.
$(filter $(O)/frontend/%,$(LIB_OBJ)): | $(GEN_H)

.PHONY: clean
clean:
	rm -rf $(O)

-include $(LIB_OBJ:.o=.d) $(O)/nvp4c/main.d
