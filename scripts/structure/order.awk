# SPDX-License-Identifier: MIT
# Finds calls and initializers in which two arguments emit instructions or make registers: C leaves their order open, so the code would depend
# on the compiler. awk -f order.awk FILE... reads the files twice. A function is taken to emit if it receives a builder or the state of a code
# generator to write to, and returns something.
BEGIN {
   result = "^(static )?(inline )?(const )?(struct [a-z_]+ \\*?|src |pair |uint32_t |unsigned |int |bool )"
   state = "\\(struct (ir_builder|usc_code|usc_selection|agx_code|agx_selection|fe_lower|fe_vector|nv_lower|tgsi_lower|nv_recursion|jumps|alu|fold) \\*"
   keyword = "^(if|while|for|switch|return|sizeof|UTIL_PUSH)$"
   for (i = ARGC - 1; i > 0; i--)
      ARGV[ARGC - 1 + i] = ARGV[i]
   num = ARGC - 1
   ARGC += num
}
FNR == 1 { files++; depth = 0; name[0] = ""; n[0] = cur[0] = 0; comment = 0 }
files <= num {
   if (match($0, result "[a-z_0-9]+" state)) {
      sub(/\(.*/, "")
      sub(/.*[ *]/, "")
      emits[$0] = 1
   }
   next
}
{
   line = $0
   gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
   gsub(/'([^'\\]|\\.)*'/, "0", line)
   word = ""
   while (line != "") {
      if (comment) {
         at = index(line, "*/")
         if (!at)
            break
         line = substr(line, at + 2)
         comment = 0
         continue
      }
      if (substr(line, 1, 2) == "/*") {
         comment = 1
         line = substr(line, 3)
         continue
      }
      if (match(line, /^[A-Za-z_][A-Za-z_0-9]*/)) {
         word = substr(line, 1, RLENGTH)
         line = substr(line, RLENGTH + 1)
         continue
      }
      c = substr(line, 1, 1)
      line = substr(line, 2)
      if (c == " ")
         continue
      if (c == "(" || c == "{" || c == "[") {
         if (c == "(" && word in emits)
            for (k = 0; k <= depth; k++)
               cur[k] = 1
         depth++
         name[depth] = c == "(" ? word : c
         n[depth] = cur[depth] = 0
      } else if (c == "," || c == ")" || c == "}" || c == "]") {
         n[depth] += cur[depth]
         cur[depth] = 0
         if (c != ",") {
            if (n[depth] > 1 && name[depth] !~ keyword && name[depth] != "")
               print FILENAME ":" FNR ": " (name[depth] == "{" ? "an initializer" : name[depth] "()") " with " n[depth] " arguments that emit"
            if (depth)
               depth--
         }
      } else if (c == ";") {
         n[depth] = cur[depth] = 0
      }
      word = ""
   }
}
