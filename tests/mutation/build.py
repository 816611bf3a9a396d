# SPDX-License-Identifier: MIT
"""Draws mutants and builds the compiler with them.

All mutants of code are compiled once, in copies of the sources that select a mutant by NVP4C_MUTANT(n). Each mutant of a table
is a separate program: the sources that read the table are compiled with it and linked with all other objects unchanged. If a
mutant does not compile, or makes the same object code, another one is drawn."""
import concurrent.futures, fnmatch, glob, os, random, re, subprocess, sys
from collections import defaultdict

import sites

KINDS = ['compare', 'off-by-one', 'drop', 'swap', 'table']
ROOMS = ['frontend', 'ir', 'passes', 'codegen', 'backend-usc', 'backend-agx']
HERE = os.path.dirname(os.path.abspath(__file__))


def read_classes(file):
    rows = [line.rstrip('\n').split('\t') for line in open(file) if line.strip() and not line.startswith('#')]
    for r in rows:
        if len(r) != 5 or r[0] not in ('correct', 'heuristic', 'reading', 'outside'):
            sys.exit('%s: not a row: %s' % (file, r))
    return rows


def line_of(site):
    """The description of a mutant that rows are matched against: its text, its line, and its replacement."""
    if not hasattr(site, 'whole'):
        lines = open(site.file).read().split('\n')
        site.whole = '%s\n%s\n=> %s' % (site.old, lines[site.line - 1] if site.line <= len(lines) else '', site.new)
    return site.whole


def class_of(rows, site, drawing):
    """The class of a site. Rows that name a function apply only after the draw, so they do not change what is drawn."""
    for cls, file, function, text, _ in rows:
        if drawing and function != '*':
            continue
        if fnmatch.fnmatch(site.file, file) and fnmatch.fnmatch(site.function, function) and \
           re.search(text, site.old if drawing else line_of(site)):
            return cls
    return 'outside'


def all_sites(classes):
    files = subprocess.check_output(['git', 'ls-files', '--'] + ROOMS, text=True).split()
    out = defaultdict(list)
    for f in sorted(files):
        if re.search(r'\.(c|h|def)$', f):
            for s in sites.sites_of(f, open(f).read()):
                s.cls = class_of(classes, s, True)
                out[s.cls, s.kind].append(s)
    return out


def render(text, chosen):
    """Inserts all the chosen (number, site) into the text; sites may be nested."""
    def part(a, b, inner):
        out, at, k = [], a, 0
        while k < len(inner):
            n, s = inner[k]
            rest = k + 1
            while rest < len(inner) and inner[rest][1].start < s.end:
                rest += 1
            out.append(text[at:s.start])
            out.append(site(n, s, inner[k + 1:rest]))
            at, k = s.end, rest
        out.append(text[at:b])
        return ''.join(out)

    def site(n, s, inner):
        on = 'NVP4C_MUTANT(%d)' % n
        if s.what == 'statement':
            return '{ if (!%s) { %s } }' % (on, part(s.start, s.end, inner))
        if s.what == 'arms':
            # The two arms of ?: are exchanged, and both keep their nested sites.
            first, second = s.arms
            x = [i for i in inner if i[1].end <= s.start + len(first)]
            y = [i for i in inner if i not in x]
            return '(%s ? (%s) : (%s)) : (%s ? (%s) : (%s))' % (
                on, second, part(s.start, s.start + len(first), x), on, first, part(s.end - len(second), s.end, y))
        return '(%s ? (%s) : (%s))' % (on, s.new, part(s.start, s.end, inner))

    return part(0, len(text), sorted(chosen, key=lambda i: (i[1].start, -i[1].end, i[0])))


