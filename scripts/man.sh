#!/bin/sh
# SPDX-License-Identifier: MIT
# The man page from --help, so that it cannot differ from the options: man.sh NVP4C
set -eu
"$1" --help | awk -v version="$("$1" --version)" '
BEGIN {
   print ".TH NVP4C 1 \"\" \"" version "\""; print ".SH NAME"; print "nvp4c \\- compile GPU assembly programs to machine code"
   print ".SH SYNOPSIS"; print ".B nvp4c"; print "[options] FILE"; print ".br"; print ".B nvp4c"
   print "\\-\\-link [options] FILE FILE [FILE]"; print ".SH DESCRIPTION"
   print "Reads NV_gpu_program4, ARB_vertex_program or ARB_fragment_program assembly (or the text form of the IR) and writes PowerVR Rogue USC or Apple AGX2 machine code. Nothing here has been run on hardware."
   print "FILE \\- is standard input. @FILE stands for the options in FILE."
}
/^options:/ { print ".SH OPTIONS"; options = 1; next }
!options { next }
/^(cores|features|limits) / { n = index($0, " ("); print ".SH " toupper(substr($0, 1, n - 1)); gsub(/-/, "\\-"); print substr($0, n + 2, length($0) - n - 3); next }
/^exit status:/ { print ".SH EXIT STATUS"; sub(/^exit status: /, ""); print; tail = 1; next }
tail { print; next }
/^  / {
   line = substr($0, 3); n = index(line, "  ")
   if (line ~ /^ +/) { sub(/^ +/, "", line); print plain(line); next }
   gsub(/-/, "\\-", line)
   if (n == 0) { print ".TP"; print ".B " line; next }
   n = index(line, "  "); print ".TP"; print ".B " substr(line, 1, n - 1); rest = substr(line, n); sub(/^ +/, "", rest); print plain(rest)
}
function plain(text) { return (text ~ /^[\047.]/ ? "\\&" : "") text } # no request of troff
function example(text, command) { print ".PP"; print text; print ".PP"; print ".EX"; gsub(/-/, "\\-", command); print "    " command; print ".EE" }
END {
   print ".SH EXAMPLES"
   example("The machine code of a program as text:", "nvp4c phong.fp")
   example("An object file, checked by running 64 tasks of 32 instances as source, IR and machine code:", "nvp4c -c -verify-sim=64 phong.fp")
   example("Where a driver puts what the program reads, as JSON, from the object:", "nvp4c -reflect=json phong.o")
   example("A vertex and a fragment program with one map of the varyings between them:", "nvp4c --link -c lit.vp lit.fp")
   example("What fills the groups, and why units are empty:", "nvp4c -report=text phong.fp")
   example("An object back as text, and that assembled again:", "nvp4c --dis phong.o -o phong.s && nvp4c --as phong.s")
   print ".SH SEE ALSO"; print ".BR libnvp4c (3)"
}'
