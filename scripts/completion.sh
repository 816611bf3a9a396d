#!/bin/sh
# SPDX-License-Identifier: MIT
# Completion of options for bash, made from --help=all: completion.sh NVP4C
set -eu
"$1" --help=all | awk '
BEGIN { print "# bash completion of nvp4c, made from its --help=all" }
/^cores /    { kind = "mcpu"; options = 0; next }
/^features / { kind = "mattr"; options = 0; next }
/^limits /   { kind = ""; options = 0; next }
/^[a-z].*:$/ { kind = ""; options = 1; next } # a group of options
options && /^  -/ {
   word = $1
   sub(/^--/, "-", word)
   if (match(word, /=/)) {
      name = substr(word, 1, RSTART); args = substr(word, RSTART + 1)
      words = words " " name
      if (args ~ /\|/ && args !~ /[A-Z,\[]/) { gsub(/\|/, " ", args); values[name] = args }
   } else {
      words = words " " word
      if ($2 ~ /\|/ && $2 !~ /[A-Z\[]/) { args = $2; gsub(/\|/, " ", args); next_values[word] = args }
   }
   next
}
kind != "" && /^  [a-z]/ { values["-" kind "="] = values["-" kind "="] " " (kind == "mattr" ? "+" $1 " -" $1 : $1) }
END {
   print "_nvp4c()\n{"
   print "   local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} dash= name"
   print "   # bash takes = for a word of its own"
   print "   if [ \"$cur\" = \"=\" ]; then name=$prev=; cur="
   print "   elif [ \"$prev\" = \"=\" ]; then name=${COMP_WORDS[COMP_CWORD-2]}="
   print "   else name=; fi"
   print "   case ${name/#--/-} in"
   fflush()
   for (v in values) print "   " v ") COMPREPLY=($(compgen -W \"" values[v] "\" -- \"$cur\")); return ;;" | "sort"
   close("sort")
   print "   ?*) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;"
   print "   esac"
   print "   case $prev in"
   fflush()
   for (v in next_values) print "   " v ") COMPREPLY=($(compgen -W \"" next_values[v] "\" -- \"$cur\")); return ;;" | "sort"
   close("sort")
   print "   esac"
   print "   case $cur in --*) dash=- ;; esac"
   print "   case $cur in"
   print "   -*) COMPREPLY=($(compgen -P \"$dash\" -W \"" substr(words, 2) "\" -- \"${cur#\"$dash\"}\"))"
   print "      [[ ${COMPREPLY-} == *= ]] && compopt -o nospace ;;"
   print "   *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;"
   print "   esac"
   print "}\ncomplete -o filenames -F _nvp4c nvp4c"
}'