class Builder:
    def __init__(self, objects, folder, cc, jobs):
        self.objects, self.folder, self.cc, self.jobs = objects, folder, cc.split(), jobs
        # Otherwise ccache would use a result from before a mutated header hid the original one.
        os.environ['CCACHE_NODIRECT'] = '1'
        self.src = os.path.join(folder, 'src')
        self.readers = self.find_readers()
        self.plain = {}

    def find_readers(self):
        """The sources that include each header or table, from the dependency files of the ordinary build."""
        out = defaultdict(set)
        for room in ROOMS + ['nvp4c', 'semantics', 'util']:
            for d in glob.glob('%s/%s/**/*.d' % (self.objects, room), recursive=True):
                words = open(d).read().replace('\\\n', ' ').split('\n')[0].split()[1:]
                for w in words[1:]:
                    out[w].add(words[0])
        return out

    def flags(self, include):
        # Undefined behaviour, such as array bounds or shifts, ends the program. Exchanged arguments of different types are
        # errors (-w would turn these off, too).
        return ['-std=c11', '-D_POSIX_C_SOURCE=200809L', '-ffp-contract=off', '-fno-fast-math', '-fvisibility=hidden',
                '-O1', '-fsanitize=undefined', '-fno-sanitize=alignment,nonnull-attribute',
                '-fsanitize-undefined-trap-on-error',
                '-Werror=incompatible-pointer-types', '-Werror=int-conversion', '-Werror=vla',
                '-Werror=implicit-function-declaration'] + \
            ['-I' + i for i in include] + ['-I.', '-Iinclude', '-I' + self.objects]

    def run(self, args):
        return subprocess.run(self.cc + args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def compile(self, source, out, include, more=()):
        os.makedirs(os.path.dirname(out), exist_ok=True)
        return self.run(self.flags(include) + list(more) + ['-c', '-o', out, source]).returncode == 0

    # ---- mutants of code

    def write(self, file, chosen, folder):
        path = os.path.join(folder, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = '#include "tests/mutation/mutant.h"\n#line 1 "%s"\n' % file + render(open(file).read(), chosen)
        open(path, 'w').write(text)
        return path

    def users(self, file):
        if file.endswith('.c'):
            return [file]
        return sorted(f for f in self.readers[file] if f.endswith('.c') and not f.startswith('build/'))

    def bad_in(self, file, chosen):
        """Returns the chosen mutants of a file that do not compile, and writes the file with the others."""
        def fails(these, name):
            folder = os.path.join(self.folder, name)
            path = self.write(file, these, folder)
            user = path if file.endswith('.c') else self.users(file)[0]
            return self.run(self.flags([folder]) + ['-fsyntax-only', user]).returncode != 0
        if not self.users(file):
            return set(n for n, _ in chosen)
        if not fails(chosen, 'src'):
            return set()
        bad = set(n for n, s in chosen if fails([(n, s)], 'one-%d' % n))
        good = [i for i in chosen if i[0] not in bad]
        if fails(good, 'src'):
            bad = set(n for n, _ in chosen)
            good = []
            fails(good, 'src')
        return bad

    def code_objects(self, by_file, fresh):
        """Compiles every source with a mutant in it or in one of its headers. Returns the objects."""
        todo = sorted({u for f in by_file for u in self.users(f)})
        headers = set(f for f in by_file if f.endswith('.h'))

        def one(f):
            mutated = os.path.join(self.src, f)
            out = os.path.join(self.folder, 'obj', f[:-2] + '.o')
            if not fresh and os.path.exists(out):
                return out
            if not self.compile(mutated if f in by_file else f, out, [self.src] if headers else [self.src]):
                sys.exit('mutation: %s does not compile' % f)
            return out
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(one, todo))

    # ---- mutants of tables

    def preprocess(self, what, include):
        args = self.flags(include) + ['-E', '-P']
        if what.endswith('.h'):
            return subprocess.run(self.cc + args + ['-x', 'c', '-'], input='#include "%s"\n' % what, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True).stdout
        return self.run(args + [what]).stdout

    def plain_text(self, what):
        if what not in self.plain:
            self.plain[what] = self.preprocess(what, [])
        return self.plain[what]

    def table_users(self, file, folder):
        """Returns the sources that the mutated table affects."""
        if file.endswith('.c'):
            return [file]
        pattern = re.compile(r'^\s*#\s*include\s+"%s"' % re.escape(file), re.M)
        direct = [f for f in self.includers(file, pattern)]
        out = set(f for f in direct if f.endswith('.c'))
        for h in direct:
            if h.endswith(('.h', '.def')) and self.preprocess(h, [folder]) != self.plain_text(h):
                out |= set(self.users(h))
        return sorted(f for f in out if self.preprocess(f, [folder]) != self.plain_text(f))

    def includers(self, file, pattern):
        if not hasattr(self, 'texts'):
            files = subprocess.check_output(['git', 'ls-files', '--'] + ROOMS + ['nvp4c', 'semantics', 'util'], text=True).split()
            self.texts = {f: open(f).read() for f in files if f.endswith(('.c', '.h', '.def'))}
        return [f for f, text in self.texts.items() if pattern.search(text)]

    def table_objects(self, n, s):
        """Builds the objects of a mutant of a table. Returns None if they cannot be built or nothing changes."""
        folder = os.path.join(self.folder, 'table-%d' % n)
        path = os.path.join(folder, s.file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = open(s.file).read()
        open(path, 'w').write(text[:s.start] + s.new + text[s.end:])
        objects, changed = [], False
        users = self.table_users(s.file, folder)
        if len(users) > 40:
            return None
        for f in users:
            out = os.path.join(folder, 'obj', f[:-2] + '.o')
            if not self.compile(path if f == s.file else f, out, [folder]):
                return None
            if not changed:
                plain = os.path.join(self.folder, 'plain', f[:-2] + '.o')
                if not os.path.exists(plain):
                    self.compile(f, plain, [])
                changed = open(plain, 'rb').read() != open(out, 'rb').read()
            objects.append(out)
        return objects if changed else None


def find(found, report, builder):
    """Returns the mutants that the lines of a report name, as draw() does, and the lines that no place in the source matches.
    Of several places with the same text, the one nearest to the line of the report counts."""
    by_key = defaultdict(list)
    for sites_of_class in found.values():
        for s in sites_of_class:
            by_key[s.key()].append(s)
    chosen, tables, missing = {}, {}, []
    for line in report.split('\n'):
        m = re.match(r' *(\d+) +\w+ +[\w-]+ +\S+:(\d+) (\S+: .* => .*)$', line)
        if m and m.group(3) in by_key:
            chosen[int(m.group(1))] = min(by_key[m.group(3)], key=lambda s: abs(s.line - int(m.group(2))))
        elif m:
            missing.append(line.strip())
    for file in sorted({s.file for s in chosen.values()}):
        code = [(n, s) for n, s in sorted(chosen.items()) if s.file == file and s.what != 'table']
        for n in builder.bad_in(file, code) if code else ():
            missing.append(chosen.pop(n).key())
    for n, s in sorted(chosen.items()):
        if s.what == 'table':
            tables[n] = builder.table_objects(n, s)
            if not tables[n]:
                missing.append(chosen.pop(n).key())
    return sorted(chosen.items()), {n: o for n, o in tables.items() if o}, missing


def draw(found, counts, seed, builder):
    """counts: class -> number. Returns [(number, site)] that compile, in the order in which they were drawn."""
    queues = {}
    for key in sorted(found):
        order = sorted(found[key], key=lambda s: (s.key(), s.start))
        random.Random('%d %s %s' % (seed, key[0], key[1])).shuffle(order)
        queues[key] = order
    want = {}
    for cls, count in counts.items():
        for k, kind in enumerate(KINDS):
            want[cls, kind] = count // len(KINDS) + (k < count % len(KINDS))
    chosen, number, tables = {}, 0, {}
    while True:
        fresh = []
        for key, n in want.items():
            have = sum(1 for c in chosen.values() if (c.cls, c.kind) == key)
            for _ in range(n - have):
                if queues.get(key):
                    number += 1
                    s = chosen[number] = queues[key].pop(0)
                    fresh.append((number, s))
        if not fresh:
            break
        with concurrent.futures.ThreadPoolExecutor(builder.jobs) as pool:
            files = sorted({s.file for _, s in fresh if s.what != 'table'})
            code = lambda f: builder.bad_in(f, [(n, s) for n, s in chosen.items() if s.file == f and s.what != 'table'])
            bad = set().union(*pool.map(code, files))
            # The sources that a table affects are found with its first mutant and kept for the others.
            for n, s in fresh:
                if s.what == 'table':
                    tables[n] = builder.table_objects(n, s)
                    if tables[n] is None:
                        bad.add(n)
        for n in bad:
            del chosen[n]
    return sorted(chosen.items()), {n: o for n, o in tables.items() if o}
