#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the Python binding with the command line, whose output other suites check, and with numpy: binding.py NVP4C CC. Prints "N passed,
N failed"."""
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import nvp4c
from nvp4c import _library

NVP4C, CC = sys.argv[1], sys.argv[2]
PROGRAMS = sorted(glob.glob("examples/*.[vf]p") + glob.glob("bench/shaders/*.[vf]p") + glob.glob("examples/compute/*.tgsi"))
TARGETS = ("usc", "agx")


def read(name):
    with open(name, encoding="latin-1") as f:
        return f.read()


def tool(*args):
    return subprocess.run([NVP4C, *args], capture_output=True, check=False)


def compute(name):
    return read(f"examples/compute/{name}.tgsi")


class Results(unittest.TestCase):
    def test_objects_and_facts(self):
        """Objects, listings, statistics and reflection are those of the command line."""
        with tempfile.TemporaryDirectory() as tmp:
            for program in PROGRAMS:
                for target in TARGETS:
                    with self.subTest(program, target=target):
                        out = os.path.join(tmp, "out.o")
                        r = tool("-w", "-c", "-target=" + target, "-stats=json", "-reflect=json", "-o", out, program)
                        if r.returncode == nvp4c.Status.UNSUPPORTED:
                            with self.assertRaises(nvp4c.UnsupportedError):
                                nvp4c.compile(read(program), target=target)
                            continue
                        result = nvp4c.compile(read(program), target=target, w=True, debug_source=program, debug_lines=1, output_analyze=1)
                        with open(out, "rb") as f:
                            self.assertEqual(result.object, f.read())
                        facts = json.loads(r.stdout)
                        self.assertEqual(json.loads(result.json("facts", program)), facts)
                        self.assertEqual(result.stats, facts["stats"])
                        self.assertEqual(result.facts, facts["facts"])
                        self.compare_bindings(result, facts)
                        self.assertEqual(nvp4c.load(result.object).reflection, result.reflection)
                        self.assertEqual(nvp4c.compile(read(program), target=target).listing,
                                         tool("-w", "-S", "-target=" + target, program).stdout.decode())

    def compare_bindings(self, result, facts):
        self.assertEqual(len(result.reflection), len(facts["bindings"]))
        for b, j in zip(result.reflection, facts["bindings"]):
            self.assertEqual((b.kind, b.binding, b.index, b.component, b.name), tuple(j[k] for k in ("kind", "binding", "index", "component", "name")))
            where = j["location"]
            self.assertEqual((b.location.register, b.location.number, b.location.element, b.location.format, b.location.first_bit,
                              b.location.num_bits, b.location.text),
                             (where["register"], where.get("number"), where.get("element"), where["format"], where["first_bit"], where["bits"],
                              where["text"]))
            if b.state:
                self.assertEqual((b.state.item, b.state.member, b.state.back, b.state.matrix, b.state.row),
                                 (j["state"]["item"], j["state"]["member"], j["state"]["face"] == "back", j["state"]["matrix"], j["state"]["row"]))
        for t, j in zip(result.textures, facts["textures"]):
            self.assertEqual(vars(t), j)

    def test_diagnostics(self):
        text = "!!NVfp4.0\nTEMP a;\nMOV result.color, b;\nEND\n"
        with tempfile.NamedTemporaryFile("w", suffix=".fp") as f:
            f.write(text)
            f.flush()
            messages = json.loads(tool("-fdiagnostics-format=json", f.name).stderr)
        with self.assertRaises(nvp4c.RejectedError) as caught:
            nvp4c.compile(text, fmax_errors=20)
        self.assertEqual(caught.exception.status, nvp4c.Status.REJECTED)
        found = [d for d in caught.exception.diagnostics if d.severity != "note"]
        self.assertEqual(len(found), len(messages))
        for d, j in zip(found, messages):
            self.assertEqual((d.severity, d.id, d.message, d.section, d.offset, d.length, d.line, d.column),
                             tuple(j[k] for k in ("kind", "id", "message", "section", "offset", "length", "line", "column")))

    def test_bytes_that_are_not_text(self):
        with self.assertRaises(nvp4c.RejectedError) as caught:
            nvp4c.compile(b"!!NVfp4.0\nMOV result.color, \xff\x00;\nEND\n")
        str(caught.exception)

    def test_exceptions(self):
        with self.assertRaises(nvp4c.RejectedError):
            nvp4c.compile("!!NVfp4.0\nLOOP;\nEND\n")
        with self.assertRaises(nvp4c.LimitError):
            nvp4c.compile(read("examples/phong.fp"), limit_work=10)
        with self.assertRaises(nvp4c.UnsupportedError):
            nvp4c.compile(read("tests/nv/179-pass-triangles.gp"), target="agx")
        race = read("tests/cli/race-barrier.tgsi")
        nvp4c.run(race)
        with self.assertRaises(nvp4c.MismatchError):
            nvp4c.run(race, races=10)
        with self.assertRaises(nvp4c.Error):
            nvp4c.load(b"not an object")

    def test_names(self):
        """Status and exceptions have the numbers of the library, and options its names."""
        for status in nvp4c.Status:
            self.assertEqual(_library.enum_name("status", status), status.name.lower())
        self.assertEqual(_library.enum_name("status", len(nvp4c.Status)), str(len(nvp4c.Status)))
        with self.assertRaises(ValueError):
            _library.enum_value("stage", "pixel")
        names = nvp4c.option_names()
        self.assertEqual(names["target"], "usc|agx")
        self.assertTrue(all(nvp4c.option_help(name) for name in names))
        self.assertEqual(nvp4c.version(), tool("--version").stdout.decode().split()[1])
        self.assertEqual(nvp4c.version(), nvp4c.__version__)

    def test_options(self):
        for wrong in ({"targte": "agx"}, {"target": "cpu"}, {"fsamples": 9}, {"spill_all": "x"}, {"frt": True}, {"limit_max_x": "y"}):
            with self.subTest(wrong), self.assertRaises(nvp4c.OptionError):
                nvp4c.compile("", **wrong)
        text = read("examples/phong.fp")
        self.assertEqual(nvp4c.compile(text, spill_all=False, frt=None).code, nvp4c.compile(text).code)
        self.assertNotEqual(nvp4c.compile(text, spill_all=True).code, nvp4c.compile(text).code)
        self.assertNotEqual(nvp4c.cache_key(text), nvp4c.cache_key(text, O=3))
        with self.assertRaisesRegex(nvp4c.RejectedError, "more than 1 deep"):
            nvp4c.compile("!!NVfp4.0\nIF TR;\nIF TR;\nMOV result.color, 1;\nENDIF;\nENDIF;\nEND\n", limit_max_program_if_depth=1)
        self.assertEqual(nvp4c.compile(text, dump_ir=True).printed, tool("-w", "-dump-ir", "examples/phong.fp").stdout.decode())
        self.assertEqual(nvp4c.compile(text).printed, "")
        for what in ("report", "nothing"):
            with self.assertRaises(ValueError):
                nvp4c.compile(text).json(what)

    def test_link(self):
        vertex, fragment = (nvp4c.compile(read("examples/lit" + stage), w=True) for stage in (".vp", ".fp"))
        link = nvp4c.link(vertex, fragment)
        lines = tool("-w", "--link", "examples/lit.vp", "examples/lit.fp").stdout.decode().splitlines()
        self.assertEqual(lines[0], f"# examples/lit.vp -> examples/lit.fp: {link.words} words")
        self.assertEqual(lines[1], "-fvarying-map=" + link.varying_map)
        self.assertEqual(len(lines) - 2, len(link.entries))
        for line, e in zip(lines[2:], link.entries):
            words = line.split()
            self.assertEqual(words[0], f"{e.name}.{'xyzw'[e.component]}")
            self.assertEqual(words[1], "-" if e.address is None else f"vo{e.address}")
        mapped = nvp4c.compile(read("examples/lit.vp"), fvarying_map=link.varying_map)
        self.assertLess(mapped.stats["groups"], vertex.stats["groups"] + 1)
        with self.assertRaises(nvp4c.RejectedError):
            nvp4c.link(fragment, vertex)

    def test_assembly(self):
        for target in TARGETS:
            result = nvp4c.compile(read("examples/phong.fp"), target=target)
            text = nvp4c.disassemble(result.object).listing
            self.assertEqual(nvp4c.assemble(text, target=target).code, result.code)
            self.assertGreater(nvp4c.disassemble(result.code, target=target).listing.count("\n"), 10)
        task = "lanes = 3\nr1 = 1.5 2.0\nprint r2\n"
        double = "0 : fadd ft0, r1, r1 ; mov r2, ft0\n1 : nop.end\n"
        for program in (double, nvp4c.assemble(double).code):
            self.assertEqual(nvp4c.simulate(program, task).listing, "r2 = 0x40400000 0x40800000\n")  # 3.0 and 4.0
        with self.assertRaises(nvp4c.RejectedError):
            nvp4c.simulate("nonsense", task)

    def test_verify(self):
        v = nvp4c.verify(read("examples/phong.fp"), waves=8, seed=3)
        self.assertEqual((v.waves, v.source_comparisons, v.code_comparisons), (8, 8, 8))
        exact = "!!NVfp4.0\nADD result.color, fragment.color, program.local[0];\nEND\n"
        self.assertEqual(nvp4c.verify(exact).digest, nvp4c.verify(exact, O=1).digest)
        self.assertNotEqual(nvp4c.verify(exact).digest, nvp4c.verify(exact, seed=2).digest)

    def test_threads(self):
        text = read("examples/phong.fp")
        expected = nvp4c.compile(text).code
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(set(pool.map(lambda _: nvp4c.compile(text).code, range(64))), {expected})

    def test_structures(self):
        """The sizes of all structures are those that a C compiler gives them."""
        structures = [name for name in _library.ffi.list_types()[1] if name.startswith("nvp4c_")]
        complete = [name for name in structures if _library.ffi.typeof("struct " + name).fields is not None]
        self.assertGreater(len(complete), 30)
        with tempfile.TemporaryDirectory() as tmp:
            source, program = os.path.join(tmp, "sizes.c"), os.path.join(tmp, "sizes")
            with open(source, "w", encoding="utf-8") as f:
                f.write('#include <stdio.h>\n#include "nvp4c_run.h"\n#include "nvp4c_machine.h"\nint main(void)\n{\n')
                for name in complete:
                    f.write(f'   printf("%zu\\n", sizeof(struct {name}));\n')
                f.write("   return 0;\n}\n")
            subprocess.run([*CC.split(), "-Iinclude", "-o", program, source], check=True)
            sizes = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
        for name, size in zip(complete, sizes):
            self.assertEqual(_library.ffi.sizeof("struct " + name), int(size), name)


