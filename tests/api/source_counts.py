# SPDX-License-Identifier: MIT
"""Counts in the text of a program what GL's queries count, independently of the compiler. counts(TEXT) returns a list in the
order of `struct nvp4c_counts`, and declared(TEXT) returns the declarations as in the JSON. Both split correct programs of
NV_gpu_program4 and the ARB languages at semicolons and commas. TGSI, with one statement in a line, is split at blanks and
commas. Of instructions they only know which access textures and which only direct the flow (docs/reflection.md has the rules
and their sections)."""
import re
import struct

TEXTURE = re.compile(r"(TEX|TXB|TXD|TXF|TXL|TXP|TXQ)[RHX]?(C[01]?)?(_SS?AT)?$|KIL$")
FLOW = set("BRA BRK CAL CONT ELSE EMIT ENDIF ENDLOOP ENDPRIM ENDREP IF LOOP REP RET PUSHA".split())
# Instructions with results that are not temporaries, and those with integer constants without a suffix.
NO_RESULT = FLOW | {"KIL"}
INTEGER = set("AND I2F MOD NOT OR SAD SHL SHR TXF TXQ XOR".split())
DECLARATION = re.compile(r"((?:(?:INT|UINT|FLOAT|SHORT|LONG|FLAT|CENTROID|NOPERSPECTIVE)\s+)*)(TEMP|ATTRIB|PARAM|OUTPUT|BUFFER4?|ADDRESS|ALIAS)\s+(.*)$", re.S)
NAME = r"[A-Za-z_$][\w$]*"
PATH = re.compile(r"\b(vertex|fragment|primitive|program|state)((?:\s*\[[^\]]*\]|\s*\.\s*[A-Za-z]\w*)+)")
NUMBER = r"[-+]?\s*(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
SWIZZLE = re.compile(r"\.([xyzw]{4}|[rgba]{4}|[xyzwrgba])$")


