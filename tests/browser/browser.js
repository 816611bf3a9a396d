/* SPDX-License-Identifier: MIT */
/*
 * Opens pages of -report=html in Chromium, without a network: browser.js NVP4C FOLDER. What a page should show is computed here
 * from -report=json, not by the page's own code. Pictures go to FOLDER.
 */
'use strict';
const {execFileSync} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const {chromium} = require('playwright-core');

const [nvp4c, folder] = process.argv.slice(2);
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const only = process.env.ONLY ? new RegExp(process.env.ONLY) : /./;
let passed = 0;
let failed = 0;
let at = '';

function check(good, text) {
   if (good) passed++;
   else {
      failed++;
      console.log(`FAIL ${at}: ${text}`);
   }
   return good;
}
const same = (a, b) => JSON.stringify([...a].sort((x, y) => x - y)) === JSON.stringify([...b].sort((x, y) => x - y));
const compile = (...words) =>
   execFileSync(nvp4c, ['-w', '-o', '-', ...words], {encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe']});

/* Both languages and more, all stages, loops, branches, requests, spilling, and 889 groups; both targets. */
const PROGRAMS = [
   ['examples/tnl.vp', 'usc'],
   ['examples/phong.fp', 'usc', '-max-temps=8'],
   ['examples/mandel.fp', 'usc'],
   ['examples/mandel.fp', 'agx', '-O1'],
   ['examples/lamp.fp', 'agx'],
   ['examples/skin.vp', 'agx', '-report=html,passes'],
   ['examples/conditions.fp', 'usc', '-verify-sim=2'],
   ['examples/compute/histogram.tgsi', 'usc'],
   ['examples/compute/n-body.tgsi', 'agx'],
   ['tests/regress/array-pressure.fp', 'usc'],
   ['tests/regress/calls-in-loops.fp', 'usc'],
   ['tests/regress/agx-flight-break.fp', 'agx']
];

/* ---- a page */

/* Opens a file. Whatever the page asks for besides itself, each error and each dialog is a failure. */
async function open(browser, file, options) {
   const context = await browser.newContext({offline: true, ...options});
   const page = await context.newPage();
   page.on('request', (request) => check(request.url() === `file://${file}`, `asks for ${request.url()}`));
   page.refused = [];
   page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) page.refused.push(message.text());
      else check(!['error', 'warning'].includes(message.type()), `console: ${message.text()}`);
   });
   page.on('pageerror', (error) => check(false, `error: ${error.message}`));
   page.on('dialog', (dialog) => {
      check(false, `dialog: ${dialog.message()}`);
      dialog.dismiss();
   });
   await page.goto(`file://${file}`);
   return page;
}
const tab = (page, name) => page.getByRole('tab', {name, exact: true}).click();
/* Indices of the marked lines of a list, which is source, ir or code. */
const marked = (page, list, kind = ':is(.main, .part)') =>
   page.$$eval(`.list.${list} .line${kind}[data-index]`, (lines) => lines.map((line) => Number(line.dataset.index)));

/*
 * Elements that overlap: texts and controls that can be seen, clipped to what scrolls or hides them, in different branches of
 * the tree. Texts that are not shown to the eye, bars below a number, and drawings are left out: in drawings only texts are
 * compared.
 */
