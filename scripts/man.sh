#!/bin/sh
# SPDX-License-Identifier: MIT
# The man page from --help=all, so that it cannot differ from the options: man.sh NVP4C
set -eu
"$1" --help=all | awk -v version="$("$1" --version)" '
BEGIN {
   print ".TH NVP4C 1 \"\" \"" version "\""; print ".SH NAME"; print "nvp4c \\- compile GPU assembly programs to machine code"
   print ".SH SYNOPSIS"
}
# The usage lines: the form of each mode, and its purpose.
/^(usage:|      ) nvp4c / {
   line = substr($0, 8); n = index(line, "  "); form = substr(line, 7, n - 7)
   gsub(/-/, "\\-", form)
   print ".B nvp4c"; print form; print ".br"
   next
}
/^nvp4c compiles/ {
   print ".SH DESCRIPTION"
   print "Reads NV_gpu_program4, ARB_vertex_program or ARB_fragment_program assembly, TGSI, or the text form of the IR,"
   print "and writes PowerVR Rogue USC or Apple AGX2 machine code. No output was run on hardware."
   print "FILE \\- is standard input. @FILE stands for the options in FILE."
   next
}
/^exit status:/ { print ".SH EXIT STATUS"; sub(/^exit status: /, ""); print; tail = 1; next }
tail { print; next }
# A title: of a group of options, or of a list with the option that takes its words in parentheses.
/^[a-z].*:$/ {
   line = substr($0, 1, length($0) - 1); rest = ""; options = 1
   if ((n = index(line, " ("))) { rest = substr(line, n + 2, length(line) - n - 2); line = substr(line, 1, n - 1) }
   print ".SH " toupper(line)
   gsub(/-/, "\\-", rest)
   if (rest != "") print rest
   next
}
options && /^  / {
   line = substr($0, 3); n = index(line, "  ")
   if (line ~ /^ +/) { sub(/^ +/, "", line); print plain(line); next }
   gsub(/-/, "\\-", line)
   gsub(/\|/, "|\\:", line) # a line may end there
   if (n == 0) { print ".TP"; print ".B " line; next }
   n = index(line, "  "); print ".TP"; print ".B " substr(line, 1, n - 1); rest = substr(line, n); sub(/^ +/, "", rest); print plain(rest)
}
function plain(text) { return (text ~ /^[\047.]/ ? "\\&" : "") text } # no request of troff
function example(text, command) { print ".PP"; print text; print ".PP"; print ".EX"; gsub(/-/, "\\-", command); print "    " command; print ".EE" }
END {
   print ".SH EXAMPLES"
   example("The machine code of a program as text:", "nvp4c phong.fp")
   example("An object file, checked by running 64 waves of 32 invocations as source, IR and machine code:", "nvp4c -c -verify-sim=64 phong.fp")
   example("The locations of inputs and outputs for a driver, as JSON, from the object:", "nvp4c -reflect=json phong.o")
   example("A vertex and a fragment program with one map of the varyings between them:", "nvp4c --link -c lit.vp lit.fp")
   example("The operations in each group, and the reason why a slot is empty:", "nvp4c -report=text phong.fp")
   example("An object as text, and that text assembled again:", "nvp4c --dis phong.o -o phong.s && nvp4c --as phong.s")
   print ".SH SEE ALSO"; print ".BR libnvp4c (3)"
}'
