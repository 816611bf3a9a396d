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
import {Scene} from '../../web/js/scene.js';
import {checker} from './images.mjs';
import {difference, flip, readPng, writePng} from './png.mjs';

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
   const scene = new Scene(library, {width: size, height: size, fragment: {source, options}, parameters: PARAMETERS, images}), native = readPng(fs.readFileSync(out));
   /* coarse first, as the page does it: the last pass completes the picture */
   for (const [step, last] of [[4, 0], [2, 4], [1, 2]].slice(0, 2))
      scene.draw(0, 0, size, size, step, last);
   const {bytes, most} = difference(flip(scene.draw(0, 0, size, size, 1, 2), size), native.rgba);
   check(!bytes, `${file} on ${core}: ${bytes} bytes differ, by up to ${most}`);
   check(native.rgba.some((value, k) => k % 4 < 3 && value !== native.rgba[k % 4]), `${file} on ${core}: a picture of one colour shows nothing`);
   scene.free();
}
if (only.test('pictures')) {
   const started = performance.now(), cores = [0, 1].map((t) => library.list('nvp4c_cpu_name', t));
   cores.forEach((names, t) => names.forEach((core) => PICTURES.forEach((picture) => comparePicture(picture, ['usc', 'agx'][t], core))));
   console.log(`${PICTURES.length} pictures on ${cores.flat().length} cores in ${((performance.now() - started) / 1000).toFixed(0)} s`);
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
function compareTrace(file, target, core, x, y)
{
   const options = [['fpreshader', 'caller'], ['target', target], ['mcpu', core]], at = `${file} on ${core}, pixel ${x} ${y}`;
   const scene = new Scene(library, {width: 64, height: 64, fragment: {source: fs.readFileSync(file, 'utf8'), options}, parameters: PARAMETERS, images}), trace = scene.trace(x, y);
   const last = new Map(trace.steps.flatMap(({changes}) => changes)), native = simulate(trace.task, target, core, file);
   check(trace.steps.length > 2 && last.size > 2, `${at}: nothing was stepped`);
   check(trace.steps[0].offset === 0 && trace.steps.some(({offset}) => offset > 0), `${at}: the places of the steps`);
   for (const [name, values] of native) {
      const expected = values[values.length > 1 ? trace.lane : 0], got = last.get(name) ?? 0;
      check(got === expected, `${at}: ${name} is 0x${got.toString(16)} instead of 0x${expected.toString(16)}`);
   }
   check(native.size >= 8, `${at}: --sim printed ${native.size} registers`);
   scene.free();
}
if (only.test('registers'))
   for (const [target, core] of [['usc', 'gx6250'], ['usc', 'bxs-4-64'], ['agx', 'g13g']])
      for (const file of ['examples/lamp.fp', 'examples/mandel.fp', 'examples/inthash.fp'])
         for (const [x, y] of [[17, 40], [40, 21]])
            compareTrace(file, target, core, x, y);

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
   const scene = new Scene(library, {width: 64, height: 64, fragment: {source: endless, options: []}, parameters: PARAMETERS, steps: 1000});
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
