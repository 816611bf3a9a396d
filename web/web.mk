# SPDX-License-Identifier: MIT
# `make web`: the page in which the library runs as WebAssembly (docs/web.md), and its tests. Nothing else depends on it.

WEB_OUT = build/web
WEB_O = build/web-lib
# -fPIC would make relocatable code. With SIMD the simulators' loops over lanes become vector instructions. Debian's emscripten looks
# for a JavaScript parser where Debian's node has it.
WEB_MODE = $(filter-out -fPIC,$(MODE)) -msimd128 -sSUPPORT_LONGJMP=wasm
WEB_MAKE = NODE_PATH=/usr/share/nodejs $(MAKE) --no-print-directory O=$(WEB_O) CC=emcc AR=emar OPT_release=-O2 MODE='$(WEB_MODE)'

#? web: a page with the compiler, build/web/ (docs/web.md); needs emscripten, node and npm
#? check-web: its tests: in Chromium, and the library in node against the native one
.PHONY: web check-web
web:
	@if web/build.sh -check; then $(WEB_MAKE) $(WEB_O)/nvp4c.wasm && web/build.sh $(WEB_O)/nvp4c.wasm $(WEB_OUT); fi
check-web: all web
	@tests/web/run.sh $(O)/bin/nvp4c $(WEB_OUT)

# ---- in the make of WEB_MAKE

WEB_SRC = $(wildcard web/wasm/*.c)
# JavaScript alone calls these functions.
$(WEB_SRC:%.c=$(O)/%.o): ALL_CFLAGS += -Wno-missing-prototypes
$(O)/libnvp4c-web.a: $(LIB_OBJ) $(SCENE_SRC:%.c=$(O)/%.o) $(WEB_SRC:%.c=$(O)/%.o)
$(O)/nvp4c.wasm: $(O)/libnvp4c-web.a web/web.mk web/exports.sh
	$(call say,LD,$@)
	$(Q)$(CC) -O2 -msimd128 -sSUPPORT_LONGJMP=wasm -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=1GB \
	   -sINITIAL_MEMORY=32MB -sTOTAL_STACK=1MB -sEXPORTED_FUNCTIONS=$$(web/exports.sh) $< -o $@
-include $(WEB_SRC:%.c=$(O)/%.d)
