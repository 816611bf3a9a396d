# SPDX-License-Identifier: MIT
"""Compares reflection and statistics with the object files that they come from: reflect.py NVP4C SCHEMAS JOBS PROGRAM...

Each program is compiled to an object. The JSON that the compiler prints must follow its schema and equal the output of
--reflect for the object. Every number in it is compared with the records of the object, which this script reads as
docs/object.md describes them. Numbers that can be found without the compiler's own counters are also computed independently:

    counts.source, declared
                           by a reader of the text of its own (source_counts.py)
    counts.native, facts   from the disassembly and the places of the bindings
    bytes, groups, issue_slots, instructions, temps, halves, uniforms, est_cycles, const_uploads
                           from the disassembly
    spill_loads, spill_stores
                           words of the loads and stores whose address comes from the base of the scratch memory
    spill_bytes            the scratch memory without the arrays in it
    empty_*                their sum: units without operations. Why one is empty is the scheduler's knowledge; the sum is not known either where a
                           group computes on bits, which has units of its own that the text does not tell from those that pass values on
    source_ops             counts.source.instructions

The following numbers are only checked for plausibility:

    lower_bound            a proof about the IR, which no object has (tests/unit/backend-usc/test_usc_bound.c checks it against an exhaustive
                           search). Here: no code of the program, under any schedule that is tried, has fewer groups
    blocks                 those of the IR; blocks without code leave no trace. Every branch ends one
    blocks_optimal         of the blocks as many as the distance of groups from lower_bound leaves; all of them if there is none
    groups_fast, groups_exact
                           two schedules of which one is the code, the smaller one
    steps                  the work of a compile by its own count (-limit-work); above 0, and what the same compile counts again"""
import concurrent.futures
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True # write nothing to the source tree
import source_counts

try:
    import jsonschema
except ImportError:
    sys.exit("FAIL reflect.py: no Python module jsonschema: scripts/deps.sh installs it (python3-jsonschema)")

NVP4C, SCHEMAS, JOBS, PROGRAMS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
NONE = 0xFFFFFFFF

# The words of the JSON by the numbers of include/nvp4c.h.
KIND = "input output param constant texture buffer scratch".split()
BINDING = ("none attrib vertex-id instance varying facing color depth env local state literal image sampler size layers compare "
           "fetch-sampler buffer tile-buffer param-memory scratch uniform system gather-sampler preshader samples texture-heap tests "
           "sample-mask sample-places stencil storage counters texels global block-memory barrier-words image-word").split()
REGISTER = "none shared vertex-in coefficient special output tile vertex-out depth memory gpr uniform uvs texture-state sampler-state scratch".split()
FORMAT = "f32 f16 rgba8".split()
INTERPOLATION = "smooth flat noperspective centroid noperspective-centroid sample noperspective-sample".split()
ITEM = ("other material light lightmodel lightprod fog texgen clip point texenv depth modelview projection mvp texture-matrix "
        "program-matrix key-clip key-samples key-alpha key-stipple key-sample-mask").split()
MEMBER = ("none ambient diffuse specular emission shininess position attenuation half spot-direction scenecolor color params eye-s eye-t "
          "eye-r eye-q object-s object-t object-r object-q plane size range").split()
MATRIX = "plain inverse transpose invtrans".split()
TARGET = "1d 2d 3d cube rect buffer".split()
LAYOUT = "none any greater less unchanged".split()
PASS = "opaque translucent punch-through depth-feedback".split()
STAGE = {"vp": "vertex", "fp": "fragment", "gp": "geometry", "VERT": "vertex", "FRAG": "fragment", "GEOM": "geometry"}
COUNTS = "instructions alu_instructions tex_instructions tex_indirections temporaries parameters attribs address_registers".split()

# Programs whose text only a real lexer reads: keywords as names.
NOT_READ = {"lex-spellings.fp"}

