# SPDX-License-Identifier: MIT
"""The shared library, and the conversion of its texts and enumerators."""
from __future__ import annotations

import os
from typing import Any, Callable

from nvp4c._cdef import ffi as _ffi

ffi: Any = _ffi
lib: Any = ffi.dlopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libnvp4c.so"))


def text_of(pointer: Any) -> str:
    """A text of the library. Bytes of a program that are not UTF-8 become U+FFFD."""
    return bytes(ffi.string(pointer)).decode("utf-8", "replace")


def written(function: Callable[[Any, int], int]) -> str:
    """The text of a function that writes as snprintf does."""
    size = function(ffi.NULL, 0)
    text = ffi.new("char[]", size + 1)
    function(text, size + 1)
    return text_of(text)


def enum_name(which: str, value: int) -> str:
    """Name of an enumerator of enum nvp4c_WHICH."""
    name = lib.nvp4c_enum_name(getattr(lib, "NVP4C_ENUM_" + which.upper()), value)
    return text_of(name) if name else str(value)


def enum_value(which: str, name: str) -> int:
    """Number of an enumerator of enum nvp4c_WHICH. Raises ValueError for an unknown name."""
    value = lib.nvp4c_enum_value(getattr(lib, "NVP4C_ENUM_" + which.upper()), name.encode())
    if value < 0:
        raise ValueError(f"{name!r} is not a value of enum nvp4c_{which}")
    return int(value)


def to_bytes(text: "str | bytes") -> bytes:
    """A program: bytes as they are, and texts in UTF-8."""
    return text.encode() if isinstance(text, str) else bytes(text)
