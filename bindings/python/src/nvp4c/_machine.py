# SPDX-License-Identifier: MIT
"""Machine code in the simulator: nvp4c_machine.h with arrays."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Tuple

import numpy as np
import numpy.typing as npt

from nvp4c._library import ffi, lib, text_of
from nvp4c._options import OptionValue, options_of
from nvp4c._result import Binding, Result

LANES = 32


class WaveFault(Exception):
    """A wave did what the hardware would not do as intended, or did not end."""


class _Borrowed(Result):
    """A result that its machine owns."""

    def __init__(self, c: Any) -> None:  # pylint: disable=super-init-not-called
        self._c = c


class Machine:
    """Decoded machine code of a result, an object or bytes."""

    def __init__(self, code: "Result | bytes", **options: OptionValue) -> None:
        o = options_of(options)
        c = (lib.nvp4c_machine_of_result(code._c, o._c) if isinstance(code, Result) else lib.nvp4c_machine_create(code, len(code), o._c))
        if not c:
            raise MemoryError
        self._c: Any = ffi.gc(c, lib.nvp4c_machine_free)
        _Borrowed(lib.nvp4c_machine_result(c)).check()

    def wave(self) -> "Wave":
        """A wave with zeros in its registers."""
        return Wave(self)


class Wave:
    """Up to 32 invocations of a machine. It is for one thread at a time."""

    def __init__(self, machine: Machine) -> None:
        c = lib.nvp4c_wave_create(machine._c)
        if not c:
            raise MemoryError
        # The machine lives as long as the function that frees the wave.
        self._c: Any = ffi.gc(c, lambda wave, machine=machine: lib.nvp4c_wave_free(wave))
        self._callbacks: List[Any] = []

    def registers(self, location: str) -> npt.NDArray[np.uint32]:
        """The registers from a location on ("vi0", "sh3"), as an array of shape (registers, lanes) in the memory of the wave. There is one
        lane for registers that all invocations share."""
        r = lib.nvp4c_wave_registers(self._c, location.encode())
        if not r.value:
            raise KeyError(location)
        # The wave stays alive as long as the array, which refers to this object.
        array = np.frombuffer(ffi.buffer(ffi.gc(r.value, lambda _, wave=self: None), 4 * r.count * r.lanes), np.uint32)
        return array.reshape(r.count, r.lanes)

    def set_memory(self, memory: npt.NDArray[np.uint8], base: int = 0) -> None:
        """Serves loads and stores from an array of bytes, whose first byte has the address `base`. Other addresses are a fault."""
        size = len(memory)

        def load(_: Any, lanes: int, address: Any, value: Any) -> int:
            bad = 0
            for lane in range(LANES):
                if lanes >> lane & 1:
                    at = address[lane] - base
                    if 0 <= at <= size - 4:
                        value[lane] = int.from_bytes(memory[at:at + 4].tobytes(), "little")
                    else:
                        bad |= 1 << lane
            return bad

        def store(_: Any, lanes: int, address: Any, num_bytes: int, value: Any) -> int:
            bad = 0
            for lane in range(LANES):
                if lanes >> lane & 1:
                    at = address[lane] - base
                    if 0 <= at <= size - num_bytes:
                        memory[at:at + num_bytes] = np.frombuffer(int(value[lane]).to_bytes(4, "little")[:num_bytes], np.uint8)
                    else:
                        bad |= 1 << lane
            return bad

        c = ffi.new("struct nvp4c_callbacks *")
        c.size = ffi.sizeof("struct nvp4c_callbacks")
        self._callbacks = [ffi.callback("uint32_t(void *, uint32_t, const uint64_t *, uint32_t *)", load, error=0xFFFFFFFF),
                           ffi.callback("uint32_t(void *, uint32_t, const uint64_t *, unsigned, const uint32_t *)", store, error=0xFFFFFFFF)]
        c.load, c.store = self._callbacks
        lib.nvp4c_wave_set_callbacks(self._c, c)

    def run(self, valid: int = 0xFFFFFFFF, helpers: int = 0, steps: int = 1000000) -> None:
        """Runs the code from its start. Masks have a bit for each lane. Raises WaveFault if it does not reach its end."""
        lib.nvp4c_wave_start(self._c, valid, helpers)
        if lib.nvp4c_wave_run(ffi.new("struct nvp4c_wave *[1]", [self._c]), 1, steps) != lib.NVP4C_WAVE_DONE:
            state = lib.nvp4c_get_wave_state(self._c)
            raise WaveFault(text_of(state.fault) if state.fault else f"the code does not end in {steps} steps")

    @property
    def killed(self) -> int:
        """Mask of the lanes that the program discarded."""
        return int(lib.nvp4c_get_wave_state(self._c).killed)


def _register(wave: Wave, program: Result, index: int) -> npt.NDArray[np.uint32]:
    """The register of an entry of the reflection: its value in each lane, or in one for all lanes."""
    location = ffi.addressof(lib.nvp4c_result_reflection(program._c, index), "location")
    r = lib.nvp4c_wave_location(wave._c, location)
    if not r.value:
        raise ValueError("the target has no such register")
    return np.frombuffer(ffi.buffer(r.value, 4 * r.lanes), np.uint32)


def _split(name: str) -> Tuple[str, int]:
    """"vattr0.y" as "vattr0" and 1."""
    base, component = name.rsplit(".", 1)
    return base, "xyzw".index(component)


def _words(values: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    array = np.asarray(values)
    if array.dtype not in (np.dtype(np.int32), np.dtype(np.uint32)):
        array = array.astype(np.float32)
    return np.ascontiguousarray(np.atleast_2d(array)).view(np.uint32)


def transform(program: Result, inputs: Mapping[str, npt.ArrayLike]) -> Dict[str, npt.NDArray[np.float32]]:
    """Runs the machine code of a vertex program on vertices, 32 at a time, and returns its outputs as arrays of shape (vertices, 4).

    `inputs` are attributes, of shape (vertices, components), and parameters, of shape (components,), by their names in the reflection:
    {"vattr0": positions, "program.local[0]": [1, 0, 0, 0]}. Missing components are 0 0 0 1. Compile the program with fpreshader="none".
    Programs with textures or memory need a Wave."""
    words = {name: _words(values) for name, values in inputs.items()}
    num = max((len(w) for w in words.values()), default=1)
    wave = Machine(program).wave()
    lanes: List[Tuple[Binding, npt.NDArray[np.uint32], npt.NDArray[np.uint32]]] = []
    outputs: List[Tuple[str, int, npt.NDArray[np.uint32]]] = []
    used = set()
    result: Dict[str, npt.NDArray[np.float32]] = {}
    for index, entry in enumerate(program.reflection):
        if entry.binding in ("attrib", "env", "local", "state", "uniform", "vertex-id", "instance"):
            base, c = _split(entry.name)
            given = words.get(base)
            used.add(base)
            column = (given[:, c] if given is not None and c < given.shape[1] else
                      np.arange(num, dtype=np.uint32) if entry.binding == "vertex-id" else
                      np.array([1.0 if c == 3 and entry.binding != "instance" else 0.0], np.float32).view(np.uint32))
            if len(column) not in (1, num):
                raise ValueError(f"{base} has {len(column)} vertices instead of {num}")
            lanes.append((entry, _register(wave, program, index), column))
        elif entry.binding == "literal":
            _register(wave, program, index)[:] = entry.value
        elif entry.kind == "output" and entry.binding == "varying":
            base, c = _split(entry.name)
            result.setdefault(base, np.zeros((num, 4), np.float32))
            outputs.append((base, c, _register(wave, program, index)))
        else:
            raise ValueError(f"transform() cannot provide {entry.name}")
    if unknown := set(words) - used:
        raise ValueError(f"the program does not read {', '.join(sorted(unknown))}")
    for first in range(0, num, LANES):
        count = min(LANES, num - first)
        for entry, register, column in lanes:
            if len(register) == 1 and len(column) > 1:
                raise ValueError(f"{entry.name} is the same for all vertices")
            register[:count if len(register) > 1 else 1] = column[first:first + count] if len(column) > 1 else column[0]
        wave.run((1 << count) - 1)
        for base, c, register in outputs:
            result[base].view(np.uint32)[first:first + count, c] = register[:count]
    return result
