# SPDX-License-Identifier: MIT
# Calls and initializers in which two arguments emit instructions or make registers: C leaves open which comes first, so that the code
# would depend on the compiler. awk -f check-order.awk FILE...; the names of functions that emit are those of the builders below.
BEGIN {
   emits = "^(ir_emit[a-z_]*|ir_op[0-9]|ir_imm|ir_array_new|new_const|load_param|load_input|kept|compare|negate_by|add_param|" \
      "nv_f|nv_load[a-z_]*|nv_input|nv_param_load|nv_saturate|imm|op[0-9]|flt|sel|fadd|fmul|fmad|fneg|attrib_input|" \
      "cg_temp|cg_reg_new|cg_const|cg_in_slot|cg_to_temp|cg_float_src|cg_int_src|cg_value|cg_shared[a-z_]*|cg_clamped|cg_use_index|" \
      "agx_vreg|agx_emit|agx_temp|agx_const)$"
   keyword = "^(if|while|for|switch|return|sizeof|UTIL_PUSH)$"
}
FNR == 1 { depth = 0; name[0] = ""; n[0] = cur[0] = 0; comment = 0 }
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
         if (c == "(" && word ~ emits)
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
