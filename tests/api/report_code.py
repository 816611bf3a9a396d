# SPDX-License-Identifier: MIT
"""Rows of machine code, decoded for tests/api/report.py without the compiler's own tables.

Lengths come from the bytes, operations and operands from the text of --dis. What an operation occupies, how long an instruction
of AGX is, and how long its result takes are read from the tables of docs/usc-isa.md and docs/agx-isa.md.
"""
import re

NEVER, ALWAYS, P0, NOT_P0 = range(4)  # conditions of a group, and of a mask operation in the numbers that text has


class Mismatch(Exception):
    """A figure of the report is not what the machine code and the documents say. row is None for what belongs to no row."""

    def __init__(self, row, field, report, here):
        super().__init__(f"row {row}: {field}: the report has {report}, the code says {here}" if row is not None else
                         f"{field}: the report has {report}, the code says {here}")
        self.field = field


class Row:
    """A group of the USC or an instruction of AGX."""

    def __init__(self, at, size, code, text):
        self.at, self.bytes, self.code, self.text = at, size, code, text
        self.used = []            # (unit, operation, busy)
        self.kind = ""            # kind of its units
        self.cost, self.latency, self.assumed = 1, 1, False
        self.reads, self.writes = set(), set()
        self.held = set()         # registers that its request reads or writes until a row waits for it
        self.indexed_read, self.indexed_write = False, False
        self.keeps, self.always = False, False
        self.request, self.waits, self.texture = None, set(), False
        self.falls, self.jumps, self.ends, self.target = True, False, False, None
        self.lanes = None         # of a lane (mask counter, runs) and what p0 is: the same after it, and whether it falls, jumps
        self.lines = []


