#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the words that the editor highlights, as a JavaScript module: the opcodes of the compiler's own tables.
set -eu
# names TABLE MACRO: the first argument of each row
names() { sed -n "s/^$2(\([A-Za-z0-9_]*\).*/\1/p" "$1" | sort -u | awk '{ printf "%s%s", (NR > 1 ? " " : ""), $0 }'; }
echo "/* Made by web/words.sh. */"
echo "export const NV = '$(names frontend/nv/ast/nv_ops.def NV_OP)';"
echo "export const TGSI = '$(names frontend/tgsi/ast/tgsi_ops.def TGSI_OP)';"
echo "export const IR = '$(names ir/ops.def OP)';"
