#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the functions that JavaScript calls, as emcc wants them: the public functions of the library, and those of web/wasm.
set -eu
{
   sed -n '/^NVP4C_API/s/.*[ *]\(nvp4c_[a-z0-9_]*\)(.*/_\1/p' include/*.h
   sed -n '/^WEB_EXPORT/s/.*[ *]\([a-z_]*\)(.*/_\1/p' web/wasm/*.c
   printf '_malloc\n_free\n'
} | sort -u | paste -sd,
