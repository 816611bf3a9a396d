/* SPDX-License-Identifier: MIT */
/*
 * Opens the page of `make web` in Chromium, served by `python3 -m http.server`: page.mjs NVP4C FOLDER PICTURES. What it should show comes from
 * the native tool. Screenshots go to PICTURES.
 */
import {execFileSync, spawn} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';
import {readPng, writePng} from './png.mjs';

const [nvp4c, folder, pictures] = process.argv.slice(2), require = createRequire(path.resolve('web/package.json'));
const {chromium} = require('playwright-core'), axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const only = process.env.ONLY ? new RegExp(process.env.ONLY) : /./;
fs.mkdirSync(pictures, {recursive: true});
let passed = 0, failed = 0, at = '';
function check(good, text)
{
   if (good)
      passed++;
   else {
      failed++;
      console.log(`FAIL ${at}: ${text}`);
   }
   return good;
}

/* ---- the server and pages */

async function serve()
{
   const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '-d', folder], {stdio: ['ignore', 'pipe', 'ignore']});
   const port = await new Promise((resolve) => server.stdout.on('data', (text) => /port (\d+)/.test(text) && resolve(/port (\d+)/.exec(text)[1])));
   return {server, url: `http://127.0.0.1:${port}/`};
}
const {server, url} = await serve();
const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox']});

/* Warnings about what the tests themselves do: they block service workers, and read pixels. */
const OWN = /registration blocked by Playwright|willReadFrequently/;
/* A page on which any other request, error, warning or dialog is a failure. */
async function open(hash = '', {offline = false, ...options} = {})
{
   const context = await browser.newContext({viewport: {width: 1280, height: 1000}, serviceWorkers: offline ? 'allow' : 'block', permissions: ['clipboard-read', 'clipboard-write'], ...options});
   const page = await context.newPage();
   context.on('request', (request) => check(request.url().startsWith(url), `asks for ${request.url()}`));
   page.on('console', (message) => check(!['error', 'warning'].includes(message.type()) || OWN.test(message.text()), `console: ${message.text()}`));
   page.on('pageerror', (error) => check(false, `error: ${error.stack}`));
   page.on('dialog', (dialog) => { check(false, `dialog: ${dialog.message()}`); dialog.dismiss(); });
   if (options.route)
      await options.route(page);
   await page.goto(url + hash);
   await page.locator('html[data-compiled]').waitFor({state: 'attached', timeout: 60000});
   return page;
}
const drawn = (page, version = 'a') => page.locator(`#drawn [data-version=${version}]:is([data-kind=done], [data-kind=error])`).waitFor({timeout: 120000});
const compiledRound = (page) => page.evaluate(() => Number(document.documentElement.dataset.compiled));
/* Does something that compiles, and waits until it is compiled and drawn. */
async function compiling(page, act, draws = true)
{
   const before = await compiledRound(page);
   await act();
   for (let k = 0; k < 600 && await compiledRound(page) <= before; k++)
      await page.waitForTimeout(50);
   check(await compiledRound(page) > before, 'nothing was compiled');
   if (draws)
      await drawn(page);
}
const editor = (page) => page.locator('#editor .cm-content');
async function setText(page, text, draws = true)
{
   await compiling(page, async () => {
      await editor(page).click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
   }, draws);
}
const selectOption = (page, label, value) => compiling(page, () => page.getByLabel(label, {exact: true}).selectOption(value));
const pixels = (page, version = 'a') => page.evaluate((v) => {
   const canvas = document.querySelector(`canvas[data-version=${v}]`);
   return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data];
}, version);
const linkOf = (state) => `#1${zlib.deflateRawSync(JSON.stringify(state)).toString('base64url')}`;
const program = (file) => fs.readFileSync(file, 'utf8');
const rectangle = (fragment, more = {}) => linkOf({a: {fragment, vertex: '', options: []}, shape: 'rectangle', size: 256, parameters: {}, ...more});
/* The page answers while it works: the longest time that it did not, in milliseconds. */
async function longestPause(page, act)
{
   await page.evaluate(() => {
      window.pauses = {last: performance.now(), longest: 0};
      window.pauses.timer = setInterval(() => {
         const now = performance.now();
         window.pauses.longest = Math.max(window.pauses.longest, now - window.pauses.last);
         window.pauses.last = now;
      }, 10);
   });
   await act();
   return page.evaluate(() => { clearInterval(window.pauses.timer); return Math.round(window.pauses.longest); });
}

