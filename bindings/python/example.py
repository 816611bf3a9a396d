#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sorts numbers with a compute program and draws a picture with a fragment program, on the machine code of both targets: example.py
[PICTURE.ppm]. Run it in the root of the source tree, with the package installed (bindings/python/README.md)."""
import sys
from typing import Dict

import numpy as np

import nvp4c


def sort(target: str) -> bool:
    with open("examples/compute/bitonic-sort.tgsi", encoding="utf-8") as f:
        text = f.read()
    numbers = np.random.default_rng(1).integers(0, 1000, 256, dtype=np.uint32)
    size = nvp4c.compile(text, target=target).stats["bytes"]
    out = nvp4c.run(text, {"BUFFER[0]": numbers}, grid=(2,), on="code", target=target).memory["BUFFER[0]"]
    print(f"{target}: {size} bytes of code sort {numbers[:4]} ... to {out[:4]} ...")
    return np.array_equal(out.reshape(2, 128), np.sort(numbers.reshape(2, 128)))


def draw(target: str) -> nvp4c.Picture:
    with open("examples/phong.fp", encoding="utf-8") as f:
        text = f.read()
    # The normal and the position of the surface at three corners; the other pixels follow.
    inputs: Dict[str, nvp4c.Input] = {
        "light": [2, 2, 0], "specular": [1, 1, 1, 20], "fragment.attrib[1]": [[-1, -1, 1], [1, -1, 1], [-1, 1, 1]],
        "fragment.attrib[2]": [[-1, -1, -5], [1, -1, -5], [-1, 1, -5]]}
    return nvp4c.draw(text, 64, 64, inputs, on="code", target=target)


def main() -> int:
    if not all(sort(target) for target in ("usc", "agx")):
        return 1
    pictures = [draw(target) for target in ("usc", "agx")]
    print(f"the brightest pixels differ by {abs(pictures[0].color.max() - pictures[1].color.max()):.3f}")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "wb") as f:
            f.write(b"P6 64 64 255\n" + (pictures[0].color[:, :, :3].clip(0, 1) * 255 + 0.5).astype(np.uint8).tobytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
