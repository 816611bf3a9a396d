#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the picture of examples/triangle.c: triangle.py PICTURE.ppm. The corners of the triangle in the window and the colours follow from its
positions, its colours and the projection by the rules of OpenGL, in exact arithmetic: pixels whose centre is inside are covered, and their
colours are interpolated with perspective (OpenGL 2.0, 3.5.1). Prints "N passed, N failed"."""
import sys
from fractions import Fraction as F

data = open(sys.argv[1], 'rb').read()
magic, width, height, most = data.split(None, 4)[:4]
width, height = int(width), int(height)
pixels = data[data.index(b'255') + 4:]
assert magic == b'P6' and most == b'255' and len(pixels) == 3 * width * height

# x, y and w of the three positions; w is -z. Red, green and blue corners, times 0.75.
corners = [(F(-9, 10), F(-8, 10), 1), (F(24, 10), F(-15, 10), 3), (F(3, 10), F(17, 10), 2)]
window = [((x / w + 1) * width / 2, (y / w + 1) * height / 2) for x, y, w in corners]

def area(a, b, x, y):
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])

whole = area(window[0], window[1], *window[2])
covered = outside = wrong_cover = wrong_color = 0
nearest = [(0, None)] * 3 # of each corner: the largest weight, and the pixel that has it
for y in range(height):
    for x in range(width):
        at = (x + F(1, 2), y + F(1, 2))
        weight = [area(window[(n + 1) % 3], window[(n + 2) % 3], *at) / whole for n in range(3)]
        color = list(pixels[3 * ((height - 1 - y) * width + x):][:3])
        if min(weight) <= 0:
            outside += 1
            wrong_cover += color != [0, 0, 0]
            continue
        covered += 1
        wrong_cover += color == [0, 0, 0]
        weight = [weight[n] / corners[n][2] for n in range(3)]
        weight = [v / sum(weight) for v in weight]
        wrong_color += any(abs(color[n] - weight[n] * 255 * F(3, 4)) > 1 for n in range(3))
        for n in range(3):
            nearest[n] = max(nearest[n], (weight[n], color))

passed = failed = 0
def check(ok, what):
    global passed, failed
    passed += bool(ok)
    failed += not ok
    if not ok:
        print('FAIL', what)

check(covered > width * height / 4 and outside > width * height / 4, '%d pixels inside, %d outside' % (covered, outside))
check(not wrong_cover, '%d pixels are covered wrongly' % wrong_cover)
check(not wrong_color, '%d colours are wrong' % wrong_color)
for n in range(3):
    check(nearest[n][1][n] > 170 and sum(nearest[n][1]) < 195, 'corner %d has the colour %s' % (n, nearest[n][1]))
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed != 0)
