# SPDX-License-Identifier: MIT
# The circles of a graph. A line of input is an edge, `A B why`; several lines may be the same edge with other reasons.
# Prints for each circle, that is each set of two or more nodes that all reach each other (Tarjan's algorithm), `circle of N: nodes` and
# for each edge within it `   A -> B: reasons`.
function component(v,    w, n, names)
{
   number++
   do {
      w = stack[top--]
      open[w] = 0
      part[w] = number
      names = names " " w
      n++
   } while (w != v)
   if (n > 1) {
      circle[++circles] = number
      line[number] = "circle of " n ":" names
   }
}

function visit(v,    i, w)
{
   index_of[v] = low[v] = ++clock
   stack[++top] = v
   open[v] = 1
   for (i = 1; i <= degree[v]; i++) {
      w = to[v, i]
      if (!(w in index_of)) {
         visit(w)
         if (low[w] < low[v])
            low[v] = low[w]
      } else if (open[w] && index_of[w] < low[v]) {
         low[v] = index_of[w]
      }
   }
   if (low[v] == index_of[v])
      component(v)
}

$1 != $2 {
   for (i = 1; i <= 2; i++)
      if (!($i in degree)) {
         degree[$i] = 0
         node[++nodes] = $i
      }
   if (!(($1, $2) in reasons)) {
      to[$1, ++degree[$1]] = $2
      arrow[++arrows] = $1 SUBSEP $2
   }
   if (!seen[$0]++ && count[$1, $2]++ < 8)
      reasons[$1, $2] = reasons[$1, $2] " " $3
   else
      reasons[$1, $2] = reasons[$1, $2] ""
}

END {
   for (i = 1; i <= nodes; i++)
      if (!(node[i] in index_of))
         visit(node[i])
   for (c = 1; c <= circles; c++) {
      print line[circle[c]]
      for (i = 1; i <= arrows; i++) {
         split(arrow[i], ends, SUBSEP)
         if (part[ends[1]] == circle[c] && part[ends[2]] == circle[c])
            print "   " ends[1] " -> " ends[2] ":" reasons[ends[1], ends[2]] (count[ends[1], ends[2]] > 8 ? " ..." : "")
      }
   }
}
