#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs textmate.js: textmate.sh NVP4C PROGRAM... Prints SKIP and the reason if a part is missing.
set -u
if ! command -v node >/dev/null 2>&1; then
   why="node is not installed"
elif [ ! -d tests/editors/node_modules/vscode-textmate ] || [ ! -d tests/editors/node_modules/vscode-oniguruma ]; then
   why="run 'npm ci --ignore-scripts' in tests/editors first"
else
   exec node tests/editors/textmate.js "$@"
fi
echo "SKIP textmate.js: $why"
