#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that code in documents is code of the tree: excerpts.py DOCUMENT... A block "```c FILE" must have lines of that file
in their order. Blanks do not count, and a line "..." stands for any lines. A block of C, or of one of the other languages below, fails if it
names no file or if its lines are not in the file."""
import re, sys

def plain(text):
    return ''.join(text.split())

count = bad = 0
for document in sys.argv[1:]:
    text = open(document).read()
    for match in re.finditer(r'^ *```(?:c|make|ninja|cmake|meson|bazel)\b(.*)\n((?:.*\n)*?) *```$', text, re.M):
        name, line = match.group(1).strip(), text.count('\n', 0, match.start()) + 1
        count += 1
        try:
            source, at = plain(open(name).read()), 0
        except OSError as e:
            print('%s:%d: %s' % (document, line, e))
            bad += 1
            continue
        for part in re.split(r'^ *\.\.\.$', match.group(2), flags=re.M):
            found = source.find(plain(part), at)
            if found < 0:
                print('%s:%d: this is not in %s:\n%s' % (document, line, name, part.strip('\n')))
                bad += 1
                break
            at = found + len(plain(part))
print('%d passed, %d failed' % (count - bad, bad))
sys.exit(1 if bad or not count else 0)