/* ---- what a reader does */

async function typeAnError()
{
   const page = await open();
   await drawn(page);
   const text = program('examples/lamp.fp').replace('DP3 light.x, normal', 'DP3 light.x, norml');
   await setText(page, text, false);
   const native = execFileSync('sh', ['-c', '"$0" -fsyntax-only - 2>&1 || true', nvp4c], {input: text, encoding: 'utf8'}), [, line, column, message] = /:(\d+):(\d+): error: (.*?)(?: \(NV_[^)]*\))? \[/.exec(native);
   const first = page.locator('#messages li.error').first();
   check((await first.textContent()).includes(`${line}:${column} ${message}`), `the message is "${await first.textContent()}", the tool says "${line}:${column} ${message}"`);
   const marked = await page.locator('#editor .cm-lintRange-error').first().textContent();
   check(marked === 'norml', `"${marked}" is underlined`);
   const numbers = await page.locator('#editor .cm-lint-marker-error').count();
   check(numbers > 0, 'no mark beside the line');
   check((await page.locator('#drawn').textContent()).includes('before the error'), 'the picture is said to be of the last program');
   await first.getByRole('button').click();
   check((await page.locator('#editor .cm-activeLine').textContent()).includes('norml'), 'the link of the message goes to its line');
   await setText(page, program('examples/lamp.fp'));
   check(await page.locator('#messages li.error').count() === 0 && await page.locator('#messages .verdict.good').count() === 1, 'the error is gone');
   await page.context().close();
}

async function pickAgx()
{
   const page = await open();
   await drawn(page);
   check(/\d+ groups/.test(await page.locator('#messages .verdict').textContent()), 'USC code has groups');
   await selectOption(page, 'Target', 'agx');
   const rows = JSON.parse(execFileSync(nvp4c, ['-w', '-target=agx', '-report=json', '-o', '-', 'examples/lamp.fp'], {encoding: 'utf8'})).rows;
   check((await page.locator('#messages .verdict').textContent()).includes(`${rows.length} instructions`), `AGX code has ${rows.length} instructions`);
   const texts = await page.locator('.list.code .line:not(.head) .text code').allTextContents();
   check(JSON.stringify(texts) === JSON.stringify(rows.map(({text}) => text)), 'the rows are those of -report=json');
   await page.locator('.options > summary').click();
   await page.getByLabel('Find an option').fill('monolithic');
   await compiling(page, () => page.locator('.option:visible', {hasText: '-mmonolithic'}).first().locator('input').check(), false);
   check(/programs with -mmonolithic are not drawn/.test(await page.locator('#drawn').textContent()), 'a whole program is not drawn');
   await compiling(page, () => page.locator('.option:visible', {hasText: '-mmonolithic'}).first().locator('input').uncheck());
   await page.locator('.options > summary').click();
   for (const tab of ['Time line', 'Registers', 'Control flow', 'Costs', 'IR after each pass']) {
      await page.getByRole('tab', {name: tab, exact: true}).click();
      check((await page.locator('#report [role=tabpanel]:not([hidden])').textContent()).length > 40, `the view ${tab} is empty`);
   }
   await page.getByRole('tab', {name: 'Code', exact: true}).click();
   await page.keyboard.press('/');
   await page.keyboard.type('rsqrt');
   check(await page.locator('.list.code .line.hit').count() === texts.filter((text) => text.includes('rsqrt')).length, 'the search finds the rows');
   await page.getByRole('tab', {name: 'IR after each pass', exact: true}).click();
   const [first] = await page.locator('.passes li').allTextContents();
   check(/\w+ \d+ \u2192 \d+/.test(first), `the first pass is "${first}"`);
   await page.context().close();
}

