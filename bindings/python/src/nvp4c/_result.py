# SPDX-License-Identifier: MIT
"""Results, their diagnostics and their reflection."""
from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Type

from nvp4c._library import enum_name, enum_value, ffi, lib, text_of, written

_NONE = 0xFFFFFFFF


def version() -> str:
    """Version of the library."""
    return text_of(lib.nvp4c_version())


class Status(enum.IntEnum):
    """Status of a call: enum nvp4c_status."""
    OK = 0
    REJECTED = 1
    USAGE = 2
    IO = 3
    INTERNAL = 4
    LIMIT = 5
    MISMATCH = 6
    UNSUPPORTED = 7
    CANCELLED = 8


@dataclass(frozen=True)
class Diagnostic:
    """A message about a program. Line and column count bytes from 1, and are 0 if there is no position."""
    severity: str
    id: str
    message: str
    section: str
    offset: Optional[int]
    length: int
    line: int
    column: int

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: " if self.line else ""
        return f"{place}{self.severity}: {self.message} [{self.id}]"


@dataclass(frozen=True)
class Location:
    """A register or a place in memory. Text is its name in assembly."""
    register: str
    number: Optional[int]
    element: Optional[int]
    format: str
    first_bit: int
    num_bits: int
    text: str


@dataclass(frozen=True)
class State:
    """An item of GL state."""
    item: str
    member: str
    back: bool
    matrix: str
    row: int


@dataclass(frozen=True)
class Binding:
    """One component of an input, output, parameter or resource: struct nvp4c_reflection."""
    kind: str
    binding: str
    index: int
    dimension: int
    component: int
    name: str
    location: Location
    interpolation: str
    state: Optional[State]
    entry: int
    array_first: int
    array_count: int
    value: int


@dataclass(frozen=True)
class Texture:
    """A texture unit that the program uses."""
    unit: int
    target: str
    array: bool
    shadow: bool
    integer: bool
    sampled: bool
    fetched: bool
    sized: bool
    multisampled: bool


@dataclass(frozen=True)
class Verification:
    """Outcome of a verification: struct nvp4c_verify."""
    waves: int
    source_comparisons: int
    code_comparisons: int
    budget: int
    left_out: int
    compared: int
    tainted: int
    digest: int


@dataclass(frozen=True)
class LinkEntry:
    """A component of a varying in a link: struct nvp4c_link_entry."""
    name: str
    varying: int
    component: int
    source: str
    written: bool
    read: bool
    address: Optional[int]
    interpolation: str
    vertex: int
    location: Optional[Location]
    tail: Optional[int]


class Error(Exception):
    """A call failed. The message has its errors."""

    def __init__(self, result: "Result") -> None:
        self.result = result
        self.status = result.status
        self.diagnostics = result.diagnostics
        errors = [str(d) for d in result.diagnostics if d.severity == "error"]
        super().__init__("\n".join(errors) or enum_name("status", result.status))


class RejectedError(Error):
    """The program breaks a rule of its language."""


class UsageError(Error):
    """An option is wrong."""


class InternalError(Error):
    """A bug of nvp4c."""


class LimitError(Error):
    """The call exceeded a limit of memory, depth, size or work."""


class MismatchError(Error):
    """Verification found a difference, or a run found a data race."""


class UnsupportedError(Error):
    """The program is legal, but this version or target does not support it."""


_ERRORS: Dict[Status, Type[Error]] = {
    Status.REJECTED: RejectedError,
    Status.USAGE: UsageError,
    Status.INTERNAL: InternalError,
    Status.LIMIT: LimitError,
    Status.MISMATCH: MismatchError,
    Status.UNSUPPORTED: UnsupportedError,
}


def _location(c: Any) -> Location:
    return Location(register=enum_name("register", c.reg), number=None if c.number == _NONE else c.number,
                    element=None if c.element == _NONE else c.element, format=enum_name("frt", c.format), first_bit=c.first_bit,
                    num_bits=c.num_bits, text=written(lambda text, size: int(lib.nvp4c_location_text(ffi.addressof(c), text, size))))


def _binding(c: Any) -> Binding:
    state = None
    if c.binding == lib.NVP4C_BIND_STATE:
        state = State(item=enum_name("state_item", c.state.item), member=enum_name("state_member", c.state.member), back=bool(c.state.back),
                      matrix=enum_name("matrix", c.state.matrix), row=c.state.row)
    return Binding(kind=enum_name("reflect_kind", c.kind), binding=enum_name("binding", c.binding), index=c.index, dimension=c.dimension,
                   component=c.component, name=written(lambda text, size: int(lib.nvp4c_reflection_name(ffi.addressof(c), text, size))),
                   location=_location(c.location), interpolation=enum_name("interpolation", c.interpolation), state=state, entry=c.entry,
                   array_first=c.array_first, array_count=c.array_count, value=c.value)


