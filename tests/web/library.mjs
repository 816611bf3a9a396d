/* SPDX-License-Identifier: MIT */
/*
 * The library as WebAssembly, in node, against the native tool: library.mjs NVP4C NVP4C.wasm. Listings are the same bytes, pictures the same
 * pixels on every core, and the registers of a stepped pixel those of --sim.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Library} from '../../web/js/library.js';
import {Mesh} from '../../web/js/mesh.js';
import {Rectangle, floatOf} from '../../web/js/rectangle.js';
import {checker} from './images.mjs';
import {difference, readPng, writePng} from './png.mjs';

const [nvp4c, wasm] = process.argv.slice(2), only = process.env.ONLY ? new RegExp(process.env.ONLY) : /./;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nvp4c-web-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true}));
const library = await Library.load(new WebAssembly.Module(fs.readFileSync(wasm)));
let passed = 0, failed = 0;
function check(good, text)
{
   if (good)
      passed++;
   else {
      failed++;
      console.log(`FAIL ${text}`);
   }
   return good;
}
const list = (place, pattern) => fs.readdirSync(place).filter((name) => pattern.test(name)).sort().map((name) => path.join(place, name));

/* ---- listings, and the messages of programs that are rejected */

/* All examples and the shaders of the bench, every 12th NV test, and every 8th program that breaks a rule: all stages and languages. */
const PROGRAMS = [...list('examples', /\.[vf]p$/), ...list('examples/compute', /\.tgsi$/), ...list('bench/shaders', /\.(vp|fp|tgsi)$/), ...list('tests/nv', /\.[vfg]p$/).filter((_, k) => k % 12 === 0),
   ...list('tests/nv/rules', /\.[vfg]p$/).filter((_, k) => k % 8 === 0)];
function compareListing(file, target, level)
{
   const native = spawnSync(nvp4c, ['-w', `-target=${target}`, `-${level}`, '-S', '-o', '-', file], {encoding: 'utf8', maxBuffer: 1 << 26});
   library.setOptions([['w', ''], ['fpreshader', 'caller'], ['target', target], [level, ''], ['output.listing', '1']]);
   const result = library.compile(fs.readFileSync(file, 'utf8')), status = library.status(result), at = `${file} -target=${target} -${level}`;
   if (check(status === native.status, `${at}: status ${status} instead of ${native.status}`)) {
      if (!status)
         check(library.listing(result) === native.stdout, `${at}: another listing`);
      const first = library.diagnostics(result).find(({severity}) => severity === 'error');
      if (status && first?.line)
         check(native.stderr.includes(`${file}:${first.line}:${first.column}: error: ${first.message}`), `${at}: the message "${first.line}:${first.column}: ${first.message}" is not that of the tool`);
   }
   library.free(result);
}
if (only.test('listings')) {
   for (const file of PROGRAMS)
      for (const target of ['usc', 'agx'])
         compareListing(file, target, 'O2');
   for (const file of list('examples', /\.[vf]p$/))
      compareListing(file, 'usc', 'O3');
   console.log(`${PROGRAMS.length} programs on both targets`);
}

/* ---- pictures */

const PARAMETERS = {'program.local[0]': [0.5, 0.75, 0.5, 1.25], 'program.local[1]': [0.875, 0.625, 0.25, 1], 'program.local[2]': [0.5, 0.75, 1, 1], 'program.local[3]': [0.75, 0.5, 0.25, 9]};
const PICTURES = [['examples/lamp.fp', 256], ['examples/mandel.fp', 256], ['examples/inthash.fp', 64], ['examples/phong.fp', 64], ['examples/bump.fp', 64], ['examples/blur9.fp', 64], ['examples/arb-blur.fp', 64]];
const images = {0: checker(0), 1: checker(1)};
for (const unit of [0, 1])
   fs.writeFileSync(path.join(folder, `${unit}.png`), writePng(images[unit]));