function findOverlaps() {
   const found = [];
   const boxes = [];
   const leaf = (element) =>
      element.matches('button, input, summary')
      || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
   for (const element of document.querySelectorAll('body *')) {
      if (
         !leaf(element)
         || element.closest('.unseen, .skip, script, style, [hidden]')
         || !element.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})
      )
         continue;
      const rects = element.matches('button, input, summary')
         ? [element.getBoundingClientRect()]
         : [...element.childNodes]
              .filter((node) => node.nodeType === 3)
              .flatMap((node) => {
                 const range = document.createRange();
                 range.selectNodeContents(node);
                 return [...range.getClientRects()];
              });
      for (let {left, top, right, bottom} of rects) {
         for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
            if (getComputedStyle(up).overflow !== 'visible' && up.namespaceURI !== 'http://www.w3.org/2000/svg') {
               const clip = up.getBoundingClientRect();
               [left, top, right, bottom] = [
                  Math.max(left, clip.left),
                  Math.max(top, clip.top),
                  Math.min(right, clip.right),
                  Math.min(bottom, clip.bottom)
               ];
            }
         if (right - left > 1 && bottom - top > 1) boxes.push({element, left, top, right, bottom});
      }
   }
   boxes.sort((a, b) => a.top - b.top);
   for (let i = 0; i < boxes.length; i++)
      for (let j = i + 1; j < boxes.length && boxes[j].top < boxes[i].bottom - 2; j++) {
         const a = boxes[i];
         const b = boxes[j];
         const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
         const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
         const sticky = [a, b].some(({element}) => element.closest('.head'));
         if (
            across > 2
            && down > 3
            && a.element !== b.element
            && !a.element.contains(b.element)
            && !b.element.contains(a.element)
            && !sticky
         )
            found.push(
               `${[a, b].map(({element}) => `"${element.textContent.slice(0, 30)}"`).join(' and ')} `
                  + `(${a.element.getAttribute('class') || a.element.tagName}, ${across.toFixed(0)} x ${down.toFixed(0)})`
            );
      }
   return found;
}
async function checkLayout(page, where) {
   const {scroll, width, wide} = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
      wide: [...document.querySelectorAll('.list, [role=tabpanel]:not([hidden]), .details')]
         .filter((box) => box.scrollWidth > box.clientWidth + 1)
         .map((box) => box.className || box.id)
   }));
   check(scroll <= width, `${where}: the page is ${scroll} wide, the window ${width}`);
   check(wide.length === 0, `${where}: scrolls sideways: ${wide.join(', ')}`);
   const overlaps = await page.evaluate(findOverlaps);
   check(overlaps.length === 0, `${where}: ${overlaps.length} overlap: ${overlaps.slice(0, 4).join('; ')}`);
}
async function checkAccess(page, where) {
   await page.evaluate(axe);
   const found = await page.evaluate(() =>
      window.axe
         .run(document, {resultTypes: ['violations']})
         .then(({violations}) =>
            violations
               .filter(({impact}) => impact === 'serious' || impact === 'critical')
               .map(
                  ({id, nodes}) => `${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`
               )
         )
   );
   check(found.length === 0, `${where}: axe: ${found.join('\n   ')}`);
}

/* ---- what a reader does */

/* Clicks the source line with most rows: exactly its rows and lines of IR are marked. */
async function clickLine(page, report) {
   const lines = report.lines.filter(({line}) => line).sort((a, b) => b.rows + b.shared - a.rows - a.shared);
   if (!check(lines.length > 0, 'no line has code')) return;
   const {line} = lines[0];
   await page.locator(`.list.source .line[data-index="${line - 1}"] code`).click();
   check(
      same(
         await marked(page, 'code'),
         report.rows.flatMap((row, r) => (row.lines.includes(line) ? [r] : []))
      ),
      `rows of line ${line}`
   );
   check(
      same(
         await marked(page, 'code', '.main'),
         report.rows.flatMap((row, r) => (row.lines[0] === line ? [r] : []))
      ),
      `rows with the main line ${line}`
   );
   check(
      same(
         await marked(page, 'ir'),
         report.ir.flatMap((text, i) => (text.lines.includes(line) ? [i] : []))
      ),
      `IR of line ${line}`
   );
   check(same(await marked(page, 'source'), [line - 1]), `line ${line} itself`);
   const seen = await page.$eval('.list.code', (list) =>
      [...list.querySelectorAll('.line.main, .line.part')].some((element) => {
         const a = element.getBoundingClientRect();
         const b = list.getBoundingClientRect();
         return a.bottom > b.top && a.top < b.bottom;
      })
   );
   check(seen, `no row of line ${line} is in view`);
   /* Pinned: hovering does not change it. Escape ends it. */
   await page.locator('.list.ir .line').first().hover();
   check(same(await marked(page, 'source'), [line - 1]), 'hovering changed what was pinned');
   await page.keyboard.press('Escape');
   check((await marked(page, 'code')).length === 0, 'Escape left marks');
}