# The costs of AGX instructions that are not 1 or 0 (docs/agx-encoding.md, "Cost"): of the first unit, of the complex one.
AGX_COMPLEX = {**dict.fromkeys("asr bfeil bfi exp2 extr floor imadd imsub log2 sin_pt_1 sin_pt_2".split(), 2), "rcp": 3, "rsqrt": 4, "rsqrt_special": 4}
AGX_FREE = set("bitrev ceil convert device_load dfdx dfdy else_fcmp else_icmp ffs if_fcmp if_icmp iter iterproj jmp_exec_any jmp_exec_none ldcf no_var "
               "pop_exec popcount push_exec rint sample_mask st_tile st_var st_var_final stack_adjust stack_load stack_store stop texture_load "
               "texture_sample trap trunc update_exec wait wait_pix while_fcmp while_icmp".split())

# The operations of control groups (docs/usc-isa.md).
CONTROL = re.compile(r"(br|bpret|lapc|savl|cnd\w*|wop|wdf|mutex|nop|sbo|itrsmp\w*|ditr)\b")


class Mismatch(Exception):
    pass


def expect(what, got, want):
    if got != want:
        raise Mismatch(f"{what}: {got!r}, expected {want!r}")


def sections(file):
    """The sections of an ELF64 file by name."""
    if file[:4] != b"\x7fELF":
        raise Mismatch("no ELF file")
    table, = struct.unpack_from("<Q", file, 40)
    each, num, strings = struct.unpack_from("<HHH", file, 58)
    heads = [struct.unpack_from("<IIQQQQ", file, table + k * each) for k in range(num)]
    names = file[heads[strings][4]:heads[strings][4] + heads[strings][5]]
    return {names[h[0]:names.index(b"\0", h[0])].decode(): (h[4], file[h[4]:h[4] + h[5]]) for h in heads}


def records(data, layout):
    """The records of a section, each as a tuple by the layout of struct."""
    version, size, num = struct.unpack_from("<III", data)
    expect("record format", version, 6)
    expect("record size", size, struct.calcsize(layout))
    expect("section size", len(data), 12 + num * size)
    return [struct.unpack_from(layout, data, 12 + k * size) for k in range(num)]


def name_at(names, offset):
    return names[offset:names.index(b"\0", offset)].decode() if offset else None


def check_binding(e, r, stage):
    (kind, binding, comp, interp, index, dimension, reg, form, first, bits, number, element, item, member, back, matrix, row, _, entry,
     array, count, value) = r
    at = e["location"]
    expect("kind", e["kind"], KIND[kind])
    expect("binding", e["binding"], BINDING[binding])
    expect("component", e["component"], comp)
    expect("index", e["index"], index)
    expect("dimension", e.get("dimension", 0), dimension)
    expect("location", (at["register"], at["format"], at["first_bit"], at["bits"]), (REGISTER[reg], FORMAT[form], first, bits))
    expect("number", at.get("number", NONE), number)
    expect("element", at.get("element", NONE), element)
    if kind == 0 and stage == "fragment":
        expect("interpolation", e["interpolation"], INTERPOLATION[interp])
    if e["binding"] == "state":
        want = {"item": ITEM[item], "member": MEMBER[member], "face": ["front", "back"][back], "matrix": MATRIX[matrix], "row": row}
        expect("state", e["state"], want)
    if e["kind"] == "param":
        expect("entry", e["entry"], entry)
    expect("array", e.get("array", {"first": 0, "count": 0}), {"first": array if count else 0, "count": count})
    if "value" in e:
        expect("value", e["value"], value)