def tables(path):
    """The tables of a document: lists of rows of cells, by the first cell of the heading."""
    found, last = {}, None
    with open(path, encoding="utf-8") as f:
        for line in f:
            cells = [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
            if not line.startswith("|"):
                last = None
            elif last is None:
                last = found.setdefault(tuple(cells), [])
            elif not set("".join(cells)) <= set("-"):
                last.append(cells)
    return found


def table(path, first):
    return next(rows for heading, rows in tables(path).items() if heading[:len(first)] == first)


# ---- USC

USC_UNITS = {"P2 pck": "pck", "P2 mov": "mov", "P2 tst": "tst", "backend": "backend", "control": "control", "P0 mask": "mask",
             "P0 shift 1": "shift1", "P0 count": "count", "P2 shift 2": "shift2", "P2 test": "test", "P0 (all)": "p0", "P0": "p0"}
BITWISE = ("mask", "shift1", "count", "logic", "shift2", "test")


class Usc:
    bits = 32

    def __init__(self, docs):
        with open(docs + "/../backend-usc/schedule/usc_cost.def", encoding="utf-8") as f:
            self.known_costs = [(n, int(v), p.lower()) for n, v, p in re.findall(r"^COST\((\w+), +(\d+), +(\w+),", f.read(), re.M)]
        self.steps = None
        self.ops = {}
        for isr, _, text, unit, *_ in table(docs + "/usc-isa.md", ("ISR", "document", "text", "unit")):
            name, _, operands = text.strip("`").partition(" ")
            name = {"tstOP.TYPE": "tst", "pck.FORMAT": "pck"}.get(name, name)
            first = operands.split(",")[0].split("|")
            if unit in ("P1", "P0 P1"):
                units = {"P1": [("ft4", "logic")], "P0 P1": [("ft0", "p0"), ("ft1", "p1")]}[unit]
            else:
                units = [(f, USC_UNITS[unit]) for f in first]
            self.ops.setdefault(name, []).extend(units)
        self.constants = {int(r[k]): int(r[k + 1], 16) for r in table(docs + "/usc-isa.md", ("index", "bits"))
                          for k in range(0, 8, 2)}

    def rows(self, code, text, costs):
        """Splits the code into groups by the length in their first byte, in words of 16 bits; 16 is written 0."""
        self.costs = costs
        listing = usc_listing(text)
        rows, at = [], 0
        while at < len(code):
            size = 2 * ((code[at] & 15) or 16)
            if len(rows) >= len(listing):
                raise Mismatch(None, "groups", len(listing), "more in the bytes")
            rows.append(self.row(at, code[at:at + size], *listing[len(rows)]))
            at += size
        if at != len(code) or len(rows) != len(listing):
            raise Mismatch(None, "groups", len(listing), len(rows))
        places = {r.at: k for k, r in enumerate(rows)}
        for r in rows:
            if r.target is not None:
                r.target = places[r.target]
        return rows

    def row(self, at, code, head, lines, origin):
        r = Row(at, len(code), code, "\n".join(([head] if head else []) + lines))
        r.lines = origin
        r.cond = P0 if "if (p0)" in head else NOT_P0 if "if (!p0)" in head else ALWAYS
        r.keeps = r.cond != ALWAYS
        r.always = "(ignorepe)" in head
        self.repeat = int(m[1]) if (m := re.search(r"\.rpt(\d)", head)) else 1
        r.cost = self.repeat * self.cost("SLOT")
        for line in lines:
            name, _, operands = line.rstrip(";").partition(" ")
            self.statement(r, name, [o.strip() for o in operands.split(",")] if operands else [], line)
        units = {u for u, _, _ in r.used}
        r.kind = "control" if "control" in units else "bitwise" if units & set(BITWISE) else "main"
        if ".end" in head:
            r.falls, r.ends = False, True
        r.lanes = r.lanes or passes
        return r

    def cost(self, name):
        return self.costs[name][0]

    def find(self, name, first):
        """The operation of a mnemonic and its unit."""
        plain = re.sub(r"^(itrsmp|smp)[123]d", r"\1", re.sub(r"^tst[a-z]+\.", "tst.", name))
        while plain not in self.ops:
            plain, dot, _ = plain.rpartition(".")
            if not dot:
                raise Mismatch(None, "operation", name, "not in the table of instructions")
        units = self.ops[plain]
        return plain, next((u for f, u in units if f == first), units[0][1])

    @staticmethod
    def registers(operand, count=1):
        """Temporaries that an operand names."""
        m = re.match(r"r(\d+)\b", operand)
        return set(range(int(m[1]), int(m[1]) + count)) if m else set()

    def statement(self, r, name, o, line):
        steps = self.repeat
        if name == "mov" and not re.search(r"\.e(\d|none)", o[0]):  # an output
            written = self.registers(o[0], steps)
            r.writes |= written
            r.reads |= self.registers(o[1], steps)
            self.note_indexed(r, o, 1)
            return
        op, unit = self.find(name, o[0] if o else "")
        r.used.append((unit, op, r.cost))
        if op == "tst":
            r.sets_p0 = True
        special = getattr(self, "do_" + re.sub(r"[._].*", "", op), None)
        if unit == "control" or unit == "backend":
            if special:
                special(r, name, o)
            else:
                for x in o:
                    r.reads |= self.registers(x)
            self.note_indexed(r, o, 0)
            return
        results = 2 if op in ("movc", "fred") or op == "mov" and len(o) == 6 else 1
        for k, x in enumerate(o):
            stepped = 1 if op in ("pck", "unpck") and (k == 0) == (op == "pck") else steps
            if k < results:
                r.writes |= self.registers(x, stepped)
            else:
                r.reads |= self.registers(x, stepped)
        self.note_indexed(r, o, results)

    @staticmethod
    def note_indexed(r, o, results):
        """A result through an index register leaves the other elements alone."""
        r.indexed_read |= any(x.startswith("r[") for x in o[results:])
        if any(x.startswith("r[") for x in o[:results]):
            r.indexed_write = r.keeps = True

    def start(self, r, drc, cost, held=(), texture=False):
        """A request holds its results, and the operands that docs/usc-encoding.md, "What the simulator defines", names."""
        r.request, r.texture = int(drc[3:]), texture
        r.held |= set(held)
        r.latency, r.assumed = self.costs[cost][0], self.costs[cost][1] == "assumed"
        r.uses_cost = cost

    def do_fitr(self, r, name, o):
        r.writes |= self.registers(o[0], int(o[-1]))
        self.start(r, o[1], "ITERATION", r.writes)

    do_fitrp = do_fitr

    def do_ld(self, r, name, o):
        r.writes |= self.registers(o[0], int(o[2]))
        r.reads |= self.registers(o[3], 2)
        self.start(r, o[1], "MEMORY", r.writes | r.reads)

    def do_st(self, r, name, o):
        r.reads |= self.registers(o[0], int(o[3])) | self.registers(o[4], 2) | self.registers(o[5])
        self.start(r, o[2], "ITERATION", r.reads)

    def do_atom(self, r, name, o):
        r.reads |= self.registers(o[0], 3)
        r.writes |= self.registers(o[2])
        self.start(r, o[1], "MEMORY", r.writes | r.reads)

    def do_idf(self, r, name, o):
        r.reads |= self.registers(o[1], 2)
        self.start(r, o[0], "ITERATION", r.reads)

    def do_smp(self, r, name, o):
        """Data words: docs/abi-usc.md, "Texture accesses"."""
        modes, dims = name.split(".")[1:], int(name[3])
        words = dims + ("proj" in modes) + ("bias" in modes or "replace" in modes) + 2 * dims * ("gradient" in modes)
        words += ("array" in modes) + ("comparison" in modes) + 2 * ("tao" in modes) + ("soo" in modes or "sno" in modes)
        r.reads |= self.registers(o[2], words) | self.registers(o[1], 4) | self.registers(o[3], 4)
        chan = int(o[6])
        r.writes |= self.registers(o[5], 14 if "info" in modes else 4 * chan if "data" in modes else 4 * chan + 14 if "both" in modes else chan)
        self.start(r, o[0], "TEXTURE", r.writes | self.registers(o[2], words), True)

    def do_atst(self, r, name, o):
        """The feedback to the ISP is a request of drc0, but not the form that returns its result in p0."""
        for x in o:
            r.reads |= self.registers(x)
        if ".ifb" not in name:
            self.start(r, "drc0", "ITERATION")

    do_depthf = do_atst

    def do_itrsmp(self, r, name, o):
        r.writes |= self.registers(o[0], int(o[6]))
        self.start(r, o[2], "TEXTURE", r.writes, True)
        if "schedwdf" in name:
            r.waits.add(r.request)
            r.waits_after = True

    def do_savmsk(self, r, name, o):
        r.writes |= self.registers(o[0]) | self.registers(o[1])

    def do_setl(self, r, name, o):
        r.reads |= self.registers(o[0])

    def do_uvsw(self, r, name, o):
        if o and name.startswith("uvsw.write"):
            r.reads |= self.registers(o[0], self.repeat) | self.registers(o[1])
        if "endtask" in name:
            r.falls, r.ends = False, True

    def do_wdf(self, r, name, o):
        r.waits.add(int(o[0][3:]))

    def do_nop(self, r, name, o):
        if ".end" in name:
            r.falls, r.ends = False, True

    def do_br(self, r, name, o):
        offset = int.from_bytes(r.code[4:8], "little", signed=True) & ~1
        if offset != int(o[0]):
            raise Mismatch(None, f"branch at {r.at}", o[0], offset)
        r.target = r.at + offset
        r.jumps = True
        r.falls = r.keeps or "inst" in name
        cond = r.cond

        def lanes(lane, p0):
            taken = fell = True
            if "allinst" in name and lane[1]:  # taken if no lane fulfils the condition
                taken = cond != ALWAYS and p0 != (cond == P0)
                fell = cond == ALWAYS or p0 is None or p0 == (cond == P0)
            elif "inst" not in name:
                if cond == ALWAYS:
                    fell = not lane[1]
                elif p0 is not None:  # cndlt has set it in all lanes, and if it holds some lane runs
                    taken = p0 == (cond == P0)
                    fell = not taken
            return [(lane, p0, fell and r.falls, taken)]
        r.lanes = lanes

    def cnd(self, r, name, o, count):
        tested = int(o[0]) if name not in ("cndend",) else 0
        from_zero = {"cndend": 1, "cndlt": 3}.get(name, 2)
        zero = o[from_zero] == "c0"
        outcomes = {0: [True], 1: [False, True], 2: [False], 3: [False, True]}[tested]  # always, p0, never, !p0

        def lanes(lane, p0):
            s = 0 if zero else lane[0]
            return [((min(n, 63), n == 0), p0 if known is None else known, True, False) for c in outcomes for n, known in count(s, c)]
        r.lanes = lanes

    def do_cndst(self, r, name, o):
        adjust = int(o[3])
        self.cnd(r, name, o, lambda s, c: [(0 if c and s == 0 else s + adjust, None)])

    def do_cndef(self, r, name, o):
        adjust = int(o[3])
        self.cnd(r, name, o, lambda s, c: [(adjust if s == 0 else 0 if c and s == 1 else s, None)])

    def do_cndsm(self, r, name, o):
        if m := re.match(r"c(\d+)$", o[3]):
            values = [self.constants[int(m[1])]]
        elif o[3] in self.uploads:
            values = [self.uploads[o[3]]]
        else:
            values = range(8)  # a computed counter
        self.cnd(r, name, o, lambda s, c: [(v if c and s == 0 else s, None) for v in values])

    def do_cndend(self, r, name, o):
        adjust = int(o[2])
        self.cnd(r, name, o, lambda s, c: [(max(s - adjust, 0), None)])

    def do_cndlt(self, r, name, o):
        """If some running lane fulfils the test, those that fail it leave and p0 holds in all lanes; else the loop has ended."""
        adjust, tested = int(o[4]), int(o[0])

        def count(s, c):
            found = []
            if tested != 2:
                found.append((adjust if not c and s == 0 else s, True))
            if not (c and s == 0):
                found.append((max(s - adjust, 0), False))
            return found
        self.cnd(r, name, o, count)


def passes(lane, p0):
    return [(lane, p0, True, False)]


def usc_listing(text):
    """For each group its attributes, its statements, and its source lines."""
    groups, origin = [], []
    for line in text.splitlines():
        if m := re.match(r"# \S.*:(\d+)$", line):
            origin.append(int(m[1]))
        elif m := re.match(r"\d+ :(.*)", line):
            groups.append((m[1].strip(), [], origin))
            origin = []
        elif line.strip() and not line.startswith("#"):
            groups[-1][1].append(line.strip())
    return groups


# ---- AGX

class Agx:
    bits = 16

    def __init__(self, docs):
        path = docs + "/agx-isa.md"
        with open(docs + "/agx-encoding.md", encoding="utf-8") as f:
            text = f.read()
        times = {"twice": 2}[re.search(r"complex unit \([^)]*\) adds (\w+) its cost", text)[1]]
        self.known_costs = [("COMPLEX", times, "observed"), ("MEMORY", int(re.search(r"and (\d+) for what waits for memory \(assumed", text)[1]), "assumed")]
        self.steps = [{"registers": int(h), "waves": int(t) // 32} for h, t in table(path, ("halves", "threads"))]
        self.units = {name: (kind, int(latency), int(cost)) for name, kind, latency, cost in table(path, ("unit", "sum"))}
        self.layers = {name for name, _, _, layer in table(path, ("dimension",)) if layer == "yes"}
        self.ops = {}
        for text, operands, sizes, unit, _, flags, _ in table(path, ("text", "operands", "bytes")):
            name, _, places = text.strip("`").partition(" ")
            name = re.sub(r"\[.*", "", name)
            places = re.split(r",\s*", re.sub(r"[\[\]]", "", places)) if places else []
            kinds = dict(x.split()[:2] for x in operands.split("; ") if x)
            self.ops.setdefault(name, []).append(([int(n) for n in re.findall(r"\d+", sizes)], unit, flags.split(), places, kinds))

    def rows(self, code, text, costs):
        listing = agx_listing(text)
        rows, at = [], 0
        self.costs = costs
        # Without operations on the execution mask r0l is a register like others.
        self.has_counter = any("exec" in self.ops.get(m, [[0, 0, []]])[0][2] for _, m, _, _ in listing)
        for shown, mnemonic, operands, origin in listing:
            if shown != at:
                raise Mismatch(len(rows), "at", shown, at)
            if mnemonic == "trap":
                break
            r = self.row(at, code, mnemonic, operands)
            r.lines = origin
            rows.append(r)
            at += r.bytes
        if set(code[at:]) - set(bytes.fromhex("0800")):
            raise Mismatch(None, "bytes after the last row", code[at:].hex(), "only traps")
        places = {r.at: k for k, r in enumerate(rows)}
        places.setdefault(at, len(rows))
        for r in rows:
            if r.target is not None:
                r.target = places[r.target]
        return rows

    def find(self, mnemonic, code, at, operands):
        """The row of the table, and the length: the bit L is bit 15, or bit 47 of memory operations."""
        name = mnemonic
        while name not in self.ops:
            name, dot, _ = name.rpartition(".")
            if not dot:
                raise Mismatch(None, "instruction", mnemonic, "not in the table")
        rows = self.ops[name]
        entry = rows[0]
        if len(rows) > 1 and name == "mov_imm":
            entry = rows[not re.match(r"r\d+[lh]", operands[0])]
        sizes, _, flags, _, kinds = entry
        size = sizes[0]
        if len(sizes) > 1:
            word = int.from_bytes(code[at:at + 8], "little")
            size = sizes[-1] if word >> (47 if name in MEMORY else 15) & 1 else sizes[0]
        return name, entry, size

    def halves(self, operand, count=None):
        found = set()
        for part in operand.split("_"):
            if m := re.match(r"r(\d+)([lh]?)(?![\w])", part):
                first, size = 2 * int(m[1]) + (m[2] == "h"), 1 if m[2] else 2
                found |= set(range(first, first + size * (count or 1)))
                if count:
                    break
        return found

    def row(self, at, code, mnemonic, operands):
        name, (_, unit, flags, places, kinds), size = self.find(mnemonic, code, at, operands)
        r = Row(at, size, code[at:at + size], mnemonic + (" " + ", ".join(operands) if operands else ""))
        place = places.index("D") if "D" in places else -1
        for k, x in enumerate(operands):
            if k == place:
                count = (8 if "sparse" in operands else 4) if kinds["D"] == "RESULT" else None
                r.writes |= self.halves(x, count)
            elif kinds.get(places[k] if k < len(places) else "") != "R0L":
                r.reads |= self.halves(x)
        dimension = next((x for x in operands if x.startswith("tex_")), "")
        if (dimension in self.layers) != dimension.endswith(("_ms", "_ms_array")):  # layer or sample number, alone in a register
            last = re.match(r".*_r(\d+)", operands[operands.index(dimension) + 1])
            r.reads -= {2 * int(last[1]) + 1} - self.halves("_".join(o for o in operands[operands.index(dimension) + 2:]))
        unit = "none" if unit == "-" else unit
        kind, latency, cost = self.units.get(unit, ("simple", 1, 0))
        r.kind = kind
        if kind == "complex":
            times = self.costs["COMPLEX"][0]
            r.cost, busy = 1, times * cost
            r.used = [("issue", name, 1), ("complex-unit", name, busy), (unit, name, busy)]
        else:
            r.cost = cost
            r.used = ([("issue", name, cost)] if cost else []) + [(unit, name, cost)]
        r.latency = latency if unit != "none" else 1
        if "async" in flags:
            r.request = int(operands[places.index("slot")])
            r.latency, r.assumed = self.costs["MEMORY"][0], self.costs["MEMORY"][1] == "assumed"
            r.uses_cost = "MEMORY"
            r.texture = name.startswith("texture_")
            r.held |= r.writes  # it reads its operands when it is issued (docs/agx-encoding.md, "Waits and control flow of our code")
        if name == "wait":
            r.waits = {int(operands[0])}
        r.lanes = passes
        self.control(r, name, flags, operands)
        if self.has_counter and 0 in r.writes and "exec" not in flags:
            self.write_counter(r, name, operands)
        return r

    @staticmethod
    def write_counter(r, name, operands):
        """r0l gets a number, with which a running lane waits from the next operation on the execution mask on."""
        numbers = {"mov_imm": operands[1:2], "mov": operands[1:2], "icmpsel": operands[4:], "fcmpsel": operands[4:]}.get(name, ["?"])
        if operands[name.endswith("cmpsel")].split(".")[0] != "r0l":
            numbers = ["?"]

        def lanes(lane, p0):
            v, runs = lane
            if not runs:
                return [(lane, None, True, False)]
            values = set()
            for n in numbers:
                n = re.sub(r"\.(cache|discard)$", "", n)
                values |= {int(n)} if n.isdigit() else {v} if n == "r0l" else set(range(8))
            return [((x, True), None, True, False) for x in values]
        r.lanes = lanes

    def control(self, r, name, flags, operands):
        """docs/agx-encoding.md, "Control flow"."""
        if "end" in flags:
            r.falls, r.ends = False, True
        if "exec" in flags:
            r.reads |= {0}
            r.writes |= {0}
            n = int(operands[-1]) if name != "update_exec" else 0
            r.lanes = lambda lane, p0: [((min(x, 63), x == 0), None, True, False) for x in self.count(name, lane[0], n)]
        if "jump" in flags and name.startswith("jmp_exec"):
            r.jumps, r.target = True, r.at + int(operands[0][2:])
            some = name == "jmp_exec_any"
            r.lanes = lambda lane, p0: [(lane, None, not lane[1] or not some, not lane[1] or some)]

    @staticmethod
    def count(name, v, n):
        kind = name.split("_")[0]
        if kind == "if":
            return [v + n] if v else [0, 1]
        if kind == "else":
            return [n] if v == 0 else [0, 1] if v == 1 else [v]
        if kind == "while":
            return [0, n] if v < n else [v]
        if kind == "pop":
            return [max(v - n, 0)]
        if kind == "push":
            return [v + n if v else 0]
        return [v]


MEMORY = ("device_load", "device_store", "stack_load", "stack_store", "stack_adjust", "threadgroup_load", "threadgroup_store",
          "threadgroup_atomic", "st_tile", "ld_tile", "image_write", "image_write_block")


def agx_listing(text):
    found, origin = [], []
    for line in text.rpartition(".main\n")[2].splitlines():
        if m := re.match(r"# \S.*:(\d+)$", line):
            origin.append(int(m[1]))
        elif m := re.match(r"\s*([0-9a-f]+): [0-9a-f]+\s+(\S+)\s*(.*)", line):
            found.append((int(m[1], 16), m[2], [o.strip() for o in m[3].split(",")] if m[3] else [], origin))
            origin = []
    return found