/* Moves by keys from a row: its lines are marked, and a cell of an empty unit says why it is empty. */
async function useKeys(page, report) {
   const r = report.rows.findIndex((row) => row.empty.length) >= 0 ? report.rows.findIndex((row) => row.empty.length) : 0;
   const list = page.locator('.list.code');
   await list.focus();
   await page.keyboard.press('Home');
   for (let k = 0; k < r; k++) await page.keyboard.press('ArrowDown');
   check(
      same(await marked(page, 'code'), [r])
         && same(
            await marked(page, 'source'),
            report.rows[r].lines.map((line) => line - 1)
         ),
      `keys to row ${r}`
   );
   if (report.rows[r].empty.length) {
      const text = report.reasons[report.rows[r].empty[0].reason].text;
      let found = false;
      for (let k = 0; k < 12 && !found; k++) {
         await page.keyboard.press('ArrowRight');
         found = (await page.locator('#tip').isVisible()) && (await page.locator('#tip').textContent()).includes(text);
      }
      check(found, `no cell of row ${r} says "${text}"`);
      check((await page.locator('.details').textContent()).includes(text), `the details of row ${r} do not say "${text}"`);
   }
   await page.keyboard.press('Enter');
   check(await page.evaluate(() => document.documentElement.hasAttribute('data-pinned')), 'Enter does not pin');
   await page.keyboard.press('Escape');
}

/* Searches by keys: "/" and a word of the source; the lines with it are found in all panes. */
async function search(page, report) {
   const word = 'mov';
   const has = (text) => text.toLowerCase().includes(word);
   const hits =
      report.source.filter(has).length
      + report.ir.filter(({text}) => has(text)).length
      + report.rows.filter(({text}) => has(text)).length;
   await page.keyboard.press('/');
   await page.keyboard.type(word);
   check(
      (await page.locator('.line.hit').count()) === hits,
      `search found ${await page.locator('.line.hit').count()} of ${hits}`
   );
   if (hits) {
      await page.keyboard.press('Enter');
      check((await page.locator('.found').textContent()) === `1 of ${hits}`, 'Enter goes to the first match');
      await page.keyboard.press('n');
      check((await page.locator('.found').textContent()) === `${hits > 1 ? 2 : 1} of ${hits}`, 'n goes to the next match');
      await page.keyboard.press('N');
      check((await page.locator('.found').textContent()) === `1 of ${hits}`, 'N goes back');
   }
   await page.keyboard.press('/');
   await page.keyboard.press('Escape');
   check((await page.locator('.line.hit').count()) === 0, 'Escape ends the search');
}

/* Reads the values at the peak: each with its registers, and the source lines of its writers. */
async function readPeak(page, report) {
   await tab(page, 'Registers');
   const items = await page.locator('.values > li').allTextContents();
   const {peak_values: peak} = report.registers;
   check(items.length === peak.length, `${items.length} values at the peak instead of ${peak.length}`);
   peak.forEach((v, k) => {
      const value = report.values[v];
      check((items[k] ?? '').startsWith(value.name), `value ${k} at the peak: ${items[k]}`);
      for (const line of value.lines)
         check((items[k] ?? '').includes(`line ${line} ${report.source[line - 1].trim()}`), `value ${k} lacks line ${line}`);
   });
   /* The page names registers as the compiler does. */
   const names = report.values.map((value) => [value.register, value.count, value.name]);
   const other = await page.evaluate((list) => list.filter(([r, n, name]) => reports[0].registerName(r, n) !== name), names);
   check(other.length === 0, `the page has another name for ${other[0]}`);
   const text = await page.locator('.peak-list').textContent();
   check(text.includes(`${report.summary.peak.toLocaleString('en')} register`), 'the peak');
   if (at.includes('phong')) check(report.summary.spill_bytes > 0, 'it does not spill');
   check(
      report.summary.spill_bytes === 0
         ? text.includes('Nothing is spilled')
         : text.includes(`Spills: ${report.summary.spill_bytes.toLocaleString('en')} byte`),
      'spills'
   );
}