def check_facts(doc, r):
    counts, rest = doc["counts"], r[17:]
    expect("counts of the source", [counts["source"][k] for k in COUNTS], list(r[:8]))
    expect("native counts", [counts["native"][k] for k in COUNTS], list(r[8:16]))
    expect("under_native_limits", int(counts["under_native_limits"]), r[16])
    f = doc["facts"]
    flags = [int(f[k]) for k in "uses_kill writes_depth reads_facing per_sample early_tests uses_derivatives".split()]
    flags += [sum(1 << "xyzw".index(c) for c in f["reads_position"]), sum(1 << n for n in f["colors"])]
    flags += [sum(1 << n for n in f["reads_colors"])]
    flags += [int(f["writes_point_size"]), int(f["writes_layer"]), sum(1 << n for n in f["clip_distances"])]
    expect("flags", flags, list(rest[:11]) + [rest[11]])
    words = [f[k] for k in "input_registers shared_registers temporaries vertex_words scratch_bytes param_bytes".split()]
    words += [f.get("w_coefficient", NONE), f.get("primitive_in", 0), f.get("primitive_out", 0), f.get("vertices_out", 0), f.get("workgroup_invocations", 0)]
    words.append(f.get("coefficients", 0))
    expect("numbers", words, list(rest[12:24]))
    expect("effects", [int(f["side_effects"]), PASS.index(f["pass_type"]), int(f["uses_atomics"]), int(f["uses_barriers"])], list(rest[24:28]))
    d = doc["declared"]
    words = [int(d[k]) for k in "upper_left broadcasts early_tests post_depth_coverage".split()] + [LAYOUT.index(d["depth_layout"])]
    words += [int(d["window_position"]), int(d["relative_layer"]), sum(1 << n for n in d["culls"]), d["invocations"], d["uniforms"]]
    expect("declared", words, list(rest[28:]))


def check_records(file, reflect, stats):
    s = {name: data for name, (_, data) in sections(file).items()}
    names = s[".nvp4c.names"]
    entries = records(s[".nvp4c.reflect"], "<BBBBIIBBBBIIBBBBIIIIII")
    expect("bindings", len(reflect["bindings"]), len(entries))
    for e, r in zip(reflect["bindings"], entries):
        try:
            check_binding(e, r, reflect["stage"])
        except Mismatch as m:
            raise Mismatch(f"{e['name']}: {m}") from None
    textures = records(s[".nvp4c.texture"], "<IBBBBBBBB")
    expect("textures", [[t["unit"], TARGET.index(t["target"])] + [int(t[k]) for k in "array shadow integer sampled fetched sized multisampled".split()]
                        for t in reflect["textures"]], [list(t) for t in textures])
    facts = records(s[".nvp4c.facts"], "<17I11BBx12I4B8B2I")
    check_facts(reflect, facts[0])
    values = {name_at(names, n): v for n, v in records(s[".nvp4c.stats"], "<IQ")}
    expect("stats", stats["stats"], values)
    uploads = [e for e in reflect["bindings"] if e["binding"] == "literal"]
    pairs = list(struct.iter_unpack("<II", s[".nvp4c.const"]))
    expect("constants", pairs, [(e["location"]["number"] | (e["location"]["register"] == "memory") << 31, e["value"]) for e in uploads])
    return s


def check_hash(file):
    """The second note ends with the SHA-256 of the file with zeros in its place."""
    at, note = sections(file)[".note.nvp4c"]
    hash_at = at + len(note) - 32
    expect("hash", file[hash_at:hash_at + 32], hashlib.sha256(file[:hash_at] + bytes(32) + file[hash_at + 32:]).digest())


def usc_groups(text):
    """The operations of each group. The condition and the flags after the number of a group are left out."""
    groups = []
    for line in text.splitlines():
        if re.match(r"\d+ ?:", line):
            groups.append([])
        elif line.strip():
            groups[-1].append(line.strip())
    return groups


def highest(groups, bank):
    """One more than the highest register of the bank that is named. A request names the first register that it writes, and in the end
    how many."""
    top = 0
    for ops in groups:
        for op in ops:
            for m in re.finditer(r"\b%s(\d+)\b" % bank, op):
                top = max(top, int(m.group(1)) + 1)
            block = re.match(r"(fitrp?|smp\dd|ld|ditr\w*|itrsmp\dd|atom)[\w.]* .*?\b%s(\d+)\b" % bank, op)
            count = re.search(r", (\d+);?$", op)
            if block and count and bank == "r":
                word = {"f": r" r(\d+)", "s": r", r(\d+), \d+;?$"}.get(op[0], None)
                first = re.search(word, op) if word else None
                if first:
                    top = max(top, int(first.group(1)) + int(count.group(1)))
    return top


