#!/bin/sh
# SPDX-License-Identifier: MIT
# The man page of the GL driver from its --help, so that it cannot differ from the options: man.sh NVP4C-GL
set -eu
"$1" --help | awk '
BEGIN {
   print ".TH NVP4C-GL 1"; print ".SH NAME"; print "nvp4c-gl \\- run GL programs on simulated GPUs with the compiler nvp4c"
   print ".SH SYNOPSIS"
}
/^(usage:|   +nvp4c-gl)/ { sub(/^(usage:)? +/, ""); n = index($0, "    "); line = substr($0, 1, n - 1); gsub(/-/, "\\-", line); print ".B " line; print ".br"; next }
/^  -/ && !options { print ".SH OPTIONS"; options = 1 }
/^  -/ {
   line = substr($0, 3); n = index(line, "  ")
   name = n ? substr(line, 1, n - 1) : line; rest = n ? substr(line, n) : ""
   if (!n) { name = substr(line, 1, 20); rest = substr(line, 21) }
   gsub(/-/, "\\-", name); sub(/^ +/, "", rest)
   print ".TP"; print ".B " name; print rest; next
}
/^Status:/ { print ".SH EXIT STATUS"; sub(/^Status: /, "") }
{ sub(/^ +/, ""); if ($0 != "") { gsub(/-/, "\\-"); print } }
END {
   print ".SH EXAMPLES"
   print ".EX"; print "nvp4c\\-gl glxgears"; print "nvp4c\\-gl \\-\\-target=agx \\-\\-dump=shaders glmark2\\-es2"; print ".EE"
   print ".SH SEE ALSO"; print ".BR nvp4c (1), \" libnvp4c\" (3)"
}'