async function dragSlider()
{
   const page = await open();
   await drawn(page);
   const before = await pixels(page), slider = page.getByLabel('lamp.x', {exact: true}), box = await slider.boundingBox();
   check(before.some((value) => value > 0 && value < 255), 'the picture is empty');
   await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
   await page.mouse.down();
   await page.mouse.move(box.x + box.width * 0.15, box.y + box.height / 2, {steps: 6});
   await page.mouse.up();
   await page.waitForTimeout(100);
   await drawn(page);
   const after = await pixels(page), value = Number(await slider.inputValue());
   check(value < -1, `the slider is at ${value}`);
   check(after.filter((x, k) => x !== before[k]).length > 2000, 'the slider changed the picture');
   check(Number(await page.getByLabel('lamp.x as a number', {exact: true}).inputValue()) === value, 'the field follows the slider');
   const colour = page.getByLabel('paint as a colour', {exact: true});
   await colour.fill('#2040ff');
   await page.waitForTimeout(100);
   await drawn(page);
   const blue = await pixels(page), sum = (picture, c) => picture.reduce((total, x, k) => total + (k % 4 === c ? x : 0), 0);
   check(sum(blue, 2) > 2 * sum(blue, 0), 'the colour picker paints in blue');
   await page.context().close();
}

/* On every core, the picture is that of `nvp4c --run -png`, at 256 x 256. */
async function comparePictures()
{
   const parameters = {'program.local[0]': [0.5, 0.75, 0.5, 1.25], 'program.local[1]': [0.875, 0.625, 0.25, 1]};
   const page = await open(rectangle(program('examples/mandel.fp'), {parameters})), out = path.join(pictures, 'native.png');
   await drawn(page);
   for (const [target, label] of [['usc', 'usc'], ['agx', 'agx']]) {
      if (target !== 'usc')
         await selectOption(page, 'Target', label);
      for (const core of await page.getByLabel('Core', {exact: true}).locator('option').allTextContents()) {
         if (await page.getByLabel('Core', {exact: true}).inputValue() !== core)
            await selectOption(page, 'Core', core);
         execFileSync(nvp4c, ['-w', '--run', '-on=code', `-target=${target}`, `-mcpu=${core}`, '-png', out, '-size=256x256', 'examples/mandel.fp'], {stdio: ['ignore', 'ignore', 'ignore']});
         const native = readPng(fs.readFileSync(out)).rgba, page_pixels = await pixels(page);
         const differ = page_pixels.filter((value, k) => value !== native[k]).length;
         check(page_pixels.length === native.length && !differ, `${core}: ${differ} bytes differ`);
      }
   }
   await setText(page, program('examples/lamp.fp'));
   const times = [];
   for (let k = 0; k < 9; k++) {
      await page.getByLabel('paint.x as a number', {exact: true}).fill(String(0.5 + k / 20));
      await page.waitForTimeout(30);
      await drawn(page);
      times.push(Number(/in (\d+) ms/.exec(await page.locator('#drawn').textContent())[1]));
   }
   times.sort((a, b) => a - b);
   console.log(`lamp.fp at 256 x 256: ${times[4]} ms (median of 9, ${await page.evaluate(() => Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1)))} workers)`);
   check(times[4] < 3000, 'lamp.fp at 256 x 256 takes more than 3 s');
   await page.context().close();
}