def spilled(groups):
    """The words that are loaded and stored at addresses that come from the base of the scratch memory of an invocation (sr112). A register
    holds such an address until something else is written to it: the groups are read in their order."""
    derived, loads, stores = set(), 0, 0
    for g in groups:
        made, written = set(), set()
        for op in g:
            m = re.match(r"(ld|st)\.\S* (\w+), (?:\d, )?drc\d, (\d+), (r\d+)", op)
            if m and m.group(4) in derived:
                loads += int(m.group(3)) if m.group(1) == "ld" else 0
                stores += int(m.group(3)) if m.group(1) == "st" else 0
            if re.match(r"(umadd64|[us]add6432|uadd64)\b", op) and ("sr112" in op or derived & set(re.findall(r"\br\d+\b", op))):
                made |= {m.group(1) for m in (re.match(r"mov (r\d+), ft[0e]", other) for other in g) if m}
            m = re.match(r"(\S+) r(\d+)\b(?:, drc\d, (\d+))?", op)
            if m and not m.group(1).startswith("st"):
                written |= {f"r{int(m.group(2)) + k}" for k in range(int(m.group(3) or 1))}
        derived = derived - written | made
    return loads, stores


def check_code_stats(program, text, groups, control, reflect, st):
    f = reflect["facts"]
    repeated = [int(m.group(1)) for m in (re.search(r"\.rpt(\d+)", line) for line in text.splitlines() if re.match(r"\d+ ?:", line)) if m]
    expect("issue_slots", st["issue_slots"], len(groups) + sum(n - 1 for n in repeated))
    expect("temporaries that the code names", highest(groups, "r"), f["temporaries"])
    loads, stores = spilled(groups)
    if f["scratch_bytes"] == st["spill_bytes"]:
        expect("spill_loads", st["spill_loads"], loads)
        expect("spill_stores", st["spill_stores"], stores)
    else: # arrays are there, too, or inputs
        ir = run("-w", "-dump-ir", program).stdout
        inputs = any(b["location"]["register"] == "scratch" for b in reflect["bindings"])
        if not (inputs or re.search(r"^array\b", ir, re.M)) or st["spill_bytes"] > f["scratch_bytes"] or st["spill_loads"] > loads or st["spill_stores"] > stores:
            raise Mismatch(f"spills of {st['spill_bytes']} bytes in {f['scratch_bytes']} bytes of scratch memory")
    if not any(re.search(r"\bft[345]\b", op) for g in groups for op in g):
        used = sum(not re.match(r"mov [a-z]+(\d+|\[[^]]*\])?,", op) for g, c in zip(groups, control) if not c for op in g)
        expect("sum of empty_*", sum(v for k, v in st.items() if k.startswith("empty_")), 6 * control.count(False) - used)
    branches = sum(g[0].startswith("br ") or g[0].startswith("br.") for g in groups if g)
    if st["blocks"] <= branches - groups[-1][0].startswith("br"):
        raise Mismatch(f"{st['blocks']} blocks with {branches} branches")
    slack = st["groups"] - st["lower_bound"]
    if slack < 0 or not st["blocks"] - slack <= st["blocks_optimal"] <= st["blocks"]:
        raise Mismatch(f"{st['blocks_optimal']} of {st['blocks']} blocks are optimal, {st['groups']} groups, at least {st['lower_bound']}")


# Other schedules of the same operations.
SCHEDULES = ("-fsched=exact", "-sched-seed=1", "-sched-seed=2", "-one-op-per-group")


def check_schedules(program, st):
    for option in SCHEDULES:
        other = json.loads(run("-w", option, "-stats=json", "-o", os.devnull, program).stdout)["stats"]
        if other["groups"] < st["lower_bound"]:
            raise Mismatch(f"lower_bound {st['lower_bound']}, and with {option} there are {other['groups']} groups")
    both = json.loads(run("-w", "-fsched=both", "-stats=json", "-o", os.devnull, program).stdout)["stats"]
    expect("the better schedule", both["groups"], min(both["groups_fast"], both["groups_exact"]))
    again = json.loads(run("-w", "-stats=json", "-c", "-o", os.devnull, program).stdout)["stats"]
    expect("statistics of the same compile", again, st)
    if not st["steps"]:
        raise Mismatch("no steps")


