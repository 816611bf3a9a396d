#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the documents that are generated from tables, and the marks in documents that follow the source:
# generated.sh BUILD-DIR.
set -u
. "$(dirname "$0")/../tool/suite.sh"
same() { # document, command...: the command prints the document
   document=$1
   shift
   "$@" >"$dir/made" && diff "$document" "$dir/made" >"$dir/diff"
   verdict $? "$document is not what $1 prints (make docs): $(head -20 "$dir/diff")"
}
same docs/usc-isa.md "$1/tests/docs/usc_isa_doc"
same docs/agx-isa.md "$1/tests/docs/agx_isa_doc"
same docs/diagnostics.md "$1/bin/nvp4c" --help=diagnostics
same docs/gcc.md "$1/bin/nvp4c" --help=gcc
same docs/folders.dot scripts/folders.sh
version=$(sed -n 's/^#define NVP4C_VERSION "\(.*\)"/\1/p' include/nvp4c.h)
check "debian/changelog has the version of the header" grep -q "^nvp4c ($version) " debian/changelog
check "the package of the library has its soname" grep -qx "Package: libnvp4c${version%.*}" debian/control
check "marks of assumptions" scripts/check-assumed.sh
check "figures of README.md" bench/readme-figures.sh -check "$1/bin/nvp4c"
finish
