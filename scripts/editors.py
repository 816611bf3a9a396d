#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the syntax files of editors/ from the tables of instructions: editors.py [--check]

Each language is a list of rules (scope, pattern); the first rule that matches at a place wins. Patterns are regular expressions of VS Code's
TextMate grammars in a form that vim's \\v has too: \\< and \\> are the ends of a word. --check prints files that differ from what the tables say,
and its last line counts them for `make check`.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
CC = os.environ.get("CC", "cc").split()

# ---- lists from the tables


def rows(path, **macros):
    """The texts that macros print for the rows of a table: {macro: [text]}. A macro is (parameters, its text as C strings)."""
    defines = [f'#define {name}({parameters}) @{name} {text} @\n' for name, (parameters, text) in macros.items()]
    source = "".join(defines) + f'#include "{path}"\n'
    run = subprocess.run([*CC, "-E", "-P", "-I", ROOT, "-x", "c", "-"], input=source, capture_output=True, text=True, check=True)
    found = {name: [] for name in macros}
    for name, strings in re.findall(r"@(\w+) ([^@]*)@", run.stdout):
        found[name].append("".join(re.findall(r'"([^"]*)"', strings)))
    return found


def unique(words):
    return sorted(set(words))


def before_point(words):
    return unique(word.split(".")[0] for word in words)


def one_of(words):
    # Longer words first: with vim, the first alternative that matches wins.
    return "(?:" + "|".join(re.sub(r"([.+*])", r"\\\1", word) for word in sorted(words, key=lambda w: (-len(w), w))) + ")"


def word(words):
    return r"\<" + one_of(words) + r"\>"


def nv_rules():
    ops = [row.split() for row in rows("frontend/nv/ast/nv_ops.def", NV_OP=("name, shape, ...", '#name " " #shape'))["NV_OP"]]
    flow = {"IF", "EMIT", "PUSHA", "POPA", "BRA", "REP", "ENDFLOW", "LOOP", "KIL", "FLOWCC"}
    control = [name for name, shape in ops if shape in flow] + ["END", "BLE"]
    return [
        ("comment", r"#.*$"),
        ("header", r"^!!(?:NV|ARB|VP|FP)[A-Za-z0-9.]*"),
        ("label", r"^\s*[A-Za-z_$][A-Za-z0-9_$]*\ze\s*:"),
        ("declaration", word("TEMP ATTRIB PARAM OUTPUT ALIAS ADDRESS OPTION BUFFER BUFFER4 PRIMITIVE_IN PRIMITIVE_OUT VERTICES_OUT".split())),
        ("modifier", word("UINT INT FLOAT SHORT LONG FLAT CENTROID NOPERSPECTIVE".split())),
        ("control", word(unique(control))),
        # Older dialects add the precision, the condition code and the saturation to the name: MULXC_SAT.
        ("mnemonic", r"\<" + one_of(unique(name for name, shape in ops if shape not in flow)) + r"[RHX]?(?:C[01]?)?(?:_SSAT|_SAT)?\>"),
        ("binding", r"\<(?:vertex|fragment|result|state|program|primitive)\>(?:\[[^\]]*\])?(?:\.[a-z][A-Za-z0-9]*)+"),
        ("constant", r"\<(?:SHADOW)?(?:ARRAY)?(?:1D|2D|3D|CUBE|RECT|BUFFER)\>"),
        ("constant", word("EQ NE LT LE GT GE TR FL NAN LEG CF NCF OF NOF AB BLE SF NSF".split()) + r"[01]?"),
        ("number", r"\<(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+)?(?:[eE][+\-]?\d+)?)\>"),
        ("modifier", r"\.[A-Za-z]+[0-9]?\>"),
    ]