class Runs(unittest.TestCase):
    def test_named_inputs(self):
        inputs = {"light": [2, 2, 0], "program.local[1]": [0.1, 0.1, 0.1], "diffuse": "1,1,1", "specular": np.float64([1, 1, 1, 20]),
                  "fragment.attrib[1]": (0, 0, 1), "fragment.attrib[2]": np.array([0, 0, -5], np.float32)}
        text = read("examples/phong.fp")
        for on in ("source", "ir", "code"):
            listing = tool("--run", "-on=" + on, "examples/phong.fp", "-in", "light=2 2 0", "-in", "program.local[1]=0.1 0.1 0.1", "-in", "diffuse=1,1,1",
                           "-in", "specular=1 1 1 20", "-in", "fragment.attrib[1]=0 0 1", "-in", "fragment.attrib[2]=0 0 -5").stdout.decode()
            out = nvp4c.run(text, inputs, on=on)
            self.assertEqual(out.result.listing, listing)
            bits = [int(b, 16) for b in re.findall(r"result\.color\.. = \S+ 0x([0-9a-f]{8})", listing)]
            self.assertEqual(out.bits["result.color"].tolist(), bits)
            self.assertFalse(out.killed)
        with self.assertRaises(nvp4c.RejectedError):
            nvp4c.run(text, {"nothing": 1})

    def test_undefined_and_killed(self):
        out = nvp4c.run(read("tests/cli/run-undefined.fp"))["result.color"]
        self.assertEqual(out[0], 0.5)
        self.assertTrue(np.isnan(out[1:]).all())
        self.assertTrue(nvp4c.run("!!NVfp4.0\nKIL -fragment.color.x;\nMOV result.color, 1;\nEND\n", {"fragment.color": [1, 0, 0, 0]}).killed)

    def test_vertices(self):
        """Vertices of a geometry program, in their order."""
        out = nvp4c.run(read("tests/cli/run-emit.gp"), {"vertex[1].position": [1, 2, 3, 4]})
        self.assertEqual([v["result.position"].tolist() for v in out.vertices], [[1, 2, 3, 4], [1, 2, 3, 5]])
        self.assertEqual(out.ends, [2])

    def test_integers(self):
        text = "!!NVfp4.0\nINT TEMP t;\nADD.S t, program.local[0], 3;\nMOV.S result.color, t;\nEND\n"
        self.assertEqual(nvp4c.run(text, {"program.local[0]": np.int32([1, -5, 0, 2**31 - 1])}).bits["result.color"].view(np.int32).tolist(),
                         [4, -2, 3, 2 - 2**31])

    def test_compute(self):
        """The examples compute what numpy computes."""
        rng = np.random.default_rng(5)
        words = rng.integers(0, 2**32, 512, dtype=np.uint32)
        a, b = (rng.integers(-8, 8, (16, 16)).astype(np.float32) for _ in range(2))
        for target in TARGETS:
            for on in ("source", "ir", "code"):
                with self.subTest(target=target, on=on):
                    def buffers(name, inputs, grid):
                        return nvp4c.run(compute(name), inputs, grid=grid, on=on, target=target).memory
                    out = buffers("histogram", {"BUFFER[0]": words, "BUFFER[1].bytes": 64}, (2,))["BUFFER[1]"]
                    np.testing.assert_array_equal(out, np.bincount(words & 15, minlength=16))
                    out = buffers("prefix-sum", {"BUFFER[0]": words[:192], "BUFFER[1].bytes": 768}, (3,))["BUFFER[1]"]
                    np.testing.assert_array_equal(out.reshape(3, 64), words[:192].reshape(3, 64).cumsum(axis=1, dtype=np.uint32))
                    out = buffers("bitonic-sort", {"BUFFER[0]": words}, (4,))["BUFFER[0]"]
                    np.testing.assert_array_equal(out.reshape(4, 128), np.sort(words.reshape(4, 128)))
                    out = buffers("matrix-product", {"BUFFER[0]": a, "BUFFER[1]": b, "BUFFER[2].bytes": 1024}, (2, 2))["BUFFER[2]"]
                    np.testing.assert_array_equal(out.view(np.float32).reshape(16, 16), a @ b)
        # Lines equal to the one before are left out of the listing.
        out = nvp4c.run(compute("histogram"), {"BUFFER[0]": np.zeros(256, np.uint32), "BUFFER[1].bytes": 1000}).memory["BUFFER[1]"]
        np.testing.assert_array_equal(out, [256] + 249 * [0])
        with self.assertRaises(ValueError):
            nvp4c.run(compute("histogram"), {"BUFFER[0]": [2**32]})

    def test_image(self):
        """Each invocation of a row stores its number to its texel."""
        text = ("COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 4\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
                "DCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\nDCL IMAGE[0], 2D, PIPE_FORMAT_R32G32B32A32_FLOAT, WR\nDCL TEMP[0..1]\n"
                "MOV TEMP[0].x, SV[0].xxxx\nMOV TEMP[0].y, SV[1].xxxx\nU2F TEMP[1].x, SV[0].xxxx\nU2F TEMP[1].y, SV[1].xxxx\n"
                "MOV TEMP[1].zw, TEMP[1].xxxy\nSTORE IMAGE[0], TEMP[0], TEMP[1], 2D, PIPE_FORMAT_R32G32B32A32_FLOAT\nEND\n")
        out = nvp4c.run(text, {"IMAGE[0].size": [4, 3]}, grid=(3,)).memory["IMAGE[0]"].reshape(3, 4, 4)
        for y in range(3):
            for x in range(4):
                self.assertEqual(out[y, x].tolist(), [x, y, x, y])
        # Rows equal to the one before are left out of the listing; a row has two texels of one component.
        out = nvp4c.run(read("tests/cli/run-image.tgsi"), {"IMAGE[0].size": [2, 3], "IMAGE[0]": [0.2, 0, 0, 1, 1, 0.2, 0, 0], "IMAGE[1].size": [2, 3]},
                        block=(2, 3)).memory
        self.assertEqual(out["IMAGE[1]"].tolist(), 6 * [-7])
        np.testing.assert_allclose(out["IMAGE[0]"].reshape(6, 4)[:2], [[1, 0.2, 0, 0], [0.8, 0, 0, 1]], atol=1e-6)

    def test_draw(self):
        """A linear input has its value at the centre of each pixel, rows start at the top, and a texel at its centre is itself."""
        corners = np.float32([[0, 0, 0.25, 1], [1, 0, 0.25, 1], [0, 1, 0.25, 1]])
        x, y = (np.arange(8) + 0.5) / 8, ((np.arange(4) + 0.5) / 4)[::-1]
        texels = np.random.default_rng(2).integers(0, 256, (4, 8, 4), dtype=np.uint8)
        texture = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[3], 2D;\nEND\n"
        kill = "!!ARBfp1.0\nTEMP t;\nSUB t, fragment.color, 0.5;\nKIL t.x;\nMOV result.color, fragment.color;\nEND\n"
        for target in TARGETS:
            for on in ("source", "ir", "code"):
                with self.subTest(target=target, on=on):
                    p = nvp4c.draw("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n", 8, 4, {"fragment.color": corners}, on=on, target=target)
                    np.testing.assert_array_equal(p.color[:, :, 0], np.tile(x, (4, 1)))
                    np.testing.assert_array_equal(p.color[:, :, 1], np.tile(y[:, None], (1, 8)))
                    np.testing.assert_array_equal(p.color[:, :, 2:], np.tile([0.25, 1], (4, 8, 1)))
                    self.assertFalse(p.killed.any() or p.undefined.any())
                    p = nvp4c.draw(kill, 8, 4, {"fragment.color": corners}, on=on, target=target)
                    np.testing.assert_array_equal(p.killed, np.tile(x < 0.5, (4, 1)))
                    p = nvp4c.draw(texture, 8, 4, {"fragment.texcoord[0]": corners}, images={3: texels}, on=on, target=target)
                    np.testing.assert_allclose(p.color, texels / 255, atol=1e-6)
        with self.assertRaises(ValueError):
            nvp4c.draw(texture, 8, 4, images={3: texels[:, :, :3]})