async function stepPixel()
{
   const parameters = {'program.local[0]': [0.5, 0.75, 0.5, 1.25], 'program.local[1]': [0.875, 0.625, 0.25, 1]};
   for (const [target, core] of [['usc', 'gx6250'], ['agx', 'g13g']]) {
      const page = await open(linkOf({a: {fragment: program('examples/lamp.fp'), vertex: '', options: [['target', target]]}, shape: 'rectangle', size: 256, parameters}));
      await drawn(page);
      const canvas = page.locator('canvas[data-version=a]'), box = await canvas.boundingBox();
      await canvas.click({position: {x: box.width * 0.7, y: box.height * 0.3}});
      await page.locator('.stepping:not([hidden])').waitFor();
      const rows = JSON.parse(execFileSync(nvp4c, ['-w', `-target=${target}`, '-report=json', '-o', '-', 'examples/lamp.fp'], {encoding: 'utf8'})).rows;
      check((await page.locator('.where').textContent()).startsWith(`step ${rows.length} of ${rows.length}`), `${target}: ${await page.locator('.where').textContent()}, the program has ${rows.length} rows`);
      await page.getByRole('button', {name: 'Copy as a task of --sim'}).click();
      const task = await page.evaluate(() => navigator.clipboard.readText()), code = path.join(pictures, 'code.bin'), file = path.join(pictures, 'task');
      fs.writeFileSync(file, `${task}print ${target === 'agx' ? 'r0..r15' : 'r0..r15 o0..o3'}\n`);
      execFileSync(nvp4c, ['-w', '-c', '-fmt=raw', `-target=${target}`, '-o', code, 'examples/lamp.fp']);
      const lane = Number(/^helper = 0x/m.test(task)) && await page.locator('#stepper .hint').textContent().then((text) => {
         const [, x, y] = /Pixel (\d+), (\d+)/.exec(text).map(Number);
         return (x & 1) | (255 - y & 1) << 1;
      });
      const shown = new Map(await page.locator('.registers-now tbody tr').evaluateAll((all) => all.map((row) => [row.dataset.register, row.dataset.bits])));
      let compared = 0;
      for (const [, name, rest] of execFileSync(nvp4c, ['--sim', `-target=${target}`, `-mcpu=${core}`, `-task=${file}`, code], {encoding: 'utf8'}).matchAll(/^([ro]\d+) = (.*)$/gm)) {
         const values = rest.split(' '), bits = `0x${Number(values[values.length > 1 ? lane : 0]).toString(16).padStart(8, '0')}`;
         check((shown.get(name) ?? '0x00000000') === bits, `${target}: ${name} is ${shown.get(name)}, --sim says ${bits}`);
         compared++;
      }
      check(compared >= 16, `${target}: ${compared} registers were compared`);
      await page.getByRole('button', {name: 'First step'}).click();
      await page.getByRole('button', {name: 'Step', exact: true}).click();
      await page.getByRole('button', {name: 'Step', exact: true}).click();
      check((await page.locator('.now').textContent()) === rows[1].text, `${target}: the second step is "${await page.locator('.now').textContent()}"`);
      const marked = await page.locator('.list.code .line.main').evaluateAll((all) => all.map((row) => Number(row.dataset.index)));
      check(JSON.stringify(marked) === '[1]', `${target}: rows ${marked} are marked`);
      const lines = await page.locator('#editor .cm-line').evaluateAll((all) => all.flatMap((line, k) => line.matches('.main, .part') ? [k + 1] : []));
      check(JSON.stringify(lines) === JSON.stringify([...rows[1].lines].sort((a, b) => a - b)), `${target}: source lines ${lines} are marked, not ${rows[1].lines}`);
      await page.context().close();
   }
}