/* Follows an edge of the graph by the keyboard and one by the mouse: the rows of its target are marked. */
async function followEdges(page, report) {
   await tab(page, 'Control flow');
   await page.waitForSelector('.node');
   const rows = (b) => Array.from({length: report.blocks[b].count}, (_, k) => report.blocks[b].first + k);
   const edges = report.blocks.flatMap((block, from) => block.next.map(({block: to}) => [from, to]));
   check(
      (await page.locator('.edge').count()) === edges.length,
      `${await page.locator('.edge').count()} edges instead of ${edges.length}`
   );
   const inner = edges.filter(([, to]) => to !== null && report.blocks[to].count);
   for (const [k, [from, to]] of [...inner.slice(0, 1), ...inner.slice(-1)].entries()) {
      const edge = page.locator(`.edge[data-from="${from}"][data-to="${to}"]`).first();
      await edge.focus();
      if (k) await edge.locator('.wide').dispatchEvent('click');
      else await page.keyboard.press('Enter');
      check(same(await marked(page, 'code'), rows(to)), `the edge from block ${from} to ${to}`);
      check((await page.evaluate(() => document.activeElement.dataset.block)) === String(to), `the focus went to block ${to}`);
      await page.keyboard.press('Escape');
   }
}

async function useTimeLine(page, report) {
   await tab(page, 'Time line');
   await page.waitForSelector('.strip');
   const ticks = report.rows.reduce((sum, row) => sum + row.used.filter(({busy}) => busy).length, 0);
   check((await page.locator('.tick:not(.bare)').count()) >= ticks, 'a tick for each busy unit');
   const requests = report.rows.filter((row) => row.request);
   check((await page.locator('.request.issue').count()) === requests.length, 'a bar for each request');
   const hatched = await page.locator('.request[fill^="url"]').count();
   check(requests.some((row) => row.assumed) ? hatched > 0 : hatched === 0, 'assumed latencies are hatched');
   if (!report.rows.length) return;
   const line = page.locator('.drawing[aria-label="Rows on the time line"]');
   await line.focus();
   await page.keyboard.press('End');
   check(same(await marked(page, 'code'), [report.rows.length - 1]), 'End selects the last row');
   await page.keyboard.press('Escape');
}

async function checkTheme(page) {
   const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
   const before = await colour();
   const button = page.locator('#theme');
   const pressed = await button.getAttribute('aria-pressed');
   await button.click();
   check((await colour()) !== before, 'the button changes the theme');
   check((await button.getAttribute('aria-pressed')) !== pressed, 'the button says so');
}

async function checkSummary(page, report) {
   const text = await page.locator('.summary').innerText();
   for (const id of report.summary.assumptions) {
      const cost = report.costs.find((c) => c.id === id);
      check(cost && text.includes(`${id} = ${cost.value}`) && text.includes(cost.text), `the assumption ${id}`);
   }
   for (const {id, text: what, first} of report.assumptions)
      check(text.includes(id) && text.includes(`${what} (`) && text.includes(`the first is ${first}`), `the premise ${id}`);
   for (const {unit, total} of report.summary.units)
      check(
         new RegExp(`${report.units[unit].id}\\s+${total.toLocaleString('en')}\\s`).test(text),
         `busy time of ${report.units[unit].id}`
      );
   /* Bytes and registers never rest on an assumption. Times do, as the report says; "loop" is marked like a time. */
   const rests = (figure) => report.assumed.some((a) => a.figure === figure);
   const issue = rests('summary.total') ? ['total', 'shortest', 'longest'] : [];
   const waits = rests('summary.elapsed') ? ['with waits'] : [];
   const steps = report.registers.provenance === 'assumed' ? ['waves'] : [];
   const daggers = await page.locator('.figures > div:has(.dagger) dt').allTextContents();
   check(daggers.join() === [...issue, ...waits, ...steps].join(), `marks of assumptions: ${daggers}`);
   const head = await page.locator('.top').innerText();
   for (const word of [report.file, report.target, report.cpu, report.stage, report.version, ...report.options])
      check(head.includes(word), `the head lacks ${word}`);
}

