# SPDX-License-Identifier: MIT
"""Checks that the rows of classes.tsv and equivalent.tsv name existing files and functions: rows.py. A row with an old name
would silently classify nothing. Prints the stale rows and "K passed, F failed"."""
import fnmatch
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def rows(name):
    with open(os.path.join(HERE, name)) as f:
        return [line.rstrip('\n').split('\t') for line in f if line.strip() and not line.startswith('#')]


def words(file):
    with open(file, errors='replace') as f:
        return set(re.findall(r'\w+', f.read()))


def exists(files, function):
    return any(fnmatch.filter(words(f), function) for f in files)


def main():
    stale = []
    classes, equivalent = rows('classes.tsv'), rows('equivalent.tsv')
    for row in classes:
        file, function = row[1], row[2]
        files = [f for f in glob.glob(file, recursive=True) if os.path.isfile(f)] or \
                [f for f in glob.glob(file + '/**', recursive=True) if os.path.isfile(f)]
        if not files or (function != '*' and not exists(files, function)):
            stale.append('classes.tsv: %s %s' % (file, function))
    for row in equivalent:
        file, function = row[0].split(':')[:2]
        if not os.path.isfile(file) or not exists([file], function.strip()):
            stale.append('equivalent.tsv: %s %s' % (file, function))
    for line in stale:
        print('FAIL ' + line)
    print('%d passed, %d failed' % (len(classes) + len(equivalent) - len(stale), len(stale)))
    return 1 if stale else 0


sys.exit(main())
