#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares TGSI with a GL: oracle.sh ORACLE DOCUMENT. Draws with GLSL programs on softpipe, compares the pixels with those of the TGSI that
# softpipe received (tests/oracle/tgsi.c), and compares the table of errors with that in the document; `make oracle UPDATE=1` writes it there
# instead. Prints SKIP and the reason without softpipe. The version of GL is raised for 64-bit integers, which softpipe has but does not offer.
set -u
export LC_ALL=C
oracle=$1
doc=$2
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
MESA_GL_VERSION_OVERRIDE=4.5COMPAT MESA_GLSL_VERSION_OVERRIDE=450 LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe SOFTPIPE_DEBUG=vs,gs,fs \
   "$oracle" -tgsi >"$tmp/out" 2>"$tmp/err"
status=$?
if grep '^SKIP' "$tmp/out"; then exit 0; fi
if ! grep -q '^GL: .*softpipe' "$tmp/out"; then
   echo "SKIP oracle for TGSI: the GL is not softpipe: $(head -n 1 "$tmp/out")"
   exit 0
fi
grep 'FAIL' "$tmp/out"
tail -n 1 "$tmp/out"
[ $status = 0 ] || exit 1
table() { sed -n '/^| GLSL |/,/instructions are reached/p' "$1"; }
table "$tmp/out" >"$tmp/table"
if [ -n "${UPDATE-}" ]; then
   awk -v file="$tmp/table" '
      /^\| GLSL \|/ { while ((getline line <file) > 0) print line; skip = 1 }
      !skip { print }
      /instructions are reached/ { skip = 0 }' "$doc" >"$tmp/doc" && cat "$tmp/doc" >"$doc"
fi
table "$doc" >"$tmp/documented"
if ! diff "$tmp/documented" "$tmp/table"; then
   echo "FAIL $doc has another table: make oracle UPDATE=1"
   exit 1
fi
