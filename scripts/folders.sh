#!/bin/sh
# SPDX-License-Identifier: MIT
# The graph of the folders for graphviz, from the includes of the tree: folders.sh. An edge means "includes". Edges that follow from others
# are omitted.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
table=$(mktemp)
trap 'rm -f "$table"' EXIT
sed -n "/^DEPENDENCIES='/,/^'/p" scripts/check-structure.sh | sed '1d;$d' >"$table"
rooms=$(sed -n 's/^\([^/: ]*\).*/\1/p' "$table" | sort -u | tr '\n' '|' | sed 's/|$//')
scripts/check-structure.sh -files | grep -E "^($rooms)/.*\.(c|h|l|y|def)$" |
   xargs awk -f scripts/structure/includes.awk "$table" |
   awk '
   function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
   $1 == "include" {
      a = folder($2); b = folder($3)
      if (!(a in seen)) { seen[a] = 1; name[++n] = a }
      if (!(b in seen)) { seen[b] = 1; name[++n] = b }
      if (a != b) arrow[a, b] = reach[a, b] = 1
   }
   END {
      for (k = 1; k <= n; k++) # names in order
         for (j = k; j > 1 && name[j] < name[j - 1]; j--) { t = name[j]; name[j] = name[j - 1]; name[j - 1] = t }
      for (k = 1; k <= n; k++)
         for (i = 1; i <= n; i++)
            if ((name[i], name[k]) in reach)
               for (j = 1; j <= n; j++)
                  if ((name[k], name[j]) in reach) reach[name[i], name[j]] = 1
      print "// Made by `make docs` (scripts/folders.sh): what the folders of the source include. dot -Tsvg folders.dot >folders.svg"
      print "digraph folders {"
      print "   node [shape = box, fontname = \"sans-serif\", fontsize = 11, margin = \"0.08,0.04\"]; edge [arrowsize = 0.6];"
      for (i = 1; i <= n; i++) {
         room = name[i]; sub(/\/.*/, "", room)
         if (room != last && last != "") print "   }"
         if (room != last) printf "   subgraph \"cluster_%s\" {\n      label = \"%s\"; style = rounded; color = gray; fontname = \"sans-serif\"; fontsize = 10;\n", room, room
         last = room
         printf "      \"%s\";\n", name[i]
      }
      print "   }"
      for (i = 1; i <= n; i++)
         for (j = 1; j <= n; j++) {
            if (!((name[i], name[j]) in arrow)) continue
            direct = 1
            for (k = 1; k <= n; k++)
               if (k != i && k != j && (name[i], name[k]) in reach && (name[k], name[j]) in reach) direct = 0
            if (direct) printf "   \"%s\" -> \"%s\";\n", name[i], name[j]
         }
      print "}"
   }'
