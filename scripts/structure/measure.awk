# SPDX-License-Identifier: MIT
# How big the parts of C files are. Prints, with tabs between:
#   lines N FILE                   for each file
#   function N FILE:LINE NAME WHY  lines from the brace that opens it in column 0 to the one that closes it. WHY is `reason` if the comment
#                                  right above it says that it is long because, as, since or for something, or `-`
#   struct N FILE:LINE NAME        members that are written down; a nested struct or union counts once, rows of an X-macro not at all
# Relies on the layout that .clang-format gives; looks into .c and .h files for functions and structs, not into grammars.
function begin_file()
{
   if (file != "")
      print "lines\t" lines "\t" file
   file = FILENAME
   code = file ~ /\.[ch]$/
   in_function = in_comment = skipping = depth = parens = 0
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

# Only structs at the outermost level; what is counted is at their first level of braces and outside of parentheses.
function structs(line,    i, c)
{
   if (line ~ /^extern "C" *{/)
      return
   if (depth == 0 && line ~ /^(typedef )?struct( +[A-Za-z_0-9]+)? *{/ && line !~ /[=(]/) {
      struct_name = line
      sub(/^(typedef )?struct */, "", struct_name)
      sub(/ *{.*/, "", struct_name)
      if (struct_name == "")
         struct_name = "(no name)"
      struct_line = FNR
      in_struct = 1
      members = commas = 0
   }
   gsub(/'([^'\\]|\\.)*'|"([^"\\]|\\.)*"/, "", line)
   for (i = 1; i <= length(line); i++) {
      c = substr(line, i, 1)
      if (c == "{")
         depth++
      else if (c == "}") {
         if (depth)
            depth--
         if (!depth && in_struct) {
            in_struct = 0
            print "struct\t" members "\t" file ":" struct_line "\t" struct_name
         }
      } else if (in_struct && depth == 1) {
         if (c == "(" || c == "[")
            parens++
         else if (c == ")" || c == "]")
            parens--
         else if (c == "," && !parens)
            commas++
         else if (c == ";") {
            members += 1 + commas
            commas = 0
         }
      }
   }
}

FNR == 1 { begin_file() }
{ lines = FNR }
code {
   text = strip($0)
   if (skipping || text ~ /^[ \t]*#/) {
      skipping = text ~ /\\$/
      if (!in_function)
         signature = ""
      next
   }
   functions(text)
   structs(text)
}
END { if (NR) begin_file() }