def tgsi_rules():
    name = ("name, ...", "#name")
    second = ("id, name, ...", "name")
    table = rows("frontend/tgsi/ast/tgsi_ops.def", TGSI_OP=("name, kind, ...", '#name " " #kind'))["TGSI_OP"]
    words = rows("frontend/tgsi/ast/tgsi_words.def", TGSI_ALIAS=name, TGSI_FILE=second, TGSI_SEMANTIC=second, TGSI_TARGET=second,
                 TGSI_INTERP=second, TGSI_LOCATION=second, TGSI_PROPERTY=("id, name, values, ...", 'name " " values'), TGSI_RETURN=second,
                 TGSI_STAGE=second)
    ops = [row.split() for row in table]
    control = unique(op for op, kind in ops if kind == "FLOW")
    properties = [row.split() for row in words["TGSI_PROPERTY"]]
    constants = unique([w for kind in ("TGSI_SEMANTIC", "TGSI_TARGET", "TGSI_INTERP", "TGSI_LOCATION", "TGSI_RETURN") for w in words[kind]]
                       + [w for row in properties for w in row[1:]] + ["FLT32", "INT32", "UINT32", "FLT64", "INT64", "UINT64"])
    return [
        ("comment", r"#.*$"),
        ("header", r"^\s*" + word(words["TGSI_STAGE"])),
        ("label", r"^\s*\d+\s*:"),
        ("declaration", word(["DCL", "PROPERTY"])),
        ("binding", r"\<" + one_of(words["TGSI_FILE"]) + r"\>\ze\s*[\[(]"),
        ("control", word(control)),
        ("mnemonic", r"\<" + one_of(unique([op for op, kind in ops if kind != "FLOW"] + words["TGSI_ALIAS"])) + r"(?:_SAT)?(?:_PRECISE)?\>"),
        ("declaration", word(["IMM"])),
        ("constant", r"\<PIPE_FORMAT_[A-Z0-9_]+\>"),
        ("property", word(unique(row[0] for row in properties))),
        ("constant", word(constants)),
        ("number", r"\<(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+)?(?:[eE][+\-]?\d+)?)\>"),
        ("modifier", r"\.[A-Za-z]+\>"),
    ]


def ir_rules():
    ops = rows("ir/ops.def", OP=("name, ...", "#name"))["OP"]
    return [
        ("comment", r"#.*$"),
        ("header", r"^nvp4c-ir\>"),
        ("string", r'"(?:\\.|[^"\\])*"'),
        ("label", r"^block \d+"),
        ("declaration", r"^\s*" + word("stage source_ops geometry workgroup shared param array slot input output image buffer preshader".split())),
        ("control", r"^\s*" + word("if jump loop break continue return".split())),
        ("property", r"\<[a-z_]+\ze\="),
        ("mnemonic", word(unique(ops)) + r"(?:\.[a-z0-9]+)*"),
        ("register", r"\%\d+(?::\d+)?"),
        ("label", r"\<b\d+\>"),
        ("modifier", word("const env local uniform state pre moved inv sat ssat vertex fragment compute".split())),
        ("number", r"\<(?:0x[0-9A-Fa-f]+|\d+)\>"),
    ]


def usc_rules():
    second = ("id, text, ...", "text")
    found = rows("backend-usc/isa/usc_isa.def", OP=second, LOGIC_OP=second, CND_OP=second, ATOM_OP=second, SOP_OP=second,
                 MNEMONIC=("text, ...", "text"), SUFFIX=("text, ...", "text"))
    suffixes = before_point(found.pop("SUFFIX"))
    # A move of a result is not a row: W0 and W1 have their own fields.
    mnemonics = before_point([text for texts in found.values() for text in texts] + ["mov"])
    flow = [m for m in mnemonics if re.match(r"(?:br|brl|ba|bal|cnd\w*|lapc|savl|wop|wdf|nop|bpret)$", m)]
    return [
        ("header", r"^\s*#@.*$"),
        ("comment", r"#.*$"),
        ("label", r"^\s*(?:\d+|[A-Za-z_]\w*)\s*:"),
        ("label", r"\@\w+"),
        ("declaration", r"\s\.(?:end|rpt[2-4]|atom|long|olchk|noolchk|ph0clr|pad|iss|src|form)\>"),
        ("control", r"\<(?:if|ignorepe)\>"),
        ("control", word(flow) + r"(?:\.[a-z0-9]+)*"),
        ("mnemonic", word([m for m in mnemonics if m not in flow]) + r"(?:\.[a-z0-9]+)*"),
        ("register", r"\<(?:r|vi|i|o|vo|c|cf|sh|sr|sc|ft|idx|s|is|w|p|drc|dc|pre)\d+\>"),
        ("register", r"\<(?:ftt|fte)\>"),
        ("modifier", r"\.(?:" + "|".join(suffixes + ["neg", "abs", "flr", r"e\d", "invert"]) + r")\>"),
        ("number", r"\<(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+)?)\>"),
    ]