/* A mesh has the bytes of the native tool, by the command that the page copies; a pixel of it is stepped; and the controls of meshes work. */
async function drawMesh()
{
   const vertex = program('web/examples/surface.vp'), fragment = program('examples/lamp.fp'), here = path.join(pictures, 'mesh');
   const parameters = {'program.local[0]': [0.5, 0.75, 1.5, 1.25], 'program.local[1]': [0.875, 0.625, 0.25, 1]};
   fs.mkdirSync(here, {recursive: true});
   fs.writeFileSync(path.join(here, 'program.vp'), vertex);
   fs.writeFileSync(path.join(here, 'program.fp'), fragment);
   const tool = path.resolve(nvp4c), object = path.join(here, 'square.obj');
   fs.writeFileSync(object, 'v -1 -1 0\nv 1 -1 0\nv 1 1 0.5\nv -1 1 0.5\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n');
   for (const target of ['usc', 'agx']) {
      const page = await open(linkOf({a: {fragment, vertex, options: [['target', target]]}, shape: 'teapot', size: 128, parameters}));
      await drawn(page);
      const compare = async (what) => {
         await page.locator('#command').click();
         await page.waitForTimeout(200);
         const command = await page.evaluate(() => navigator.clipboard.readText());
         check(command.startsWith('nvp4c --run '), `${target}, ${what}: the command is "${command}"`);
         execFileSync('sh', ['-c', `nvp4c() { "$TOOL" -w "$@"; }\n${command}`], {cwd: here, env: {...process.env, TOOL: tool}, stdio: ['ignore', 'ignore', 'inherit']});
         /* The page draws on an opaque canvas: alpha is 255 where the mesh is. */
         const native = readPng(fs.readFileSync(path.join(here, 'out.png'))).rgba, shown = await pixels(page);
         const differ = shown.filter((value, k) => k % 4 < 3 && shown[k | 3] && value !== native[k]).length, covered = shown.filter((value, k) => k % 4 === 3 && value).length;
         check(shown.length === native.length && !differ, `${target}, ${what}: ${differ} bytes differ`);
         check(covered > shown.length / 40 && new Set(shown).size > 40, `${target}, ${what}: ${covered} pixels are covered`);
         return shown;
      };
      const teapot = await compare('teapot'), canvas = page.locator('canvas[data-version=a]'), box = await canvas.boundingBox();
      await canvas.click({position: {x: box.width / 2, y: box.height / 2}});
      await page.locator('.stepping:not([hidden])').waitFor();
      const where = await page.locator('.where').textContent();
      check(/^step \d+ of \d+: \w+ \d+, source line/.test(where) && !where.includes('another key'), `${target}: the stepped code is not that of the listing: ${where}`);
      await page.getByLabel('Other inputs').fill('program.local[1]=0.125 0.25 1 1');
      await page.waitForTimeout(200);
      await drawn(page);
      const blue = await compare('other inputs');
      check(blue.filter((value, k) => value !== teapot[k]).length > 1000, `${target}: other inputs change the picture`);
      await page.getByLabel('Other inputs').fill('nothing=1');
      await page.locator('#drawn .error').waitFor();
      await page.getByLabel('Other inputs').fill('');
      await page.locator('#drawn [data-kind=done]').waitFor();
      const file = (await page.getByLabel('Shape', {exact: true}).locator('option').allTextContents()).at(-1);
      await page.getByLabel('Shape', {exact: true}).selectOption(file);
      await page.getByLabel('OBJ file').setInputFiles(object);
      await page.waitForTimeout(300);
      await drawn(page);
      await compare('OBJ file');
      await page.context().close();
   }
}

/* A texture from disk, and a parameter that follows the time. */
async function textureAndTime()
{
   const page = await open();
   await compiling(page, () => page.getByLabel('Example', {exact: true}).selectOption({label: 'ARB program: blur'}));
   await page.waitForTimeout(100);
   await drawn(page);
   const file = path.join(pictures, 'red.png'), rgba = Buffer.alloc(4 * 8 * 8, Buffer.from([200, 0, 0, 255]));
   fs.writeFileSync(file, writePng({width: 8, height: 8, rgba}));
   await page.getByLabel('image of texture 0').setInputFiles(file);
   await page.waitForTimeout(300);
   await drawn(page);
   const red = await pixels(page);
   /* Half of the first texel has an alpha above 1/4, with which the loop ends: half of 200. */
   check(red.every((value, k) => k % 4 === 0 ? value === 100 : k % 4 === 3 || value === 0), `the image is the texture, and the first pixel ${red.slice(0, 4)}`);
   fs.writeFileSync(file, 'not an image');
   await page.getByLabel('image of texture 0').setInputFiles(file);
   await page.locator('#drawn .error').waitFor();
   check((await page.locator('#drawn').textContent()).includes('red.png is not an image'), 'a file that is not an image');

   await compiling(page, () => page.getByLabel('Example', {exact: true}).selectOption({label: 'Plasma (time)'}));
   const before = await pixels(page), clock = page.getByLabel('time.x follows the time');
   await clock.click();
   await page.waitForTimeout(1500);
   check(Number(await page.getByLabel('time.x as a number', {exact: true}).inputValue()) > 0.5, 'the time goes on');
   const later = await pixels(page);
   check(later.filter((value, k) => value !== before[k]).length > 10000, 'the picture moves');
   await clock.click();
   await page.waitForTimeout(300);
   await drawn(page);
   const rest = await pixels(page);
   await page.waitForTimeout(300);
   check(JSON.stringify(rest) === JSON.stringify(await pixels(page)), 'the picture rests again');
   await page.context().close();
}