const TABS = ['Time line', 'Registers', 'Control flow', 'Costs'];

async function checkProgram(browser, [file, target, ...options], k) {
   at = `${target} ${file}`;
   const name = path.join(folder, `${k}-${target}-${path.basename(file)}.html`);
   const html = options.some((word) => word.startsWith('-report=')) ? [] : ['-report=html'];
   const json = options.map((word) => word.replace('=html', '=json'));
   const text = compile(`-target=${target}`, ...html, ...options, file);
   check(text === compile(`-target=${target}`, ...html, ...options, file), 'two runs differ');
   check(text.length < 1 << 20, `${text.length} bytes`);
   fs.writeFileSync(name, text);
   const report = JSON.parse(compile(`-target=${target}`, ...(html.length ? ['-report=json'] : []), ...json, file));
   const page = await open(browser, name, {
      viewport: {width: 1280, height: 900},
      colorScheme: 'light',
      reducedMotion: 'reduce'
   });
   await checkSummary(page, report);
   await clickLine(page, report);
   await useKeys(page, report);
   await search(page, report);
   await useTimeLine(page, report);
   await readPeak(page, report);
   await followEdges(page, report);
   const names = report.passes ? [...TABS, 'Passes'] : TABS;
   await page.locator('.list.code .line[data-index="0"] code').click();
   for (const width of [1280, 400]) {
      await page.setViewportSize({width, height: 900});
      for (const tabName of names) {
         await tab(page, tabName);
         await page.waitForTimeout(50); /* drawings follow the width in an observer */
         await checkLayout(page, `${width}, ${tabName}`);
      }
      /* Each program has axe look at one tab, in one theme at each width. */
      const shown = names[k % names.length];
      await tab(page, shown);
      if ((width === 400) === Boolean(k % 2)) await checkAccess(page, `${width}, ${shown}`);
      await checkTheme(page);
      if ((width === 400) !== Boolean(k % 2)) await checkAccess(page, `${width}, dark, ${shown}`);
      await page.screenshot({path: `${name}-${width}.png`, fullPage: false});
      await page.locator('#theme').click();
   }
   if (report.passes) {
      await tab(page, 'Passes');
      const changed = report.passes.filter((pass) => pass.diff?.length);
      check(changed.length > 0 && (await page.locator('.passes > li').count()) === report.passes.length, 'the list of passes');
      await page.locator('.passes summary').first().click();
      await page.waitForSelector('.passes details[open] pre > span');
      check(
         (await page.locator('.passes details[open] pre').textContent()).includes(
            changed[0].diff.find((line) => line.startsWith('+') || line.startsWith('-'))
         ),
         'the difference of a pass'
      );
   }
   check(page.refused.length === 0, `refused: ${page.refused}`);
   await page.context().close();
}