def check_agx(code, text, reflect, stats):
    before, _, main = text.rpartition(".main\n")
    parse = lambda part: [m.groups() for m in map(re.compile(r"\s*([0-9a-f]+): ([0-9a-f]+)\s+(\S+)\s*(.*)").match, part.splitlines()) if m]
    lines, pre = parse(main), parse(before)
    n, f, st, bindings = reflect["counts"]["native"], reflect["facts"], stats["stats"], reflect["bindings"]
    expect("the bytes of the listing", bytes.fromhex("".join(b for _, b, _, _ in lines)), code)
    lines = [(op.split(".")[0], rest) for _, _, op, rest in lines if op != "trap"]
    operands = " ".join(rest for _, rest in lines).replace("_", " ")
    vertex = reflect["stage"] == "vertex"
    tex = sum(op in ("texture_sample", "texture_load") for op, _ in lines)
    expect("instructions", (st["instructions"], n["instructions"], n["alu_instructions"], n["tex_instructions"]),
           (len(lines), len(lines), len(lines) - tex, tex))
    expect("bytes", st["bytes"], len(code))
    texels = [int(m[1]) for op, rest in lines if op in ("texture_sample", "texture_load") and (m := re.match(r"[^,]*, [^,]*, [^,]*, r(\d+)", rest))]
    halves = max([13 * vertex] + [2 * (r + 4) for r in texels] + [2 * int(r) + (1 if half == "l" else 2) for r, half in re.findall(r"\br(\d+)([lh]?)\b", operands)])
    expect("halves", st["halves"], halves) # a vertex program begins with its vertex in r5 and r6l; texture accesses write four registers, whatever the mask says
    expect("temporaries", (n["temporaries"], f["temporaries"]), ((halves + 1) // 2,) * 2)
    places = {int(u) for u in re.findall(r"\bu(\d+)[lh]?\b", re.sub(r"(?<=\d)_(?=u\d)", " ", " ".join(rest for _, rest in lines)))} # u32_to_f is a conversion
    bound = {e["location"]["number"] for e in bindings if e["location"]["register"] == "uniform"}
    first = 3 * len({e["index"] for e in bindings if e["binding"] == "attrib"}) + 3 if vertex else 8
    places |= {int(u) for _, _, op, rest in pre if op != "uniform_store" for u in re.findall(r"\bu(\d+)[lh]?\b", re.sub(r"(?<=\d)_(?=u\d)", " ", rest))}
    named = {u for u in places if u >= first}
    expect("uniforms", st["uniforms"], 2 * len(named))
    stores = [rest.split(", ") for _, _, op, rest in pre if op == "uniform_store"]
    results = {int(at) // 2 + k for mask, *_, at in stores for k in range((len(mask) + 1) // 2)}
    draw = {e["location"]["number"] for e in bindings if e["kind"] == "input" and e["location"]["register"] == "uniform"} # before ours
    expect("words of the draw", draw, {u for u in places if first - 3 <= u < first} if vertex else set())
    expect("places of uniforms", bound - draw, named - results)
    expect("native parameters", n["parameters"], sum(e["kind"] in ("param", "constant") and e["binding"] not in ("tests", "sample-mask", "sample-places") and e["location"]["register"] != "memory" for e in bindings))
    expect("native attribs", n["attribs"], sum(e["kind"] == "input" for e in bindings))
    iterated = set() # coefficients that the code reads; those between two that it reads may be unknown
    for op, rest in lines:
        if op in ("iter", "iterproj", "ldcf"):
            results, first = rest.split(", ")[:2]
            count = 1 if op == "ldcf" else results.count("r")
            iterated |= set(range(int(first[2:]), int(first[2:]) + count)) | {int(w) for w in re.findall(r"\bcf(\d+)", rest)}
    coefficients = {e["location"]["number"] for e in bindings if e["location"]["register"] == "coefficient"}
    if not coefficients <= iterated or max(coefficients, default=-1) != max(iterated, default=-1):
        raise Mismatch(f"coefficients {sorted(coefficients)}, the code reads {sorted(iterated)}")
    simple = sum(op not in AGX_FREE and op not in AGX_COMPLEX for op, _ in lines) + sum(op == "get_sr" for op, _ in lines)
    slow = [AGX_COMPLEX[op] for op, _ in lines if op in AGX_COMPLEX]
    expect("est_cycles", st["est_cycles"], max(simple + len(slow), 2 * sum(slow)))
    expect("bytes of the preamble", st["preamble_bytes"], sum(len(b) // 2 for _, b, _, _ in pre))
    expect("what this version has not", n["address_registers"], 0)
    expect("scratch", f["scratch_bytes"] > 0, any(op == "stack_adjust" for op, _ in lines))
    expect("native indirections", n["tex_indirections"], 1)


def check_usc(program, code, text, reflect, stats):
    groups, n, f, st = usc_groups(text), reflect["counts"]["native"], reflect["facts"], stats["stats"]
    every = " ".join(" ".join(g) for g in groups)
    bindings = reflect["bindings"]
    expect("bytes", st["bytes"], len(code))
    expect("groups", st["groups"], len(groups))
    expect("native instructions", n["instructions"], len(groups))
    tex = [any(re.match(r"(smp|itrsmp)\dd", op) for op in g) for g in groups]
    expect("native tex", n["tex_instructions"], sum(tex))
    control = [len(g) == 1 and bool(CONTROL.match(g[0])) for g in groups]
    expect("native alu", n["alu_instructions"], sum(not t and not c for t, c in zip(tex, control)))
    check_code_stats(program, text, groups, control, reflect, st)
    nodes, in_flight, waited = 1, set(), False  # counters of texture requests that nothing has waited for
    for g, is_tex in zip(groups, tex):
        drc = re.search(r"\bdrc([01])", " ".join(g))
        if is_tex:
            nodes, waited = nodes + waited, False
            in_flight.add(drc[1])
        if drc and drc[1] in in_flight and any(op.startswith("wdf") or ".schedwdf" in op for op in g):
            in_flight.remove(drc[1])
            waited = True
    expect("native indirections", n["tex_indirections"], nodes)
    expect("native address registers", n["address_registers"], len(set(re.findall(r"\bidx[01]", every))))
    expect("temps", st["temps"], f["temporaries"])
    expect("native temporaries", n["temporaries"], f["temporaries"] + f["scratch_bytes"] // 4)
    at = lambda *registers: [e["location"]["number"] for e in bindings if e["location"]["register"] in registers]
    of = lambda kind, binding: [e for e in bindings if (e["kind"], e["binding"]) == (kind, binding)]
    # A lock around words of the workgroup is number 1, and that around an operation number 0. Shared memory may be in memory, too.
    expect("uses_barriers", f["uses_barriers"], bool(re.search(r"\bmutex\.\S+ 1\b", every)))
    if not any(e["binding"] == "block-memory" for e in bindings):
        expect("uses_atomics", f["uses_atomics"], bool(re.search(r"\batom\.|\bmutex\.\S+ 0\b", every)))
    expect("native parameters", n["parameters"], sum(e["kind"] in ("param", "constant") for e in bindings))
    expect("native attribs", n["attribs"], len(at("vertex-in", "coefficient", "scratch")))
    expect("const_uploads", st["const_uploads"], sum(e["kind"] == "constant" and e["location"]["register"] == "shared" for e in bindings))
    expect("shared registers", f["shared_registers"], max(at("shared"), default=-1) + 1)
    expect("param bytes", f["param_bytes"], max(at("memory"), default=-4) + 4)
    expect("scratch bytes", f["scratch_bytes"], max((e["value"] for e in bindings if e["kind"] == "scratch"), default=0))
    if max([m + 1 for m in at("shared")], default=0) < highest(groups, "sh"):
        raise Mismatch("the code reads a shared register that the reflection does not have")
    outputs = {e["index"] for e in of("output", "varying")}
    if reflect["stage"] == "fragment":
        late = not reflect["declared"]["early_tests"]
        own = f["side_effects"] and not f["writes_depth"] and late  # the depth of the fragment itself
        expect("feedback", "atst" in every or "depthf" in every, late and (f["uses_kill"] or f["writes_depth"] or own))
        expect("writes_depth", (f["writes_depth"] or own) and late, "depthf" in every)
        expect("pass_type", f["pass_type"], "depth-feedback" if "depthf" in every else "punch-through" if "atst" in every
               else "translucent" if f["uses_kill"] else "opaque")
        if not re.search(r"\b(st|atom)\b", every):  # of scratch memory or what outlives the program: test_tgsi_lower
            expect("early_tests", f["early_tests"], not f["uses_kill"] and not f["writes_depth"])
        # Texels are fetched from buffers by the same request without a level as rectangles are sampled, which need a level for their filter.
        without = "replace|gradient" if any(t["target"] == "rect" for t in reflect["textures"]) else "replace|gradient|nncoords"
        expect("uses_derivatives", f["uses_derivatives"], bool(re.search(rf"\bfds[xy]|\b(itr)?smp\dd(?!\S*\.({without}))", every)))
        expect("colors", f["colors"], sorted({e["index"] for e in of("output", "color")}))
        expect("reads_facing", f["reads_facing"], "sr44" in every)
        expect("position", f["reads_position"], "".join(sorted({"xyzw"[e["component"]] for e in of("input", "varying") if e["index"] == 0},
                                                             key="xyzw".index)))
        if f["input_registers"] < highest(groups, "cf"):
            raise Mismatch("the code reads a coefficient that the reflection does not have")
        expect("coefficients", f["input_registers"] % 4, 0)
    else:
        expect("vertex words", f["vertex_words"], max([3] + at("vertex-out")) + 1)
        expect("point size", f["writes_point_size"], 6 in outputs)
        expect("layer", f["writes_layer"], 88 in outputs)
        expect("clip distances", f["clip_distances"], sorted(v - 7 for v in outputs if 7 <= v < 15))
        expect("inputs", f["input_registers"], max(at("vertex-in"), default=-1) + 1)
        if f.get("coefficients", 0) < highest(groups, "cf"):
            raise Mismatch("the code reads a coefficient that the reflection does not have")
    expect("units", {t["unit"] for t in reflect["textures"] if t["sampled"] or t["fetched"]}, {e["index"] for e in bindings if e["binding"] == "image"})


def run(*args):
    return subprocess.run([NVP4C, *args], capture_output=True, text=True)


def check(program, target, schemas, tmp):
    """Returns False if the target does not compile the program."""
    made = os.path.join(tmp, f"{PROGRAMS.index(program)}-{target}.o")
    r = run("-w", "-target=" + target, "-c", "-stats=json", "-reflect=json", "-o", made, program)
    if r.returncode:
        if target == "usc" or r.returncode != 7:
            raise Mismatch(f"status {r.returncode}: {r.stderr.strip()[:200]}")
        return False
    reflect = stats = json.loads(r.stdout)
    schemas["facts"].validate(reflect)
    with open(made, "rb") as f:
        file = f.read()
    check_hash(file)
    code = check_records(file, reflect, stats)[".text"]
    again = run("-target=" + target, "--stats=json", "--reflect=json", made)
    expect("--reflect of the object", again.stdout.replace(made, program), r.stdout)
    for name in ("stats", "reflect"):
        one = json.loads(run("-target=" + target, f"--{name}=json", made).stdout)
        schemas[name].validate(one)
        expect(f"--{name} alone", one, {k: v for k, v in {**reflect, "schema": f"nvp4c-{name}-1", "file": made}.items() if k in one})
    with open(program, encoding="latin-1") as f:
        source_text = f.read()
    expect("stage", reflect["stage"], STAGE[source_text.split(None, 1)[0] if source_counts.is_tgsi(source_text) else program[-2:]])
    expect("declared", reflect["declared"], source_counts.declared(source_text))
    source = [reflect["counts"]["source"][k] for k in COUNTS]
    if os.path.basename(program) not in NOT_READ:
        expect("counts of the source", source, source_counts.counts(source_text))
    expect("source_ops", stats["stats"]["source_ops"], source[0])
    text = run("-target=" + target, "--dis", "-g0", made).stdout
    if target == "usc":
        check_usc(program, code, text, reflect, stats)
        check_schedules(program, stats["stats"])
        check_under_pressure(program, made)
    else:
        check_agx(code, text, reflect, stats)
    return True


def check_under_pressure(program, made):
    """Checks the numbers of spilling with few temporaries. Some programs cannot be compiled with so few."""
    r = run("-w", "-c", "-O1", "-max-temps=8", "-stats=json", "-reflect=json", "-o", made, program)
    if r.returncode:
        return
    facts = json.loads(r.stdout)
    text = run("--dis", "-g0", made).stdout
    groups = usc_groups(text)
    check_code_stats(program, text, groups, [len(g) == 1 and bool(CONTROL.match(g[0])) for g in groups], facts, facts["stats"])


def check_key(schemas, tmp):
    """Parameters that the key adds to a program have words, too."""
    made, seen = os.path.join(tmp, "key.o"), set()
    for target in ("usc", "agx"):
        for program, key in (("examples/lit.fp", ("-fsamples=2", "-fcoverage=alpha,mask", "-falpha-test=less", "-fstipple")), ("examples/lit.vp", ("-fclip-planes=1",))):
            r = run("-w", "-target=" + target, "-c", "-reflect=json", *key, "-o", made, program)
            if r.returncode:
                raise Mismatch(f"{program}: status {r.returncode}")
            reflect = json.loads(r.stdout)
            schemas["reflect"].validate(reflect)
            seen |= {e["state"]["item"] for e in reflect["bindings"] if "state" in e}
    expect("items of the key", {i for i in seen if i.startswith("key-")}, {i for i in ITEM if i.startswith("key-")} - {"key-samples"})


def check_links(schemas):
    vs, fs = ([p for p in PROGRAMS if p.endswith(s) and p.startswith(("examples", "bench"))] for s in (".vp", ".fp"))
    num = 0
    for v in vs:
        for f in fs:
            r = run("-w", "--link=json", v, f)
            if r.returncode:
                raise Mismatch(f"{v} {f}: status {r.returncode}")
            links = json.loads(r.stdout)
            schemas["link"].validate(links)
            words = [w for m in links[0]["map"] for w in range(m["address"], m["address"] + len(m["components"]))]
            expect(f"{v} {f}: words", sorted(words), list(range(links[0]["words"])))
            expect(f"{v} {f}: addresses", {e["address"] for e in links[0]["entries"] if "address" in e}, set(words))
            num += 1
    return num


def resolve(schema, schemas):
    """Replaces references to members of other schemas, {"$ref": "ID#/properties/NAME"}."""
    for k, v in schema["properties"].items():
        if "$ref" in v:
            other, name = v["$ref"].split("#/properties/")
            schema["properties"][k] = schemas[other]["properties"][name]


def read_schemas():
    schemas = {}
    for name in ("reflect", "stats", "link", "facts"):
        with open(os.path.join(SCHEMAS, name + ".json"), encoding="utf-8") as f:
            schema = json.load(f)
        jsonschema.Draft7Validator.check_schema(schema)
        schemas[schema["$id"]] = schema
    resolve(schemas["nvp4c-facts-1"], schemas)
    return {i.split("-")[1]: jsonschema.Draft7Validator(s) for i, s in schemas.items()}


def main():
    schemas = read_schemas()
    failed, done = 0, {"usc": 0, "agx": 0}
    with tempfile.TemporaryDirectory() as tmp, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        jobs = {pool.submit(check, program, target, schemas, tmp): (program, target) for program in PROGRAMS for target in done}
        for job, (program, target) in jobs.items():
            try:
                done[target] += job.result()
            except (Mismatch, jsonschema.ValidationError) as e:
                print(f"FAIL {program}, {target}: {str(e)[:600]}")
                failed += 1
        try:
            check_key(schemas, tmp)
        except (Mismatch, jsonschema.ValidationError) as e:
            print(f"FAIL the key: {str(e)[:600]}")
            failed += 1
    links = check_links(schemas)
    print(f"{sum(done.values()) + links} passed, {failed} failed")
    return failed != 0


sys.exit(main())