class Machines(unittest.TestCase):
    def test_transform(self):
        """Outputs of vertices in waves are those of nvp4c_execute() on the same code, one by one."""
        rng = np.random.default_rng(3)
        attributes = {"vattr0": rng.random((70, 4)), "vattr2": rng.random((70, 3))}
        parameters = {f"state.matrix.mvp.row[{k}]": rng.random(4) for k in range(4)}
        for target in TARGETS:
            program = nvp4c.compile(read("examples/tnl.vp"), target=target, fpreshader="none")
            out = nvp4c.transform(program, {**attributes, **parameters})
            for n in (0, 31, 32, 69):
                one = nvp4c.run(read("examples/tnl.vp"), {"vertex.attrib[0]": attributes["vattr0"][n], "vertex.attrib[2]": attributes["vattr2"][n],
                                                          **parameters}, on="code", target=target, fpreshader="none")
                np.testing.assert_array_equal(out["position"][n], one["result.position"])
            with self.assertRaises(ValueError):
                nvp4c.transform(program, {"vattr9": [1]})

    def test_registers(self):
        program = nvp4c.compile("!!ARBvp1.0\nMOV result.position, vertex.attrib[0];\nEND\n", fpreshader="none")
        wave = nvp4c.Machine(program.object).wave()
        registers = wave.registers("vi0")
        self.assertEqual(registers.shape[1], 32)
        registers[:4] = np.arange(128, dtype=np.uint32).reshape(4, 32)
        wave.run()
        np.testing.assert_array_equal(wave.registers("vo0")[:4], np.arange(128).reshape(4, 32))
        del wave  # the array keeps the registers
        self.assertEqual(registers[3, 31], 127)
        with self.assertRaises(KeyError):
            nvp4c.Machine(program).wave().registers("nothing0")
        with self.assertRaises(nvp4c.RejectedError):
            nvp4c.Machine(b"\1")

    def test_memory(self):
        """A program that reads words 4 to 7 of a buffer, whose address is in registers of the reflection."""
        program = nvp4c.compile("!!NVvp4.0\nBUFFER4 b[] = { program.buffer[0] };\n"
                                "MOV result.position, b[1];\nEND\n", fpreshader="none", target="usc")
        wave = nvp4c.Machine(program).wave()
        base = 0x1_0000_1000
        for b in program.reflection:
            if b.kind == "buffer":
                wave.registers(b.location.text)[0] = base >> 32 if b.component else base & 0xFFFFFFFF
        memory = np.arange(8, dtype=np.uint32)
        wave.set_memory(memory.view(np.uint8), base)
        wave.run(1)
        self.assertEqual(wave.registers("vo0")[:4, 0].tolist(), [4, 5, 6, 7])
        wave.set_memory(memory[:7].view(np.uint8), base)
        with self.assertRaises(nvp4c.WaveFault):
            wave.run(1)

    def test_faults(self):
        text = "!!NVvp4.0\nTEMP t;\nREP 1000000;\nADD t, t, vertex.attrib[0];\nENDREP;\nMOV result.position, t;\nEND\n"
        wave = nvp4c.Machine(nvp4c.compile(text, w=True)).wave()
        with self.assertRaisesRegex(nvp4c.WaveFault, "does not end in 10 steps"):
            wave.run(steps=10)


def main():
    suite = unittest.TestLoader().loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