def split(text, mark):
    """Splits at the marks that are outside of brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "{[(|") - (c in "}])") if c != "|" else 0
        if c == mark and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def indices(text):
    """The numbers of [3] and [1..4]."""
    first, _, last = text.partition("..")
    return range(int(first, 0), int(last or first, 0) + 1)


class Counter:
    def __init__(self, text):
        kind = re.match(r"!!(NV|ARB)(v|f|g)p\d\.\d", text)
        self.body = text[kind.end():]
        self.arb, self.stage = kind.group(1) == "ARB", kind.group(2)
        self.kinds = {}      # by name: class of the variable
        self.vectors = {}    # by name: the keys of a PARAM or ATTRIB
        self.alias = {}
        self.params, self.attribs, self.repeats = set(), set(), 0
        self.relative = set()
        self.temporaries = self.addresses = 0
        self.instructions = []

    # ---- bindings

    def attrib(self, path):
        """The keys of an attribute: slots with more than one name have one key."""
        path = re.sub(r"^vertex\s*\[[^\]]*\]\.", "vertex.", path)
        path = re.sub(r"\.color(\.front)?\.primary$", r".color\1", path)
        path = re.sub(r"\.color\.front", ".color", path)
        path = re.sub(r"\.color\.back$", ".color.back.primary", path)
        generic = {"position": 0, "weight": 1, "normal": 2, "color": 3, "color.secondary": 4, "fogcoord": 5}
        m = re.match(r"(\w+)\.(\w+)\[(.*)\]$", path)
        if m:
            shift = 8 if self.stage == "v" and m.group(2) == "texcoord" else 0
            word = "attrib" if shift else m.group(2)
            every = "0..15" if word == "attrib" and not shift else "0..7"
            return [f"{m.group(1)}.{word}[{n + shift}]" for n in indices(every if re.search("[a-zA-Z]", m.group(3)) else m.group(3))]
        if path.endswith(".texcoord"):
            return self.attrib(path + "[0]")
        if self.stage == "v" and path[len("vertex."):] in generic:
            return [f"vertex.attrib[{generic[path[len('vertex.'):]]}]"]
        return [path]

    def state(self, path):
        path = re.sub(r"\.(modelview|texture|texgen|texenv|weight)(?=\.|$)", r".\1[0]", path)
        path = re.sub(r"^(state\.(?:material|lightmodel|lightprod\[\d+\]))\.(?!front|back|ambient$)", r"\1.front.", path)
        path = re.sub(r"^state\.material\.ambient$", "state.material.front.ambient", path)
        path = re.sub(r"^state\.lightprod(\[\d+\])\.ambient$", r"state.lightprod\1.front.ambient", path)
        path = re.sub(r"^(state\.lightmodel)\.scenecolor$", r"\1.front.scenecolor", path)
        if path.startswith("state.matrix"):
            m = re.match(r"(.*?)(?:\.row\[(.*)\])?$", path)
            return [f"{m.group(1)}.row[{n}]" for n in indices(m.group(2) or "0..3")]
        return [path]

    def binding(self, match):
        """The keys of a path without the swizzle after it, and whether it is an attribute."""
        path = re.sub(r"\s", "", match.group(0))
        head = match.group(1)
        if head == "program":
            m = re.match(r"program\.(\w+)\[(.*?)\]", path)
            return ([f"{m.group(1)}{n}" for n in indices(m.group(2))] if m.group(1) != "buffer" else []), False
        path = SWIZZLE.sub("", path)
        return (self.state(path), False) if head == "state" else (self.attrib(path), True)

    def constant(self, text, integer):
        values = [re.sub(r"\s", "", v) for v in (split(text.strip("{} \t\n"), ",") if "{" in text else [text] * 4)]
        bits = []
        for v in values + ["0", "0", "0", "1"][len(values):]:
            whole = re.fullmatch(r"[-+]?(0[xX][0-9a-fA-F]+|\d+)", v)
            if integer and whole or re.search("[xX]", v):
                bits.append(int(v.replace("+", ""), 0) & 0xFFFFFFFF)
            else:
                bits.append(struct.unpack("<I", struct.pack("<f", min(float(v), 3.4028235e38)))[0])
        if self.arb:
            bits = [0 if b == 0x80000000 else b for b in bits]
        return tuple(bits)

    # ---- statements

    def declare(self, mods, word, rest):
        integer = bool(re.search(r"\bU?INT\b", mods))
        if word == "ALIAS":
            name, _, of = rest.partition("=")
            self.alias[name.strip()] = of.strip()
            return
        for item in split(rest, ","):
            name, _, value = (p.strip() for p in item.partition("="))
            m = re.match(rf"({NAME})\s*(?:\[\s*(\w*)\s*\])?$", name)
            self.kinds[m.group(1)] = word
            if word == "TEMP":
                self.temporaries += int(m.group(2) or "1", 0)
            elif word == "ADDRESS":
                self.addresses += 1
            elif word in ("PARAM", "ATTRIB"):
                self.vectors[m.group(1)] = self.initial(value, integer, "[" in name)

    def initial(self, value, integer, array):
        items = split(value[1:-1], ",") if array and value.startswith("{") else [value]
        keys = []
        for item in items:
            path = PATH.match(item)
            if path:
                found, is_attrib = self.binding(path)
                keys += found
                (self.attribs if is_attrib and self.arb else set()).update(found)
                self.params.update([] if is_attrib else found)
            else:
                keys.append(self.constant(item, integer))
                self.params.add(keys[-1])
        return keys

    def operand(self, text, integer):
        """The variable that it names, or None."""
        for index in re.findall(rf"\[([^\]]*)\]", text):
            for name in re.findall(NAME, index):
                self.use(name)
        plain = re.sub(r"\s*\[[^\]]*\]", "", text)
        first = re.search(NAME, plain)
        path = PATH.search(text)
        if first and first.group(0) in {**self.kinds, **self.alias}:
            name = self.use(first.group(0))
            index = re.search(rf"{NAME}\s*\[([^\]]*)\]", text)
            if index and re.search(NAME, index.group(1)) and self.kinds.get(name) == "PARAM" and name not in self.relative:
                self.relative.add(name)
                constants = [k for k in self.vectors[name] if isinstance(k, tuple)]
                self.repeats += len(constants)
                self.once_more(name, constants)
            return name
        if path:
            found, is_attrib = self.binding(path)
            (self.attribs if is_attrib else self.params).update(found)
        elif re.match(rf"\s*[-+|\s]*(\{{|{NUMBER})", text):
            m = re.search(rf"\{{[^}}]*\}}|{NUMBER}", re.sub(r"^[-+|\s]*", "", text)) # a sign before it is not part of the constant
            self.params.add(self.constant(m.group(0), integer))
        return None

    def once_more(self, name, constants):
        """Equal constants in the program count once, with the variable that has the first of them."""
        own = set()
        for c in constants:
            elsewhere = any(c in v for n, v in self.vectors.items() if n != name and list(self.vectors).index(n) < list(self.vectors).index(name))
            if c not in own and not elsewhere:
                self.repeats -= 1
            own.add(c)

    def use(self, name):
        while name in self.alias:
            name = self.alias[name]
        if self.kinds.get(name) == "ATTRIB":
            self.attribs.update(self.vectors[name])
        return name

    def instruction(self, text):
        m = re.match(r"([A-Z][A-Z0-9]*(?:_SS?AT)?)((?:\.[A-Z0-9]+)*)\s*(.*)$", text, re.S)
        op, mods, rest = m.groups()
        base = op if op in FLOW or op == "KIL" else re.sub(r"_SS?AT$", "", op)
        integer = base in INTEGER or bool(re.search(r"\.(S|U|S24|U24)\b", mods))
        texture = bool(TEXTURE.match(op))
        result, sources = None, []
        if base in ("BRA", "CAL"):
            rest = ""
        if base.startswith("SWZ"):
            rest = ",".join(split(rest, ",")[:2]) # the other operands select components
        operands = split(rest, ",") if rest else []
        if base not in NO_RESULT and operands:
            result = self.use(re.match(NAME, operands[0]).group(0)) if re.match(NAME, operands[0]) else None
            if not re.match(r"result\b", operands[0]):
                self.operand(operands[0], integer)
            operands = operands[1:]
        elif base in ("IF", "BRK", "CONT", "RET"):
            operands = []
        if texture and base != "KIL":
            operands = [o for o in operands if not re.match(r"(texture|offset|\(|\d?D$|1D|2D|3D|CUBE|RECT|SHADOW|ARRAY|BUFFER)", o)]
        for o in operands:
            if base == "KIL" and re.match(r"\w*", o).group(0) not in self.kinds and re.fullmatch(r"(EQ|GE|GT|LE|LT|NE|TR|FL|NAN|LEG|CF|NCF|OF|NOF|AB|BLE|SF|NSF)[01]?(\.\w+)?", o):
                continue
            sources.append(self.operand(o, integer))
        kind = "tex" if texture else "flow" if base in FLOW else "alu"
        self.instructions.append((kind, result if self.kinds.get(result) == "TEMP" else None, [s for s in sources if s]))

    def indirections(self):
        """ARB_fragment_program, issue 24, in the order of the text."""
        nodes, written, touched = 1, set(), set()
        for kind, result, sources in self.instructions:
            if kind == "tex" and (written & set(sources) or result in touched):
                nodes, written, touched = nodes + 1, set(), set()
            if kind != "tex":
                touched.update(sources + [result])
            if result:
                written.add(result)
            touched.discard(None)
        return nodes

    def run(self):
        text = re.sub(r"#[^\n]*", "", self.body)
        text = re.split(r"\bEND\b", text)[0]
        for statement in text.split(";"):
            statement = statement.strip()
            while re.match(rf"{NAME}\s*:", statement):
                statement = statement.split(":", 1)[1].strip()
            if not statement or re.match(r"OPTION\b|PRIMITIVE_|VERTICES_OUT", statement):
                continue
            m = DECLARATION.match(statement)
            if m:
                self.declare(*m.groups())
            else:
                self.instruction(statement)
        kinds = [k for k, _, _ in self.instructions]
        if not self.arb:
            made = {"vertex.id", "vertex.instance", "primitive.id", "fragment.facing"} | ({"fragment.position"} if self.stage == "f" else set())
            self.attribs -= made
        return [len(kinds), kinds.count("alu"), kinds.count("tex"), self.indirections(), self.temporaries, len(self.params) + self.repeats,
                len(self.attribs), self.addresses]


# Instructions of TGSI that access textures or kill, and other instructions without a result.
TGSI_TEXTURE = re.compile(r"(TEX|TXB|TXD|TXF|TXL|TXP|TXQ|SAMPLE|GATHER4|SVIEWINFO|TG4|LODQ?$|KILL)")
TGSI_NO_RESULT = set("""CAL CALLNZ RET IF UIF ELSE ENDIF BGNLOOP ENDLOOP BRK CONT BREAKC SWITCH CASE DEFAULT ENDSWITCH BGNSUB ENDSUB END BGNFOR
    ENDFOR REP ENDREP PUSHA EMIT ENDPRIM DEMOTE NOP""".split())
TGSI_LAYOUTS = "none any greater less unchanged".split()


class Tgsi:
    def __init__(self, text):
        lines = [re.sub(r"#.*", "", line).strip() for line in text.splitlines()]
        lines = [re.sub(r"^\d+\s*:\s*", "", line) for line in lines if line]
        self.stage, self.lines = lines[0], lines[1:]
        rows = lambda word: [line[len(word):].strip() for line in self.lines if re.match(word + r"\b", line)]
        self.registers = [m.groups() for m in (re.match(r"(\w+?)(?:\[(\d*)\])?\[(\d+)(?:\.\.(\d+))?\](?:\.(\w+))?(.*)", d) for d in rows("DCL"))]
        self.property = {name: value for name, value in (p.split(None, 1) for p in rows("PROPERTY"))}
        self.immediates = len(rows("IMM"))
        self.instructions = [line for line in self.lines if not re.match(r"(DCL|IMM|PROPERTY)\b", line)]

    def declared_registers(self, file):
        return sum(int(last or first) - int(first) + 1 for f, _, first, last, _, _ in self.registers if f == file)

    def indirections(self):
        node, written, touched = 1, set(), set()
        meets = lambda seen, names: bool(seen & names) or "any" in names and bool(seen) or "any" in seen and bool(names)
        for line in self.instructions:
            op, _, rest = line.partition(" ")
            operands = [self.temporary(o) for o in split(rest, ",")] if rest else []
            first = 0 if op.split("_")[0] in TGSI_NO_RESULT or op.startswith("KILL") else 1
            results, sources = ({o for o in part if o} for part in (operands[:first], operands[first:]))
            if TGSI_TEXTURE.match(op):
                if meets(written, sources) or meets(touched, results):
                    node, written, touched = node + 1, set(), set()
            else:
                touched |= sources | results
            written |= results
        return node

    def temporary(self, operand):
        m = re.match(r"[-|\s]*TEMP\[([^\]]*)", operand)
        return None if not m else m.group(1) if m.group(1).isdigit() else "any"

    def counts(self):
        tex = sum(bool(TGSI_TEXTURE.match(line)) for line in self.instructions)
        none = sum(re.match(r"\w+?(?=_SAT|_PRECISE|\b)", line).group(0) in TGSI_NO_RESULT for line in self.instructions)
        return [len(self.instructions), len(self.instructions) - tex - none, tex, self.indirections(), self.declared_registers("TEMP"),
                self.declared_registers("CONST") + self.immediates, self.declared_registers("IN"), self.declared_registers("ADDR")]

    def declared(self):
        set_to = lambda name: int(self.property.get(name, 0))
        clip = set_to("NUM_CLIPDIST_ENABLED") if "NUM_CLIPDIST_ENABLED" in self.property else 4 * sum(
            int(last or first) - int(first) + 1 for _, _, first, last, _, rest in self.registers if "CLIPDIST" in rest)
        culls = {clip + 4 * int((re.search(r"CULLDIST\[(\d+)", rest) or [0, 0])[1]) + "xyzw".index(c)
                 for f, _, _, _, mask, rest in self.registers if f == "OUT" and "CULLDIST" in rest for c in mask or "xyzw"}
        return {"upper_left": self.stage == "FRAG" and self.property.get("FS_COORD_ORIGIN") != "LOWER_LEFT",
                "broadcasts": bool(set_to("FS_COLOR0_WRITES_ALL_CBUFS")), "early_tests": bool(set_to("FS_EARLY_DEPTH_STENCIL")),
                "post_depth_coverage": bool(set_to("FS_POST_DEPTH_COVERAGE")), "depth_layout": TGSI_LAYOUTS[set_to("FS_DEPTH_LAYOUT")],
                "window_position": bool(set_to("VS_WINDOW_SPACE_POSITION")), "relative_layer": bool(set_to("LAYER_VIEWPORT_RELATIVE")),
                "culls": sorted(c for c in culls if c < 8), "invocations": (set_to("GS_INVOCATIONS") or 1) if self.stage == "GEOM" else 0,
                "uniforms": max((int(last or first) + 1 for f, buffer, first, last, _, _ in self.registers if f == "CONST" and int(buffer or 0) == 0), default=0)}


def is_tgsi(text):
    return not text.lstrip().startswith("!!")


def counts(text):
    return Tgsi(text).counts() if is_tgsi(text) else Counter(text).run()


def declared(text):
    """Languages with a !! declare only the origin of positions; their geometry programs run once."""
    if is_tgsi(text):
        return Tgsi(text).declared()
    return {"upper_left": "ARB_fragment_coord_origin_upper_left" in text, "broadcasts": False, "early_tests": False, "post_depth_coverage": False,
            "depth_layout": "none", "window_position": False, "relative_layer": False, "culls": [],
            "invocations": int(text.startswith("!!NVgp")), "uniforms": 0}
