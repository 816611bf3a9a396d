#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a test in node: node.sh TEST.js NVP4C PROGRAM... Prints SKIP and the reason if a part is missing.
set -u
test=$1
shift
if ! command -v node >/dev/null 2>&1; then
   why="node is not installed"
elif [ ! -d tests/editors/node_modules/vscode-textmate ] || [ ! -d tests/editors/node_modules/typescript ]; then
   why="run 'npm ci --ignore-scripts' in tests/editors first"
else
   exec node tests/editors/$test "$@"
fi
echo "SKIP $test: $why"
