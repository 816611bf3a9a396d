# SPDX-License-Identifier: MIT
"""The functions that make results."""
from __future__ import annotations

from typing import Type, TypeVar, Union

from nvp4c._library import ffi, lib, to_bytes
from nvp4c._options import OptionError, OptionValue, options_of
from nvp4c._result import Link, Result, Verification

_R = TypeVar("_R", bound=Result)


def _checked(kind: Type[_R], c: object) -> _R:
    result = kind(c)
    result.check()
    return result


def compile(text: Union[str, bytes], **options: OptionValue) -> Result:  # pylint: disable=redefined-builtin
    """Compiles a program. The result has listing, object and reflection, unless output_listing="0" and so on say otherwise."""
    data, printed = to_bytes(text), bytearray()
    o = options_of(options, output_listing=1, output_object=1, output_reflection=1)

    def collect(_: object, line: object, length: int) -> None:
        printed.extend(ffi.buffer(line, length))

    o._c.inspect.print = callback = ffi.callback("nvp4c_print_fn", collect)
    result = Result(lib.nvp4c_compile(data, len(data), o._c))
    o._c.inspect.print = ffi.NULL
    del callback  # until now the options referred to it
    result.printed = printed.decode("utf-8", "replace")
    result.check()
    return result


def link(producer: Result, consumer: Result, **options: OptionValue) -> Link:
    """Links the results of two consecutive stages. Compile the producer again with fvarying_map=link.varying_map."""
    return _checked(Link, lib.nvp4c_link(producer._c, consumer._c, options_of(options)._c))


def load(data: bytes, **options: OptionValue) -> Result:
    """Makes a result of the bytes of an object (Result.object)."""
    return _checked(Result, lib.nvp4c_load(data, len(data), options_of(options)._c))


def assemble(text: Union[str, bytes], **options: OptionValue) -> Result:
    """Assembles text of the target."""
    data = to_bytes(text)
    return _checked(Result, lib.nvp4c_assemble(data, len(data), options_of(options, output_listing=1)._c))


def disassemble(code: bytes, **options: OptionValue) -> Result:
    """Makes text of machine code or of an object; see Result.listing."""
    return _checked(Result, lib.nvp4c_disassemble(code, len(code), options_of(options)._c))


def simulate(program: Union[str, bytes], task: str, **options: OptionValue) -> Result:
    """Runs one wave of assembly text (str) or of machine code or an object (bytes). The task says what the registers have and what to
    print (docs/usc-tools.md); the listing of the result has what it printed."""
    data, task_data = to_bytes(program), task.encode()
    return _checked(Result, lib.nvp4c_simulate(data, len(data), isinstance(program, str), task_data, len(task_data), options_of(options)._c))


def verify(text: Union[str, bytes], waves: int = 64, seed: int = 1, **options: OptionValue) -> Verification:
    """Executes source, IR and machine code of a program on random inputs, in waves of 32 invocations. Raises MismatchError if they
    differ."""
    return compile(text, verify_sim=f"{waves},seed={seed}", **options).verification


def cache_key(text: Union[str, bytes], **options: OptionValue) -> bytes:
    """SHA-256 of everything that decides what a compile with these options returns."""
    data = to_bytes(text)
    key = ffi.new("uint8_t[32]")
    if lib.nvp4c_cache_key(data, len(data), options_of(options, output_listing=1, output_object=1, output_reflection=1)._c, key):
        raise OptionError("the options are wrong")
    return bytes(key)
