#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""coverage.py PROFILES PROGRAM...: branches that were taken, by folder, and functions that were never called.

PROFILES is a folder of raw profiles of clang's -fprofile-instr-generate; the programs have -fcoverage-mapping. A branch counts
twice: taken and not taken. Of a static function in a header it is enough that one file calls it."""
import glob, json, os, subprocess, sys
from collections import defaultdict

RAW = glob.glob(sys.argv[1] + '/*.profraw')
PROGRAMS = sys.argv[2:]


def folder_of(file):
    parts = file.split('/')
    return '/'.join(parts[:2]) if len(parts) > 2 else parts[0]


def main():
    root = os.getcwd() + '/'
    data = sys.argv[1] + '/all.profdata'
    with open(sys.argv[1] + '/list', 'w') as f:
        f.write('\n'.join(sorted(RAW)) + '\n')
    subprocess.check_call(['llvm-profdata', 'merge', '-sparse', '-o', data, '-f', sys.argv[1] + '/list'])
    objects = [PROGRAMS[0]] + ['-object=' + p for p in PROGRAMS[1:]]
    command = ['llvm-cov', 'export', '-format=text', '-instr-profile', data] + objects
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    export = json.loads(out)['data'][0]
    local = lambda name: name[len(root):] if name.startswith(root) else None

    folders = defaultdict(lambda: [0, 0, 0, 0])
    for f in export['files']:
        name = local(f['filename'])
        if name and not name.startswith(('tests/', 'build/', 'bench/')):
            row = folders[folder_of(name)]
            for k, what in enumerate(('branches', 'functions')):
                row[2 * k] += f['summary'][what]['covered']
                row[2 * k + 1] += f['summary'][what]['count']
    calls = defaultdict(int)
    for f in export['functions']:
        name = local(f['filenames'][0])
        if name and not name.startswith(('tests/', 'build/', 'bench/')):
            calls[name, f['name'].split(':')[-1], f['regions'][0][0]] += f['count']
    never = sorted(k for k, n in calls.items() if not n)

    print('| folder | branches | covered | functions | never called |\n|---|---|---|---|---|')
    folders['all'] = [sum(column) for column in zip(*folders.values())]
    for name, row in sorted(folders.items(), key=lambda f: (f[0] == 'all', f[0])):
        print('| %s | %d | %.1f%% | %d | %d |' % (name, row[1], 100 * row[0] / max(1, row[1]), row[3], row[3] - row[2]))
    print('\nfunctions that are never called: %d' % len(never))
    for file, name, line in never:
        print('%s:%d %s' % (file, line, name))


if __name__ == '__main__':
    if not RAW:
        sys.exit('coverage.py: no profiles in ' + sys.argv[1])
    main()
