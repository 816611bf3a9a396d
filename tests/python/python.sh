#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the wheel of the Python binding in a fresh environment without a network, and tests it there: python.sh PYTHON CC BUILD-DIR.
# Prints "N passed, N failed".
set -u
python=$1 cc=$2 build=$3
. "$(dirname "$0")/../tool/suite.sh"
export PYTHONDONTWRITEBYTECODE=1
wheel=$(echo "$build"/python/dist/*.whl)
check "the wheel is for every Python 3" [ "${wheel%-py3-none-*.whl}" != "$wheel" ]
check "environment" "$python" -m venv --system-site-packages "$dir/venv"
check "the wheel installs" "$dir/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
check "the lines of the README do what it says" "$dir/venv/bin/python" -m doctest bindings/python/README.md
check "the example runs" sh -c '"$0" bindings/python/example.py "$1/picture.ppm" >"$1/example"' "$dir/venv/bin/python" "$dir"
# Stored by the same program and drawn by the command line.
"$build/bin/nvp4c" --run -on=code examples/phong.fp -png "$dir/picture.png" -size 64x64 -in 'light=2 2 0' -in 'specular=1 1 1 20' \
   -in 'fragment.attrib[1]=-1 -1 1|1 -1 1|-1 1 1' -in 'fragment.attrib[2]=-1 -1 -5|1 -1 -5|-1 1 -5'
check "and draws what nvp4c --run -png draws" "$dir/venv/bin/python" - "$dir/picture.ppm" "$dir/picture.png" <<'END'
import struct, sys, zlib
ppm, png = (open(name, "rb").read() for name in sys.argv[1:])
at, data, size = 8, b"", None
while at < len(png):
    length, kind = struct.unpack(">I4s", png[at:at + 8])
    if kind == b"IHDR":
        size = struct.unpack(">IIBBBBB", png[at + 8:at + 8 + length])
    data += png[at + 8:at + 8 + length] if kind == b"IDAT" else b""
    at += length + 12
assert size[:4] == (64, 64, 8, 6), size
raw, rows, last = zlib.decompress(data), [], bytes(256)
for y in range(64):
    kind, line, row = raw[257 * y], raw[257 * y + 1:257 * y + 257], bytearray(256)
    for i in range(256):
        a, b, c = (row[i - 4] if i > 3 else 0), last[i], (last[i - 4] if i > 3 else 0)
        nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        row[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[kind]) & 255
    rows.append(last := bytes(row))
pixels = bytes(v for row in rows for i, v in enumerate(row) if i % 4 < 3)
assert ppm.split(b"255\n", 1)[1] == pixels
END
"$dir/venv/bin/python" tests/python/binding.py "$build/bin/nvp4c" "$cc" >"$dir/binding"
verdict $? "tests/python/binding.py"
cat "$dir/binding"
if command -v mypy >/dev/null 2>&1; then
   cp -r "$build/python/source" "$dir"
   check "the hints fit the code (mypy --strict)" sh -c 'cd "$0/source/src" && mypy --config-file ../pyproject.toml --cache-dir "$0/mypy" -p nvp4c >"$0/log" || { cat "$0/log"; exit 1; }' "$dir"
   check "and the example" sh -c 'MYPYPATH=$0/source/src mypy --config-file "$0/source/pyproject.toml" --cache-dir "$0/mypy" bindings/python/example.py >"$0/log" || { cat "$0/log"; exit 1; }' "$dir"
else
   echo "SKIP hints of the Python binding: mypy is not installed"
fi
finish
