#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of GL programs.

pictures.py compare A.ppm B.ppm prints the part of the pixels that differ by more than 2/255 in a channel, and ends with 1 if
that is more than 0.5%. pictures.py png A.ppm B.png. pictures.py vote OURS.ppm ONE.ppm OTHER.ppm prints, in per cent, how much
of our picture differs from each of the two others, how much these two differ, and how many pixels are equal in the others and
different in ours."""
import struct
import sys
import zlib


def read(name):
    data = open(name, 'rb').read()
    magic, size, most, pixels = data.split(b'\n', 3)
    assert magic == b'P6' and most == b'255'
    width, height = map(int, size.split())
    return width, height, pixels


def compare(a, b):
    one, other = read(a), read(b)
    if one[:2] != other[:2]:
        print('sizes differ')
        return 1
    count, most = 0, 0
    for i in range(0, len(one[2]), 3):
        if one[2][i:i + 3] != other[2][i:i + 3]:
            difference = max(abs(x - y) for x, y in zip(one[2][i:i + 3], other[2][i:i + 3]))
            most = max(most, difference)
            count += difference > 2
    part = 100 * count / (one[0] * one[1])
    print('%.2f%% of the pixels differ, by at most %d' % (part, most))
    return part > 0.5


def vote(ours, one, other):
    pictures = [read(name) for name in (ours, one, other)]
    if len({p[:2] for p in pictures}) > 1:
        print('sizes differ')
        return 1
    counts = [0, 0, 0, 0]
    for i in range(0, len(pictures[0][2]), 3):
        a, b, c = (p[2][i:i + 3] for p in pictures)
        if a == b == c:
            continue
        far = [max(abs(x - y) for x, y in zip(*pair)) > 2 for pair in ((a, b), (a, c), (b, c))]
        for k in range(3):
            counts[k] += far[k]
        counts[3] += far[0] and far[1] and not far[2]
    print(' '.join('%.2f' % (100 * n / (len(pictures[0][2]) // 3)) for n in counts))
    return 0


def png(name, to):
    width, height, pixels = read(name)

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = b''.join(b'\0' + pixels[3 * width * y:3 * width * (y + 1)] for y in range(height))
    with open(to, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) +
                chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))
    return 0


COMMANDS = {('compare', 2): compare, ('png', 2): png, ('vote', 3): vote}
command = COMMANDS.get((sys.argv[1], len(sys.argv) - 2)) if len(sys.argv) > 1 else None
sys.exit(command(*sys.argv[2:]) if command else __doc__)
