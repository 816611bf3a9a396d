#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the page: build.sh NVP4C.wasm FOLDER. `build.sh -check` says what is missing, with status 77.
set -eu
skip() { echo "SKIP web: $1"; exit 77; }
if [ "$1" = -check ]; then
   command -v emcc >/dev/null || skip "emscripten is not installed"
   command -v node >/dev/null || skip "node is not installed"
   command -v npm >/dev/null || skip "npm is not installed"
   [ -x web/node_modules/.bin/esbuild ] || (cd web && npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1) || skip "npm ci failed in web/ (is there a network?)"
   exit 0
fi
wasm=$1 out=$2
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
mkdir -p "$out"

# The scripts of -report=html as a module. What they define is exported.
for part in base panes views graph summary compare; do cat "nvp4c/html/$part.js"; done >"$T/report-parts.js"
names=$(sed -n 's/^\(class\|function\|const\|let\) \([A-Za-z_0-9]*\).*/\2/p' "$T/report-parts.js" | sort -u | paste -sd,)
echo "export {$names};" >>"$T/report-parts.js"
web/words.sh >"$T/words.js"
bundle() {
   web/node_modules/.bin/esbuild "$@" --bundle --minify --target=es2022 --log-level=warning --legal-comments=none --loader:.fp=text --loader:.vp=text --loader:.tgsi=text \
      "--alias:report-parts=$T/report-parts.js" "--alias:words=$T/words.js"
}
bundle web/js/main.js --format=esm --outfile="$out/main.js"
bundle web/js/worker.js --format=iife --outfile="$out/worker.js"
cp nvp4c/html/page.css "$out/report.css"
cp web/web.css web/index.html web/icon.svg "$out/"
cp "$wasm" "$out/nvp4c.wasm"
chmod 644 "$out"/*
files="index.html main.js worker.js report.css web.css icon.svg nvp4c.wasm"
version=nvp4c-$(cd "$out" && cat $files | sha256sum | cut -c1-12)
sed "s/@VERSION@/$version/; s|/\*@FILES@\*/|$(for f in $files; do printf "'%s', " "$f"; done)|" web/sw.js >"$out/sw.js"
for f in $files sw.js; do gzip -9 -c "$out/$f" | wc -c | awk -v f="$f" '{ print $1, f }'; done |
   awk '{ sum += $1; list = list sprintf("  %s %d KB", $2, ($1 + 512) / 1024) } END { printf "web: %d KB compressed in '"$out"':%s\n", (sum + 512) / 1024, list }'
