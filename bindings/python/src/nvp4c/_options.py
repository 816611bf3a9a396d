# SPDX-License-Identifier: MIT
"""Options by the names of the command line."""
from __future__ import annotations

import re
from typing import Any, Dict, Iterable, Mapping, Union

from nvp4c._library import ffi, lib, text_of, written

OptionValue = Union[None, bool, int, str, Iterable[str]]


class OptionError(ValueError):
    """The name or the value of an option is wrong."""


def _forms() -> Dict[str, str]:
    forms = {}
    index = 0
    while name := lib.nvp4c_option_name(index, ffi.NULL):
        row = index
        forms[text_of(name)] = written(lambda text, size: int(lib.nvp4c_option_form(row, text, size)))
        index += 1
    return forms


_FORMS = _forms()
# Python's names of options: fvarying_map, output_listing.
_NAMES = {re.sub("[-.=]", "_", name): name for name in _FORMS}


def option_names() -> Dict[str, str]:
    """Names of the options for keyword arguments, with the form of their values: {"target": "usc|agx", "spill_all": "", ...}."""
    return {name: _FORMS[original] for name, original in _NAMES.items()}


def option_help(name: str) -> str:
    """One line of help for an option. Raises KeyError for an unknown name."""
    help_text = ffi.new("char **")
    lib.nvp4c_option_name(list(_FORMS).index(_NAMES[name]), help_text)
    return text_of(help_text[0])


class Options:
    """The options of a call. Several calls may use one object, in one thread at a time.

    A value is True for an option without one, a number, a text, or several texts for an option that is given several times (ftex, W). None
    and False leave the default. limit_max_program_if_depth=8 sets a limit on programs."""

    def __init__(self, **named: OptionValue) -> None:
        self._c: Any = ffi.gc(ffi.new("struct nvp4c_options *"), lib.nvp4c_options_clear)
        lib.nvp4c_options_init(self._c, ffi.sizeof("struct nvp4c_options"))
        # As on the command line.
        self.set("fpreshader", "caller")
        for name, value in named.items():
            self.set(name, value)

    def set(self, name: str, value: OptionValue = True) -> None:
        """Sets an option. Raises OptionError if the name or the value is wrong."""
        if value is None or value is False:
            return
        original = _NAMES.get(name, name.replace("_", "-") if name.startswith("limit_") else name)
        if value is True:
            self._set(original, "1" if _FORMS.get(original) else None)
        elif isinstance(value, (int, str)):
            self._set(original, str(value))
        else:
            for one in value:
                self._set(original, one)

    def _set(self, name: str, value: "str | None") -> None:
        message = ffi.new("char[]", 1000)
        if lib.nvp4c_options_set(self._c, name.encode(), ffi.NULL if value is None else value.encode(), message, 1000):
            raise OptionError(text_of(message))


def options_of(named: Mapping[str, OptionValue], **defaults: OptionValue) -> Options:
    """Options of a call, with defaults that the named ones override."""
    return Options(**{**defaults, **named})
