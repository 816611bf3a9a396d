# SPDX-License-Identifier: MIT
# Dependencies by inclusion: includes.awk TABLE FILE..., all names from the root of the tree. FILEs are the sources of the modules.
# A row of TABLE, `folder: folder...`, lists the folders that a folder may include besides itself; `module/*` is a module with all its folders.
# A row names only folders of rows above it, so the table cannot have a circle.
# Prints lines that begin with their kind:
#   include A B reason     A includes B (files)
#   error TEXT             the table is wrong, or a folder is not in it, or an include leads nowhere
#   upward TEXT            a file includes a file that its folder may not include
function folder_of(path)
{
   return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "."
}

function allowed(from, to,    i, n, row, room)
{
   if (from == to)
      return 1
   n = split(may[from], row, " ")
   for (i = 1; i <= n; i++) {
      room = row[i]
      if (room == to)
         return 1
      if (sub(/\/\*$/, "", room) && (to == room || index(to, room "/") == 1))
         return 1
   }
   return 0
}

function target_of(name, file,    beside)
{
   beside = folder_of(file) "/" name
   if (name in exists)
      return name
   if (("include/" name) in exists)
      return "include/" name
   if (beside in exists)
      return beside
   return name ~ /\.(tab|lex)\.h$/ ? name : ""
}

BEGIN {
   for (i = 2; i < ARGC; i++)
      exists[ARGV[i]] = 1
}

NR == FNR {
   if ($0 ~ /^[ \t]*(#.*)?$/)
      next
   if ($0 !~ /^[^ :]+:( |$)/) {
      print "error the table of dependencies has no row in " $0
      next
   }
   at = index($0, ":")
   name = substr($0, 1, at - 1)
   n = split(substr($0, at + 1), row, " ")
   for (i = 1; i <= n; i++) {
      room = row[i]
      known = room in may
      if (sub(/\/\*$/, "", room))
         for (f in may)
            if (f == room || index(f, room "/") == 1)
               known = 1
      # a folder within itself would allow its parts to include each other
      if (!known || row[i] ~ /\*$/ && index(name "/", room "/") == 1)
         print "error the table of dependencies: " name " names " row[i] ", which has no row above it"
   }
   may[name] = substr($0, at + 1)
   next
}

FNR == 1 {
   from = folder_of(FILENAME)
   if (!(from in may) && !told[from]++)
      print "error the folder " from " is not in the table of dependencies (" FILENAME ")"
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
   split($0, part, "\"")
   to = target_of(part[2], FILENAME)
   if (to == "") {
      print "error " FILENAME ":" FNR " includes " part[2] ", which is not in the tree"
      next
   }
   print "include " FILENAME " " to " line-" FNR
   if (!(folder_of(to) in may)) {
      if (!told[folder_of(to)]++)
         print "error the folder " folder_of(to) " is not in the table of dependencies (" FILENAME ":" FNR ")"
   } else if (!allowed(from, folder_of(to))) {
      print "upward " FILENAME ":" FNR " includes " to
   }
}
