#!/bin/sh
# SPDX-License-Identifier: MIT
# The man pages of the library, from the comments of its headers and an example: man-library.sh EXAMPLE FOLDER HEADER...
# Writes libnvp4c.3, which lists the functions, and a page for each function to FOLDER; and a page for each header that has only types. A
# comment describes the declarations after it, up to the next comment, blank line or definition of a type; functions with one comment have
# one page. A function without a comment is an error.
set -eu
example=$1 folder=$2
shift 2
mkdir -p "$folder"
awk -v example="$example" -v folder="$folder" '
# ---- reading

# The text of a comment without its frame: lines with \n between them.
function comment_line(line) {
   sub(/^\/\*/, "", line); sub(/ *\*\/.*$/, "", line); sub(/^ \*/, "", line); sub(/^ /, "", line)
   if (in_block) return line
   sub(/^ +/, "", line)
   return line
}
function add_type(name, type) {
   types[name] = type; type_comment[name] = comment; type_header[name] = header
   type_names[header, ++num_types[header]] = name
   comment = ""; group = 0
}
FNR == 1 { n = split(FILENAME, parts, "/"); header = parts[n]; comment = section = ""; headers[++num_headers] = header; group = 0 }
/^#define NVP4C_VERSION/ { version = $3; gsub(/"/, "", version) }
/^\/\*/ {
   in_block = $0 ~ /^\/\*$/
   comment = comment_line($0)
   while ($0 !~ /\*\//) {
      if ((getline) <= 0) break
      comment = comment "\n" comment_line($0)
   }
   gsub(/^\n+|\n+$/, "", comment)
   # A title is a section of the overview, and not a part of the description.
   if (comment ~ /^---- /) {
      section = comment; sub(/\n.*/, "", section); sub(/^---- /, "", section)
      if (!sub(/^[^\n]*\n+/, "", comment)) comment = ""
   }
   group = 0
   next
}
/^$/ { comment = ""; group = 0; next }
/^(struct|enum) nvp4c_[a-z_]+ \{/ {
   name = $1 " " $2; type = $0
   while ($0 !~ /};$/) { if ((getline) <= 0) break; type = type "\n" $0 }
   add_type(name, type)
   next
}
/^typedef/ {
   type = $0
   while ($0 !~ /;$/) { if ((getline) <= 0) break; type = type "\n" $0 }
   match(type, /\(\*nvp4c_[a-z_]+\)/); name = substr(type, RSTART + 2, RLENGTH - 3)
   add_type(name, type)
   next
}
/^NVP4C_API/ {
   call = $0
   while (call !~ /;/) { if ((getline) <= 0) break; line = $0; sub(/^ +/, " ", line); call = call line }
   sub(/^NVP4C_API /, "", call)
   match(call, /nvp4c_[a-z0-9_]+\(/); name = substr(call, RSTART, RLENGTH - 1)
   if (comment == "") { print "man-library.sh: " header ": " name "() has no comment" >"/dev/stderr"; failed = 1; next }
   if (!group) { group = ++groups; text_of[group] = comment; header_of[group] = header; section_of[group] = section }
   has_functions[header]
   calls[group, ++num[group]] = call; names[group, num[group]] = name
   functions[++num_functions] = name; group_of[name] = group
}

# ---- writing

function escape(line) {
   gsub(/\\/, "\\e", line); gsub(/-/, "\\-", line)
   sub(/^\./, "\\\\\\&.", line); sub(/^\047/, "\\\\\\&\047", line)
   return line
}
# Marks names: functions in bold, and parameters in quotes in italics.
function marked(line, out, word) {
   line = escape(line)
   while (match(line, /`[^`]*`|nvp4c_[a-z0-9_]+\(\)/)) {
      word = substr(line, RSTART, RLENGTH)
      out = out substr(line, 1, RSTART - 1)
      if (word ~ /^`/) out = out "\\fI" substr(word, 2, RLENGTH - 2) "\\fR"
      else out = out "\\fB" substr(word, 1, RLENGTH - 2) "\\fR()"
      line = substr(line, RSTART + RLENGTH)
   }
   return out line
}
# Text with paragraphs, and with indented lines as they are.
function print_text(text, to, lines, n, i, verbatim) {
   n = split(text, lines, "\n")
   for (i = 1; i <= n; i++) {
      if (lines[i] ~ /^   /) {
         if (!verbatim) { print ".PP" >to; print ".EX" >to; verbatim = 1 }
         print escape(lines[i]) >to
      } else if (lines[i] == "") {
         if (verbatim && i < n && lines[i + 1] ~ /^   /) print "" >to
         else if (!verbatim) print ".PP" >to
      } else {
         if (verbatim) { print ".EE" >to; print ".PP" >to; verbatim = 0 }
         print marked(lines[i]) >to
      }
   }
   if (verbatim) print ".EE" >to
}
function print_verbatim(text, to, lines, n, i) {
   n = split(text, lines, "\n")
   for (i = 1; i <= n; i++) print escape(lines[i]) >to
}
# The first sentence, for lists.
function summary(text, at) {
   sub(/\n\n.*/, "", text); gsub(/\n/, " ", text); gsub(/ +/, " ", text)
   if (match(text, /\.( |$)/)) text = substr(text, 1, RSTART - 1)
   # Without an explanation that makes it long.
   if (length(text) > 110 && match(text, /[^A-Z][:;] /) && RSTART > 30) text = substr(text, 1, RSTART)
   return text
}
function title(to, name) { printf ".TH %s 3 \"\" \"nvp4c %s\"\n", toupper(name), version >to }
function print_type(name, to) {
   if (type_comment[name] != "") { print ".PP" >to; print_text(type_comment[name], to) }
   print ".PP" >to; print ".EX" >to; print_verbatim(types[name], to); print ".EE" >to
}
function page_of(header) { sub(/\.h$/, "", header); return header }
# The types that the prototypes name, except for those with a page of their own.
function print_types(group, to, seen, i, call, name, first) {
   first = 1
   for (i = 1; i <= num[group]; i++) {
      call = calls[group, i]
      while (match(call, /(struct|enum) nvp4c_[a-z_]+|nvp4c_[a-z_]+_fn/)) {
         name = substr(call, RSTART, RLENGTH); call = substr(call, RSTART + RLENGTH)
         if (!(name in types) || name in seen) continue
         seen[name]
         if (!(type_header[name] in has_functions)) { pages[group, type_header[name]]; continue }
         if (first) print ".SH TYPES" >to
         first = 0
         print_type(name, to)
      }
   }
}
# The pages of other types, and of functions that the description names.
function see_also(group, to, text, seen, name, i) {
   text = text_of[group]
   for (i = 1; i <= num[group]; i++) seen[names[group, i]]
   while (match(text, /nvp4c_[a-z0-9_]+\(\)/)) {
      name = substr(text, RSTART, RLENGTH - 2); text = substr(text, RSTART + RLENGTH)
      if (name in group_of && !(name in seen)) { seen[name]; print ".BR " name " (3)," >to }
   }
   for (i = 1; i <= num_headers; i++) if ((group, headers[i]) in pages) print ".BR " page_of(headers[i]) " (3)," >to
   print ".BR libnvp4c (3)" >to
}
function header_page(header, to, i) {
   title(to, page_of(header))
   print ".SH NAME\n" page_of(header) " \\- types of libnvp4c" >to
   print ".SH SYNOPSIS\n.nf\n.B #include <nvp4c.h>\n.fi\n.SH DESCRIPTION" >to
   for (i = 1; i <= num_types[header]; i++) {
      print ".SS " type_names[header, i] >to
      print_type(type_names[header, i], to)
   }
   print ".SH SEE ALSO\n.BR libnvp4c (3)" >to
   close(to)
}
function page(group, to, i, list) {
   title(to, names[group, 1])
   print ".SH NAME" >to
   for (i = 1; i <= num[group]; i++) list = list (i > 1 ? ", " : "") names[group, i]
   print list " \\- " marked(summary(text_of[group])) >to
   print ".SH SYNOPSIS\n.nf\n.B #include <" header_of[group] ">\n.fi\n.PP" >to
   print ".nf" >to
   for (i = 1; i <= num[group]; i++) print ".B \"" escape(calls[group, i]) "\"" >to
   print ".fi" >to
   print ".SH DESCRIPTION" >to
   print_text(text_of[group], to)
   print_types(group, to)
   print ".SH SEE ALSO" >to
   see_also(group, to)
   close(to)
}
END {
   if (failed) exit 1
   for (i = 1; i <= num_functions; i++) {
      name = functions[i]; group = group_of[name]; to = folder "/" name ".3"
      if (name == names[group, 1]) { page(group, to); continue }
      print ".so man3/" names[group, 1] ".3" >to
      close(to)
   }
   for (i = 1; i <= num_headers; i++) if (!(headers[i] in has_functions)) header_page(headers[i], folder "/" page_of(headers[i]) ".3")
   to = folder "/libnvp4c.3"
   title(to, "libnvp4c")
   print ".SH NAME\nlibnvp4c \\- compile GPU assembly programs to machine code, in a driver" >to
   print ".SH SYNOPSIS\n.nf\n.B #include <nvp4c.h>\n.B #include <nvp4c_run.h>\n.B #include <nvp4c_machine.h>\n.fi\n.PP" >to
   print "cc ... $(pkg\\-config \\-\\-cflags \\-\\-libs nvp4c), with \\-\\-static for the archive" >to
   print ".SH DESCRIPTION" >to
   print "The library compiles NV_gpu_program4, ARB_vertex_program and ARB_fragment_program to machine code of PowerVR Rogue and Apple AGX2. It prints nothing, has no global state, and gives the same bytes for the same input on every run. docs/embedding.md of the source walks through a driver." >to
   print ".SH FUNCTIONS" >to
   for (i = 1; i <= groups; i++) {
      if (section_of[i] != last && section_of[i] != "") print ".SS " escape(section_of[i]) >to
      last = section_of[i]
      print ".TP" >to
      list = ""
      for (k = 1; k <= num[i]; k++) list = list (k > 1 ? ", " : "") "\\fB" names[i, k] "\\fR(3)"
      print list >to
      print marked(summary(text_of[i])) >to
   }
   print ".SH EXAMPLE\n.EX" >to
   while ((getline line < example) > 0) print escape(line) >to
   print ".EE\n.SH SEE ALSO" >to
   for (i = 1; i <= num_headers; i++) if (!(headers[i] in has_functions)) print ".BR " page_of(headers[i]) " (3)," >to
   print ".BR nvp4c (1)" >to
}' "$@"
