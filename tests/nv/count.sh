#!/bin/sh
# SPDX-License-Identifier: MIT
#
# count.sh [-l]: the sentences of the documents that say when a program fails to load, against the rows of rules.tsv.
#
# A sentence is found over joined lines, with white space normalised; an item of a list is one together with the text that
# introduces the list. Everything that "fails to load" (or compile) counts, wherever it stands; in the sections that define a
# language also what must be, may not be, is not allowed or supported, is invalid, is only for something, takes some data types
# only. A row names its sentence by document, section and a hash.
#
# It fails when a sentence has no row, a row no sentence, or a row without a reason no test, and when a section that a message may
# name is not a heading of its document. Without the documents (SPECS, a directory) only the rows are checked. -l lists the sentences:
# document, section, hash, number of rows, text.
set -uf
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
rows=$here/rules.tsv
list=0
[ "${1:-}" = -l ] && list=1
SPECS=${SPECS:-}

# Languages that are accepted or will be, and the sections that define them.
documents="NV_gpu_program4:^2\.X NV_vertex_program4:^2\.X NV_fragment_program4:^2\.X NV_geometry_program4:^2\.(X|14\.6)
NV_parameter_buffer_object:^(2\.X|Examples) EXT_texture_buffer_object:^Overview
ARB_vertex_program:^2\.14\.[2-5] ARB_fragment_program:^3\.11\.[2-6] ARB_fragment_program_shadow:^3\.11 ARB_draw_buffers:^3\.11
NV_vertex_program2_option:^2\.14\.[2-5] NV_vertex_program3:^2\.14\.[2-5]
NV_fragment_program_option:^3\.11\.[2-6] NV_fragment_program2:^3\.11"

bad=0
awk -F '\t' -v dir="$here/rules" '
   /^#/ { next }
   function complain(what) { print "FAIL rules.tsv:" NR ": " what; bad[NR] = 1 }
   { rows++ }
   NF != 11 { complain(NF " columns, not 11"); next }
   seen[$1]++ { complain("the id " $1 " is not unique") }
   $6 == "-" && $11 !~ /^no rule: ./ { complain($1 " has no test and no reason") }
   $6 == "-" { none++; next }
   (getline line < (dir "/" $6)) <= 0 { complain("there is no test " $6); next }
   { close(dir "/" $6); tested++; if (!($6 in file)) files++; file[$6] = 1 }
   $7 !~ /^[a-z0-9-]+$/ || $8 !~ /^[0-9]+$/ { complain("no diagnostic or offset") }
   END {
      printf "rules: %d rows with a test (%d programs), %d sentences that are not rules\n", tested, files, none
      for (row in bad)
         failed++
      printf "%d passed, %d failed\n", rows - failed, failed
      exit failed > 0
   }
' "$rows" || bad=1

if [ -z "$SPECS" ] || [ ! -d "$SPECS" ]; then
   echo "SKIP sentences of the documents: SPECS names no directory"
   exit $bad
fi

