# SPDX-License-Identifier: MIT
# Measures the parts of C files. Prints lines with tabs:
#   lines N FILE                   for each file
#   function N FILE:LINE NAME WHY  lines from the brace that opens it in column 0 to the one that closes it. WHY is `reason` if the comment
#                                  right before it says that it is long because, as, since or for something, or `-`
#   parameters N FILE:LINE NAME    parameters of the same functions
#   struct N FILE:LINE NAME        members, those of nested structs and unions too: each declarator is one, and so is each row of a table
#                                  that is included with a macro defined inside of the struct
# Relies on the layout of .clang-format. Looks for functions and structs in .c and .h files, not in grammars.
function begin_file()
{
   if (file != "")
      print "lines\t" lines "\t" file
   file = FILENAME
   code = file ~ /\.[ch]$/
   in_function = in_comment = skipping = depth = parens = in_struct = 0
   signature = comment = ""
   comment_end = -1
}

# The line without comments; `comment` collects those that begin in column 0.
function strip(s,    out, at)
{
   out = ""
   while (s != "") {
      if (in_comment) {
         at = index(s, "*/")
         if (outside)
            comment = comment " " (at ? substr(s, 1, at - 1) : s)
         if (!at)
            return out
         in_comment = 0
         if (outside)
            comment_end = FNR
         s = substr(s, at + 2)
      } else {
         at = index(s, "/*")
         if (!at) {
            sub(/\/\/.*/, "", s)
            return out s
         }
         out = out substr(s, 1, at - 1)
         outside = at == 1 && out == ""
         if (outside && comment_end != FNR - 1)
            comment = ""
         s = substr(s, at + 2)
         in_comment = 1
      }
   }
   return out
}

function name_of(s)
{
   gsub(/__attribute__ *\(\([a-z_]*(\([^()]*\))?\)\)/, "", s)
   if (!match(s, /[A-Za-z_][A-Za-z0-9_]* *\(/))
      return ""
   return s ~ /^[A-Z_]+\(/ ? s : substr(s, RSTART, RLENGTH - 1)
}

# The number of parameters in a signature: commas outside of inner parentheses.
function parameters(s,    i, c, level, n, text)
{
   gsub(/__attribute__ *\(\([a-z_]*(\([^()]*\))?\)\)/, "", s)
   if (s ~ /^[A-Z_]+\(/)
      return 0
   for (i = index(s, "("); i && i <= length(s); i++) {
      c = substr(s, i, 1)
      if (c == "(")
         level++
      else if (c == ")" && !--level)
         break
      else if (c == "," && level == 1)
         n++
      else if (level)
         text = text c
   }
   gsub(/[ \t]/, "", text)
   return text == "void" || text == "" ? 0 : n + 1
}

function functions(line)
{
   if (in_function) {
      if (line ~ /^}/) {
         in_function = 0
         print "function\t" (FNR - start + 1) "\t" file ":" start "\t" name "\t" why
      }
   } else if (line ~ /^{[ \t]*$/ && (name = name_of(signature)) != "" && signature !~ /=[ \t]*$/) {
      in_function = 1
      start = FNR
      print "parameters\t" parameters(signature) "\t" file ":" first "\t" name
      why = "-"
      if (comment_end == first - 1 && tolower(comment) ~ /(^|[^a-z])long( because| since| as| for|:) *[a-z]/)
         why = "reason"
      signature = ""
   } else if (line ~ /^[ \t]*$/ || line ~ /^[#}]/ || line ~ /;[ \t]*$/) {
      signature = ""
   } else {
      if (signature == "")
         first = FNR
      signature = signature line " "
   }
}

# Rows of a table that a struct includes: those of the macros that were defined inside of it.
function rows_of(table,    row, n, at)
{
   if (table !~ /\// && match(file, /.*\//))
      table = substr(file, 1, RLENGTH) table
   while ((getline row < table) > 0)
      if (match(row, /^[A-Za-z_0-9]+\(/) && substr(row, 1, RLENGTH - 1) in row_macro)
         n++
   close(table)
   return n + 0
}

# The directives inside of a struct
function struct_directive(line,    name)
{
   if (match(line, /^[ \t]*#[ \t]*define[ \t]+[A-Za-z_0-9]+\(/)) {
      name = substr(line, RSTART, RLENGTH - 1)
      sub(/.*[ \t]/, "", name)
      row_macro[name] = 1
   } else if (match(line, /^[ \t]*#[ \t]*include[ \t]+"[^"]+"/)) {
      name = substr(line, RSTART, RLENGTH - 1)
      sub(/.*"/, "", name)
      members += rows_of(name)
   }
}

# Only structs at the outermost level. `kind` has what each open brace begins: the constants of an enum are not members.
function structs(line,    i, c)
{
   if (line ~ /^extern "C" *{/)
      return
   if (depth == 0 && line ~ /^((typedef|static|const) )*struct( +[A-Za-z_0-9]+)? *{/ && line !~ /[=(]/) {
      struct_name = line
      sub(/^((typedef|static|const) )*struct */, "", struct_name)
      sub(/ *{.*/, "", struct_name)
      if (struct_name == "")
         struct_name = "(no name)"
      struct_line = FNR
      in_struct = 1
      members = commas = parens = 0
      before = ""
      split("", row_macro)
   }
   gsub(/'([^'\\]|\\.)*'|"([^"\\]|\\.)*"/, "", line)
   for (i = 1; i <= length(line); i++) {
      c = substr(line, i, 1)
      if (c == "{") {
         kind[++depth] = before ~ /(^|[^A-Za-z_0-9])enum( +[A-Za-z_0-9]+)? *$/ ? "enum" : "struct"
         before = ""
      } else if (c == "}") {
         if (depth)
            depth--
         before = "}"
         if (!depth && in_struct) {
            in_struct = 0
            print "struct\t" members "\t" file ":" struct_line "\t" struct_name
         }
      } else if (in_struct && kind[depth] == "struct") {
         if (c == "(" || c == "[")
            parens++
         else if (c == ")" || c == "]")
            parens--
         else if (c == "," && !parens)
            commas++
         else if (c == ";") {
            # An unnamed struct is not a member itself; its members have been counted.
            members += commas + (before !~ /^}[ \t]*$/)
            commas = 0
         }
         before = c == ";" ? "" : before c
      } else
         before = c == ";" ? "" : before c
   }
}

FNR == 1 { begin_file() }
{ lines = FNR }
code {
   text = strip($0)
   if (skipping || text ~ /^[ \t]*#/) {
      if (in_struct && !skipping)
         struct_directive(text)
      skipping = text ~ /\\$/
      if (!in_function)
         signature = ""
      next
   }
   functions(text)
   structs(text)
}
END { if (NR) begin_file() }