def agx_rules():
    ops = unique(rows("backend-agx/isa/agx_isa.def", OP=("id, text, ...", "text"))["OP"])
    flow = [op for op in ops if re.match(r"(?:if|else|while|pop_exec|jmp|call|ret|stop|trap|wait|break|push_exec)", op)]
    return [
        ("header", r"^\s*#@.*$"),
        ("comment", r"[#;].*$"),
        ("declaration", r"^\s*\.(?:preamble|main|prolog|epilog|byte|long|short)\>"),
        ("label", r"^\s*[0-9a-f]+:(?:\s+[0-9a-f]+\>)?"),
        ("label", r"^\s*[A-Za-z_]\w*\s*:"),
        ("label", r"\@\w+"),
        ("control", word(flow) + r"(?:\.[a-z0-9]+)*"),
        ("mnemonic", word([op for op in ops if op not in flow]) + r"(?:\.(?:sat|sx))*"),
        ("register", r"\<(?:r|u|cf|ts|ss|sr)\d+[lh]?(?:_r\d+[lh]?)*"),
        ("modifier", r"\.[a-z]+\>"),
        ("number", r"\<(?:0[xb][0-9A-Fa-f]+|\d+(?:\.\d+)?)\>"),
    ]


# Name, file name extensions, a pattern of the first line, title, rules.
LANGUAGES = [
    ("nvp4c", [".vp", ".fp", ".gp"], r"^!!(?:NV|ARB|VP|FP)", "GPU assembly (NV, ARB)", nv_rules),
    ("nvp4ctgsi", [".tgsi"], r"^(?:VERT|FRAG|GEOM|COMP|TESS_CTRL|TESS_EVAL)\b", "TGSI", tgsi_rules),
    ("nvp4cir", [".ir"], r"^nvp4c-ir ", "nvp4c IR", ir_rules),
    ("nvp4cusc", [".usc"], r"^\s*0 :", "PowerVR USC assembly", usc_rules),
    ("nvp4cagx", [".agx"], r"^\s*(?:\.preamble|0: [0-9a-f]+ )", "AGX assembly", agx_rules),
]
# The scope of a rule in TextMate, and its highlight group in vim.
SCOPES = {
    "comment": ("comment.line.number-sign", "Comment"),
    "header": ("meta.preprocessor", "PreProc"),
    "string": ("string.quoted.double", "String"),
    "label": ("entity.name.label", "Label"),
    "declaration": ("storage.type", "Type"),
    "modifier": ("storage.modifier", "StorageClass"),
    "control": ("keyword.control", "Conditional"),
    "mnemonic": ("support.function.mnemonic", "Statement"),
    "binding": ("variable.language", "Identifier"),
    "register": ("variable.other.register", "Identifier"),
    "property": ("variable.parameter", "Special"),
    "constant": ("constant.language", "Constant"),
    "number": ("constant.numeric", "Number"),
}

# ---- files


def grammar(name, extensions, first_line, title, rules):
    def textmate(pattern):
        pattern = re.sub(r"\\ze(.*)$", r"(?=\1)", pattern).replace(r"\<", r"\b").replace(r"\>", r"\b")
        return pattern.replace(r"\=", "=").replace(r"\@", "@").replace(r"\%", "%")

    return json.dumps({
        "information_for_contributors": "written by scripts/editors.py; do not edit",
        "name": title,
        "scopeName": "source." + name,
        "fileTypes": [e[1:] for e in extensions],
        "firstLineMatch": first_line,
        "patterns": [{"name": f"{SCOPES[kind][0]}.{name}", "match": textmate(pattern)} for kind, pattern in rules],
    }, indent=1) + "\n"


