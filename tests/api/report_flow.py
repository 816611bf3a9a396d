# SPDX-License-Identifier: MIT
"""Paths and lives of machine code for tests/api/report.py: by depth-first search and by the states of each lane.

A state is a row with the mask counter of a lane, whether it runs, and what is known about p0 of all lanes. A lane executes a row if
it runs or if the row is executed by all lanes. Sets of registers are integers with a bit for each.

A register is taken if it is live, or if a request in flight holds it: from the row of the request in which it was issued on this
path up to the next row that waits for its counter.
"""
import sys


def mask(registers):
    return sum(1 << r for r in registers)


def members(m):
    return [r for r in range(m.bit_length()) if m >> r & 1]


class Lanes:
    """The states in which lanes may be, with what is live in each."""

    def __init__(self, rows, at_end):
        self.rows, self.at_end = rows, mask(at_end)
        self.next, self.before = {}, {}
        self.explore((0, (0, True), None) if rows else None)
        self.order = sorted(self.next, key=lambda s: (s[0], s[1]))
        self.at = [[] for _ in rows]
        for s in self.order:
            self.at[s[0]].append(s)
        self.reads = [mask(r.reads) for r in rows]
        self.writes = [mask(r.writes) for r in rows]
        self.find_written()
        self.find_live()
        self.find_held()

    def successors(self, s):
        row, lane, p0 = s
        r = self.rows[row]
        if getattr(r, "sets_p0", False):
            p0 = None
        found = []
        for n, known, falls, jumps in r.lanes(lane, p0):
            if jumps and r.jumps:
                found.append((r.target, n, known))
            if falls and r.falls:
                found.append((row + 1, n, known))
        return found

    def explore(self, first):
        todo = [first] if first else []
        while todo:
            s = todo.pop()
            if s in self.next:
                continue
            self.next[s] = [t for t in self.successors(s)]
            for t in self.next[s]:
                self.before.setdefault(t, []).append(s)
            todo += [t for t in self.next[s] if t[0] < len(self.rows)]

    def runs(self, s):
        return s[1][1] or self.rows[s[0]].always

    def accesses(self, s):
        """What a lane in this state reads, what it writes, and what does not survive. A write under a condition keeps the old value
        in the other lanes, if there is one."""
        row = s[0]
        if not self.runs(s):
            return 0, 0, 0
        w = self.writes[row]
        return self.reads[row], w, w & ~self.written[s] if self.rows[row].keeps else w

    def find_written(self):
        """Registers that may have been written before a state."""
        self.written = dict.fromkeys(self.next, 0)
        todo = self.order[::-1]
        while todo:
            s = todo.pop()
            after = self.written[s] | (self.writes[s[0]] if self.runs(s) else 0)
            for t in self.next[s]:
                if t[0] < len(self.rows) and after & ~self.written[t]:
                    self.written[t] |= after
                    todo.append(t)

    def after(self, s):
        live = 0
        for t in self.next[s]:
            live |= self.live.get(t, 0) if t[0] < len(self.rows) else self.at_end
        return live

    def find_live(self):
        self.live = {}
        todo, waiting = self.order[:], set(self.order)
        while todo:
            s = todo.pop()
            waiting.discard(s)
            reads, _, kills = self.accesses(s)
            live = reads | self.after(s) & ~kills
            if live != self.live.get(s, 0):
                self.live[s] = live
                for b in self.before.get(s, ()):
                    if b not in waiting:
                        waiting.add(b)
                        todo.append(b)

    def find_held(self):
        """Follows each request from its row to those that wait for it. All lanes of a wave wait, whether they run or not."""
        self.held, self.held_after = dict.fromkeys(self.next, 0), dict.fromkeys(self.next, 0)
        for first in self.order:
            r = self.rows[first[0]]
            if r.request is None or not self.runs(first) or r.request in r.waits:
                continue
            held, todo, seen = mask(r.held), [first], {first}
            while todo:
                s = todo.pop()
                self.held_after[s] |= held
                for t in self.next[s]:
                    if t[0] >= len(self.rows):
                        continue
                    self.held[t] |= held
                    if r.request not in self.rows[t[0]].waits and t not in seen:
                        seen.add(t)
                        todo.append(t)

    def taken(self, s):
        """Registers that are live or held before the row of a state."""
        return self.live.get(s, 0) | self.held.get(s, 0)

    def taken_at(self, row):
        """Registers that are taken before the row or become live in it, in lanes that execute it."""
        taken = self.writes[row]
        for s in self.at[row]:
            taken |= self.taken(s) if self.runs(s) else 0
        return taken


