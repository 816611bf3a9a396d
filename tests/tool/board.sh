#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the set of programs for boards: board.sh NVP4C. The set is the same every time, is complete, and its objects give its words
# again; a few words are computed here by hand.
set -u
N=$(realpath "$1")
. tests/tool/suite.sh
check "a set" scripts/board/board-set.py "$N" "$dir/a"
check "the same set in another folder" scripts/board/board-set.py "$N" "$dir/b"
check "has the same bytes" diff -r "$dir/a" "$dir/b"
rm "$dir"/a/*.vp "$dir"/a/*.fp
again() { scripts/board/board-set.py "$N" "$1" --check >"$dir/log" || { cat "$dir/log"; false; }; }
check "its objects give its words without the text" again "$dir/a"
check "a set for another core" scripts/board/board-set.py "$N" "$dir/old" --core gx6250
check "which is another one" sh -c '! cmp -s "$0/a/iterate-smooth.o" "$0/old/iterate-smooth.o"' "$dir"
check "its objects, too" again "$dir/old"
# Each object has one entry, all stages and kinds of instructions are there, and every program has something to compare.
cat >"$dir/complete.py" <<'PYTHON'
import json
import os
import struct
import sys

folder = sys.argv[1]
programs = {p["name"]: p for p in json.load(open(folder + "/manifest.json", encoding="utf-8"))["programs"]}
assert len(programs) >= 50
assert sorted(p["file"] for p in programs.values()) == sorted(f for f in os.listdir(folder) if f.endswith(".o"))
assert {p["stage"] for p in programs.values()} == {"vertex", "fragment", "compute"}
for kind in "alu int convert pack unpack flow iterate derivatives kill depth blend logic alpha attrib memory shared barrier".split():
    assert any(name.split("-")[0] == kind for name in programs), kind
assert all(c["words"] for p in programs.values() for c in p["compare"]) and all(p["compare"] for p in programs.values())


def compared(program, place):
    return next(c["words"] for c in programs[program]["compare"] if place in c.values())


def filled(program, register):
    return next(f["words"] for f in programs[program]["fill"] if f["register"] == register)


f32 = lambda word: struct.unpack("<f", struct.pack("<I", int(word, 16)))[0]
integer = lambda words: [int(w, 16) for w in words]
# MUL.U keeps the low 32 bits; a.x and b.x are vi0 and vi4, the results come after the position.
assert integer(compared("int-mul", "vo4")) == [a * b % 2**32 for a, b in zip(integer(filled("int-mul", "vi0")), integer(filled("int-mul", "vi4")))]
# The differences of a plane are its coefficients: DDX + DDY of A x + B y + C is A + B, divided by 1/w, which is 0.5 everywhere.
a, b = f32(filled("derivatives", "cf4")[0]), f32(filled("derivatives", "cf5")[0])
assert {f32(w) for w in compared("derivatives", "o0")} == {2 * (a + b)}
# The first invocation is at (0.5, 0.5).
c = f32(filled("iterate-smooth", "cf6")[0])
assert f32(compared("iterate-plain", "o0")[0]) == 0.5 * a + 0.5 * b + c
assert f32(compared("iterate-smooth", "o0")[0]) == 2 * (0.5 * a + 0.5 * b + c)
# A byte of UNORM is n / 255.
assert all(abs(f32(w) - int(v, 16) % 256 / 255) < 1e-6 for w, v in zip(compared("attrib-unorm8", "vo4"), filled("attrib-unorm8", "vi0")))
# keep=yw leaves the bytes of green and alpha.
assert all((int(new, 16) ^ int(old, 16)) & 0xff00ff00 == 0 for new, old in zip(compared("color-mask", "o0"), filled("color-mask", "o0")))
# Fragments whose colour, 2 (A x + B y + C) - 3, is negative.
xy = zip(filled("kill", "x"), filled("kill", "y"))
assert integer(compared("kill", "killed"))[0] == sum((2 * (a * f32(x) + b * f32(y) + c) - 3 < 0) << n for n, (x, y) in enumerate(xy))
# Copies of a word for each invocation, from its neighbour two further or in the other wave.
for program, count, distance in (("memory-copy", 32, 0), ("shared-memory", 32, 2), ("barrier", 64, 32)):
    source, target = (m["words"] for m in programs[program]["memory"])
    assert compared(program, "0x200000") == [source[n ^ distance] for n in range(count)] + target[count:], program
# Sum and maximum of 32 words.
source, target = (integer(m["words"]) for m in programs["memory-atomic"]["memory"])
sums = integer(compared("memory-atomic", "0x200000"))
assert sums[0] == (target[0] + sum(source[:32])) % 2**32 and sums[1] == max([target[1]] + source[:32])
PYTHON
check "the set is complete" python3 "$dir/complete.py" "$dir/b"
check "that of the other core, too" python3 "$dir/complete.py" "$dir/old"
# A wrong word, a wrong register, and an object that is another program are found.
for change in 's/"0x3fc00000"/"0x3fc00001"/' 's/"register": "sh3"/"register": "sh7"/'; do
   cp -r "$dir/b" "$dir/c"
   sed "$change" "$dir/b/manifest.json" >"$dir/c/manifest.json"
   check "$change: is found" sh -c '! cmp -s "$1/b/manifest.json" "$1/c/manifest.json" && ! scripts/board/board-set.py "$0" "$1/c" --check >"$1/log"' "$N" "$dir"
   rm -r "$dir/c"
done
cp "$dir/b/alu-add.o" "$dir/b/alu-sub.o"
check "another object is found" sh -c '! scripts/board/board-set.py "$0" "$1/b" --check >"$1/log2" && grep -q "FAIL alu-sub" "$1/log2"' "$N" "$dir"
finish
