#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the names in nvp4c/api/registry.def, one per line: registry.sh languages | targets
set -eu
case ${1-} in
languages) row=FRONTEND ;;
targets) row=TARGET ;;
*)
   echo "usage: registry.sh languages | targets" >&2
   exit 2
   ;;
esac
sed -n "s/^$row(\([a-z0-9_]*\),.*/\1/p" "$(dirname "$0")/../nvp4c/api/registry.def"
