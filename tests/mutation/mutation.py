#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutation.py OBJECTS OUT COUNT SEED JOBS [MUTANT...]

Draws COUNT mutants of the compiler's code that decides correctness, and from 100 on a fifth as many of each other class
(classes.tsv), builds them into one program (build.py), runs tests on each for at most SECONDS of CPU time (judge.c), and prints
how they ended. Everything is kept in OUT, so that an interrupted run can resume. Mutants named on the command line are judged
again. With LIST=FILE in the environment, the mutants are not drawn but are those of FILE, a report of an earlier run or lines
of it, so that mutants can be judged again after the sources have changed; nothing is kept then. The last line is the percentage
of killed mutants. With GOAL=PERCENT in the environment, the exit status is 1 if a lower percentage of the class "correct" is
killed, not counting equivalent ones (equivalent.tsv). Without GOAL no figure is a failure."""
import glob, os, pickle, re, shutil, subprocess, sys, time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

import build

SECONDS = float(os.environ.get('SECONDS', 10))
GOAL = float(os.environ.get('GOAL', 0))
HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.environ.get('LIST')
# Unit tests that run programs or use outside values, without those that look at code. A word with a slash is the path of a test
# outside of tests/unit.
UNIT_PATHS = {os.path.basename(u).replace('test_', 'gl_'): u for u in open(HERE + '/units').read().split()}
UNITS = list(UNIT_PATHS)
# Cases that run by themselves, quick ones first, and other arguments (judge.c).
PARTS = {'rules': ['proof %d %d' % (k, k + 20) for k in range(0, 260, 20)] + ['proof 260 1000'], 'passes': ['text', 'random'],
         'nv_lower': ['programs', 'properties', 'random'], 'arb_lower': ['programs', 'random'],
         'special': ['kind-%d' % k for k in range(10)], 'pass_lower': ['bound', 'fround', 'idiv', 'constants'],
         'coarsen': ['programs', 'random'], 'usc_select': ['selected', 'random'], 'machine': ['all bench/shaders'],
         'blend_prove': ['pairs 61 1', 'states 250 1']}
SLOW_UNITS = '''special pass_lower coarsen rules usc_select memory_passes lower_images memory_params preshader
   flights agx_memory passes arb_lower nv_lower tgsi_lower tgsi_memory tgsi_tokens grid'''.split()
# The unit tests that judge a mutant first, by its folder. A mutant of a table reaches all of them.
UNITS_OF = {'backend-usc': ['usc_isa', 'second', 'usc_facts', 'usc_sim', 'usc_sim_ops', 'usc_sim_values', 'usc_rules',
                            'usc_texture', 'usc_violation', 'usc_storage', 'usc_code', 'usc_bound', 'reflection', 'machine',
                            'blend_prove'],
            'backend-agx': ['agx_isa', 'agx_sim', 'agx_validate', 'agx_flow', 'agx_harness', 'agx_pairs', 'agx_compile',
                            'reflection', 'machine'],
            'passes': ['blend_prove'], 'frontend': ['tgsi_special', 'wide', 'fe_lower', 'memory_rows'], 'ir': ['ir', 'ir_text'],
            'codegen': ['codegen', 'ra', 'liveness', 'sched']}
# The second interpreter of USC code (tests/second) decodes and executes bytes by the documents, without tables of the compiler.
# It runs programs in place of the simulator.
SECOND = '/tests/second/compare.o'
WRAP = ['-Wl,--wrap=usc_sim_run,--wrap=usc_sim_decode']


def files_of(*patterns):
    return sorted(f for p in patterns for f in glob.glob(p))


def unit_object(objects, unit):
    path = UNIT_PATHS[unit]
    return '%s/%s.o' % (objects, path) if '/' in path else glob.glob('%s/tests/unit/*/test_%s.o' % (objects, path))[0]


class Run:
    def __init__(self, objects, out, count, seed, jobs):
        self.objects, self.out, self.count, self.seed, self.jobs = objects, out, count, seed, jobs
        os.makedirs(out, exist_ok=True)
        self.cc = os.environ.get('CC', 'cc')
        self.builder = build.Builder(objects, out, self.cc, jobs)

    def path(self, name):
        return os.path.join(self.out, name)

    def say(self, *words):
        print('%6.1f s ' % (time.time() - started), *words, flush=True)

    # ---- building

    def draw(self):
        file = self.path('mutants.pickle')
        if os.path.exists(file):
            self.mutants, self.tables = pickle.load(open(file, 'rb'))
            self.sites = dict(self.mutants)
            return False
        found = build.all_sites(build.read_classes(HERE + '/classes.tsv'))
        if LIST:
            self.mutants, self.tables, missing = build.find(found, open(LIST).read(), self.builder)
            self.sites = dict(self.mutants)
            print(''.join('gone: %s\n' % m for m in missing), end='')
            return True
        other = self.count // 5 if self.count >= 100 else 0
        counts = {'correct': self.count, 'heuristic': other, 'reading': other}
        self.say('places:', ', '.join('%s %d' % (c, sum(len(v) for k, v in found.items() if k[0] == c)) for c in counts))
        self.mutants, self.tables = build.draw(found, counts, self.seed, self.builder)
        self.sites = dict(self.mutants)
        pickle.dump((self.mutants, self.tables), open(file, 'wb'))
        return True

    def common_objects(self):
        """Everything but the library: the judge, the command line, the generators, the unit tests."""
        folder = self.path('judge')
        os.makedirs(folder, exist_ok=True)
        o = self.objects

        def renamed(obj, name, symbol='main'):
            to = '%s/%s.o' % (folder, name)
            if not os.path.exists(to) or os.path.getmtime(to) < os.path.getmtime(obj):
                of = name if symbol == 'main' else 'differential'
                subprocess.check_call(['objcopy', '--redefine-sym', '%s=%s_%s' % (symbol, of, symbol), obj, to])
            return to
        units = [renamed(unit_object(o, u), 'test_' + u) for u in UNITS] + [renamed(o + SECOND, 'test_second')]
        with open(folder + '/units.c', 'w') as f:
            all_units = UNITS + ['second']
            f.write(''.join('int test_%s_main(int, char **);\n' % u for u in all_units))
            f.write('const struct unit { const char *name; int (*run)(int, char **); } units[] = {\n')
            f.write(''.join('{"%s", test_%s_main},\n' % (u, u) for u in all_units) + '{0, 0}};\n')
        for source in ('tests/mutation/judge.c', folder + '/units.c'):
            if not self.builder.compile(source, '%s/%s.o' % (folder, os.path.basename(source)[:-2]), []):
                sys.exit('mutation: %s does not compile' % source)
        names = glob.glob(o + '/nvp4c/cli/*.o') + glob.glob(o + '/nvp4c/triage/*.o') + glob.glob(o + '/nvp4c/console/*.o')
        names = [renamed(n, 'command') if n.endswith('/cli/main.o') else n for n in names]
        # Unit tests also have a function of that name.
        names += [renamed(n, 'differential_' + os.path.basename(n)[:-2], 'text_add')
                  for n in files_of(o + '/tests/differential/*.o') if not n.endswith('/main.o')]
        names += [n for n in files_of(o + '/tests/second/*.o') if n != o + SECOND]
        names += [n for n in files_of(o + '/tests/gen/*.o', o + '/tests/generate/*.o') if not n.endswith('/main.o')]
        names += [n for n in files_of(o + '/tests/blend-proof/*.o') if not n.endswith('/blend_prove.o')]
        names += [n for n in glob.glob(o + '/tests/unit/*/*.o') if not os.path.basename(n).startswith('test_')]
        names += [folder + '/judge.o', folder + '/units.o']
        return units + sorted(set(names))

    def link(self, objects, out):
        libs = []
        for name in ('check', 'libpng'):  # libpng is missing if the command line was built without it
            libs += subprocess.run(['pkg-config', '--libs', name], stdout=subprocess.PIPE, text=True).stdout.split()
        libraries = [self.objects + '/libgl-driver.a', self.objects + '/libnvp4c-internal.a']
        p = self.builder.run(['-o', out] + objects + self.common + libraries + libs + WRAP + ['-lm', '-pthread'])
        if p.returncode:
            sys.exit('mutation: ' + p.stderr)

    def build(self, fresh):
        self.common = self.common_objects()
        program = self.path('judge/judge')
        if fresh or not os.path.exists(program):
            by_file = defaultdict(list)
            for n, s in self.mutants:
                if s.what != 'table':
                    by_file[s.file].append((n, s))
            objects = self.builder.code_objects(by_file, fresh)
            self.link(objects, program)
            self.say('built %d mutants of code in %d sources, %d of tables' % (
                sum(len(v) for v in by_file.values()), len(objects), len(self.tables)))
        return program

    # ---- tests

    def tests(self):
        """Writes lines for judge.c: unit tests, programs with their options, programs at random levels, generated programs."""
        few = self.count < 100 and not LIST
        out = [' '.join(['unit', u] + part.split()) for u in UNITS if not (few and u in SLOW_UNITS)
               for part in PARTS.get(u, [''])]
        out += ['unit second compare -groups %d -programs 0' % n for n in (4000, 60000)]
        out += ['unit second compare -groups 0 -programs 10 -seed %d000' % k for k in range(1, 4 if few else 20)]
        for f in files_of('tests/regress/*', 'tests/agx/*', 'tests/ir/*', 'tests/usc/*.tgsi', 'examples/compute/*',
                          'tests/cli/run-*'):
            text = open(f, errors='replace').read()
            for line in re.findall(r'^# RUN: (.*)', text, re.M):
                if re.search(r'-verify-(sim|each)|--run', line) and not re.search(r'["\']|FILE|-S\b', line):
                    out.append('command %s %s' % (line, f))
        n = 0
        for f in files_of('tests/nv/*.?p', 'tests/arb/*.?p', 'examples/*.?p', 'bench/shaders/*', 'tests/tgsi/*.tgsi',
                          'tests/opt/*.?p'):
            lines = ['-target=usc -O%d' % (n % 4), '-target=usc -O%d -max-temps=12' % ((n + 2) % 4),
                     '-target=usc -O2 -ffp=fast -preshader']
            if not f.endswith('.gp'):
                lines += ['-target=agx -O%d' % ((n + 1) % 4), '-target=agx -O%d -sched-seed=%d -spill-all' % ((n + 3) % 4, n)]
                lines += ['-target=agx -O2 -ffp=gl -verify-each=exec']
            for k, line in enumerate(lines):
                if not few or (n + k) % 6 == 0:
                    out.append('command %s -w -check-code -verify-sim=2 -o /dev/null %s' % (line, f))
            n += 1
        generated = ['generated %d' % k for k in range(1, (300 if few else 2500) + 1)]
        return out, generated

    def base(self, program):
        file = self.path('base')
        if not os.path.exists(file):
            first, generated = self.tests()
            lines = first + generated

            def part(k):
                name = '%s.%d' % (file, k)
                open(name + '.tests', 'w').write('\n'.join(lines[k::self.jobs]) + '\n')
                subprocess.check_call([program, name + '.tests', name])
                return open(name).read()
            with ThreadPoolExecutor(self.jobs) as pool:
                text = ''.join(pool.map(part, range(self.jobs)))
            open(file, 'w').write(text)
            rows = [r.split() for r in text.split('\n')[1::3] if r]
            good = sum(r[0] == '0' for r in rows)
            seconds = sum(float(r[1]) for r in rows)
            self.say('%d tests, %d of programs that compile, %.1f s of CPU time' % (len(lines), good, seconds))
            if good < 0.9 * len(lines):
                sys.exit('mutation: most tests fail without a mutant')
        return file

    # ---- judging

    def judge(self, program, base, again):
        file = self.path('results')
        done = dict(re.findall(r'^(\d+) (.*)', open(file).read(), re.M)) if os.path.exists(file) else {}
        classes = build.read_classes(HERE + '/classes.tsv')
        for _, s in self.mutants:
            s.cls = build.class_of(classes, s, False)
        # The class "correct" comes first; the others gain little from long runs.
        todo = sorted((n for n, _ in self.mutants if str(n) not in done or n in again),
                      key=lambda n: (self.sites[n].cls != 'correct', n))
        log = open(file, 'a')

        def one(n):
            s = self.sites[n]
            seconds = SECONDS if s.cls == 'correct' else min(SECONDS, 1)
            if n in self.tables:
                exe = self.path('table-%d/judge' % n)
                self.link(self.tables[n], exe)
                command = [exe, 'x', self.table_base(base, s), '-1', str(seconds)]
                out = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
                os.remove(exe)
                out = re.sub(r'^-1', str(n), out)
            else:
                units = ','.join(UNITS_OF[s.file.split('/')[0]])
                out = subprocess.run([program, units, base, str(n), str(seconds)], stdout=subprocess.PIPE, text=True).stdout
            if not re.match(r'\d+ \w+', out):
                out = '%d killed crash before any test\n' % n
            log.write(out)
            log.flush()
            done[str(n)] = out.split(' ', 1)[1].strip()
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(one, todo))
        self.say('judged %d mutants' % len(todo))
        return {int(n): r for n, r in done.items()}

    def table_base(self, base, site):
        """The tests for a mutant of a table, as it is unknown which reach it: unit tests of its folder, then small programs."""
        room = site.file.split('/')[0]
        rule = None  # its number: the proof of that row is enough
        if site.file == 'passes/rules/rules.def':
            rule = len(re.findall(r'^RULE\(', open(site.file).read()[:site.start], re.M)) - 1
        file = '%s.%s' % (base, room if rule is None else 'rule-%d' % rule)
        if not os.path.exists(file):
            rows = open(base).read().split('\n')
            tests = [rows[k:k + 3] for k in range(0, len(rows) - 2, 3)]
            quick = lambda t: float(t[1].split()[1])
            units = [t for t in tests if any((t[0] + ' ').startswith('unit %s ' % u) for u in UNITS_OF[room])]
            wrong = '-target=agx' if room == 'backend-usc' else '-target=usc' if room == 'backend-agx' else 'no other'
            small = sorted((t for t in tests if not t[0].startswith('unit') and quick(t) < 0.03 and wrong not in t[0]),
                           key=lambda t: (t[0].split()[-1], t[0]))
            order = [t for k in range(7) for t in small[k::7]]
            if rule is not None:
                units = [['unit rules proof %d %d' % (rule, rule + 1), '0 0.5 ', '']]
            open(file, 'w').write(''.join('\n'.join(t) + '\n' for t in units + order))
        return file


# ---- the report

def equivalents():
    """Returns a function that tests whether a row of equivalent.tsv matches a site, or its operands commute."""
    rows = defaultdict(list)
    for line in open(HERE + '/equivalent.tsv'):
        if line.strip() and not line.startswith('#'):
            key, reason, *place = line.rstrip('\n').split('\t')
            if not reason or len(place) > 1:
                sys.exit('equivalent.tsv: not a row: %s' % line)
            rows[key].append(place[0] if place else '')
    symmetric = commutes()
    return lambda site: symmetric(site) or any(place in site.becomes() for place in rows.get(site.key(), ()))


def split_call(text):
    """The name and the arguments of a call."""
    name, rest = text.split('(', 1)
    args, depth = [''], 0
    for ch in rest[:-1]:
        depth += (ch in '([{') - (ch in ')]}')
        if ch == ',' and not depth:
            args.append('')
        else:
            args[-1] += ch
    return name, [a.strip() for a in args]


def commutes():
    """Returns a function that tests whether a mutant exchanges two operands of an IR op that commute by its row of ir/ops.def,
    or of a function that is only such an op."""
    ops = set(re.findall(r'^OP\((\w+),.*\bCOMM\b', open('ir/ops.def').read(), re.M))
    names, head = {}, r'(\w+) ?\(struct fe_lower ?\* ?f, \w+ a, \w+ b(?:, \w+ c)?\)'
    for file in files_of('frontend/*/*.[ch]', 'frontend/*/*/*.[ch]'):
        for name, op in re.findall(head + r'\s*\{\s*return fe_op[23]\(f, IR_(\w+), a, b', open(file).read()):
            names.setdefault(name, set()).add(op)

    def test(site):
        if site.kind != 'swap' or not re.fullmatch(r'\w+\(.*\)', site.old, re.S):
            return False
        name, args = split_call(site.old)
        first = next((k for k, (x, y) in enumerate(zip(args, split_call(site.new)[1])) if x != y), 0)
        if name in ('fe_op2', 'fe_op3', 'ir_op2', 'ir_op3', 'ir_expr2', 'ir_expr3'):
            return first == 2 and args[1].replace('IR_', '') in ops
        return first == 1 and name in names and names[name] <= ops
    return test


ENDS = ['execution', 'checker', 'refused', 'crash', 'hang', 'unreached', 'equivalent', 'survived']


def end_of(result, equivalent):
    words = result.split()
    if words[0] == 'killed':
        return words[1]
    if equivalent:
        return 'equivalent'
    return words[0] if words[0] in ENDS else 'crash'


def table(title, rows):
    print('\n| %s | mutants | %s | killed of the others |' % (title, ' | '.join(ENDS)))
    print('|---' * (len(ENDS) + 3) + '|')
    total = Counter()
    for name in sorted(rows) + ['all']:
        c = rows.get(name) or total
        n = sum(c.values())
        killed = sum(c[e] for e in ENDS[:5])
        percent = 100 * killed / max(1, n - c['equivalent'])
        print('| %s | %d | %s | %.1f%% |' % (name, n, ' | '.join(str(c[e]) for e in ENDS), percent))
        if name != 'all':
            total += c
    return 100 * sum(total[e] for e in ENDS[:5]) / max(1, sum(total.values()) - total['equivalent'])


def folder_of(file):
    parts = file.split('/')
    return '/'.join(parts[:2]) if len(parts) > 2 else parts[0]


def report(mutants, results, known):
    rate = 0
    for cls in ('correct', 'heuristic', 'reading', 'outside'):
        by_folder, by_kind, left = defaultdict(Counter), defaultdict(Counter), []
        for n, s in mutants:
            if s.cls != cls or n not in results:
                continue
            end = end_of(results[n], known(s))
            by_folder[folder_of(s.file)][end] += 1
            by_kind[s.kind][end] += 1
            if end in ('unreached', 'survived'):
                left.append('%5d %-9s %-10s %s:%d %s' % (n, end, s.kind, s.file, s.line, s.key()))
        if not by_kind:
            continue
        print('\n## ' + cls)
        r = table('folder', by_folder)
        table('kind', by_kind)
        if cls == 'correct':
            rate = r
        if left:
            print('\n' + '\n'.join(left))
    return rate


def main():
    objects, out, count, seed, jobs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])
    if LIST:
        shutil.rmtree(out + '/list', ignore_errors=True)
    run = Run(objects, out + '/list' if LIST else '%s/%d-%d' % (out, count, seed), count, seed, jobs)
    program = run.build(run.draw())
    results = run.judge(program, run.base(program), set(map(int, sys.argv[6:])))
    rate = report(run.mutants, results, equivalents())
    print('\nmutation: %.1f%% of the correct class killed' % rate)
    return 0 if rate >= GOAL else 1


started = time.time()
if __name__ == '__main__':
    sys.exit(main())
