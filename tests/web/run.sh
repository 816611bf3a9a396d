#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of the page of `make web`: run.sh NVP4C FOLDER. ONLY=regex selects parts of both programs.
set -eu
nvp4c=$1 folder=$2
skip() { echo "SKIP check-web: $1"; exit 0; }
for tool in emcc node npm python3; do
   command -v $tool >/dev/null || skip "$tool is not installed"
done
[ -f "$folder/nvp4c.wasm" ] || skip "there is no $folder; make web says why"
node tests/web/library.mjs "$nvp4c" "$folder/nvp4c.wasm"
CHROMIUM=$(command -v chromium || command -v chromium-browser) || skip "chromium is not installed; the library in node was tested"
export CHROMIUM
exec node tests/web/page.mjs "$nvp4c" "$folder" build/web-pictures
