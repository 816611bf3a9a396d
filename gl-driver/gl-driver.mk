# SPDX-License-Identifier: MIT
# The GL driver, a program that uses the library by its public headers only, and its tests. The Makefile includes this file.

GL_SRC = $(filter-out gl-driver/preload/% gl-driver/tests/%,$(wildcard gl-driver/*/*.c))
GL_PRELOAD = $(O)/bin/libnvp4c-gl-connect.so $(O)/bin/libnvp4c-gl-frames.so
GL_OBJ = $(filter-out $(O)/gl-driver/main/%,$(GL_SRC:%.c=$(O)/%.o))

#? gl-driver: bin/nvp4c-gl in the build folder, the GL driver
.PHONY: gl-driver
gl-driver: $(O)/bin/nvp4c-gl $(GL_PRELOAD) $(O)/nvp4c-gl.1
$(O)/nvp4c-gl.1: $(O)/bin/nvp4c-gl gl-driver/man.sh
	$(call say,MAN,$@)
	$(Q)gl-driver/man.sh $< >$@
$(O)/bin/nvp4c-gl: $(filter-out $(O)/gl-driver/scene/%,$(GL_SRC:%.c=$(O)/%.o)) $(O)/libnvp4c.a
	$(call link,-lm -pthread)
# GL programs load these libraries, and have no sanitizers.
$(GL_PRELOAD): $(O)/bin/libnvp4c-gl-%.so: gl-driver/preload/%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(MODE) $(WARN) $(if $(SANFLAGS),-O2,$(CPPFLAGS) $(CFLAGS) $(LDFLAGS)) -shared -o $@ $< -ldl
$(O)/libgl-driver.a: $(GL_OBJ)

# The driver looks for the libraries in its own folder.
#? install-gl uninstall-gl: the GL driver in PREFIX
.PHONY: install-gl uninstall-gl
install-gl: gl-driver
	$(INSTALL) -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/nvp4c $(DESTDIR)$(SHARE)/man/man1
	$(INSTALL) -m 755 $(O)/bin/nvp4c-gl $(DESTDIR)$(LIBDIR)/nvp4c
	$(INSTALL) -m 644 $(GL_PRELOAD) $(DESTDIR)$(LIBDIR)/nvp4c
	ln -sf $(LIBDIR)/nvp4c/nvp4c-gl $(DESTDIR)$(PREFIX)/bin/nvp4c-gl
	$(INSTALL) -m 644 $(O)/nvp4c-gl.1 $(DESTDIR)$(SHARE)/man/man1
uninstall-gl:
	rm -f $(DESTDIR)$(PREFIX)/bin/nvp4c-gl $(DESTDIR)$(SHARE)/man/man1/nvp4c-gl.1
	rm -rf $(DESTDIR)$(LIBDIR)/nvp4c

# ---- tests

GL_TEST_SRC = $(wildcard gl-driver/tests/test_*.c)
GL_TESTS = $(GL_TEST_SRC:%.c=$(O)/%) $(O)/gl-driver/tests/hostile
# The test sees each allocation of the driver, and of the library in it.
$(O)/gl-driver/tests/test_memory: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(GL_TESTS): $(O)/%: $(O)/%.o $(GL_OBJ) $(O)/libnvp4c.a
	$(call link,$(CHECK_LIBS) -lm -pthread)

.PHONY: check-gl
check-gl: $(GL_TESTS) gl-driver
	@tests/tool/run-units.sh $(GL_TEST_SRC:%.c=$(O)/%)
	$(call suite,hostile GL clients,sh -c '"$$0" 2000 2>/dev/null' $(O)/gl-driver/tests/hostile)
	$(call suite,command line of the driver,gl-driver/tests/command.sh $(O)/bin/nvp4c-gl $(O)/nvp4c-gl.1)

#? piglit N=200 SEED=1 ALL=1 FROM=folders PROGRAMS= OPTIONS=-O2: piglit on the GL driver (gl-driver/tests/piglit.sh); results in PIGLIT_DIR
PIGLIT_DIR ?= build/piglit
.PHONY: piglit
piglit: gl-driver
	@gl-driver/tests/piglit.sh $(O)/bin/nvp4c-gl $(PIGLIT_DIR) $(JOBS)

#? fuzz-gl N=5000 SEED=1 BUILD=asan: mutants of what GL programs send; recorded sessions in FUZZ_DIR
FUZZ_DIR ?= build/fuzz-gl
.PHONY: fuzz-gl
fuzz-gl: gl-driver $(O)/gl-driver/tests/hostile
	@gl-driver/tests/fuzz.sh $(O) $(FUZZ_DIR)

#? check-pictures: frames of GL programs on the driver and on softpipe
#? check-apps APPS="glsnake moebius": GL programs of Debian, judged by softpipe and llvmpipe (gl-driver/tests/apps.sh)
#? check-replace: GL programs with shaders that are replaced by hand-written ones
#? gl-pictures: the pictures of docs/gallery.md
#? bench-gl: frames per second
.PHONY: check-pictures check-apps check-replace gl-pictures bench-gl
check-pictures: gl-driver
	@gl-driver/tests/pictures.sh $(O)/bin build/pictures
check-apps: gl-driver
	@gl-driver/tests/apps.sh $(O)/bin build/apps $(APPS)
check-replace: gl-driver
	@gl-driver/tests/replace.sh $(O)/bin build/replaced
gl-pictures: gl-driver $(O)/bin/nvp4c
	@mkdir -p docs/pictures
	@$(O)/bin/nvp4c --run examples/lit.vp examples/lit.fp -png=docs/pictures/torus.png -size=400x400 -camera=30,35 \
	   -in 'state.light[0].position=0.5 0.6 0.62 0' -in 'vertex.color=1 0.6 0.3'
	@PROGRAMS=glxgears SCENES="shading:shading=phong jellyfish shadow" GAMES= TARGETS=usc \
	   gl-driver/tests/pictures.sh $(O)/bin build/pictures docs/pictures
bench-gl: gl-driver
	@gl-driver/tests/bench.sh $(O)/bin/nvp4c-gl
