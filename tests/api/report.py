#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Recomputes the report of machine code (nvp4c -report=json) from the machine code itself and the documents.

usage: report.py NVP4C SCHEMAS DOCS JOBS PROGRAM...
       report.py -planted NVP4C SCHEMAS DOCS PROGRAM...

Nothing is shared with the compiler: report_code.py decodes the object, report_flow.py follows its lanes. The second form plants
wrong figures into reports, each of which has to be found.
"""
import concurrent.futures
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

import jsonschema

sys.dont_write_bytecode = True # write nothing to the source tree
from report_code import Agx, Mismatch, Usc
from report_flow import Lanes, Values, longest, mask, members, shortest

LEVELS = ("-O0", "-O2")


def run(nvp4c, *args):
    return subprocess.run([nvp4c, *args], capture_output=True, text=True, errors="replace")


def expect(row, field, report, here):
    if report != here:
        raise Mismatch(row, field, report, here)


class Case:
    """A program at one level on one target: its report, its machine code, and what the documents say about both."""

    def __init__(self, nvp4c, program, target, level, machine, schema, made):
        self.machine = machine
        base = ["-w", "-target=" + target, level]
        r = run(nvp4c, *base, "-report=json,passes", program)
        self.status = r.returncode
        if r.returncode:
            self.message = r.stderr.strip()[:200]
            return
        self.report = json.loads(r.stdout)
        schema.validate(self.report)
        expect(None, "bytes of a second run", run(nvp4c, *base, "-report=json,passes", program).stdout == r.stdout, True)
        o = run(nvp4c, *base, "-c", "-reflect=json", "-o", made, program)
        reflect = json.loads(o.stdout)
        raw = made + ".raw"
        run(nvp4c, *base, "-c", "-fmt=raw", "-o", raw, program)
        with open(raw, "rb") as f:
            self.code = f.read()
        self.text = run(nvp4c, "-target=" + target, "--dis", made).stdout
        self.at_end = set()
        self.uploads = {f"sh{e['location']['number']}": e["value"] for e in reflect["bindings"]
                        if e["binding"] == "constant" or e["kind"] == "constant" if e.get("location", {}).get("register") == "shared"}
        if target == "agx" and self.report["stage"] == "fragment":
            self.at_end = handed_over(reflect)


def handed_over(reflect):
    """The halves that the main part of a fragment program hands to the epilog (docs/abi-agx.md, "The parts and their links")."""
    found = set()
    for e in reflect["bindings"]:
        place = e.get("location") or {}
        if e["kind"] == "output" and place.get("register") == "gpr":
            first = 2 * place["number"] + place["first_bit"] // 16
            found |= set(range(first, first + place["bits"] // 16))
    return found


def check(case, report):
    expect(None, "costs", [(c["id"], c["value"], c["provenance"]) for c in report["costs"]], case.machine.known_costs)
    if case.machine.steps:
        expect(None, "occupancy", report["registers"]["steps"], case.machine.steps)
    costs = {c["id"]: (c["value"], c["provenance"]) for c in report["costs"]}
    case.machine.temps, case.machine.uploads = report["summary"]["registers"], case.uploads
    rows = case.machine.rows(case.code, case.text, costs)
    check_rows(report, rows, case)
    check_time(report, rows)
    check_blocks(report, rows)
    check_paths(report, rows)
    check_lines(report, rows)
    check_lives(report, rows, case)
    check_assumed(report, rows, case, costs)


def check_rows(report, rows, case):
    expect(None, "number of rows", (len(report["rows"]), report["summary"]["rows"]), (len(rows), len(rows)))
    expect(None, "bytes of code", report["summary"]["bytes"], len(case.code))
    units, used_costs = report["units"], set()
    for k, (r, here) in enumerate(zip(report["rows"], rows)):
        expect(k, "at", r["at"], here.at)
        expect(k, "bytes", r["bytes"], here.bytes)
        expect(k, "code", r["code"], here.code.hex())
        expect(k, "text", r["text"], same_text(r["text"], here.text))
        used = sorted((units[u["unit"]]["id"], u["op"], u["busy"]) for u in r["used"])
        here.used = [u for u in here.used if u in used or not bypasses(here, u)]
        expect(k, "used", used, sorted(here.used))
        expect(k, "cost", r["cost"], here.cost)
        expect(k, "latency", (r["latency"], r["assumed"]), (here.latency, here.assumed))
        expect(k, "lines", r["lines"], [n for n in here.lines if n])
        read = elements(k, r["reads"], here.reads, here.indexed_read, case)
        written = elements(k, r["writes"], here.writes, here.indexed_write, case)
        here.reads |= read
        here.writes |= written
        here.held |= read | written if here.request is not None else set()
        expect(k, "reads", r["reads"], sorted(here.reads))
        expect(k, "writes", r["writes"], sorted(here.writes))
        if case.machine.bits == 32:
            busy = {u for u, _, _ in here.used}
            empty = sorted(u["id"] for u in units if u["kind"] == here.kind and u["id"] not in busy and here.kind != "control")
            expect(k, "empty units", sorted(units[e["unit"]]["id"] for e in r["empty"]), empty)
        used_costs |= {here.uses_cost} if here.request is not None else set()
    if rows and case.machine.bits == 32:
        used_costs.add("SLOT")
    expect(None, "assumptions", set(report["summary"]["assumptions"]), {c["id"] for c in report["costs"] if c["id"] in used_costs and c["provenance"] == "assumed"})
    expect(None, "textures", report["summary"]["textures"], sum(r.texture for r in rows))
    check_premises(report, case.machine.bits == 32)


# Premises that the text of a group shows, with the words that show them (docs/usc-encoding.md, "Assumptions").
PREMISES = {
    "cndlt": r"cndlt [123],", "itrsmp": r"itrsmp", "schedwdf": r"itrsmp\S*\.schedwdf", "fred": r"fred\.", "sinc": r"fsinc ",
    "float-to-integer": r"(?<!n)pck\.[su]32", "f16-denormals": r"pck\.f16f16", "pack": r"(?s)(?<!un)pck\.\S*scale|^(?!.*\.rpt).*(?<!un)pck\.f16f16", "nan-comparison": r"tstne\.f32",
    "mutex": r"mutex\.", "memory-order": r"\bidf ", "setl": r"setl ", "depthsat": r"(?s)mov.*depthf",
}


def check_premises(report, is_usc):
    found = {a["id"]: (a["first"], a["rows"]) for a in report["assumptions"]}
    for name, words in PREMISES.items() if is_usc else ():
        at = [k for k, r in enumerate(report["rows"]) if re.search(words, r["text"])]
        expect(None, f"assumption {name}", found.get(name), (at[0], len(at)) if at else None)
    expect(None, "assumptions of AGX", is_usc or not found, True)


def same_text(report, here):
    """The bytes have a register where the compiler leaves an operand out: what a slot reads that the operation does not use."""
    if here.startswith("fred.") and report.endswith(", _") and here.endswith(", c0"):
        return here[:-2] + "_"
    return here


def bypasses(row, use):
    """Bitwise groups always have phase 0, and a test needs both units of its phase (docs/usc-encoding.md, "Phase sets"). Units that
    pass a value through may count as empty."""
    return row.kind == "bitwise" and (use[1] == "byp" or use[:2] == ("shift2", "lsl") and any(u == "test" for u, _, _ in row.used))


def elements(k, report, here, indexed, case):
    """Elements that an operand with an index register may name. Their array is not in the code, so the report's are taken if they
    are registers of the program."""
    more = set(report) - here
    if indexed and more and max(more) < case.machine.temps:
        return more
    return set()


def times(rows):
    """Rows are issued in their order; a row that waits is issued when all requests of its counters are done. Returns the start of each
    row, the time when its request is done, the row that waits for it, and the end."""
    now, due, starts, dones, waiters = 0, {}, [], {}, {}
    for k, here in enumerate(rows):
        after = getattr(here, "waits_after", False)
        for c in here.waits if not after else ():
            now = max([now] + [done for done, _ in due.get(c, [])])
        starts.append(now)
        if here.request is not None:
            dones[k] = now + here.latency
            due.setdefault(here.request, []).append((dones[k], k))
        now += here.cost
        for c in here.waits:
            if after:
                now = max([now] + [done for done, _ in due.get(c, [])])
            waiters.update({row: k for _, row in due.pop(c, [])})
    return starts, dones, waiters, now


def check_time(report, rows):
    starts, dones, waiters, elapsed = times(rows)
    for k, here in enumerate(rows):
        r = report["rows"][k]
        expect(k, "start", r["start"], starts[k])
        expect(k, "wait", r.get("wait", False), bool(here.waits))
        if here.request is None:
            expect(k, "request", r.get("request"), None)
        else:
            expect(k, "request", (r.get("request", {}).get("counter"), r.get("request", {}).get("done")), (here.request, dones[k]))
            expect(k, "row that waits", r["request"]["row"], waiters.get(k))
    expect(None, "elapsed", report["summary"]["elapsed"], elapsed)


def figures_of(report, rows):
    """The figures that may depend on costs, by the names in the report."""
    starts, dones, _, elapsed = times(rows)
    blocks = report["blocks"]
    ends = [[len(blocks) if e["block"] is None else e["block"] for e in b["next"]] for b in blocks]
    of_blocks = [sum(r.cost for r in rows[b["first"]:b["first"] + b["count"]]) for b in blocks]
    busy = [u for r in rows for u in r.used]
    return {"summary.total": sum(of_blocks), "summary.shortest": shortest(ends, of_blocks), "summary.longest": longest(ends, of_blocks),
            "summary.elapsed": elapsed, "summary.units": busy, "rows.start": starts, "rows.cost": [r.cost for r in rows],
            "rows.latency": [r.latency for r in rows], "rows.used.busy": busy, "rows.request.done": dones, "lines.cost": [r.cost for r in rows]}


def check_assumed(report, rows, case, costs):
    """Decodes the code again with another value of each assumed cost, and looks which figures change."""
    decode = lambda costs: figures_of(report, case.machine.rows(case.code, case.text, costs))
    before, found = decode(costs), {}
    for name in {r.uses_cost for r in rows if r.request is not None} | ({"SLOT"} if case.machine.bits == 32 else set()):
        if costs[name][1] == "assumed":
            after = decode({**costs, name: (costs[name][0] + 10000, "assumed")})
            for figure in (f for f in before if before[f] != after[f]):
                found.setdefault(figure, set()).add(name)
    expect(None, "assumed", {a["figure"]: set(a["costs"]) for a in report["assumed"]}, found)
    order = [c["id"] for c in report["costs"]]
    for a in report["assumed"]:
        expect(None, f"order of the costs of {a['figure']}", a["costs"], sorted(set(a["costs"]), key=order.index))


def check_blocks(report, rows):
    """Blocks begin at the start, at targets and after jumps, and where a block of the compiler begins that has a bound or none."""
    blocks = report["blocks"]
    at = [b["first"] for b in blocks]
    expect(None, "rows of blocks", [k for b in blocks for k in range(b["first"], b["first"] + b["count"])], list(range(len(rows))))
    needed = {0} if rows else set()
    for k, r in enumerate(rows):
        if r.jumps or r.ends:
            needed |= {k + 1}
        if r.jumps:
            needed.add(r.target)
    if needed - set(at) - {len(rows)}:
        raise Mismatch(None, "starts of blocks", at, sorted(needed))
    block_of = {k: n for n, b in enumerate(blocks) for k in range(b["first"], b["first"] + b["count"])}
    for k, r in enumerate(report["rows"]):
        expect(k, "block", r["block"], block_of[k])
    for n, b in enumerate(blocks):
        last = b["first"] + b["count"] - 1
        edges = []
        if rows[last].falls or rows[last].ends:
            edges.append({"block": None if rows[last].ends else block_of.get(last + 1), "kind": "fall"})
        if rows[last].jumps:
            edges.append({"block": block_of.get(rows[last].target), "kind": "jump"})
        expect(last, f"edges of block {n}", b["next"], edges)
        if b["bound"] is not None and b["bound"] > b["count"]:
            raise Mismatch(b["first"], f"bound of block {n}", b["bound"], f"{b['count']} rows")


def check_paths(report, rows):
    blocks = report["blocks"]
    ends = [[len(blocks) if e["block"] is None else e["block"] for e in b["next"]] for b in blocks]
    of = lambda weight: [sum(weight(rows[k]) for k in range(b["first"], b["first"] + b["count"])) for b in blocks]
    paths = lambda w: {"total": sum(w), "shortest": shortest(ends, w), "longest": longest(ends, w)}
    summary = report["summary"]
    for name, value in paths(of(lambda r: r.cost)).items():
        expect(None, name, summary[name], value)
    used = []
    for n, u in enumerate(report["units"]):
        w = of(lambda r: sum(busy for unit, _, busy in r.used if unit == u["id"]))
        if sum(w):
            used.append({"unit": n, **paths(w)})
    for a, b in zip(summary["units"], used):
        expect(None, f"unit {report['units'][b['unit']]['id']}", a, b)
    expect(None, "units", summary["units"], used)
    most = max([u["total"] for u in used], default=0)
    expect(None, "limit", summary["limit"], next((u["unit"] for u in used if u["total"] == most), None))


def check_lines(report, rows):
    found = {}
    for r in rows:
        lines = [n for n in r.lines if n]
        sums = found.setdefault(lines[0] if lines else 0, [0, 0, 0])
        sums[0] += 1
        sums[1] += r.cost
        for n in set(lines[1:]) - set(lines[:1]):
            found.setdefault(n, [0, 0, 0])[2] += 1
    here = [{"line": n, "rows": s[0], "cost": s[1], "shared": s[2]} for n, s in sorted(found.items())]
    for a, b in zip(report["lines"], here):
        expect(None, f"line {b['line']}", a, b)
    expect(None, "lines", report["lines"], here)


def check_lives(report, rows, case):
    lanes = Lanes(rows, case.at_end)
    live = [lanes.taken_at(k) for k in range(len(rows))]
    for k, m in enumerate(live):
        if report["rows"][k]["live"] != m.bit_count():
            raise Mismatch(k, "live", report["rows"][k]["live"], f"{m.bit_count()}, {members(m)}")
    summary, registers = report["summary"], report["registers"]
    peak = max([m.bit_count() for m in live], default=0)
    expect(None, "peak", summary["peak"], peak)
    row = next((k for k, m in enumerate(live) if m.bit_count() == peak), None)
    expect(None, "row of the peak", registers["peak_row"], row)
    if peak > summary["registers"]:
        raise Mismatch(row, "registers below the peak", summary["registers"], peak)
    named = max([m.bit_length() for m in live], default=0)
    if named > summary["registers"]:
        raise Mismatch(None, "registers below those that the code names", summary["registers"], named)
    check_values(report, Values(lanes, named).found)


def check_values(report, here):
    """Values of adjacent registers may be one in the report, if they are live at the same rows."""
    split = []
    for n, v in enumerate(report["values"]):
        for k in range(v["count"]):
            split.append((v["register"] + k, v["ranges"], v["writers"], v["readers"]))
        lines = sorted({l for w in v["writers"] for l in report["rows"][w]["lines"][:1]})
        if not set(lines) <= set(v["lines"]):
            raise Mismatch(v["writers"][0], f"lines of value {n}", v["lines"], lines)
        size, bits = report["registers"]["prefix"], report["registers"]["bits"]
        expect(None, f"name of value {n}", v["name"], name_of(size, bits, v["register"], v["count"]))
    split.sort()
    for a, b in zip(split, sorted(here)):
        if a != b:
            raise Mismatch(min(a[1][0][0], b[1][0][0]), "value (register, ranges, writers, readers)", a, b)
    expect(None, "number of values", len(split), len(here))
    at = report["registers"]["peak_row"]
    expect(at, "values of the peak", report["registers"]["peak_values"],
           [n for n, v in enumerate(report["values"]) if any(a <= at <= b for a, b in v["ranges"])] if at is not None else [])


def name_of(prefix, bits, register, count):
    last = register + count - 1
    if bits == 32:
        return f"{prefix}{register}" + (f"..{prefix}{last}" if count > 1 else "")
    whole = register % 2 == 0 and count % 2 == 0
    half = lambda n: f"{prefix}{n // 2}" + ("" if whole else "lh"[n % 2])
    return half(register) + (f"..{half(last)}" if count > (2 if whole else 1) else "")


def machines(docs):
    return {"usc": Usc(docs), "agx": Agx(docs)}


def read_schema(folder):
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def job(nvp4c, schemas, docs, program, number):
    """Returns the number of comparisons and the failures of a program."""
    done, failures, machine, schema = 0, [], machines(docs), read_schema(schemas)
    with tempfile.TemporaryDirectory() as tmp:
        for target in machine:
            for level in LEVELS:
                try:
                    case = Case(nvp4c, program, target, level, machine[target], schema, os.path.join(tmp, "made"))
                    if case.status == 0:
                        check(case, case.report)
                        done += 1
                    elif target == "usc" or case.status != 7:
                        raise Mismatch(None, "status", case.status, case.message)
                except (Mismatch, jsonschema.ValidationError) as e:
                    failures.append(f"FAIL {program}, {target} {level}: {str(e)[:600]}")
    return done, failures


# ---- wrong figures

def row_with(report, member):
    return next((r for r in report["rows"] if r.get(member)), None)


def change(group, *path, by=1):
    """Adds to a number. A name in the path is a member; the first element of a list that has the next one is taken."""
    def plant(report):
        place = report
        for k, name in enumerate(path[:-1]):
            place = place[name]
            if isinstance(place, list) and not isinstance(path[k + 1], int):
                place = next((e for e in place if e.get(path[k + 1]) not in (None, [], {})), None)
                if place is None:
                    return False
        if isinstance(place, list) and len(place) <= path[-1] or place is None:
            return False
        old = place[path[-1]]
        place[path[-1]] = by if old is None else old + by
        return True
    return f"{group}: {'.'.join(map(str, path))}", plant


def plant(group, name, change_report):
    return f"{group}: {name}", change_report


def swap(report, member, change_it):
    r = row_with(report, member)
    if r is None:
        return False
    r[member] = change_it(r[member])
    return True


def drop_value(report):
    return bool(report["values"]) and report["values"].pop(0) is not None


def split_block(report):
    """Says that a block with two successors has one."""
    b = next((b for b in report["blocks"] if len(b["next"]) == 2), None)
    return b is not None and b["next"].pop() is not None


def later_waiter(report):
    r = next((r for r in report["rows"] if "request" in r and r["request"]["row"] is not None), None)
    if r is None:
        return False
    r["request"]["row"] += 1
    return True


def shorter_life(report):
    v = next((v for v in report["values"] if v["ranges"][-1][1] > v["ranges"][-1][0]), None)
    if v is None:
        return False
    v["ranges"][-1][1] -= 1
    return True


def free_at_issue(report):
    """Frees the registers of requests at the last row that reads or writes them, and not at the row that waits."""
    found = False
    for v in report["values"]:
        first, last = v["ranges"][-1]
        used = max(v["readers"] + v["writers"], default=last)
        if not first <= used < last or not report["rows"][last].get("wait"):
            continue
        found = True
        v["ranges"][-1][1] = used
        for r in report["rows"][used + 1:last + 1]:
            r["live"] -= v["count"]
    live = [r["live"] for r in report["rows"]]
    peak = report["summary"]["peak"] = max(live, default=0)
    at = live.index(peak) if live else None
    report["registers"].update(peak_row=at, peak_values=[n for n, v in enumerate(report["values"]) if any(a <= at <= b for a, b in v["ranges"])])
    return found


def wait_elsewhere(report):
    r = next((r for r in report["rows"] if "wait" not in r), None)
    r["wait"] = True
    return True


PLANTED = [
    plant("rows", "a row is left out", lambda r: bool(r["rows"].pop())), change("rows", "summary", "rows"), change("rows", "rows", "at", by=2),
    change("rows", "rows", "bytes", by=2), change("rows", "summary", "bytes"), plant("rows", "code", lambda r: swap(r, "code", lambda c: c[:-1] + "e")),
    plant("rows", "text", lambda r: swap(r, "text", lambda t: t + " ")),
    plant("units", "another unit", lambda r: swap(r, "used", lambda u: [dict(u[0], unit=u[0]["unit"] + 1)] + u[1:])),
    plant("units", "another operation", lambda r: swap(r, "used", lambda u: [dict(u[0], op="nop")] + u[1:])),
    plant("units", "more time", lambda r: swap(r, "used", lambda u: [dict(u[0], busy=u[0]["busy"] + 1)] + u[1:])),
    plant("units", "an empty unit less", lambda r: swap(r, "empty", lambda e: e[1:])),
    change("time", "rows", "cost"), change("time", "rows", "latency"), plant("time", "an assumption", lambda r: swap(r, "latency", lambda x: x) and r["rows"][0].update(assumed=not r["rows"][0]["assumed"]) is None),
    change("time", "rows", "start"), change("time", "summary", "elapsed"), change("time", "costs", "value"),
    plant("time", "assumptions", lambda r: r["summary"]["assumptions"].append("RESULT") is None),
    plant("assumed", "a figure less", lambda r: bool(r["assumed"]) and r["assumed"].pop() is not None),
    plant("assumed", "a cost less", lambda r: (a := next((a for a in r["assumed"] if len(a["costs"]) > 1), None)) is not None and a["costs"].pop() is not None),
    plant("assumed", "another figure", lambda r: bool(r["assumed"]) and r["assumed"][0].update(figure="summary.bytes") is None),
    plant("assumed", "a known cost", lambda r: bool(r["assumed"]) and r["assumed"][0]["costs"].append(next(c["id"] for c in r["costs"] if c["provenance"] != "assumed")) is None),
    change("requests", "rows", "request", "done"), change("requests", "rows", "request", "counter"), plant("requests", "another wait", later_waiter),
    plant("requests", "a wait too many", wait_elsewhere), plant("requests", "a wait less", lambda r: (w := row_with(r, "wait")) is not None and w.pop("wait")),
    change("requests", "summary", "textures"),
    plant("time", "a premise more", lambda r: r["assumptions"].append({"id": "setl", "text": "", "first": 0, "rows": 1}) is None),
    change("blocks", "rows", "block"), change("blocks", "blocks", "count"), plant("blocks", "an edge less", split_block),
    plant("blocks", "another kind of edge", lambda r: r["blocks"][0]["next"][0].update(kind="jump" if r["blocks"][0]["next"][0]["kind"] == "fall" else "fall") is None),
    change("blocks", "blocks", "bound", by=1000),
    change("paths", "summary", "total"), change("paths", "summary", "shortest"), change("paths", "summary", "longest"), change("paths", "summary", "units", "total"),
    change("paths", "summary", "units", "shortest"), change("paths", "summary", "units", "longest"), change("paths", "summary", "limit"),
    plant("lines", "a line of a row", lambda r: swap(r, "lines", lambda n: n + [n[-1] + 1])), change("lines", "lines", "rows"), change("lines", "lines", "cost"), change("lines", "lines", "shared"),
    plant("registers", "a read less", lambda r: swap(r, "reads", lambda x: x[1:])), plant("registers", "another write", lambda r: swap(r, "writes", lambda x: x[:-1] + [x[-1] + 1])),
    change("lives", "rows", "live"), change("lives", "summary", "peak"), change("lives", "registers", "peak_row"),
    plant("lives", "a value of the peak less", lambda r: bool(r["registers"]["peak_values"]) and r["registers"]["peak_values"].pop() is not None),
    plant("lives", "registers of requests are free before the wait", free_at_issue),
    plant("lives", "fewer registers than the peak", lambda r: r["summary"].update(registers=r["summary"]["peak"] - 1) is None),
    plant("registers", "another occupancy", lambda r: r["target"] == "agx" and r["registers"]["steps"][0].update(waves=7) is None),
    plant("values", "a value less", drop_value), plant("values", "a shorter life", shorter_life), change("values", "values", "register"),
    plant("values", "a writer less", lambda r: bool((v := next((v for v in r["values"] if v["writers"]), None)) and v["writers"].pop() is not None)),
    plant("values", "a reader less", lambda r: bool((v := next((v for v in r["values"] if v["readers"]), None)) and v["readers"].pop() is not None)),
    plant("values", "a name", lambda r: r["values"][0].update(name="r") is None),
]


def check_planted(nvp4c, schemas, docs, programs):
    """Each wrong figure is planted into each report that can have it, and has to be found there."""
    found, failed, schema = {}, 0, read_schema(schemas)
    with tempfile.TemporaryDirectory() as tmp:
        for program in programs:
            for target, machine in machines(docs).items():
                case = Case(nvp4c, program, target, "-O2", machine, schema, os.path.join(tmp, "made"))
                check(case, case.report)
                for name, change_report in PLANTED:
                    report = copy.deepcopy(case.report)
                    if not change_report(report):
                        continue
                    try:
                        check(case, report)
                        print(f"FAIL {program}, {target}: not found: {name}")
                        failed += 1
                    except (Mismatch, LookupError):
                        found[name] = found.get(name, 0) + 1
    for name, _ in PLANTED:
        if name not in found:
            print(f"FAIL no report can have it: {name}")
            failed += 1
    print(f"{len(found)} passed, {failed} failed")
    return failed != 0


def main():
    if sys.argv[1] == "-planted":
        return check_planted(*sys.argv[2:5], sys.argv[5:])
    nvp4c, schemas, docs, jobs, *programs = sys.argv[1:]
    done, failed = 0, 0
    with concurrent.futures.ProcessPoolExecutor(int(jobs)) as pool:
        for count, failures in pool.map(job, *zip(*[(nvp4c, schemas, docs, p, n) for n, p in enumerate(programs)])):
            done += count
            failed += len(failures)
            for f in failures:
                print(f)
    print(f"{done} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