const ENDLESS = '!!NVfp4.0\nPARAM p = program.local[0];\nTEMP t;\nREP;\nMOV.CC t.x, p.x;\nBRK (LT.x);\nENDREP;\nMOV result.color, 1.0;\nEND\n';
async function limits()
{
   /* an endless loop, on all workers */
   let page = await open(rectangle(program('examples/lamp.fp')));
   await drawn(page);
   let pause = await longestPause(page, () => setText(page, ENDLESS));
   check((await page.locator('#drawn .error').textContent()).includes('did not end within 200000 steps'), `the endless loop: ${await page.locator('#drawn').textContent()}`);
   check(pause < 1000, `the page paused for ${pause} ms at the endless loop`);
   await setText(page, program('examples/inthash.fp'));
   check(await page.locator('#drawn .error').count() === 0, 'the next program is drawn');

   /* 20,000 instructions: compiled with another report, or stopped by a limit, and the page answers */
   const long = `!!NVfp4.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\n${Array.from({length: 10000}, (_, k) => `MAD b, a, ${(k % 97) / 64}, a.yzwx;\nMUL a, b, 0.${k % 9 + 1};\n`).join('')}MOV result.color, a;\nEND\n`;
   pause = await longestPause(page, () => compiling(page, () => page.evaluate((hash) => { location.hash = hash; }, rectangle(long)), false));
   const said = await page.locator('#messages').textContent();
   check(/limit|Compiled in/.test(said), `20,000 instructions: ${said}`);
   check((await page.locator('#report').textContent()).includes('rows of machine code') || /limit/.test(said), 'the page says why there is no report');
   check(pause < 3000, `the page paused for ${pause} ms at 20,000 instructions`);
   console.log(`20,000 instructions: "${said.slice(0, 90)}", longest pause ${pause} ms`);
   await setText(page, program('examples/inthash.fp'));
   await page.context().close();

   /* a worker that never answers is replaced */
   page = await open('', {route: (one) => one.route('**/worker.js', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({response: answer, body: `${await answer.text()};{const own = self.onmessage; self.onmessage = (event) => { while (event.data.source?.includes('HANG')) ; return own(event); };}`});
   })});
   await drawn(page);
   pause = await longestPause(page, () => setText(page, `${program('examples/lamp.fp')}# HANG\n`, false));
   check((await page.locator('#messages').textContent()).includes('the compile was stopped: it took longer than 8 seconds'), `a worker that hangs: ${await page.locator('#messages').textContent()}`);
   check(pause < 1000, `the page paused for ${pause} ms while the worker hung`);
   await setText(page, program('examples/inthash.fp'));
   check(await page.locator('#messages .verdict.good').count() === 1, 'the next program compiles');
   await page.context().close();
}

