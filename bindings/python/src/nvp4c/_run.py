# SPDX-License-Identifier: MIT
"""Programs on named inputs: nvp4c_run.h with arrays."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from nvp4c._library import enum_value, ffi, lib, to_bytes
from nvp4c._options import OptionValue, options_of
from nvp4c._result import Result

Input = Union[str, npt.ArrayLike]

_MEMORY = re.compile(r"(BUFFER|HWATOMIC|RES|GLOBAL|SHARED|IMAGE)\b")
_RESULT = re.compile(r"(?P<name>.*)\.(?P<component>[xyzw]) (?:undefined|= \S+ 0x(?P<bits>[0-9a-f]{8}))$")
_NAN = 0x7FC00000
_WORDS = re.compile(r"(?P<name>[A-Z]+(?:\[\d+\])?)\[(?P<at>\d+)\] =(?P<values>.*)$")


@dataclass
class RunResult:
    """What a program wrote. A result has four components; those that are not written or undefined are NaN, and `bits` has all of them
    as words. `memory` has the words of buffers, and the components of texels of images as floats. A geometry program has its results in
    `vertices`, and in `ends` the numbers of vertices before the ends of primitives. Memory with undefined values is left out."""
    result: Result
    killed: bool = False
    memory_undefined: bool = False
    values: Dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)
    bits: Dict[str, npt.NDArray[np.uint32]] = field(default_factory=dict)
    memory: Dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    vertices: List[Dict[str, npt.NDArray[np.float32]]] = field(default_factory=list)
    ends: List[int] = field(default_factory=list)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.values[name] if name in self.values else self.memory[name]


@dataclass
class Picture:
    """What a fragment program drew, with rows from the top: colours, masks of their undefined components, and discarded pixels."""
    result: Result
    color: npt.NDArray[np.float32]
    undefined: npt.NDArray[np.uint8]
    killed: npt.NDArray[np.bool_]


def _words(array: npt.NDArray[Any], memory: bool) -> npt.NDArray[np.uint32]:
    """Arrays of int32 and uint32 are words. Others are floats, except that integers in memory are words, too."""
    if array.dtype in (np.dtype(np.int32), np.dtype(np.uint32)):
        return array.view(np.uint32)
    if memory and array.dtype.kind in "iub":
        wide = array.astype(np.int64)
        if wide.size and (wide.min() < -2**31 or wide.max() >= 2**32):
            raise ValueError("a word of memory has 32 bits")
        return (wide & 0xFFFFFFFF).astype(np.uint32)
    return array.astype(np.float32).view(np.uint32)


def _values(name: str, value: Input, corners: bool) -> str:
    if isinstance(value, str):
        return value
    array = np.ascontiguousarray(value)
    if name.endswith((".bytes", ".size")):
        return " ".join(str(int(v)) for v in array.ravel())
    if name.startswith("IMAGE"):
        return " ".join(repr(v) for v in array.ravel().tolist())
    words = _words(array, bool(_MEMORY.match(name)))
    if corners and array.ndim == 2 and len(array) == 3:
        return "|".join(" ".join(f"0x{w:08x}" for w in corner) for corner in words)
    return " ".join(f"0x{w:08x}" for w in words.ravel())


def _execute(text: Union[str, bytes], inputs: Mapping[str, Input], options: Mapping[str, OptionValue], c: Any, corners: bool) -> Result:
    data = to_bytes(text)
    lines = "\n".join(f"{name} = {_values(name, value, corners)}" for name, value in inputs.items()).encode()
    line_data = ffi.from_buffer(lines) if lines else ffi.NULL
    c.inputs, c.inputs_length = ffi.cast("const char *", line_data), len(lines)
    result = Result(lib.nvp4c_execute(data, len(data), c, options_of(options)._c))
    result.check()
    return result


def _new_run(on: str, seed: int) -> Any:
    c = ffi.new("struct nvp4c_run *")
    c.size = ffi.sizeof("struct nvp4c_run")
    c.on = enum_value("run_on", on)
    c.seed = seed
    return c


def _rows(name: str, lines: Sequence["re.Match[str] | None"], width: int) -> Tuple[int, List[Tuple[int, List[float]]]]:
    """Entries of an object between two lines of a listing, and the number of the first entry of each line with its values. An entry is a
    word or a texel."""
    rows = []
    for m in lines:
        if m and name.startswith("IMAGE"):
            rows.append((int(m["at"]), [float(v) for v in m["values"].replace(",", " ").split()]))
        elif m:
            rows.append((int(m["at"]), [float(int(v, 16)) for v in m["values"].split()]))
    if not name.startswith("IMAGE"):
        return 8, rows
    commas = lines[0]["values"].count(",") if lines[0] else 0
    return commas + 1 if commas or width == 1 else len(rows[0][1]), rows


def _memory(name: str, lines: Sequence["re.Match[str] | None"], width: int) -> npt.NDArray[Any]:
    """The contents of an object from its lines. None stands for lines equal to the one before, which are left out. `width` is that of an
    image, or 0 if it is not known."""
    step, rows = _rows(name, lines, width)
    whole: List[float] = []
    before: List[float] = []
    for at, values in rows:
        while len(whole) < at // step * len(before):
            whole += before
        whole += values
        before = values
    return np.array(whole, np.float64 if name.startswith("IMAGE") else np.uint32)


def _parse(result: Result, inputs: Mapping[str, Input]) -> RunResult:
    out = RunResult(result)
    lines: Dict[str, List["re.Match[str] | None"]] = {}
    last: List["re.Match[str] | None"] = []
    for line in (result.listing or "").splitlines():
        if line == "killed":
            out.killed = True
        elif line.startswith("vertex "):
            out.bits = {}
            out.vertices.append({})
        elif line == "end of primitive":
            out.ends.append(len(out.vertices))
        elif line == "memory undefined":
            out.memory_undefined = True
        elif line == "*":
            last.append(None)
        elif m := _RESULT.match(line):
            bits = out.bits.setdefault(m["name"], np.full(4, _NAN, np.uint32))
            bits["xyzw".index(m["component"])] = int(m["bits"], 16) if m["bits"] else _NAN
            (out.vertices[-1] if out.vertices else out.values)[m["name"]] = bits.view(np.float32)
        elif m := _WORDS.match(line):
            last = lines.setdefault(m["name"], [])
            last.append(m)
    for name, matches in lines.items():
        size = inputs.get(name + ".size")
        out.memory[name] = _memory(name, matches, 0 if size is None or isinstance(size, str) else int(np.ravel(size)[0]))
    return out


def run(text: Union[str, bytes], inputs: Mapping[str, Input] = {}, *, on: str = "source", seed: int = 0, grid: Sequence[int] = (),
        block: Sequence[int] = (), order: int = 0, races: int = 0, **options: OptionValue) -> RunResult:
    """Runs one invocation of a program, or the grid of a compute program, on named inputs (docs/usc-tools.md, "Running"):

        run(text, {"program.local[0]": [1, 2, 3, 4], "fragment.color": [1, 0, 0, 1]})["result.color"]
        run(text, {"BUFFER[0]": array, "BUFFER[1].bytes": 256}, grid=(4,)).memory["BUFFER[1]"]

    `on` is "source", "ir" or "code". Arrays of int32 and uint32 are words; others are floats, except for integers in memory. Inputs that
    are not given are 0 0 0 1, or random values from a seed. `order` is the seed of another order of workgroups. With `races`, data races
    raise a MismatchError with at most this many of them."""
    c = _new_run(on, seed)
    c.order, c.races = order, races
    for k, n in enumerate(grid):
        c.grid[k] = n
    for k, n in enumerate(block):
        c.block[k] = n
    return _parse(_execute(text, inputs, options, c, False), inputs)


def draw(text: Union[str, bytes], width: int, height: int, inputs: Mapping[str, Input] = {}, *,
         images: Mapping[int, npt.NDArray[np.uint8]] = {}, on: str = "source", seed: int = 0, **options: OptionValue) -> Picture:
    """Draws a fragment program over a rectangle of pixels. An input of shape (3, n) has values at the bottom left, bottom right and top
    left corner, and is interpolated. `images` are textures by unit: arrays of shape (height, width, 4), with rows from the top."""
    c = _new_run(on, seed)
    c.width, c.height = width, height
    picture = Picture(Result.__new__(Result), np.zeros((height, width, 4), np.float32), np.zeros((height, width), np.uint8),
                      np.zeros((height, width), np.bool_))
    bits = picture.color.view(np.uint32)

    def pixel(_: Any, x: int, y: int, color: Any, undefined: int, killed: int) -> None:
        row = height - 1 - y
        picture.killed[row, x] = killed
        if not killed:
            bits[row, x] = color[0], color[1], color[2], color[3]
            picture.undefined[row, x] = undefined

    callback = ffi.callback("nvp4c_pixel_fn", pixel)
    c.pixel = callback
    textures = ffi.new("struct nvp4c_image[]", max(len(images), 1))
    kept = []
    for texture, (unit, image) in zip(textures, images.items()):
        array = np.ascontiguousarray(image, np.uint8)
        if array.ndim != 3 or array.shape[2] != 4:
            raise ValueError("a texture has the shape (height, width, 4)")
        kept.append(array)
        texture.unit, texture.height, texture.width = unit, array.shape[0], array.shape[1]
        texture.rgba = ffi.cast("const uint8_t *", array.ctypes.data)
    c.images, c.num_images = textures, len(images)
    picture.result = _execute(text, inputs, options, c, True)
    return picture