sentences() { # document, pattern of its language sections
   awk -v doc="$1" -v language="$2" '
   function hash(s,   i, h) {
      h = 5381
      for (i = 1; i <= length(s); i++)
         h = (h * 65599 + code[substr(s, i, 1)]) % 4294967291
      return sprintf("%04x%04x", int(h / 65536), h % 65536)
   }
   function sentence(lead, s) {
      if ((lead s) !~ /[Ff]ail(s|ed|ing)? to (load|compile)/) {
         if (section !~ language)
            return
         if (s !~ /(may|must|can) ?not |must |not allow|supports (no|both|signed)|do(es)? not support|not (allowed|permitted|legal|available|supported)|illegal|invalid|(may|can) only|at most one|no longer|unavailable|Illegal|^No (options|declarations) |are no distinct/ &&
            s !~ /(available|supported|supports|allowed|using) only|only available|[Nn]o more than one|more than once|is limited to|required to begin/ &&
            s !~ /and is required|(read|write)-only|^Only (variable|the "|one)|currently accessible/)
            return
         if (s ~ /must be at least|must leave/)
            return
      }
      print doc "\t" section "\t" hash(lead s) "\t" lead s
   }
   function paragraph(   s, unit, held) {
      s = par
      par = ""
      gsub(/[ \t]+/, " ", s)
      sub(/^ /, "", s)
      sub(/ $/, "", s)
      if (s == "")
         return
      if (!item)
         intro = ""
      held = ""
      while (match(s, /[.?!:]["\047)]* ["\047(<A-Z*]/)) {
         unit = held substr(s, 1, RSTART + RLENGTH - 3)
         s = substr(s, RSTART + RLENGTH - 1)
         if (unit ~ /(e\.g|i\.e|vs)\.$/) {
            held = unit " "
            continue
         }
         held = ""
         sentence(item && intro != "" ? intro " " : "", unit)
      }
      s = held s
      # What introduces a list is only said with its items.
      if (!item && s !~ /[.?!]["\047)]*$/) {
         intro = waiting = s
         return
      }
      sentence(item && intro != "" ? intro " " : "", s)
   }
   function no_list() {
      if (waiting != "")
         sentence("", waiting)
      waiting = ""
   }
   BEGIN {
      for (i = 1; i < 256; i++)
         code[sprintf("%c", i)] = i
   }
   { sub(/\r$/, "") }
   /^[ \t]*$/ { paragraph(); item = 0; next }
   par == "" && /^[ \t]*([*+-]|o) / {
      waiting = ""
      item = 1
      par = $0
      sub(/^[ \t]*[*+o-] +/, "", par)
      next
   }
   par == "" { no_list() }
   par == "" && /^[A-Z][A-Za-z]/ { section = $1; sub(/:$/, "", section) }
   par == "" && (/^ *(\(?([Aa]dd|[Mm]odify|[Rr]ewrite|[Rr]eplace|[Ii]nsert|Rename)[A-Za-z ]* [Ss]|\(?S)ection [0-9]\.[0-9X]/ || /^ *[0-9]\.[0-9]+(\.[0-9]+)* +[A-Z]/) &&
      match($0, /[0-9]\.[0-9X]+(\.[0-9A-Z]+)*/) { section = substr($0, RSTART, RLENGTH) }
   { par = par " " $0 }
   END { paragraph(); no_list() }
   ' "$SPECS/$1.txt" | sort -u
}

# The sections that messages name, as text in the tables and checks. Headings begin a line: "Section 2.X.8.Z, MUL:  Multiply",
# "Modify Section 2.11, Clipping", "3.11.5.11  FRC:  Fraction"; a message says "2.X.8 MUL".
cited=$(cat "$here"/../../util/diag.def $(find "$here"/../../frontend/nv -name '*.[chy]' -o -name '*.def') |
   grep -oE '"(ARB|NV|EXT)_[a-z_0-9]+ [0-9]\.[0-9XYZ.]*[0-9XYZ]( [A-Z0-9]+)?"' | tr -d '"' | sort -u)
missing=$(echo "$cited" | while read -r doc number name; do
   [ "$number" = 2.X.8 ] && [ -n "$name" ] && number=2.X.8.Z
   dots=$(echo "$number" | sed 's/\./\\./g')
   grep -qE "^ *(\(?[A-Za-z ]*[Ss]ection +)?$dots([^0-9A-Z.]|$).*${name:+$name}" "$SPECS/$doc.txt" || echo "$doc $number $name"
done)
if [ -n "$missing" ]; then
   echo "FAIL messages name sections that the documents do not have:"
   echo "$missing"
   bad=1
fi

all=$(mktemp)
trap 'rm -f "$all"' EXIT
for d in $documents; do
   if [ ! -f "$SPECS/${d%%:*}.txt" ]; then
      echo "FAIL $SPECS has no ${d%%:*}.txt"
      exit 1
   fi
   sentences "${d%%:*}" "${d#*:}"
done >"$all"

awk -F '\t' -v list="$list" '
   FNR == 1 { nth++ }
   nth == 1 && /^#/ { next }
   nth == 1 {
      n[$2, $3, $4]++
      if ($6 != "-") tested[$2, $3, $4]++
      line[$2, $3, $4] = $1
      next
   }
   {
      found[$1, $2, $3] = 1
      if (list)
         print $1 "\t" $2 "\t" $3 "\t" n[$1, $2, $3] + 0 "\t" $4
      if (!($1 in count))
         order[++docs] = $1
      count[$1]++
      load[$1] += /[Ff]ail(s|ed|ing)? to (load|compile)/
      rule[$1] += ($1, $2, $3) in tested
      if (!(($1, $2, $3) in n)) {
         print "FAIL no row: " $1 " " $2 " " $3 ": " $4
         bad++
      }
   }
   END {
      for (k in n)
         if (!(k in found)) {
            print "FAIL rules.tsv: no document has the sentence of " line[k]
            bad++
         }
      if (!list) {
         printf "%-28s %9s %9s %9s\n", "document", "sentences", "to load", "with test"
         for (i = 1; i <= docs; i++) {
            d = order[i]
            printf "%-28s %9d %9d %9d\n", d, count[d], load[d], rule[d]
            c += count[d]; l += load[d]; r += rule[d]
         }
         printf "%-28s %9d %9d %9d\n", "all", c, l, r
         printf "%d passed, %d failed\n", c - (bad < c ? bad : c), bad
      }
      exit bad > 0
   }
' "$rows" "$all" || bad=1
exit $bad