/* A source that tries to end its element: its text is shown, and nothing runs. */
async function checkHostile(browser) {
   at = 'hostile source';
   const line =
      "# </script><img src=x onerror=\"document.title='bad'\"><!-- \\u003c \" ' & &lt; <script>document.title='bad'</script>";
   const source = path.join(folder, 'a<b>&"c.fp');
   const name = path.join(folder, 'hostile.html');
   fs.writeFileSync(source, `!!NVfp4.0\n${line}\nMOV result.color, fragment.color;\nEND\n`);
   fs.writeFileSync(name, compile('-report=html', source));
   const page = await open(browser, name, {viewport: {width: 1280, height: 900}});
   check((await page.locator('.list.source .line[data-index="1"] code').textContent()) === line, 'the line is shown');
   check((await page.locator('h1').textContent()) === source, 'the name is shown');
   check((await page.title()) !== 'bad' && (await page.title()).includes('a<b>&"c.fp'), `the title is ${await page.title()}`);
   check((await page.locator('img').count()) === 0, 'an element came from the data');
   /* The policy holds: a script of another text does not run. Nothing else was refused before. */
   check(page.refused.length === 0, `refused: ${page.refused}`);
   const ran = await page
      .evaluate(() => {
         const script = document.createElement('script');
         script.textContent = 'window.ran = true';
         document.body.append(script);
         return window.ran === true;
      })
      .catch(() => false);
   check(!ran && page.refused.length === 1, 'the policy lets another script run');
   await page.context().close();
}

/* Two reports: both summaries with differences, and a source line that marks its rows in both. */
async function checkComparison(browser, before, after, k) {
   at = `--diff ${before.join(' ')} ${after.join(' ')}`;
   const files = [before, after].map((words, n) => {
      const file = path.join(folder, `diff${k}-${n}.json`);
      fs.writeFileSync(file, compile('-report=json', ...words));
      return file;
   });
   const [a, b] = files.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')));
   const name = path.join(folder, `diff${k}.html`);
   fs.writeFileSync(name, compile('--diff', '-report=html', ...files));
   const page = await open(browser, name, {viewport: {width: 1280, height: 900}, colorScheme: 'light'});
   const table = await page.locator('.compare').innerText();
   const bytes = b.summary.bytes - a.summary.bytes;
   const text = bytes ? `[+\u2212]${Math.abs(bytes).toLocaleString('en')} ` : 'same';
   const sizes = [a, b].map(({summary}) => summary.bytes.toLocaleString('en'));
   check(new RegExp(`bytes\\s+${sizes[0]}\\s+${sizes[1]}\\s+${text}`).test(table), 'the difference in bytes');
   const {line} = a.lines.filter((l) => l.line && b.lines.some((m) => m.line === l.line)).sort((x, y) => y.rows - x.rows)[0];
   await page
      .locator(`.list.source .line[data-index="${line - 1}"] code`)
      .first()
      .click();
   for (const [n, report] of [a, b].entries()) {
      const rows = await page
         .locator('.list.code')
         .nth(n)
         .locator('.line:is(.main, .part)')
         .evaluateAll((list) => list.map((element) => Number(element.dataset.index)));
      check(
         same(
            rows,
            report.rows.flatMap((row, r) => (row.lines.includes(line) ? [r] : []))
         ),
         `rows of line ${line} in ${'AB'[n]}`
      );
   }
   for (const width of [1280, 400]) {
      await page.setViewportSize({width, height: 900});
      for (const tabName of TABS) {
         await tab(page, tabName);
         await page.waitForTimeout(50);
         await checkLayout(page, `${width}, ${tabName}`);
      }
      await checkAccess(page, `${width}`);
      await page.screenshot({path: `${name}-${width}.png`});
   }
   await page.context().close();
}

(async () => {
   const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ['--no-sandbox']});
   for (const [k, program] of PROGRAMS.entries()) if (only.test(program.join(' '))) await checkProgram(browser, program, k);
   if (only.test('hostile')) await checkHostile(browser);
   if (only.test('diff')) {
      await checkComparison(browser, ['-O0', 'examples/tnl.vp'], ['examples/tnl.vp'], 0);
      await checkComparison(browser, ['examples/mandel.fp'], ['-target=agx', 'examples/mandel.fp'], 1);
   }
   await browser.close();
   console.log(`${passed} passed, ${failed} failed`);
   process.exitCode = failed ? 1 : 0;
})().catch((error) => {
   console.log(`FAIL ${at}: ${error.stack}`);
   process.exitCode = 1;
});
