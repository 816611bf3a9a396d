/* SPDX-License-Identifier: MIT */
/* Makes the pictures of docs/web.md from the page: CHROMIUM=... pictures.mjs URL FOLDER: web.png, and the animation web-steps.png. */
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';

import {crc} from './png.mjs';

const [url, folder] = process.argv.slice(2), {chromium} = createRequire(path.resolve('web/package.json'))('playwright-core');
const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox']});
const page = await browser.newPage({viewport: {width: 1280, height: 860}, colorScheme: 'light'});
const drawn = () => page.locator('#drawn [data-kind=done]').waitFor();

function chunks(file)
{
   const list = [];
   for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
      list.push([file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + file.readUInt32BE(at))]);
   return list;
}
function chunk(kind, ...parts)
{
   const body = Buffer.concat([Buffer.from(kind, 'latin1'), ...parts]), out = Buffer.alloc(body.length + 8);
   out.writeUInt32BE(body.length - 4, 0);
   body.copy(out, 4);
   out.writeUInt32BE(zlib.crc32 ? zlib.crc32(body) : crc(body), body.length + 4);
   return out;
}
const word = (...values) => { const out = Buffer.alloc(4 * values.length); values.forEach((value, k) => out.writeUInt32BE(value, 4 * k)); return out; };
/* An animation of PNG files of one size, each shown for so many milliseconds. */
function animate(files, milliseconds)
{
   const head = chunks(files[0]).find(([kind]) => kind === 'IHDR')[1], out = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('acTL', word(files.length, 0))];
   let sequence = 0;
   files.forEach((file, k) => {
      out.push(chunk('fcTL', word(sequence++, head.readUInt32BE(0), head.readUInt32BE(4), 0, 0), Buffer.from([milliseconds >> 8, milliseconds & 255, 1000 >> 8, 1000 & 255, 0, 0])));
      for (const [kind, body] of chunks(file))
         if (kind === 'IDAT')
            out.push(k ? chunk('fdAT', word(sequence++), body) : chunk('IDAT', body));
   });
   return Buffer.concat([...out, chunk('IEND')]);
}

await page.goto(url);
await page.locator('html[data-compiled]').waitFor({state: 'attached'});
await drawn();
const canvas = page.locator('canvas'), box = await canvas.boundingBox();
await canvas.click({position: {x: box.width * 0.62, y: box.height * 0.45}});
await page.getByRole('button', {name: 'First step'}).click();
for (let k = 0; k < 7; k++)
   await page.getByRole('button', {name: 'Step', exact: true}).click();
await page.waitForTimeout(300);
fs.writeFileSync(path.join(folder, 'web.png'), await page.screenshot());

await page.setViewportSize({width: 1280, height: 700});
const frames = [], clip = {x: 8, y: 74, width: 1264, height: 420}, small = await browser.newPage({viewport: {width: 632, height: 210}, colorScheme: 'light'});
async function frame()
{
   const image = (await page.screenshot({clip})).toString('base64');
   await small.setContent(`<body style="margin:0"><img width="632" height="210" style="display:block" src="data:image/png;base64,${image}">`);
   await small.waitForTimeout(60);
   frames.push(await small.screenshot());
}
await page.getByRole('button', {name: 'First step'}).click();
for (let k = 0; k < 6; k++) {
   await page.getByRole('button', {name: 'Step', exact: true}).click();
   await frame();
}
for (const x of [-0.4, -1.3]) {
   await page.getByLabel('lamp.x as a number', {exact: true}).fill(String(x));
   await page.waitForTimeout(200);
   await drawn();
   await frame();
}
fs.writeFileSync(path.join(folder, 'web-steps.png'), animate(frames, 900));
await browser.close();
