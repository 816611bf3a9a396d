#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of --run: meshes drawn by two programs, and animations: scene.py NVP4C.

PNG files are decoded here, with zlib and the chunks of the specification, so that nothing of the writer is trusted.
"""
import os
import struct
import subprocess
import sys
import tempfile
import zlib

NVP4C = os.path.realpath(sys.argv[1])
passed = failed = 0

VERTEX = """!!NVvp4.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.texcoord[0];
END
"""
# The blue component is a parameter.
FRAGMENT = """!!NVfp4.0
PARAM level = program.local[0];
MOV result.color, fragment.color;
MOV result.color.z, level.x;
END
"""
TURNED = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
MAD result.color, vertex.normal, 0.5, 0.5;
END
"""
ALONE = """!!ARBfp1.0
PARAM level = program.local[0];
MOV result.color, fragment.color;
MUL result.color.x, level.x, fragment.texcoord[0].x;
END
"""
TEXTURED = """!!ARBfp1.0
TEX result.color, fragment.texcoord[0], texture[1], 2D;
END
"""


def check(what, good, why=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAIL", what, why)


def run(*arguments):
    r = subprocess.run([NVP4C, "--run", *arguments], capture_output=True, check=False)
    return r.returncode, r.stderr.decode(errors="replace")


def chunks(data):
    """The chunks of a file, whose checks must be right."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "signature"
    at = 8
    while at < len(data):
        (n,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + n]
        (crc,) = struct.unpack(">I", data[at + 8 + n : at + 12 + n])
        assert crc == zlib.crc32(name + body), f"check of {name}"
        yield name, body
        at += 12 + n
    assert at == len(data) and name == b"IEND", "end"


def pixels(width, height, data):
    """The rows of a picture of 8-bit RGBA."""
    raw, rows, before = zlib.decompress(data), [], bytes(4 * width)
    assert len(raw) == height * (4 * width + 1), "size"
    for y in range(height):
        kind = raw[y * (4 * width + 1)]
        line = bytearray(raw[y * (4 * width + 1) + 1 : (y + 1) * (4 * width + 1)])
        for i in range(4 * width):
            left, up, corner = (line[i - 4] if i > 3 else 0), before[i], (before[i - 4] if i > 3 else 0)
            p = left + up - corner
            nearest = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            line[i] = (line[i] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
        before = bytes(line)
        rows.append(before)
    return rows


def decode(name):
    """The size, the frames and the delays (numerator, denominator) of a file."""
    with open(name, "rb") as f:
        data = f.read()
    frames, delays, sequence, announced = [], [], 0, None
    width = height = 0
    for kind, body in chunks(data):
        if kind == b"IHDR":
            width, height, depth, color, *rest = struct.unpack(">IIBBBBB", body)
            assert (depth, color, rest) == (8, 6, [0, 0, 0]), "not plain RGBA"
        elif kind == b"acTL":
            assert not frames and announced is None, "place of acTL"
            announced, plays = struct.unpack(">II", body)
            assert plays == 0
        elif kind == b"fcTL":
            number, w, h, x, y, num, den, dispose, blend = struct.unpack(">IIIIIHHBB", body)
            assert (number, w, h, x, y, dispose, blend) == (sequence, width, height, 0, 0, 0, 0), "fcTL"
            sequence += 1
            delays.append((num, den))
            frames.append(b"")
        elif kind == b"IDAT":
            assert announced is None or len(frames) == 1, "IDAT of a later frame"
            if not frames:
                frames.append(b"")
            frames[0] += body
        elif kind == b"fdAT":
            assert len(frames) > 1 and struct.unpack(">I", body[:4])[0] == sequence, "fdAT"
            sequence += 1
            frames[-1] += body[4:]
    assert announced in (None, len(frames)), "number of frames"
    return width, height, [pixels(width, height, f) for f in frames], delays


def write_png(name, width, rows):
    """A PNG file of 8-bit RGBA."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    data = zlib.compress(b"".join(b"\0" + bytes(r) for r in rows))
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    with open(name, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def same(a, b):
    with open(a, "rb") as f, open(b, "rb") as g:
        return f.read() == g.read()


def test_pictures():
    # The left half of the window, as a red square; the rest is the background.
    with open("half.obj", "w", encoding="ascii") as f:
        f.write("v -1 -1 0 1 0 0\nv 0 -1 0 1 0 0\nv 0 1 0 1 0 0\nv -1 1 0 1 0 0\nf 1 2 3 4\n")
    status, err = run("a.vp", "a.fp", "-png=half.png", "-mesh=half.obj", "-size=8x4", "-in", "level=0.2", "-clear=0,0.4,1")
    check("a mesh is drawn", (status, err) == (0, ""), err)
    width, height, frames, _ = decode("half.png")
    row = bytes([255, 0, 51, 255] * 4 + [0, 102, 255, 255] * 4)
    check("its pixels", (width, height, frames) == (8, 4, [[row] * 4]))
    run("a.fp", "a.vp", "-png=other.png", "-mesh=half.obj", "-size=8x4", "-in", "level=0.2", "-clear=0,0.4,1")
    check("the programs in another order", same("half.png", "other.png"))
    run("a.vp", "a.fp", "-png=other.png", "-mesh=half.obj", "-size=8x4", "-in", "level=0.2")
    check("the background is transparent", decode("other.png")[2][0][0] == bytes([255, 0, 51, 255] * 4 + [0] * 16))

    # Four texels, each of them the whole of a pixel, in the orientation of the file.
    texels = [bytes([255, 0, 0, 255, 0, 255, 0, 255]), bytes([0, 0, 255, 255, 9, 8, 7, 255])]
    write_png("texels.png", 2, texels)
    status, err = run("a.vp", "t.fp", "-png=t.png", "-mesh=quad", "-size=2x2", "-tex=1=texels.png")
    check("a texture keeps its orientation", (status, decode("t.png")[2]) == (0, [texels]), err)

    for target in "usc", "agx":
        for threads in "1", "2", "9":
            run("t.vp", "a.fp", f"-target={target}", f"-png={target}{threads}.png", "-mesh=torus", "-j", threads, "-size=150x100")
        check(f"the picture does not depend on -j ({target})",
              same(f"{target}1.png", f"{target}2.png") and same(f"{target}1.png", f"{target}9.png"))
    usc, agx = decode("usc1.png")[2][0], decode("agx1.png")[2][0]
    worst = max(abs(a - b) for r, s in zip(usc, agx) for a, b in zip(r, s))
    check("both machines draw the same picture", worst <= 1, worst)
    check("the whole mesh is visible", not any(usc[0]) and not any(usc[-1]) and any(usc[50]))
    run("t.vp", "a.fp", "-png=default.png", "-size=150x100")
    check("the torus is the default", same("default.png", "usc1.png"))


def test_animations():
    common = ["-size=9x7", "-mesh=half.obj"]
    status, err = run("a.vp", "a.fp", "-png=a.png", *common, "-frames=4", "-time=level.x=0.2..1", "-delay=125")
    check("an animation is drawn", (status, err) == (0, ""), err)
    width, height, frames, delays = decode("a.png")
    check("its frames", (width, height, len(frames), delays) == (9, 7, 4, [(125, 1000)] * 4), delays)
    for k, frame in enumerate(frames):
        run("a.vp", "a.fp", "-png=one.png", *common, "-in", f"level.x={0.2 + 0.8 * k / 4:.9g}")
        check(f"frame {k} is the picture at its time", decode("one.png")[2] == [frame])
    check("frames differ", len({tuple(f) for f in frames}) == 4)

    run("t.vp", "a.fp", "-png=turn.png", "-mesh=cube", "-size=20x20", "-camera=0,10", "-frames=3", "-time=camera.azimuth=0..360")
    frames = decode("turn.png")[2]
    for k, frame in enumerate(frames):
        run("t.vp", "a.fp", "-png=one.png", "-mesh=cube", "-size=20x20", f"-camera={120 * k},10")
        check(f"frame {k} is the picture from its side", decode("one.png")[2] == [frame])
    check("three sides are three frames", len(frames) == 3 and len({tuple(f) for f in frames}) == 3)

    # A fragment program alone: x of the pixel's middle times the time, which is 0 and 1/2.
    run("alone.fp", "-png=alone.png", "-size=4x2", "-frames=2", "-time=level.x")
    rows = [[[round(t * (x + 0.5) / 4 * 255) for x in range(4)] for _ in range(2)] for t in (0, 0.5)]
    frames = decode("alone.png")[2]
    check("frames of a fragment program", [[list(r[::4]) for r in f] for f in frames] == rows, frames)
    run("alone.fp", "-png=threads.png", "-size=4x2", "-frames=2", "-time=level.x", "-j", "3")
    check("and in threads", same("alone.png", "threads.png"))
    run("alone.fp", "-png=one.png", "-size=4x2", "-frames=1", "-time=level.x=0.5..1")
    run("alone.fp", "-png=other.png", "-size=4x2", "-in", "level.x=0.5")
    check("one frame is a plain picture", same("one.png", "other.png"))


def test_errors():
    with open("bad.obj", "w", encoding="ascii") as f:
        f.write("v 0 0 0\nf 1 1 7\n")
    for what, arguments, status, message in (
        ("OBJ", ["a.vp", "a.fp", "-png=e.png", "-mesh=bad.obj"], 1, "bad.obj:2:7: error: vertex 7 does not exist"),
        ("a mesh that is no file", ["a.vp", "a.fp", "-png=e.png", "-mesh=absent"], 3, "absent"),
        ("an input", ["a.vp", "a.fp", "-png=e.png", "-in", "level=1", "-in", "levle=1"], 1, "-in:2:1: error: the program has no"),
        ("a misspelt input", ["a.vp", "a.fp", "-png=e.png", "-in", "levle=1"], 1, "did you mean 'level'?"),
        ("a program", ["a.vp", "bad.fp", "-png=e.png"], 1, "bad.fp:2:"),
        ("no -png", ["a.vp", "a.fp"], 2, "needs -png"),
        ("a third program", ["a.vp", "a.fp", "a.fp", "-png=e.png"], 2, "more than two inputs"),
        ("-on", ["a.vp", "a.fp", "-png=e.png", "-on=ir"], 2, "-on=code"),
        ("a key", ["a.vp", "a.fp", "-png=e.png", "-fflat-shading"], 2, "-fflat-shading cannot be used"),
        ("-mesh alone", ["alone.fp", "-png=e.png", "-mesh=cube"], 2, "-mesh needs"),
        ("-frames alone", ["a.vp", "a.fp", "-png=e.png", "-frames=3"], 2, "belong together"),
        ("-time", ["a.vp", "a.fp", "-png=e.png", "-frames=3", "-time=level.x=1"], 2, "-time: 'level.x=1'"),
        ("the input of -time", ["a.vp", "a.fp", "-png=e.png", "-frames=3", "-time=speed.x"], 1, "no input 'speed'"),
        ("the input of -time of a fragment program", ["alone.fp", "-png=e.png", "-in", "level=1", "-frames=3", "-time=speed.x"], 1,
         "-in:2:1: error: the program has no input 'speed'"),
        ("-camera", ["a.vp", "a.fp", "-png=e.png", "-camera=1"], 2, "-camera: '1'"),
        ("-clear", ["a.vp", "a.fp", "-png=e.png", "-clear=1,2,x"], 2, "-clear: '1,2,x'"),
        ("-size", ["a.vp", "a.fp", "-png=e.png", "-size=0x4"], 2, "-size: '0x4'"),
        ("the output", ["a.vp", "a.fp", "-png=half.obj", "-mesh=half.obj"], 2, "is also an input"),
    ):
        got, err = run(*arguments)
        check(f"an error about {what}", got == status and message in err and not os.path.exists("e.png"), f"{got}: {err}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for file, text in (("a.vp", VERTEX), ("a.fp", FRAGMENT), ("t.vp", TURNED), ("alone.fp", ALONE), ("t.fp", TEXTURED),
                       ("bad.fp", "!!NVfp4.0\nMOV result.color, nothing;\nEND\n")):
        with open(file, "w", encoding="ascii") as f:
            f.write(text)
    code, messages = run("alone.fp", "-png=alone.png", "-size=1x1")
    if code == 7 and "libpng" in messages:
        print("SKIP pictures: nvp4c was built without libpng")
        check("a picture without libpng is refused", not os.path.exists("alone.png"))
    else:
        test_pictures()
        test_animations()
        test_errors()
    os.chdir("/")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0 or passed == 0)
