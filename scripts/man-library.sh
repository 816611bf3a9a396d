#!/bin/sh
# SPDX-License-Identifier: MIT
# The man page of the library, from its header and an example: man-library.sh HEADER EXAMPLE
set -eu
awk -v example="$2" '
function text(line) { gsub(/\\/, "\\e", line); gsub(/-/, "\\-", line); sub(/^\./, "\\\\\\&.", line); print line }
BEGIN {
   print ".SH NAME"; print "libnvp4c \\- compile GPU assembly programs to machine code, in a driver"
   print ".SH SYNOPSIS"; print ".nf"; print ".B #include <nvp4c.h>"; print ".fi"; print ".PP"
   print "cc ... $(pkg\\-config \\-\\-cflags \\-\\-libs nvp4c), with \\-\\-static for the archive"
   print ".SH DESCRIPTION"
   print "The library compiles NV_gpu_program4, ARB_vertex_program and ARB_fragment_program to machine code of PowerVR Rogue and Apple AGX2. It prints nothing, has no global state, and gives the same bytes for the same input on every run. The header describes each function; docs/embedding.md of the source walks through a driver."
}
/^#define NVP4C_VERSION/ { version = $3; gsub(/"/, "", version) }
/^NVP4C_API/ { call = $0; while (call !~ /;/) { getline line; sub(/^ +/, " ", line); call = call line } sub(/^NVP4C_API /, "", call); calls[++n] = call }
END {
   print ".SH FUNCTIONS"; print ".nf"
   for (i = 1; i <= n; i++) text(calls[i])
   print ".fi"; print ".SH EXAMPLE"; print ".EX"
   while ((getline line < example) > 0) text(line)
   print ".EE"; print ".SH SEE ALSO"; print ".BR nvp4c (1)"
}' "$1" | { printf '.TH LIBNVP4C 3 "" "nvp4c"\n'; cat; }
