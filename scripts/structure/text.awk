# SPDX-License-Identifier: MIT
# What people read in source files and documents: lines "FILE:LINE: TEXT" with comments, with the strings of C outside of tests, and with
# documents without their code.
function print_text(text)
{
   if (text ~ /[A-Za-z]/)
      print FILENAME ":" FNR ": " text
}

# Comments and strings of C
function c_text(s,    out, at)
{
   while (s != "") {
      if (in_comment) {
         at = index(s, "*/")
         out = out " " (at ? substr(s, 1, at - 1) : s)
         s = at ? substr(s, at + 2) : ""
         in_comment = !at
      } else if (match(s, /\/\*|\/\/|"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/)) {
         at = substr(s, RSTART, RLENGTH)
         s = substr(s, RSTART + RLENGTH)
         if (at == "//") {
            out = out " " s
            s = ""
         } else if (at == "/*")
            in_comment = 1
         else if (at ~ /^"/ && !is_test)
            out = out " " at
      } else
         s = ""
   }
   return out
}

FNR == 1 {
   in_comment = in_code = 0
   is_test = FILENAME ~ /(^|\/)tests\//
   kind = FILENAME ~ /\.(c|h|l|y|def)$/ ? "c" : FILENAME ~ /\.md$/ ? "md" : "sh"
}
kind == "c" { print_text(c_text($0)) }
kind == "md" {
   if ($0 ~ /^ *```/)
      in_code = !in_code
   else if (!in_code) {
      gsub(/`[^`]*`/, "")
      print_text($0)
   }
}
kind == "sh" && match($0, /(^|[ \t])#[^!].*/) { print_text(substr($0, RSTART)) }
