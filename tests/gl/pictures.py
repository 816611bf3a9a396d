#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of GL programs: pictures.py compare A.ppm B.ppm prints the part of the pixels that differ by more than 2/255 in a channel, and ends
with 1 if that is more than 0.5%. pictures.py png A.ppm B.png."""
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


def png(name, to):
    width, height, pixels = read(name)

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = b''.join(b'\0' + pixels[3 * width * y:3 * width * (y + 1)] for y in range(height))
    with open(to, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) +
                chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))
    return 0


if len(sys.argv) != 4 or sys.argv[1] not in ('compare', 'png'):
    sys.exit(__doc__)
sys.exit(compare(sys.argv[2], sys.argv[3]) if sys.argv[1] == 'compare' else png(sys.argv[2], sys.argv[3]))
