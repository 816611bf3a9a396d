#!/bin/sh
# SPDX-License-Identifier: MIT
# Completion of options and their values for a shell, from the lists that nvp4c prints: completion.sh NVP4C bash|zsh|fish
set -eu
nvp4c=$1 shell=$2

# A line for each option, with tabs between: the option; what its value is: -, file, any, or the words that it may be, after a =
# if the option also stands alone; and its help.
table() {
   { "$nvp4c" --help=all; echo "passes:"; "$nvp4c" -passes=help; echo "warnings:"; "$nvp4c" --help=warnings; } | awk '
   BEGIN { OFS = "\t"; taking_passes = "passes disable-pass print-before print-after print-changed start-after stop-after" }
   /^cores of /     { section = "cores"; next }
   /^features of /  { section = "features"; next }
   /^limits /       { section = "limits"; next }
   /^exit status/   { section = ""; next }
   /^passes:/       { section = "passes"; next }
   /^warnings:/     { section = "warnings"; next }
   /^[a-z].*:$/     { if (section != "passes" && section != "warnings") section = "options"; next }
   section == "options" && /^  -/ {
      form = substr($0, 3); gap = index(form, "  ")
      text = gap ? substr(form, gap) : ""; if (gap) form = substr(form, 1, gap - 1)
      sub(/^ +/, "", text)
      match(form, /^--?[A-Za-z0-9#-]+/)
      option = substr(form, 1, RLENGTH); value = substr(form, RLENGTH + 1)
      if (option ~ /^-W/ || option ~ /^-limit-NAME/) { option = ""; next }
      if (sub(/^\[=/, "", value) || value == "") alone[option] = 1
      sub(/^[= ]/, "", value)
      word = "[a-z0-9][a-z0-9_,-]*"
      gsub(/\|/, " ", value)
      sub(/\[,[a-z]*\]$/, "", value)
      if (option in kind && value ~ "^" word "$") value = kind[option] " " value
      if (value != "") kind[option] = value ~ "^" word "( " word ")*$" ? value : value ~ /FILE/ ? "file" : "any"
      if (!(option in help)) { name[++n] = option; help[option] = text } else option = ""
      next
   }
   section == "options" && option != "" && /^          / { sub(/^ +/, ""); help[option] = help[option] (help[option] == "" ? "" : " ") $0 }
   section == "cores" && /^  [a-z]/ { cores = cores " " $1 }
   section == "features" && /^  [a-z]/ { features = features " +" $1 " -" $1 }
   section == "limits" && /^  [a-z]/ { limits[++num_limits] = $1 OFS "any" OFS "limit (default " $2 ")" }
   section == "passes" && /^  [a-z]/ { passes = passes " " $1 }
   section == "warnings" && /^  [a-z]/ { warnings[++num_warnings] = $1 }
   END {
      kind["-mcpu"] = "help all" cores
      kind["-mattr"] = "help" features
      split(taking_passes, taking, " ")
      for (i in taking) kind["-" taking[i]] = (taking[i] == "passes" ? "help" passes : substr(passes, 2))
      for (i = 1; i <= n; i++) {
         values = kind[name[i]]
         if (alone[name[i]]) values = values == "" || values == "any" ? "-" : "=" values
         print name[i], values, help[name[i]]
      }
      for (i = 1; i <= num_limits; i++) print "-limit-" limits[i]
      print "-Wall", "-", "all warnings, which is the default"
      print "-Werror", "-", "warnings are errors"
      for (i = 1; i <= num_warnings; i++) {
         print "-W" warnings[i], "-", "enable this warning"
         print "-Wno-" warnings[i], "-", "disable this warning"
         print "-Werror=" warnings[i], "-", "this warning is an error"
      }
   }'
}

in_bash() {
   table | awk -F '\t' '
   {
      option = $1; sub(/^--/, "-", option)
      words = words " " option
      if (option ~ /^-Werror=/) errors = errors " " substr(option, 9)
      else if ($2 == "file") files = files (files == "" ? "" : "|") option
      else if ($2 == "any") any = any (any == "" ? "" : "|") option
      else if ($2 ~ /^=/) values[++n] = option ") [ -z \"$equals\" ] || list=\"" substr($2, 2) "\" ;;"
      else if ($2 != "-") values[++n] = option ") list=\"" $2 "\" ;;"
   }
   END {
      print "# bash completion of nvp4c, made by scripts/completion.sh"
      print "_nvp4c()\n{"
      print "   local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} dash= list= equals="
      print "   # bash takes = for a word of its own"
      print "   if [ \"$cur\" = = ]; then equals=1 cur="
      print "   elif [ \"$option\" = = ]; then equals=1 option=${COMP_WORDS[COMP_CWORD-2]}; fi"
      print "   case ${option/#--/-} in"
      for (i = 1; i <= n; i++) print "   " values[i]
      print "   -Werror) [ -z \"$equals\" ] || list=\"" substr(errors, 2) "\" ;;"
      print "   " files ") COMPREPLY=($(compgen -f -- \"$cur\")); return ;;"
      print "   " any ") return ;;"
      print "   esac"
      print "   case $cur in --*) dash=- ;; esac"
      print "   if [ -n \"$list\" ]; then COMPREPLY=($(compgen -W \"$list\" -- \"$cur\"))"
      print "   elif [ \"${cur#-}\" = \"$cur\" ]; then COMPREPLY=($(compgen -f -- \"$cur\"))"
      print "   else COMPREPLY=($(compgen -P \"$dash\" -W \"" substr(words, 2) "\" -- \"${cur#\"$dash\"}\")); fi"
      print "}\ncomplete -o filenames -F _nvp4c nvp4c"
   }'
}

in_zsh() {
   table | awk -F '\t' '
   function quoted(s) { gsub(/\047/, "\047\\\047\047", s); return "\047" s "\047" }
   {
      described = $1; gsub(/:/, "\\:", described)
      options = options "\n      " quoted(described ":" $3)
      option = $1; sub(/^--/, "-", option)
      if ($2 == "file") files = files (files == "" ? "" : "|") option
      else if ($2 == "any") any = any (any == "" ? "" : "|") option
      else if ($2 ~ /^=/) values = values "   (" option ") if [[ $cur == *=* ]]; then compadd -- " substr($2, 2) "; return; fi ;;\n"
      else if ($2 != "-") values = values "   (" option ") compadd -- " $2 "; return ;;\n"
   }
   END {
      print "#compdef nvp4c"
      print "# zsh completion of nvp4c, made by scripts/completion.sh"
      print "_nvp4c() {"
      print "   local cur=${words[CURRENT]} option=${words[CURRENT-1]}"
      print "   local -a options"
      print "   # -NAME=VALUE, except for the options of warnings, which are words"
      print "   if [[ $cur == -*=* && $cur != -Werror=* ]]; then option=${cur%%=*}; compset -P \"*=\"; fi"
      print "   case ${option/#--/-} in"
      printf "%s", values
      print "   (" files ") _files; return ;;"
      print "   (" any ") return ;;"
      print "   esac"
      print "   if [[ $cur == -* ]]; then"
      print "      options=(" options ")"
      print "      _describe -o option options"
      print "   else"
      print "      _files"
      print "   fi\n}"
      print "if [[ ${funcstack[1]} == _nvp4c ]]; then _nvp4c \"$@\"; else compdef _nvp4c nvp4c; fi"
   }'
}

in_fish() {
   echo "# fish completion of nvp4c, made by scripts/completion.sh"
   table | awk -F '\t' '
   function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/\047/, "\\\047", s); return "\047" s "\047" }
   {
      # One or two dashes are the same to nvp4c. To fish, -o is an option with one dash and a name of any length.
      option = $1; sub(/^--?/, "", option)
      line = "complete -c nvp4c " (length(option) == 1 ? "-s " : $1 ~ /^--/ ? "-l " : "-o ") quoted(option) " -d " quoted($3)
      if ($2 == "file") line = line " -r"
      else if ($2 == "any") line = line " -x"
      else if ($2 !~ /^[-=]/) line = line " -x -a " quoted($2)
      print line
   }'
}

case $shell in
bash | zsh | fish) "in_$shell" ;;
*) echo "completion.sh: the shell is bash, zsh or fish" >&2; exit 2 ;;
esac
