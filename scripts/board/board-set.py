#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a set of small USC programs for a test on a board: board-set.py NVP4C FOLDER [--core CORE] [--check]

For each program the folder gets the object, the text, and an entry in manifest.json: the registers and memory to fill before the
program runs, and those to compare afterwards, with the words (docs/board-set.md). The words are those of the simulator; the comparison
of source, IR and code on random inputs (-verify-sim) comes first. The same compiler writes the same bytes every time. --check runs the
objects of an existing set again, with nothing but the manifest, and compares; programs whose workgroup has several waves are compared
with their source instead. Its last line counts the programs.
"""
import argparse
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

LANES = 32
MEMORY_WORDS = 64  # of each object in memory

FLOATS = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, 0.25, 1.5, -1.5, 4.0, 0.75, -3.25, 10.0, -0.125, 7.5, 100.0, -100.0, 0.1, -0.3, 2.5,
          -2.5, 3.5, 255.0, 1e6, -1e6, 1e-6, 0.999, -0.999, 65504.0, 12345.678]
INTEGERS = [0, 1, 2, 3, 0xffffffff, 0x7fffffff, 0x80000000, 0xfffffffe, 5, 31, 32, 33, 0x55555555, 0xaaaaaaaa, 0xff, 0xffff, 0x10000,
            0x12345678, 0x87654321, 7, 100, 1000, 0xdeadbeef, 0xc0ffee, 64, 8, 0x0f0f0f0f, 0xf0f0f0f0, 0x80000001, 17, 4, 12]
# Words that are two halves, or four bytes.
HALVES = [struct.unpack("<I", struct.pack("<2e", FLOATS[n % 25], FLOATS[(n + 7) % 25]))[0] for n in range(LANES)]
POSITIVE = [abs(f) or 0.0625 for f in FLOATS]

# Vertex programs of one or a few operations: name, body, words of the inputs. a, b and c are attributes; r is the result.
OPERATIONS = [
    ("alu-mov", "MOV r, -a.wzyx;", "float"), ("alu-add", "ADD r, a, b;", "float"), ("alu-sub", "SUB r, a, |b|;", "float"),
    ("alu-mul", "MUL r, a, b;", "float"), ("alu-mad", "MAD r, a, b, c;", "float"), ("alu-dp3", "DP3 r.x, a, b; DP4 r.yzw, b, c;", "float"),
    ("alu-min-max", "MIN r.xy, a, b; MAX r.zw, a, b;", "float"), ("alu-floor", "FLR r.xy, a; FRC r.zw, a;", "float"),
    ("alu-ceil", "CEIL r.xy, a; TRUNC r.zw, a;", "float"), ("alu-round", "ROUND r, a;", "float"), ("alu-saturate", "ADD.SAT r, a, b;", "float"),
    ("alu-set", "SLT r.x, a.x, b.x; SGE r.y, a.y, b.y; SEQ r.z, a.z, |a.z|; SNE r.w, a.w, |a.w|;", "float"),
    ("alu-compare", "CMP r, a, b, c;", "float"), ("alu-cross", "XPD r.xyz, a, b; DPH r.w, a, b;", "float"),
    ("alu-reciprocal", "RCP r.x, a.x; RSQ r.y, b.y; RCP r.z, a.z; RSQ r.w, b.w;", "positive"),
    ("alu-exp-log", "LG2 r.x, a.x; LG2 r.z, b.z; FRC t, c; EX2 r.y, t.y; EX2 r.w, t.w;", "positive"),
    ("alu-sin-cos", "FRC t, a; SIN r.x, t.x; COS r.y, t.y; SIN r.z, t.z; COS r.w, t.w;", "positive"),
    ("int-add", "ADD.S r.xy, a, b; SUB.S r.zw, a, b;", "integer"), ("int-mul", "MUL.U r, ua, ub;", "integer"),
    ("int-mul-high", "MUL.U.HI r.xy, ua, ub; MUL.S.HI r.zw, a, b;", "integer"), ("int-mad", "MAD.S r, a, b, c;", "integer"),
    ("int-divide", "DIV.U r.xy, ua, ub.x; MOD.U r.zw, ua, ub.y;", "integer"),
    ("int-shift", "SHL.S r.x, a.x, b.x; SHR.S r.y, a.y, b.y; SHR.U r.zw, ua, ub.z;", "integer"),
    ("int-logic", "AND.U r.x, ua, ub; OR.U r.y, ua, ub; XOR.U r.z, ua, ub; NOT.U r.w, ua;", "integer"),
    ("int-min-max", "MIN.S r.x, a, b; MAX.S r.y, a, b; MIN.U r.z, ua, ub; MAX.U r.w, ua, ub;", "integer"),
    ("int-set", "SLT.S r.x, a, b; SLT.U r.y, ua, ub; SEQ.U r.z, ua, 7; SGE.S r.w, a, b;", "integer"),
    ("convert-to-float", "I2F.S r.xy, a; I2F.U r.zw, ua;", "integer"), ("convert-to-integer", "TRUNC.S r.xy, a; FLR.S r.zw, a;", "float"),
    ("pack-half", "PK2H r.x, a; PK2US r.y, a; PK4B r.z, a; PK4UB r.w, a;", "float"), ("unpack", "UP2H r.xy, a.x; UP4UB r.zw, a.y;", "halves"),
    ("flow-if", "MOVC t.x, a.x; IF GT.x; ADD r, b, c; ELSE; MUL r, b, c; ENDIF;", "float"),
    ("flow-loop", "MOV t, 0.0; REP 5; MAD t, t, 0.5, a; SGTC t2.x, t.x, 4.0; BRK (NE.x); ENDREP; MOV r, t;", "float"),
    ("flow-nested", "MOV t, 1.0; REP 3; SLTC t2.x, t.x, b.x; CONT (EQ.x); REP 2; MUL t, t, 0.5; SLTC t2.x, t.y, a.y; BRK (NE.x); ENDREP; "
     "ADD t, t, c; ENDREP; MOV r, t;", "float"),
    ("flow-array", "TEMP v[4]; MOV v[0], a; MOV v[1], b; MOV v[2], c; MOV v[3], 2.0; FRC t.x, a.x; MUL t.x, t.x, 4.0; FLR.S d.x, t.x; MOV r, v[d.x];", "float"),
]

# Fragment programs: name, declarations and body, options of the compiler. Without an option a target is four words of f32.
FRAGMENTS = [
    ("iterate-smooth", "MOV result.color, fragment.attrib[0];", []),
    ("iterate-flat", "FLAT ATTRIB f = fragment.attrib[0]; MOV result.color, f;", []),
    ("iterate-plain", "NOPERSPECTIVE ATTRIB n = fragment.attrib[0]; MOV result.color, n;", []),
    ("position", "MOV result.color, fragment.position;", []),
    ("facing", "MUL result.color, fragment.attrib[0], fragment.facing.x;", []),
    ("derivatives", "DDX t, fragment.attrib[0]; DDY t2, fragment.attrib[0]; ADD result.color, t, t2;", []),
    ("kill", "SUB t, fragment.attrib[0].x, 3.0; KIL t; MOV result.color, t;", []),
    ("depth", "MUL result.depth.z, fragment.attrib[0].x, 0.125; MOV result.color, fragment.attrib[0];", []),
    ("pack-rgba8", "MUL result.color, fragment.attrib[0], 0.125;", ["-frt=rgba8"]),
    ("pack-f16", "MOV result.color, fragment.attrib[0];", ["-frt=f16"]),
    ("blend-add", "MUL result.color, fragment.attrib[0], 0.125;", ["-fcolor=0:R8G8B8A8_UNORM", "-fblend=0:add,source-alpha,one-minus-source-alpha"]),
    ("blend-maximum", "MUL result.color, fragment.attrib[0], 0.125;", ["-fcolor=0:R8G8B8A8_UNORM", "-fblend=0:max,one,one"]),
    ("blend-constant", "MUL result.color, fragment.attrib[0], 0.125;", ["-fcolor=0:R16G16B16A16_FLOAT", "-fblend=0:subtract,constant-color,target-color"]),
    ("color-mask", "MUL result.color, fragment.attrib[0], 0.125;", ["-fcolor=0:R8G8B8A8_UNORM,keep=yw"]),
    ("logic-op", "MUL result.color, fragment.attrib[0], 0.125;", ["-fcolor=0:R8G8B8A8_UNORM", "-flogic-op=xor"]),
    ("alpha-test", "MUL result.color, fragment.attrib[0], 0.125;", ["-falpha-test=greater"]),
]

# Vertex attributes that the program unpacks: name, format.
ATTRIBUTES = [("attrib-unorm8", "R8G8B8A8_UNORM"), ("attrib-snorm16", "R16G16_SNORM"), ("attrib-half", "R16G16_FLOAT"), ("attrib-1010102", "R10G10B10A2_UNORM")]

# Compute programs in TGSI: name, invocations of a workgroup, declarations, body. TEMP[0].x is the byte of the invocation's word.
COMPUTE = [
    ("memory-copy", 32, "", ["LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx", "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx"]),
    ("memory-atomic", 32, "", ["LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx", "ATOMUADD TEMP[2].x, BUFFER[1], IMM[0].yyyy, TEMP[1].xxxx",
                               "ATOMUMAX TEMP[2].x, BUFFER[1], IMM[0].zzzz, TEMP[1].xxxx"]),
    ("memory-scatter", 32, "", ["XOR TEMP[1].x, TEMP[0].xxxx, IMM[0].wwww", "LOAD TEMP[2].x, BUFFER[0], TEMP[1].xxxx", "NOT TEMP[2].x, TEMP[2].xxxx",
                                "STORE BUFFER[0].x, TEMP[1].xxxx, TEMP[2].xxxx"]),
    ("shared-memory", 32, "DCL MEMORY[0], SHARED\n", ["LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx", "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx", "BARRIER",
                                                     "XOR TEMP[2].x, TEMP[0].xxxx, IMM[0].wwww", "LOAD TEMP[1].x, MEMORY[0], TEMP[2].xxxx",
                                                     "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx"]),
    ("barrier", 64, "DCL MEMORY[0], SHARED\n", ["LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx", "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx",
                                               "MEMBAR IMM[0].wwww", "BARRIER",
                                               "XOR TEMP[2].x, TEMP[0].xxxx, IMM[1].xxxx", "LOAD TEMP[1].x, MEMORY[0], TEMP[2].xxxx",
                                               "STORE BUFFER[1].x, TEMP[0].xxxx, TEMP[1].xxxx"]),
]


def statements(body):
    return "".join(f"{s.strip()};\n" for s in body.split(";") if s.strip())


def declarations(body, kind):
    """The variables that a body names: attributes a, b, c (ua, ub, uc are the same as unsigned integers) and temporaries."""
    lines = []
    for n, v in enumerate("abc"):
        if re.search(rf"\b{v}\b", body):
            lines.append(f"{'INT ' if kind == 'integer' else ''}ATTRIB {v} = vertex.attrib[{n}];\n")
        if re.search(rf"\bu{v}\b", body):
            lines.append(f"UINT ATTRIB u{v} = vertex.attrib[{n}];\n")
    lines += [f"TEMP {v};\n" for v in ("t", "t2") if re.search(rf"\b{v}\b", body)]
    return "".join(lines + ["INT TEMP d;\n"] * bool(re.search(r"\bd\b", body)))


def vertex_text(body, kind):
    return f"!!NVvp4.0\nOUTPUT r = result.attrib[0];\n{declarations(body, kind)}MOV result.position, 1.0;\n{statements(body)}END\n"


def compute_text(width, declared, body):
    head = "".join(f"PROPERTY CS_FIXED_BLOCK_{d} {n}\n" for d, n in (("WIDTH", width), ("HEIGHT", 1), ("DEPTH", 1)))
    buffers = "DCL SV[0], THREAD_ID\nDCL BUFFER[0]\nDCL BUFFER[1]\n" + declared + "DCL TEMP[0..2]\n"
    values = "IMM[0] UINT32 {2, 0, 4, 8}\nIMM[1] UINT32 {128, 0, 0, 0}\n"
    return "COMP\n" + head + buffers + values + "SHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n" + "\n".join(body) + "\nEND\n"


def programs():
    """(name, suffix of the file, text, options, words of the inputs, waves)"""
    for name, body, kind in OPERATIONS:
        yield name, "vp", vertex_text(body, kind), [], kind, 1
    for name, form in ATTRIBUTES:
        yield name, "vp", vertex_text("MOV r, a;", "float"), [f"-fattrib=0:{form}"], "halves" if "FLOAT" in form else "packed", 1
    for name, body, options in FRAGMENTS:
        yield name, "fp", "!!NVfp4.0\n" + declarations(body, "") + statements(body) + "END\n", options, "float", 1
    for name, width, declared, body in COMPUTE:
        yield name, "tgsi", compute_text(width, declared, body), ["-fshared-memory=1024"] if declared else [], "integer", width // LANES


# ---- words to fill


def bits(value):
    return int.from_bytes(struct.pack("<f", value), "little")


def words_of(kind, n, count):
    """`count` words of a kind, another choice for each n."""
    table = {"float": [bits(f) for f in FLOATS], "positive": [bits(f) for f in POSITIVE], "integer": INTEGERS, "packed": INTEGERS, "halves": HALVES}[kind]
    return [table[(lane * (2 * n + 1) + 5 * n) % len(table)] for lane in range(count)]


def address_of(entry):
    return 0x100000 * (entry["index"] + 1)


def shared_word(entry, n):
    """The word of a register that all invocations share."""
    if entry["kind"] == "constant":
        return entry["value"]
    if entry["kind"] == "param":
        return bits([0.5, 0.25, 0.75, 0.125][n % 4])
    if entry["binding"] == "storage":
        return [address_of(entry), 0, 4 * MEMORY_WORDS, 4 * MEMORY_WORDS][entry["component"]]
    raise SystemExit(f"no word for {entry}")


def name_of(entry):
    at = entry["location"]
    prefix = {"shared": "sh", "vertex-in": "vi", "coefficient": "cf", "special": "sr", "output": "o", "vertex-out": "vo"}[at["register"]]
    return f"{prefix}{at['number']}"


def plane(n):
    """Coefficients A, B and C, small so that rounding is the same in each order of the operations."""
    return [bits([0.25, 0.5, -0.25, 1.0][n % 4]), bits([0.5, -0.5, 0.125, 0.25][n % 4]), bits([1.0, 2.0, -1.0, 0.5][n % 4])]


def fill_of(doc, kind, waves):
    """The registers that hold something before the program runs: one word for all invocations, or one for each."""
    fill, stage, bindings, facts = {}, doc["stage"], doc["bindings"], doc["facts"]
    if stage == "fragment":
        fill["x"] = [bits(0.5 + 2 * (lane // 4 % 4) + lane % 2) for lane in range(LANES)]
        fill["y"] = [bits(0.5 + 2 * (lane // 16) + lane // 2 % 2) for lane in range(LANES)]
    if "w_coefficient" in facts:
        for k, word in enumerate([0, 0, bits(0.5)]):  # 1/w is a power of two, so that divisions by it are exact
            fill[f"cf{4 * facts['w_coefficient'] + k}"] = [word]
    for n, e in enumerate(bindings):
        at = e["location"]
        register = name_of(e) if e["kind"] != "output" else ""
        if register in ("", "sr97", "sr100"):
            continue
        if at["register"] == "shared":
            fill[register] = [shared_word(e, n)]
        elif at["register"] == "coefficient" and stage == "fragment":
            for k, word in enumerate(plane(n)):
                fill[f"cf{at['number'] + k}"] = [word]
        elif at["register"] == "coefficient":
            fill[register] = [0]  # the first of the words that a workgroup shares, which all start as zeros
        elif e["binding"] == "system":
            fill[register] = list(range(LANES * waves))
        elif register == "sr44":
            fill[register] = [lane // 4 % 2 for lane in range(LANES)]
        elif at["register"] == "output":
            fill[register] = words_of("halves", at["number"], LANES)
        else:
            fill[register] = words_of(kind, n, LANES)
    return fill


# ---- the simulator


def run(*command):
    r = subprocess.run(command, capture_output=True, text=True, check=False)
    if r.returncode:
        raise SystemExit(f"{' '.join(command)}: status {r.returncode}\n{r.stdout}{r.stderr}")
    return r.stdout


def hexes(words):
    return " ".join(f"0x{w:08x}" for w in words)


def simulate(nvp4c, folder, entry):
    """Runs an object on the registers and memory of its entry in the manifest. Returns what changed: {register or address: words}."""
    task = [f"lanes = {entry['lanes']}"] + [f"{f['register']} = {' '.join(f['words'])}" for f in entry["fill"]]
    task += [f"mem {m['address']} = {' '.join(m['words'])}" for m in entry["memory"]]
    with tempfile.NamedTemporaryFile("w", suffix=".task", encoding="utf-8") as f:
        f.write("\n".join(task) + "\n")
        f.flush()
        out = run(nvp4c, "--sim", "-task=" + f.name, os.path.join(folder, entry["file"]))
    changed = dict(line.split(" = ", 1) for line in out.splitlines() if " = " in line)
    return {k: words.split() for k, words in changed.items()}


def run_workgroup(nvp4c, folder, entry, on):
    """The same for a compute program whose workgroup has several waves, which --sim does not run: from its text, in memory."""
    inputs = [word for n, m in enumerate(entry["memory"]) for word in ("-in", f"BUFFER[{n}]=" + " ".join(m["words"]))]
    out = run(nvp4c, "--run", f"-on={on}", "-mcpu=" + entry["core"], *entry["options"], *inputs, os.path.join(folder, entry["text"]))
    changed, last = {}, (0, 0, [])
    for line in out.splitlines():
        m = re.fullmatch(r"BUFFER\[(\d+)\]\[(\d+)\] = (.*)", line)
        if not m:
            continue
        base, first, words = int(entry["memory"][int(m[1])]["address"], 16), int(m[2]), m[3].split()
        at = last[1] + len(last[2])
        while last[0] == base and at < first:  # "*" stands for lines equal to the previous one
            changed[f"mem {base + 4 * at:#x}"] = [last[2][(at - last[1]) % len(last[2])]]
            at += 1
        for n, word in enumerate(words):
            changed[f"mem {base + 4 * (first + n):#x}"] = [word]
        last = (base, first, words)
    return changed


def results(nvp4c, folder, entry, on="code"):
    """The words of `compare` after a run, in the form of the manifest."""
    changed = simulate(nvp4c, folder, entry) if entry["waves"] == 1 else run_workgroup(nvp4c, folder, entry, on)
    before = {f["register"]: f["words"] for f in entry["fill"]}
    found = []
    for c in entry["compare"]:
        if "address" in c:
            base = int(c["address"], 16)
            old = next(m["words"] for m in entry["memory"] if m["address"] == c["address"])
            words = [changed.get(f"mem {base + 4 * n:#x}", [w])[0] for n, w in enumerate(old)]
            found.append({"address": c["address"], "words": [f"0x{int(w, 0):08x}" for w in words]})
        else:
            empty = ["0x00000000"] if c["register"] != "killed" else ["0x0"]
            found.append({"register": c["register"], "words": changed.get(c["register"], before.get(c["register"], empty))})
    return found


# ---- the set


def write_program(nvp4c, folder, core, program):
    """Writes the text and the object of a program, and returns its entry in the manifest."""
    name, suffix, text, options, kind, waves = program
    source = os.path.join(folder, f"{name}.{suffix}")
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    same = ["-mcpu=" + core, "-fno-preshader", "-w", *options, source]
    run(nvp4c, "-verify-sim=2", "-c", "-g0", "-o", os.path.join(folder, name + ".o"), *same)
    doc = json.loads(run(nvp4c, "-reflect=json", "-o", os.devnull, *same))
    bindings, stage = doc["bindings"], doc["stage"]
    entry = {"name": name, "file": name + ".o", "text": f"{name}.{suffix}", "stage": stage, "core": core, "options": options, "waves": waves,
             "lanes": f"0x{(1 << LANES) - 1:x}", "fill": [], "memory": [], "compare": []}
    for register, words in fill_of(doc, kind, waves).items():
        entry["fill"].append({"register": register, "words": hexes(words).split()})
    compare = sorted({name_of(e) for e in bindings if e["kind"] == "output" and e["location"]["register"] in ("output", "vertex-out")},
                     key=lambda r: int(re.sub(r"\D", "", r)))
    if stage == "fragment":
        compare += ["killed"] * doc["facts"]["uses_kill"] + ["depth"] * doc["facts"]["writes_depth"]
    entry["compare"] = [{"register": r} for r in compare]
    for n in range(2) if stage == "compute" else []:
        words = words_of(kind, n, MEMORY_WORDS)
        entry["memory"].append({"address": f"0x{0x100000 * (n + 1):x}", "words": hexes(words).split()})
        entry["compare"].append({"address": f"0x{0x100000 * (n + 1):x}"})
    entry["compare"] = results(nvp4c, folder, entry)
    return entry


def check(nvp4c, folder):
    """Runs every object of a set again. Returns the numbers of passed and failed programs."""
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as f:
        entries = json.load(f)["programs"]
    failed = 0
    for entry in entries:
        found = results(nvp4c, folder, entry, "source")
        if found != entry["compare"] or not any(c["words"] for c in found):
            print(f"FAIL {entry['name']}: the results differ from those in the manifest")
            failed += 1
    return len(entries) - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nvp4c")
    parser.add_argument("folder")
    parser.add_argument("--core", default="bxs-4-64")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        passed, failed = check(args.nvp4c, args.folder)
        print(f"{passed} passed, {failed} failed")
        return bool(failed)
    os.makedirs(args.folder, exist_ok=True)
    entries = [write_program(args.nvp4c, args.folder, args.core, p) for p in programs()]
    with open(os.path.join(args.folder, "manifest.json"), "w", encoding="utf-8") as f:
        json.dump({"schema": "nvp4c-board-1", "core": args.core, "programs": entries}, f, indent=1)
        f.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
