#!/bin/sh
# SPDX-License-Identifier: MIT
# The tests of -report=html in a browser: run.sh NVP4C FOLDER. Pages and pictures stay in FOLDER. Prints SKIP and the reason if a part is missing.
set -u
skip() { echo "SKIP check-browser: $*"; exit 0; }
nvp4c=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
CHROMIUM=$(command -v chromium || command -v chromium-browser) || skip "chromium is not installed"
command -v node >/dev/null || skip "node is not installed"
[ -d tests/browser/node_modules/playwright-core ] && [ -d tests/browser/node_modules/axe-core ] ||
   skip "run 'npm ci --ignore-scripts' in tests/browser first"
export CHROMIUM
exec node tests/browser/browser.js "$nvp4c" "$folder"
