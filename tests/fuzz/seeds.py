#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Seeds of the fuzz targets, out of the programs of other tests: seeds.py NVP4C PROGRAMS OUT makes OUT/TARGET/*. PROGRAMS is
the folder with tests/fuzz/session and tests/generate/generate. Files of tests/fuzz/seeds are taken whatever their size is."""
import glob
import hashlib
import os
import re
import struct
import subprocess
import sys

nvp4c, programs, out = sys.argv[1:4]
rooms = {m[1]: int(m[2]) for m in re.finditer(r"^FUZZ\((\w+),.*?(\d+), +\d+\)$", open("tests/fuzz/targets.def").read(), re.M)}


def add(target, data, always=False):
    if isinstance(data, str):
        data = data.encode()
    if data and (len(data) <= rooms[target] or always):
        name = hashlib.sha1(data).hexdigest()[:16]
        with open(f"{out}/{target}/{name}", "wb") as f:
            f.write(data)


def files(*patterns):
    return sorted(f for p in patterns for f in glob.glob(p))


def read(name):
    with open(name, "rb") as f:
        return f.read()


def run(*arguments):
    return subprocess.run([nvp4c, "-w", *arguments, "-o", "-"], capture_output=True).stdout


def texts():
    for f in files("tests/nv/*.?p", "tests/arb/*.?p", "examples/*.?p", "tests/regress/*.?p", "tests/nv/rules/*.?p"):
        add("nv", read(f))
        add("compile", read(f))
    folders = "tests/tgsi", "tests/tgsi/tokens", "bench/shaders", "examples/compute", "tests/regress", "tests/agx"
    for f in files(*(f"{folder}/*.tgsi" for folder in folders)):
        add("tgsi", read(f))
        add("compile", read(f))
        for layout, number in (("tgsi_22_3", 0), ("tgsi_26_2", 1)):
            words = run(f"-dump-source={layout}", f)
            if words:
                add("tokens", struct.pack("<I", number) + words)
    for f in files("tests/ir/*.ir", "tests/agx/*.ir", "tests/regress/*.ir"):
        add("ir", read(f))
        add("compile", read(f))
    for f in files("bench/shaders/*.?p")[:8]:
        add("ir", run("-O1", "-dump-ir", f))
    for language in "nv", "arb", "tgsi":
        for seed in range(1, 40):
            text = subprocess.run([f"{programs}/tests/generate/generate", language, str(seed)], capture_output=True).stdout
            add("tgsi" if language == "tgsi" else "nv", text)
            add("compile", text)


def machine_code():
    for target, cases in ((0, "tests/isa/usc.cases"), (1, "tests/isa/agx.cases")):
        kind, lines = ("usc", "agx")[target], []
        for line in open(cases):
            m = re.match(r"((?:[0-9a-f]{2} ?)+) {4,}(.*)", line) if line[0] != "#" else None
            if m:
                lines.append((bytes.fromhex(m[1]), m[2]))
        for code, text in lines:
            add("dis_" + kind, code)
            add("asm_" + kind, text)
            add("machine", bytes([target, 1]) + code)
        for line in open(f"tests/isa/{kind}.reject"):
            if line[0] not in "#\n":
                add("asm_" + kind, line)
    for f in files("tests/usc/*.usc", "tests/agx/*.s", "tests/cli/*agx*.s"):
        add("task", read(f))
        add("asm_usc" if f.endswith("usc") else "asm_agx", read(f))
    for f in files("bench/shaders/*.?p", "tests/nv/1?5-*.?p", "tests/nv/flow-if*.fp", "examples/compute/*.tgsi"):
        for target, kind in enumerate(("usc", "agx")):
            code = run(f"-target={kind}", "-c", "-fmt=raw", f)
            add("dis_" + kind, code)
            add("machine", bytes([target, 2]) + code)
            add("asm_" + kind, run(f"-target={kind}", f))


def objects():
    for f in files("bench/shaders/*.?p", "tests/nv/geom*.gp", "tests/nv/tex-*.fp", "examples/compute/*.tgsi")[:40]:
        for kind in "usc", "agx":
            add("object", run(f"-target={kind}", "-c", f))
            add("object", run(f"-target={kind}", "-c", "-g0", "-O1", f))
    for f in files("tests/nv/param*.?p", "tests/nv/state*.?p", "bench/shaders/*.?p", "tests/cli/*preshader*"):
        data = run("-c", f)
        at = data.find(b"NVPS")
        if at >= 0:  # up to the end of the section, whose size is in its header
            size = next((s for o, s in sections(data) if o == at), 0)
            add("preshader", data[at : at + size])


def sections(elf):
    table, count = struct.unpack_from("<Q", elf, 40)[0], struct.unpack_from("<H", elf, 60)[0]
    return [struct.unpack_from("<QQ", elf, table + 64 * i + 24) for i in range(count)]


def others():
    firsts = files("tests/cli/link.?p", "bench/shaders/*.vp", "tests/nv/geom-*.gp", "tests/nv/io*.vp", "bench/shaders/vs*.tgsi")
    seconds = files("tests/cli/link.fp", "bench/shaders/*.fp", "tests/nv/io*.fp", "bench/shaders/fs*.tgsi")
    for i, f in enumerate(firsts):
        for k in range(4):
            add("link", read(f) + b"\n----\n" + read(seconds[(i + k) % len(seconds)]))
    for state in "s1o1", "s2o2", "o0w3h2", "vo1", "vo2", "gs1o1", "co1x2", "cs3o2ax4b2r3", "o2w2h2a", "o1l2ms1d1":
        for lines in (
            "c[1] = 1 2 3 4\nk = 0.5\n",
            "b = 1 2 3 4 5 6 7 8\nfragment.texcoord[2].xy = 3i, -1e-3\n",
            "k = 0 | 1 | 2\nprogram.local[0..2] = 1\n",
            "vertex.attrib[2] = 1 2 3\nm = 1 0 0 0, 0 1 0 0\n",
            "vertex[1].position = inf nan -1 0x3f800000; tex0.x = 1\n",
            "IMAGE[1].size = 4 4\nIMAGE[1] = 1 2 3\nBUFFER[0] = 1 2 3 4\nBUFFER[1].bytes = 64\n",
        ):
            add("run", state + "\n" + lines)
    # Members by their rows in vector.c: the target is row 2, the level 4, monolithic.on 31.
    for program in range(6):
        for member in range(0, 110, 5):
            for head in [], [(2, 1)], [(2, 1), (31, 1)], [(4, member % 4)]:
                rows = head + [(member + k, member % 3 + k % 2) for k in range(5)]
                add("vector", struct.pack("<I", program) + b"".join(struct.pack("<I", row | value << 8) for row, value in rows))
    subprocess.run([f"{programs}/tests/fuzz/session", f"{out}/vtest"], check=True)


for t in rooms:
    os.makedirs(f"{out}/{t}", exist_ok=True)
texts()
machine_code()
objects()
others()
for t in rooms:
    for f in files(f"tests/fuzz/seeds/{t}/*"):
        add(t, read(f), True)
