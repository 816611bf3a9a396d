# SPDX-License-Identifier: MIT
# The Python binding. The Makefile includes this file; nothing else needs Python's packages.

# Debian's packages belong to its own Python.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

#? python check-python: a wheel of the Python binding in $(O)/python/dist, and its tests; they print SKIP if packages of Python are missing
.PHONY: python check-python
python: $(O)/libnvp4c.so
	@if [ -n "$(SANFLAGS)" ]; then rm -rf $(O)/python; echo "SKIP python: Python cannot load a library with sanitizers"; \
	else STRIP="$(STRIP)" bindings/python/build.sh "$(PYTHON)" "$(CC)" "$(O)" "$(VERSION)"; fi
check-python: python $(O)/bin/nvp4c
	@[ ! -d $(O)/python ] || tests/tool/run-suite.sh "Python binding" tests/python/python.sh "$(PYTHON)" "$(CC)" "$(O)"