function comparePicture([file, size], target, core)
{
   const out = path.join(folder, 'native.png'), options = [['fpreshader', 'caller'], ['target', target], ['mcpu', core]], source = fs.readFileSync(file, 'utf8');
   execFileSync(nvp4c, ['-w', '--run', '-on=code', `-target=${target}`, `-mcpu=${core}`, '-png', out, `-size=${size}x${size}`, ...[0, 1].flatMap((unit) => ['-tex', `${unit}=${path.join(folder, `${unit}.png`)}`]),
      ...Object.entries(PARAMETERS).flatMap(([name, values]) => ['-in', `${name}=${values.join(' ')}`]), file], {stdio: ['ignore', 'ignore', 'ignore']});
   const scene = new Rectangle(library, {width: size, height: size, fragment: {source, options}, parameters: PARAMETERS, images}), native = readPng(fs.readFileSync(out));
   /* coarse first, as the page does it: the last pass completes the picture */
   for (const [step, last] of [[4, 0], [2, 4], [1, 2]].slice(0, 2))
      scene.draw(0, 0, size, size, step, last);
   const {bytes, most} = difference(scene.draw(0, 0, size, size, 1, 2), native.rgba);
   check(!bytes, `${file} on ${core}: ${bytes} bytes differ, by up to ${most}`);
   check(native.rgba.some((value, k) => k % 4 < 3 && value !== native.rgba[k % 4]), `${file} on ${core}: a picture of one colour shows nothing`);
   scene.free();
}
if (only.test('pictures')) {
   const started = performance.now(), cores = [0, 1].map((t) => library.list('nvp4c_cpu_name', t));
   cores.forEach((names, t) => names.forEach((core) => PICTURES.forEach((picture) => comparePicture(picture, ['usc', 'agx'][t], core))));
   console.log(`${PICTURES.length} pictures on ${cores.flat().length} cores in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/* ---- meshes: `--run A.vp B.fp -png` draws the same bytes */

/* The camera is so near that triangles cross the near plane; the width is odd, and no area has the size of the tiles of a draw. */
const NEAR = {width: 75, height: 64, camera: [25, 15, 0.9, 70], inputs: fs.readFileSync('tests/web/near.inputs', 'utf8')};
const MESHES = [
   {vertex: 'tests/web/near.vp', fragment: 'tests/web/near.fp', mesh: {shape: 'torus'}, images: {1: images[1]}, ...NEAR},
   {vertex: 'examples/lit.vp', fragment: 'examples/lit.fp', mesh: {shape: 'teapot'}, width: 64, height: 48, camera: [-30, 20, 2.5], parameters: {'state.light[0].position': [0.48, 0.6, 0.64, 0]}}];
function drawNative({vertex, fragment, mesh, width, height, camera, inputs = '', parameters = {}, images: textures = {}}, options)
{
   const out = path.join(folder, 'mesh.png');
   execFileSync(nvp4c, ['-w', '--run', ...options.map(([name, value]) => value === '' ? `-${name}` : `-${name}=${value}`), vertex, fragment, `-png=${out}`, `-size=${width}x${height}`, `-mesh=${mesh.shape}`, `-camera=${camera.join(',')}`,
      ...Object.keys(textures).map((unit) => `-tex=${unit}=${path.join(folder, `${unit}.png`)}`), ...Object.entries(parameters).map(([name, values]) => `-in=${name}=${values.join(' ')}`), ...inputs.split('\n').filter(Boolean).map((line) => `-in=${line}`)]);
   return readPng(fs.readFileSync(out));
}
function createMesh(mesh, options, more = {})
{
   const read = (file) => ({source: fs.readFileSync(file, 'utf8'), options});
   return new Mesh(library, {...mesh, vertex: read(mesh.vertex), fragment: read(mesh.fragment), ...more});
}
/* The picture of a mesh, drawn in columns of odd widths and from coarse to fine, as several workers of the page would. */
function drawInAreas(scene, {width, height})
{
   const rgba = new Uint8Array(4 * width * height), columns = [0, 22, 34, width];
   for (const [step, last] of [[4, 0], [2, 4], [1, 2]])
      for (let k = columns.length - 1; k > 0; k--) {
         const [x0, x1] = [columns[k - 1], columns[k]], part = scene.draw(x0, 0, x1, height, step, last);
         for (let y = 0; y < height; y++)
            rgba.set(part.subarray(4 * y * (x1 - x0), 4 * (y + 1) * (x1 - x0)), 4 * (y * width + x0));
      }
   return rgba;
}
function compareMesh(mesh, options)
{
   const native = drawNative(mesh, options).rgba, scene = createMesh(mesh, options), drawn = drawInAreas(scene, mesh);
   const {bytes, most} = difference(drawn, native), at = `${mesh.fragment} ${options.map(([, value]) => value).join(' ')}`;
   check(!bytes, `${at}: ${bytes} bytes of the mesh differ, by up to ${most}`);
   const covered = native.filter((value, k) => k % 4 === 3 && value).length;
   check(covered > mesh.width * mesh.height / 5 && covered < mesh.width * mesh.height && new Set(native).size > 40, `${at}: ${covered} pixels are covered, with ${new Set(native).size} values`);
   scene.begin({});
   const again = difference(scene.draw(0, 0, mesh.width, mesh.height), native);
   check(!again.bytes, `${at}: ${again.bytes} bytes of the second picture differ`);
   scene.free();
}
if (only.test('meshes')) {
   const started = performance.now(), cores = [0, 1].map((t) => library.list('nvp4c_cpu_name', t));
   cores.forEach((names, t) => names.forEach((core) => MESHES.forEach((mesh) => compareMesh(mesh, [['target', ['usc', 'agx'][t]], ['mcpu', core]]))));
   console.log(`${MESHES.length} meshes on ${cores.flat().length} cores in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/* ---- registers of a stepped pixel */

/* What --sim prints for a task: {"r2": bits in each lane}. The code alone runs: the task has the uniforms after the draw-uniform parts. */
function simulate(task, target, core, file)
{
   const raw = path.join(folder, 'code.bin'), text = path.join(folder, 'task');
   execFileSync(nvp4c, ['-w', '-c', '-fmt=raw', `-target=${target}`, `-mcpu=${core}`, '-o', raw, file]);
   fs.writeFileSync(text, `${task}print ${target === 'agx' ? 'r0..r31' : 'r0..r31 o0..o7'}\n`);
   const out = execFileSync(nvp4c, ['--sim', `-target=${target}`, `-mcpu=${core}`, `-task=${text}`, raw], {encoding: 'utf8'}), values = new Map();
   for (const [, name, rest] of out.matchAll(/^([ro]\d+) = (.*)$/gm))
      values.set(name, rest.split(' ').map(Number));
   return values;
}
/* Compares what the steps of a trace left in the registers with what --sim prints for its task. */
function compareSteps(trace, target, core, file, at)
{
   const last = new Map(trace.steps.flatMap(({changes}) => changes)), native = simulate(trace.task, target, core, file);
   check(trace.steps.length > 2 && last.size > 2, `${at}: nothing was stepped`);
   check(trace.steps[0].offset === 0 && trace.steps.some(({offset}) => offset > 0), `${at}: the places of the steps`);
   for (const [name, values] of native) {
      const expected = values[values.length > 1 ? trace.lane : 0], got = last.get(name) ?? 0;
      check(got === expected, `${at}: ${name} is 0x${got.toString(16)} instead of 0x${expected.toString(16)}`);
   }
   check(native.size >= 8, `${at}: --sim printed ${native.size} registers`);
}
function compareTrace(file, target, core, x, y)
{
   const options = [['fpreshader', 'caller'], ['target', target], ['mcpu', core]];
   const scene = new Rectangle(library, {width: 64, height: 64, fragment: {source: fs.readFileSync(file, 'utf8'), options}, parameters: PARAMETERS, images});
   compareSteps(scene.trace(x, y), target, core, file, `${file} on ${core}, pixel ${x} ${y}`);
   scene.free();
}
/* No texture, which --sim would not have. */
const LAMP = {vertex: 'web/examples/surface.vp', fragment: 'examples/lamp.fp', mesh: {shape: 'torus'}, width: 64, height: 64, camera: [25, 15, 1.4, 60],
   parameters: {'program.local[0]': [0.5, 0.75, 1.5, 1.25], 'program.local[1]': [0.875, 0.625, 0.25, 1]}};
function compareMeshTrace(target, core)
{
   const options = [['target', target], ['mcpu', core]], scene = createMesh(LAMP, options), before = scene.draw(0, 0, 64, 64), found = [];
   for (let y = 3; y < 64; y += 10)
      for (let x = 3; x < 64; x += 10) {
         const trace = scene.trace(x, y), pixel = 4 * ((63 - y) * 64 + x);
         check(Boolean(trace) === (before[pixel + 3] !== 0), `mesh on ${core}, pixel ${x} ${y}: ${trace ? 'a program is stepped where nothing was drawn' : 'nothing is stepped'}`);
         if (!trace)
            continue;
         found.push(trace);
         if (found.length > 1 && found.length % 5)
            continue;
         compareSteps(trace, target, core, LAMP.fragment, `mesh on ${core}, pixel ${x} ${y}`);
         /* The colour of the program is that of the pixel, so the triangle in front was found: r0 to r2 on AGX by its ABI, o0 to o2 on USC. */
         const last = new Map(trace.steps.flatMap(({changes}) => changes)), colour = target === 'usc' ? [0, 1, 2].map((k) => floatOf(last.get(`o${k}`) ?? 0)) : null;
         for (const [k, value] of (colour ?? []).entries())
            check(Math.abs(255 * Math.max(0, Math.min(1, value)) - before[pixel + k]) <= 0.502, `mesh on ${core}, pixel ${x} ${y}: component ${k} is ${255 * value}, drawn as ${before[pixel + k]}`);
      }
   check(found.length > 10, `mesh on ${core}: ${found.length} pixels were found`);
   scene.free();
}
if (only.test('registers'))
   for (const [target, core] of [['usc', 'gx6250'], ['usc', 'bxs-4-64'], ['agx', 'g13g']]) {
      for (const file of ['examples/lamp.fp', 'examples/mandel.fp', 'examples/inthash.fp'])
         for (const [x, y] of [[17, 40], [40, 21]])
            compareTrace(file, target, core, x, y);
      compareMeshTrace(target, core);
   }

/* ---- limits */

if (only.test('limits')) {
   /* The library unwinds by longjmp, and the next compile works. */
   const phong = fs.readFileSync('examples/phong.fp', 'utf8');
   for (const [work, expected] of [['5000', 5], ['160000000', 0]]) {
      library.setOptions([['limit-work', work]]);
      const result = library.compile(phong);
      check(library.status(result) === expected, `-limit-work=${work}: status ${library.status(result)}`);
      check(!expected || library.diagnostics(result).some(({severity}) => severity === 'error'), `-limit-work=${work}: no message`);
      library.free(result);
   }
   const endless = '!!NVfp4.0\nPARAM p = program.local[0];\nTEMP t;\nREP;\nMOV.CC t.x, p.x;\nBRK (LT.x);\nENDREP;\nMOV result.color, 1.0;\nEND\n';
   const scene = new Rectangle(library, {width: 64, height: 64, fragment: {source: endless, options: []}, parameters: PARAMETERS, steps: 1000});
   let text = '';
   try {
      scene.draw(0, 0, 64, 64);
   } catch (error) {
      text = error.message;
   }
   check(text === 'the program did not end within 1000 steps of a wave', `an endless loop: "${text}"`);
   scene.free();
}

/* ---- times */

const source = fs.readFileSync('examples/phong.fp', 'utf8'), times = [];
library.setOptions([['output.listing', '1']]);
for (let k = 0; k < 60; k++) {
   const started = performance.now();
   library.free(library.compile(source));
   times.push(performance.now() - started);
}
times.sort((a, b) => a - b);
check(times[30] < 50, `a warm compile of phong.fp takes ${times[30].toFixed(1)} ms; 5 are wanted, and 50 are too many on any machine`);
console.log(`warm compile of phong.fp: ${times[30].toFixed(2)} ms (median of 60)`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
