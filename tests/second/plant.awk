# SPDX-License-Identifier: MIT
# awk -v file=SOURCE -f plant.awk faults.txt SOURCE: the source with all of its faults, each under its number in planted_fault.
# Fails if a text is not there exactly once. With file=? prints the files that have faults.

function plant(text, what, by, n,    at)
{
   at = index(text, what)
   if (!at || index(substr(text, at + 1), what)) {
      print file ": the text of fault " n " is not there once: " what >"/dev/stderr"
      failed = 1
      return text
   }
   gsub(/FAULT/, "(planted_fault == " n ")", by)
   return substr(text, 1, at - 1) by substr(text, at + length(what))
}

FNR == NR {
   if (/^- /)
      old[rows + 1] = substr($0, 3)
   else if (/^\+ / && path == file) {
      number[++rows] = faults
      new[rows] = substr($0, 3)
   } else if (/^[a-z]/) {
      path = $0
      faults++
      if (file == "?" && !seen[path]++)
         print path
   }
   next
}
{ text = text $0 "\n" }
END {
   if (file == "?")
      exit
   for (k = 1; k <= rows; k++)
      text = plant(text, old[k], new[k], number[k])
   printf "extern unsigned planted_fault;\n%s", text
   exit failed
}