async function links()
{
   const page = await open();
   await drawn(page);
   const text = '!!NVfp4.0\n# caf\u00e9 <b>&amp;</b> \u4e2d\nPARAM tint = program.local[0];\nMOV result.color, tint;\nEND\n';
   await setText(page, text);
   await selectOption(page, 'Target', 'agx');
   await selectOption(page, 'Level', 'O1');
   await page.getByLabel('tint.y as a number', {exact: true}).fill('0.3');
   await page.locator('#link').click();
   await page.waitForTimeout(300);
   const link = await page.evaluate(() => navigator.clipboard.readText());
   check(link.startsWith(`${url}#1`) && link.length < 600, `the link: ${link}`);
   const other = await open(link.slice(url.length));
   await drawn(other);
   check((await other.locator('#editor .cm-line').allTextContents()).join('\n') === text, 'the text of the link');
   check(await other.getByLabel('Target', {exact: true}).inputValue() === 'agx' && await other.getByLabel('Level', {exact: true}).inputValue() === 'O1', 'the options of the link');
   check(await other.getByLabel('tint.y as a number', {exact: true}).inputValue() === '0.3', 'the parameter of the link');
   check(JSON.stringify(await pixels(other)) === JSON.stringify(await pixels(page)), 'the picture of the link');
   await page.context().close();
   await other.context().close();

   /* hostile links: nothing runs, nothing is fetched, and the page works */
   const evil = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
   const hostile = ['#1', '#1!!!', `#1${'A'.repeat(5000)}`, '#javascript:window.ran=1', `#${evil}`, linkOf(null), linkOf([]), linkOf({a: 7}), linkOf({a: {fragment: [evil], options: 'x'}}),
      linkOf({a: {fragment: evil, vertex: evil, options: [[evil, evil], ['O2'], ['dump-ir', ''], ['limit-work', '99999999999'], ['mattr', evil], ['mcpu', evil]]}, shape: evil, size: 1e9, tab: evil, parameters: {[evil]: [1, 2, 3, 4], constructor: [1, 2, 3, 4]}, camera: [1e300, 'x', null]}),
      `#1${zlib.deflateRawSync(`{"a":{"fragment":"","options":[]},"__proto__":{"ran":1},"b":${'['.repeat(3000)}${']'.repeat(3000)}}`).toString('base64url')}`,
      `#1${zlib.deflateRawSync(Buffer.alloc(40000000, 32)).toString('base64url')}`];
   for (const hash of hostile) {
      at = `hostile link ${hash.slice(0, 40)}`;
      const victim = await open(hash);
      check(await victim.evaluate(() => window.ran === undefined && ({}).ran === undefined), 'something ran');
      check(await victim.locator('img, main script, iframe').count() === 0, 'markup of the link is in the page');
      await setText(victim, program('examples/inthash.fp'), false);
      check(await victim.locator('#messages .verdict').count() === 1, 'the page works');
      await victim.context().close();
   }
}

async function compareTwo()
{
   const page = await open(rectangle(program('examples/lamp.fp'), {parameters: {'program.local[0]': [0.5, 0.75, 0.5, 1.25], 'program.local[1]': [0.9, 0.6, 0.3, 1]}}));
   await drawn(page);
   await compiling(page, () => page.locator('#compare').click());
   await drawn(page, 'b');
   check(JSON.stringify(await pixels(page, 'a')) === JSON.stringify(await pixels(page, 'b')), 'two equal versions draw the same');
   await setText(page, program('examples/lamp.fp').replace('MUL light.x, light.x, lamp.w;\n', ''));
   await drawn(page, 'b');
   check(JSON.stringify(await pixels(page, 'a')) !== JSON.stringify(await pixels(page, 'b')), 'another version draws something else');
   const groups = await page.locator('#figures dd').first().textContent();
   check(/^12 \u2192 11 better$/.test(groups), `the first figure is "${groups}"`);
   await page.getByRole('tab', {name: 'Differences', exact: true}).click();
   check(/groups/.test(await page.locator('table.compare').textContent()), 'the table of differences');
   await page.getByRole('tab', {name: 'A fragment', exact: true}).click();
   check((await page.locator('#editor').getByText('MUL light.x, light.x, lamp.w;').count()) === 1, 'version A keeps its text');
   await checkLook(page, 'two versions');
   await compiling(page, () => page.locator('#compare').click());
   await page.context().close();
}