def vim_syntax(name, title, rules):
    def vim(pattern):
        pattern = pattern.replace("(?:", "%(").replace(r"\>", "\1").replace(r"\<", "\2").replace('"', r'\"')
        # Characters that \v makes special, except inside brackets.
        pattern = re.sub(r"\[[^\]\\]*(?:\\.[^\]\\]*)*\]|(?<!\\)[@~&]", lambda m: m.group() if m.group()[0] == "[" else "\\" + m.group(), pattern)
        return pattern.replace("\1", ">").replace("\2", "<")

    lines = [f'" SPDX-License-Identifier: MIT', f'" Syntax of {title}. Written by scripts/editors.py; do not edit.',
             'if exists("b:current_syntax")', "  finish", "endif", "syntax case match"]
    # The last item that matches at a place wins.
    lines += [f'syntax match {name}{kind.capitalize()} "\\v{vim(pattern)}"' for kind, pattern in reversed(rules)]
    lines += [f"highlight default link {name}{kind.capitalize()} {SCOPES[kind][1]}" for kind in unique(kind for kind, _ in rules)]
    return "\n".join(lines + [f'let b:current_syntax = "{name}"']) + "\n"


def package():
    matcher = {
        "name": "nvp4c", "owner": "nvp4c", "source": "nvp4c", "fileLocation": ["autoDetect", "${workspaceFolder}"],
        "pattern": {
            "regexp": r"^(.+?):(\d+):(\d+): (error|warning|note): (.*?)(?: \[([a-z0-9-]+)\])?$",
            "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5, "code": 6,
        },
    }
    return json.dumps({
        "name": "nvp4c", "displayName": "nvp4c", "publisher": "nvp4c", "license": "MIT", "version": version(),
        "description": "GPU assembly of NV_gpu_program4 and ARB programs, TGSI, PowerVR USC and AGX; messages of nvp4c",
        "engines": {"vscode": "^1.60.0"},
        "categories": ["Programming Languages", "Snippets"],
        "contributes": {
            "languages": [{
                "id": name, "aliases": [title], "extensions": extensions, "firstLine": first_line.replace(r"\b", ""),
                "configuration": "./language-configuration.json",
            } for name, extensions, first_line, title, _ in LANGUAGES],
            "grammars": [{"language": name, "scopeName": "source." + name, "path": f"./syntaxes/{name}.tmLanguage.json"}
                         for name, *_ in LANGUAGES],
            "snippets": [{"language": "nvp4c", "path": "./snippets/nvp4c.json"}, {"language": "nvp4ctgsi", "path": "./snippets/nvp4ctgsi.json"}],
            "problemMatchers": [matcher],
        },
    }, indent=2) + "\n"


def version():
    with open(os.path.join(ROOT, "include/nvp4c.h"), encoding="utf-8") as file:
        return re.search(r'#define NVP4C_VERSION "(.*)"', file.read()).group(1)


def files():
    made = {"vscode/package.json": package()}
    for name, extensions, first_line, title, rules_of in LANGUAGES:
        rules = rules_of()
        made[f"vscode/syntaxes/{name}.tmLanguage.json"] = grammar(name, extensions, first_line, title, rules)
        made[f"vim/syntax/{name}.vim"] = vim_syntax(name, title, rules)
        made[f"vim/ftplugin/{name}.vim"] = (
            '" SPDX-License-Identifier: MIT\n" Written by scripts/editors.py; do not edit.\n'
            'if exists("b:did_ftplugin")\n  finish\nendif\nlet b:did_ftplugin = 1\nsetlocal commentstring=#\\ %s comments=:#\n'
            'compiler nvp4c\nlet b:undo_ftplugin = "setlocal commentstring< comments< makeprg< errorformat<"\n')
    return made


def main():
    differing = 0
    made = files()
    for path, text in made.items():
        path = os.path.join(ROOT, "editors", path)
        try:
            with open(path, encoding="utf-8") as file:
                same = file.read() == text
        except FileNotFoundError:
            same = False
        if same:
            continue
        if "--check" in sys.argv:
            print(f"FAIL {os.path.relpath(path, ROOT)} is not what scripts/editors.py writes")
            differing += 1
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    if "--check" in sys.argv:
        print(f"{len(made) - differing} passed, {differing} failed")
    return differing > 0


if __name__ == "__main__":
    sys.exit(main())