class Result:
    """Result of a call. The library never changes it."""

    def __init__(self, c: Any) -> None:
        if not c:
            raise MemoryError
        self._c: Any = ffi.gc(c, lib.nvp4c_result_free)
        self.printed = ""  #: IR or source that options such as dump_ir and print_after print

    def check(self) -> None:
        """Raises an Error unless the status is OK."""
        if self.status is not Status.OK:
            raise _ERRORS.get(self.status, Error)(self)

    @property
    def status(self) -> Status:
        return Status(lib.nvp4c_result_status(self._c))

    @property
    def stage(self) -> str:
        return enum_name("stage", lib.nvp4c_result_stage(self._c))

    @property
    def target(self) -> str:
        return enum_name("target", lib.nvp4c_result_target(self._c))

    @property
    def cpu(self) -> str:
        return text_of(lib.nvp4c_result_cpu(self._c))

    def _bytes(self, name: str) -> Optional[bytes]:
        length = ffi.new("size_t *")
        pointer = getattr(lib, "nvp4c_result_" + name)(self._c, length)
        return bytes(ffi.buffer(pointer, length[0])) if pointer else None

    @property
    def code(self) -> Optional[bytes]:
        """Machine code."""
        return self._bytes("code")

    @property
    def preamble(self) -> Optional[bytes]:
        """AGX: machine code that runs once before each draw."""
        return self._bytes("preamble")

    @property
    def preshader(self) -> Optional[bytes]:
        """Draw-uniform operations for the CPU, in the form that nvp4c_preshader_create() reads."""
        return self._bytes("preshader")

    @property
    def object(self) -> Optional[bytes]:
        """ELF object, which load() reads."""
        return self._bytes("object")

    @property
    def listing(self) -> Optional[str]:
        """Machine code as assembly text, or the output of simulate() and run()."""
        text = self._bytes("listing")
        return None if text is None else text.decode("utf-8", "replace")

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        diagnostics = []
        for i in range(lib.nvp4c_result_num_diagnostics(self._c)):
            d = lib.nvp4c_result_diagnostic(self._c, i)
            diagnostics.append(Diagnostic(severity=enum_name("severity", d.severity), id=text_of(d.id), message=text_of(d.message),
                                          section=text_of(d.section), offset=d.offset if d.line else None, length=d.length, line=d.line,
                                          column=d.column))
        return tuple(diagnostics)

    @property
    def stats(self) -> Dict[str, int]:
        """Statistics by name."""
        stats = (lib.nvp4c_result_stat(self._c, i) for i in range(lib.nvp4c_result_num_stats(self._c)))
        return {text_of(s.name): s.value for s in stats}

    @property
    def reflection(self) -> Tuple[Binding, ...]:
        """What the driver provides and receives, and where."""
        return tuple(_binding(lib.nvp4c_result_reflection(self._c, i)[0]) for i in range(lib.nvp4c_result_num_reflections(self._c)))

    @property
    def textures(self) -> Tuple[Texture, ...]:
        textures = []
        for i in range(lib.nvp4c_result_num_textures(self._c)):
            t = lib.nvp4c_result_texture(self._c, i)
            textures.append(Texture(unit=t.unit, target=enum_name("tex_target", t.target), array=bool(t.array), shadow=bool(t.shadow),
                                    integer=bool(t.integer), sampled=bool(t.sampled), fetched=bool(t.fetched), sized=bool(t.sized),
                                    multisampled=bool(t.multisampled)))
        return tuple(textures)

    @property
    def facts(self) -> Dict[str, Any]:
        """Facts about the program, as docs/schema/reflect.json describes them."""
        facts: Dict[str, Any] = json.loads(self.json("reflection"))["facts"]
        return facts

    @property
    def verification(self) -> Verification:
        v = lib.nvp4c_result_verify(self._c)
        return Verification(v.waves, v.source_comparisons, v.code_comparisons, v.budget, v.left_out, v.compared, v.tainted, v.digest)

    def json(self, what: str = "facts", file: Optional[str] = None) -> str:
        """A JSON document (docs/schema): "reflection", "stats" or "facts", or another word of enum nvp4c_json. Raises ValueError if the
        library does not know the word, or if the result does not have the document."""
        number = enum_value("json", what)
        name = ffi.NULL if file is None else file.encode()
        document = written(lambda text, size: int(lib.nvp4c_result_json(self._c, number, name, text, size)))
        if not document:
            raise ValueError(f"the result has no {what}")
        return document

    def report(self) -> str:
        """The report on the code as JSON. Raises ValueError if the result has none: the program was not compiled with report=1, or the
        library has no reports."""
        return self.json("report")


class Link(Result):
    """Result of link()."""

    @property
    def words(self) -> int:
        """Output words of a vertex with the map."""
        return self.stats["varying_words"]

    @property
    def varying_map(self) -> str:
        """The map, for the option fvarying_map of a compile of the producer."""
        key = ffi.new("struct nvp4c_key *")
        lib.nvp4c_link_key(self._c, key)
        places = []
        for number, varying in enumerate(key.varying):
            if varying.mask:
                components = "".join("xyzw"[c] for c in range(4) if varying.mask >> c & 1)
                tail = f"+{varying.tail}" if varying.tail else ""
                places.append(f"{text_of(lib.nvp4c_varying_name(number))}.{components}:{varying.address}{tail}")
        return ",".join(places)

    @property
    def entries(self) -> Tuple[LinkEntry, ...]:
        entries = []
        for i in range(lib.nvp4c_link_num_entries(self._c)):
            e = lib.nvp4c_get_link_entry(self._c, i)
            entries.append(LinkEntry(name=text_of(e.name), varying=e.varying, component=e.component, source=enum_name("link_source", e.source),
                                     written=bool(e.written), read=bool(e.read), address=None if e.address < 0 else e.address,
                                     interpolation=enum_name("interpolation", e.interpolation), vertex=e.vertex,
                                     location=_location(e.location) if e.location.reg else None,
                                     tail=None if e.tail < 0 else e.tail))
        return tuple(entries)
