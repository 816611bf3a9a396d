#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the wheel of the Python binding: build.sh PYTHON CC BUILD-DIR VERSION. Prints its name, or SKIP and the reason if a package of
# Python is missing, which it looks for but does not install.
set -eu
python=$1 cc=$2 build=$3 version=$4
here=$(cd "$(dirname "$0")" && pwd)
out=$build/python
rm -rf "$out"
for module in cffi numpy setuptools wheel build venv; do
   "$python" -c "import $module" 2>/dev/null ||
      { echo "SKIP python: $python has no module $module (Debian: python3-cffi python3-numpy python3-setuptools python3-wheel python3-build python3-venv)"; exit 0; }
done
mkdir -p "$out/source/src/nvp4c"
cp "$here/pyproject.toml" "$here/setup.py" "$here/README.md" "$here/../../LICENSE" "$out/source"
cp "$here"/src/nvp4c/*.py "$here/src/nvp4c/py.typed" "$out/source/src/nvp4c"
echo "$version" >"$out/source/VERSION"
"$python" "$here/generate.py" "$cc" "$here/../../include" "$out/source/src/nvp4c/_cdef.py" >"$out/log"
"${STRIP:-strip}" --strip-unneeded -o "$out/source/src/nvp4c/libnvp4c.so" "$build/libnvp4c.so"
"$python" -m build --wheel --no-isolation --outdir "$out/dist" "$out/source" >>"$out/log" 2>&1 || { cat "$out/log"; exit 1; }
ls "$out"/dist/*.whl