class Values:
    """The values of each register: definitions that reach a common use or wait, with the rows where they are live or held."""

    def __init__(self, lanes, last):
        self.lanes = lanes
        self.found = []
        for register in range(last + 1):
            self.of(register)

    def of(self, register):
        lanes, bit, n = self.lanes, 1 << register, len(self.lanes.rows)
        states = [s for s in lanes.order if lanes.taken(s) & bit or lanes.accesses(s)[1] & bit]
        if not states:
            return
        group = {}

        def find(x):
            while group.setdefault(x, x) != x:
                group[x] = group[group[x]]
                x = group[x]
            return x

        def join(a, b):
            group[find(a)] = find(b)
        for s in states:  # a node of what is live before a state, and one of what is live after it
            live, (_, writes, kills) = lanes.taken(s) & bit, lanes.accesses(s)
            held = lanes.held_after[s] & bit
            out = lanes.after(s) & bit | held
            if writes & bit:
                find((s, "write"))
                if out and not kills & bit and live:
                    join((s, "write"), (s, "live"))
                for t in lanes.next[s]:
                    if t[0] < n and (held or lanes.live.get(t, 0) & bit):
                        join((s, "write"), (t, "live"))
                    elif t[0] == n and lanes.at_end & bit:
                        join((s, "write"), "end")
            if live:
                find((s, "live"))
                if out and not kills & bit:
                    for t in lanes.next[s]:
                        if t[0] < n and (held or lanes.live.get(t, 0) & bit):
                            join((s, "live"), (t, "live"))
                        elif t[0] == n and lanes.at_end & bit:
                            join((s, "live"), "end")
        for row in range(n):  # what a row reads or writes is one value, and so is what lanes with one counter have, whatever p0 is
            for what in ("write", "live"):
                nodes = [(s, what) for s in lanes.at[row] if (s, what) in group]
                for a in nodes:
                    for b in nodes:
                        # The branch of a loop, after cndlt, has other lanes where p0 holds than where it does not.
                        same = a[0][1] == b[0][1] and ((a[0][2] is False) == (b[0][2] is False) or not lanes.rows[row].jumps)
                        if a is not b and (same or what == "write" or lanes.accesses(a[0])[0] & lanes.accesses(b[0])[0] & bit):
                            join(a, b)
        values = {}
        for node in list(group):
            v = values.setdefault(find(node), (set(), set(), set()))
            if node == "end":
                continue
            s, what = node
            if not lanes.runs(s):
                continue
            v[0].add(s[0])
            if what == "write":
                v[1].add(s[0])
            elif lanes.accesses(s)[0] & bit:
                v[2].add(s[0])
        for rows, writers, readers in values.values():
            if rows:
                self.found.append((register, ranges(rows), sorted(writers), sorted(readers)))


def ranges(rows):
    found = []
    for r in sorted(rows):
        if found and found[-1][1] == r - 1:
            found[-1][1] = r
        else:
            found.append([r, r])
    return found


# ---- paths

def shortest(blocks, weights):
    """Bellman and Ford: the least weight of a path from block 0 to the end, or 0 if none ends."""
    far = float("inf")
    distance = [0] + [far] * len(blocks)
    for _ in blocks:
        for b, after in enumerate(blocks):
            for t in after:
                distance[t] = min(distance[t], distance[b] + weights[b])
    return 0 if distance[-1] == far or not blocks else distance[-1]


def longest(blocks, weights):
    """Depth first: the largest weight of a path to the end, or None if a loop can be reached."""
    sys.setrecursionlimit(100000)
    end = len(blocks)
    known, open_blocks = {end: 0}, set()
    todo = [(0, False)] if blocks else []
    while todo:
        b, done = todo.pop()
        if done:
            open_blocks.discard(b)
            paths = [known[t] for t in blocks[b] if known[t] is not None]
            known[b] = weights[b] + max(paths) if paths else None
        elif b not in known:
            if b in open_blocks:
                return None
            open_blocks.add(b)
            todo.append((b, True))
            for t in blocks[b]:
                if t in open_blocks:
                    return None
                todo.append((t, False))
    return (known[0] or 0) if blocks else 0