async function checkLook(page, where)
{
   const {scroll, width} = await page.evaluate(() => ({scroll: document.documentElement.scrollWidth, width: document.documentElement.clientWidth}));
   check(scroll <= width, `${where}: the page is ${scroll} wide, the window ${width}`);
   await page.evaluate(axe);
   const found = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
      .map(({id, nodes}) => `${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`)));
   check(found.length === 0, `${where}: axe: ${found.join('\n   ')}`);
}
async function looks()
{
   for (const width of [1280, 400])
      for (const colorScheme of ['light', 'dark']) {
         const where = `${width}-${colorScheme}`, page = await open('', {viewport: {width, height: 1000}, colorScheme});
         await drawn(page);
         await page.locator('canvas').click();
         await page.locator('.stepping:not([hidden])').waitFor();
         await checkLook(page, where);
         await page.screenshot({path: path.join(pictures, `${where}.png`), fullPage: width === 400});
         for (const tab of ['Time line', 'Registers', 'Control flow', 'Costs', 'IR after each pass']) {
            await page.getByRole('tab', {name: tab, exact: true}).click();
            await checkLook(page, `${where}, ${tab}`);
         }
         await page.locator('.options > summary').click();
         await checkLook(page, `${where}, options`);
         await page.context().close();
      }
}

/* All examples draw, or say why not. */
async function examples()
{
   const page = await open(), names = (await page.getByLabel('Example', {exact: true}).locator('option').allTextContents()).slice(1);
   for (const [k, name] of names.entries()) {
      at = `example ${name}`;
      await compiling(page, () => page.getByLabel('Example', {exact: true}).selectOption(String(k)), false);
      check(await page.locator('#messages .verdict.good').count() === 1, `it does not compile: ${await page.locator('#messages').textContent()}`);
      if (/code only/.test(name)) {
         check((await page.locator('#drawn').textContent()).includes('draws nothing'), await page.locator('#drawn').textContent());
         continue;
      }
      await page.locator('#drawn [data-kind=done]').waitFor({timeout: 60000}).catch(() => {});
      check(await page.locator('#drawn [data-kind=done]').count() === 1, await page.locator('#drawn').textContent());
      const values = await pixels(page);
      check(new Set(values.filter((_, p) => p % 4 < 3)).size > 3, 'the picture shows nothing');
      await page.locator('canvas').screenshot({path: path.join(pictures, `example-${k}.png`)});
   }
   await page.context().close();
}

/* The page works when the server is gone. Last, because it stops the server. */
async function offline()
{
   const page = await open('', {offline: true});
   await page.locator('html[data-offline=ready]').waitFor({state: 'attached', timeout: 30000});
   server.kill();
   await new Promise((resolve) => server.on('exit', resolve));
   await page.reload();
   await page.locator('html[data-compiled]').waitFor({state: 'attached', timeout: 60000});
   await drawn(page);
   check((await pixels(page)).some((value) => value > 0 && value < 255), 'a picture without a server');
   await page.context().close();
}

async function firstLoad()
{
   const started = performance.now(), page = await open(), compiled = performance.now() - started;
   await drawn(page);
   console.log(`first load: compiled after ${compiled.toFixed(0)} ms, drawn after ${(performance.now() - started).toFixed(0)} ms`);
   const size = fs.readdirSync(folder).reduce((sum, name) => sum + zlib.gzipSync(fs.readFileSync(path.join(folder, name)), {level: 9}).length, 0);
   check(size < 3 << 20, `the page has ${size} bytes compressed, more than 3 MB`);
   console.log(`the page: ${(size / 1024).toFixed(0)} KB compressed`);
   await page.context().close();
}

for (const part of [firstLoad, typeAnError, pickAgx, dragSlider, textureAndTime, comparePictures, drawMesh, stepPixel, limits, links, compareTwo, looks, examples, offline]) {
   if (!only.test(part.name))
      continue;
   at = part.name;
   const started = performance.now();
   try {
      await part();
   } catch (error) {
      check(false, error.stack);
   }
   if (process.env.TIMES)
      console.log(`${part.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
await browser.close();
server.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
