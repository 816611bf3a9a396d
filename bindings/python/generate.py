#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the module nvp4c._cdef from the public headers: generate.py CC INCLUDE OUTPUT. The C compiler removes comments and macros, so the
declarations cannot differ from the headers."""
import os
import subprocess
import sys
import tempfile

import cffi

compiler, include, output = sys.argv[1:]
with tempfile.TemporaryDirectory() as empty:
    for name in ("stddef.h", "stdint.h"):  # their types are built into cffi
        with open(os.path.join(empty, name), "w", encoding="utf-8"):
            pass
    # Without __GNUC__ the headers have no attributes.
    text = subprocess.run([*compiler.split(), "-E", "-P", "-U__GNUC__", "-nostdinc", "-I", empty, "-I", include, "-include", "nvp4c_run.h",
                           "-include", "nvp4c_machine.h", "-x", "c", "/dev/null"], check=True, capture_output=True, text=True).stdout
ffi = cffi.FFI()
ffi.set_source("nvp4c._cdef", None)
ffi.cdef(text)
ffi.emit_python_code(output)
