# SPDX-License-Identifier: MIT
"""Compile GPU assembly programs to machine code, and run them on numpy arrays.

    import nvp4c
    result = nvp4c.compile(text, target="agx", O=3, frt="rgba8")
    result.code, result.stats["bytes"], result.listing

Keyword arguments are the options of the command line (option_names() lists them). A call that fails raises an Error with the
diagnostics."""
from nvp4c._compile import (assemble, cache_key, compile, disassemble, link, load, simulate, verify)
from nvp4c._machine import Machine, Wave, WaveFault, transform
from nvp4c._options import OptionError, OptionValue, Options, option_help, option_names
from nvp4c._result import (Binding, Diagnostic, Error, InternalError, LimitError, Link, LinkEntry, Location, MismatchError, RejectedError,
                           Result, State, Status, Texture, UnsupportedError, Verification, version)
from nvp4c._run import Input, Picture, RunResult, draw, run

__version__ = version()
__all__ = ["Binding", "Diagnostic", "Error", "Input", "InternalError", "LimitError", "Link", "LinkEntry", "Location", "Machine", "MismatchError",
           "OptionError", "OptionValue", "Options", "Picture", "RejectedError", "Result", "RunResult", "State", "Status", "Texture",
           "UnsupportedError", "Verification", "Wave", "WaveFault", "assemble", "cache_key", "compile", "disassemble", "draw", "link", "load",
           "option_help", "option_names", "run", "simulate", "transform", "verify", "version"]
