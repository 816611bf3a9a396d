/* SPDX-License-Identifier: MIT */
/* The page: its state, and what follows when it changes. docs/web.md describes it. */
import {Report, assumedMark, count, figuresOf, make, say} from 'report-parts';
import {Client} from './client.js';
import {checker, hills, inputsControl, namesOf, parameterControls, readImage, textureControls} from './controls.js';
import {Editor} from './editor.js';
import {EXAMPLES} from './examples.js';
import {decode, encode} from './link.js';
import {commandOf} from './mesh.js';
import {OptionList} from './options.js';
import {Picture, Pool} from './picture.js';
import {showReports} from './report.js';
import {stateValue} from './state.js';
import {Stepper} from './stepper.js';

const at = (id) => document.getElementById(id);
const COMPILE_SECONDS = 8, PATIENCE = 1500, SIZES = [64, 128, 256, 384, 512], CAMERA = [30, 20, 0];
/* The shapes besides those of the library. */
const RECTANGLE = 'rectangle', FILE = 'OBJ file';

/* A version is {fragment, vertex, options}. B is null unless two versions are compared. */
const state = {a: {fragment: '', vertex: '', options: []}, b: null, version: 'a', tab: 'fragment', shape: 'rectangle', size: 256, parameters: {}, inputs: '', camera: [...CAMERA], range: [0, 1, 0, 1]};
const images = {}, object = {name: '', text: ''}; /* the OBJ file */
const isMesh = () => state.shape !== RECTANGLE;
const results = {}; /* results[version] = {fragment, vertex}: what the compiler answered */
const time = {name: null, component: -1, from: 0, running: false};
let shown = {report: null, marks: null}, stepped = {report: null, marks: null}, controls = null, timer = 0, round = 0, compileStarted = 0;
const version = () => state[state.version];
const versions = () => state.b ? ['a', 'b'] : ['a'];

/* ---- workers */

const module = fetch('nvp4c.wasm').then((answer) => {
   if (!answer.ok)
      throw new Error(`nvp4c.wasm: ${answer.status}`);
   return answer.arrayBuffer();
}).then((bytes) => WebAssembly.compile(bytes));
const compiler = new Client(module, COMPILE_SECONDS);
const pool = new Pool(module, Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1)));
const canvases = {}, pictures = {};
for (const name of ['a', 'b']) {
   canvases[name] = make('canvas', {width: 256, height: 256, tabindex: 0, role: 'img', 'aria-label': `Picture of version ${name.toUpperCase()}. Click a pixel to step its program.`, 'data-version': name});
   pictures[name] = new Picture(pool, name, canvases[name], (text, kind) => showDrawn(name, text, kind));
}

/* ---- compiling */

function changed(delay = 150)
{
   clearTimeout(timer);
   timer = setTimeout(compileAll, delay);
   save();
}

async function compileOne(name, stage)
{
   const source = state[name][stage];
   if (!source.trim())
      return null;
   try {
      return await compiler.call({op: 'compile', source, options: state[name].options, file: stage, lines: source.split('\n').length});
   } catch (error) {
      const where = {offset: 0xffffffff, length: 0, line: 0, column: 0, section: ''};
      return {status: 'limit', diagnostics: [{...where, severity: 'error', id: 'page', message: error.stopped ? `the compile was stopped: ${error.message}` : error.message}]};
   }
}

async function compileAll()
{
   const mine = ++round, now = performance.now();
   /* an old text does not keep a new one waiting */
   if (compiler.busy && now - compileStarted > PATIENCE)
      compiler.restart('a newer text came');
   compileStarted = now;
   at('messages').dataset.busy = '';
   for (const name of versions()) {
      const answer = {fragment: await compileOne(name, 'fragment'), vertex: await compileOne(name, 'vertex')};
      if (mine !== round)
         return;
      results[name] = answer;
   }
   delete at('messages').dataset.busy;
   document.documentElement.dataset.compiled = mine;
   showMessages();
   showReport();
   showControls();
   draw(true);
}

/* ---- messages */

function showMessages()
{
   const answer = results[state.version]?.[state.tab], list = answer?.diagnostics ?? [];
   editor.diagnose(list);
   const other = state.tab === 'fragment' ? 'vertex' : 'fragment', broken = results[state.version]?.[other];
   at('messages').replaceChildren(
      make('p', {class: `verdict ${answer?.report || answer?.listing ? 'good' : 'bad'}`}, !answer ? 'The program is empty.' : answer.status === 'ok' ? `Compiled in ${answer.milliseconds.toFixed(1)} ms: ${answer.stage} program, ${count(answer.rows, answer.unit)}` : `Not compiled: ${answer.status}`),
      broken && broken.status !== 'ok' ? make('p', {class: 'bad'}, `The ${other} program is not compiled: ${broken.diagnostics.find(({severity}) => severity === 'error')?.message ?? broken.status}`) : '',
      make('ul', {}, list.map((diagnostic) => make('li', {class: diagnostic.severity}, make('b', {}, diagnostic.severity), ' ',
         diagnostic.line ? make('button', {type: 'button', class: 'link', onclick: () => editor.go(diagnostic.line, diagnostic.column)}, `${diagnostic.line}:${diagnostic.column}`) : '', ' ', diagnostic.message, ' ',
         make('small', {}, `[${diagnostic.id}]${diagnostic.section ? ` ${diagnostic.section}` : ''}`)))));
}

/* ---- report */

function showReport()
{
   const {tab} = state, answers = versions().map((name) => results[name]?.[tab]), documents = answers.map((answer) => answer?.report).filter(Boolean), work = at('report');
   shown = {report: null, marks: null};
   if (documents.length && documents.length === answers.length) {
      const edits = versions().indexOf(state.version), {marks, reports, search} = showReports(work, documents, editor, edits);
      shown = {report: reports[edits], marks, search};
      showFigures(reports);
   } else {
      editor.connect(null, null);
      const large = answers.find((answer) => answer?.listing && !answer.report);
      at('figures').replaceChildren();
      work.replaceChildren(make('p', {class: 'hint'}, large ? `${count(large.rows, 'row')} of machine code: the page shows reports of up to 1,500. nvp4c -report=html writes any. This is the start of the listing.`
         : 'The report appears when the program compiles.'), large ? make('pre', {class: 'listing', tabindex: 0}, large.listing.slice(0, 20000)) : '');
   }
   stepped = tab === 'fragment' ? shown : {report: results[state.version]?.fragment?.report ? new Report(results[state.version].fragment.report, '') : null, marks: null};
}

/* The figures in a line, and with two versions their differences. */
function showFigures(reports)
{
   const [a, b] = reports.map((report) => figuresOf(report)), others = new Map((b ?? []).map((figure) => [figure.name, figure]));
   at('figures').replaceChildren(make('dl', {class: 'figures'}, a.map((figure) => {
      const other = others.get(figure.name), better = other && figure.smaller !== undefined && figure.n !== other.n && figure.unit === other.unit ? (other.n < figure.n) === figure.smaller ? 'better' : 'worse' : '';
      return make('div', {'data-tip': figure.text}, make('dt', {}, figure.name), make('dd', {}, figure.value, figure.assumed ? assumedMark(true) : '', other ? [' \u2192 ', make('span', {class: better}, other.value, better ? make('span', {class: 'unseen'}, ` ${better}`) : '')] : ''));
   })));
}

/* ---- picture */

function parametersOf(name)
{
   const found = {};
   for (const answer of [results[name]?.fragment, isMesh() ? results[name]?.vertex : null])
      for (const [parameter, components] of Object.entries(answer?.parameters ?? {}))
         found[parameter] = [...new Set([...(found[parameter] ?? []), ...components])].sort();
   return found;
}

function showControls()
{
   const parameters = Object.assign({}, ...versions().map(parametersOf)), adjustable = Object.fromEntries(Object.entries(parameters).filter(([name]) => !name.startsWith('state.matrix')));
   for (const name of Object.keys(adjustable))
      state.parameters[name] ??= [...(stateValue(name) ?? [0, 0, 0, 1])];
   const names = {...namesOf(version().vertex), ...namesOf(version().fragment)};
   controls = parameterControls(adjustable, names, state.parameters, {change: () => { draw(false); save(); }, animate, time: (name) => time.name === name ? time.component : -1});
   const answer = results[state.version]?.fragment, units = [...(answer?.textures ?? []), ...(isMesh() ? results[state.version]?.vertex?.textures ?? [] : [])];
   at('controls').replaceChildren(controls.element, textureControls([...new Map(units.map((texture) => [texture.unit, texture])).values()], images, loadImage),
      isMesh() ? inputsControl(state.inputs, (text) => { state.inputs = text; draw(false); save(); }) : '');
}

async function loadImage(unit, file)
{
   try {
      images[unit] = await readImage(file);
      showControls();
      draw(true);
   } catch (error) {
      say(`${file.name} is not an image: ${error.message}`);
      showDrawn('a', `${file.name} is not an image that this browser reads`, 'error');
   }
}

async function loadObject(chosen)
{
   Object.assign(object, {name: chosen.name, text: await chosen.text()});
   showBars();
   draw(true);
}

function job(name, quick)
{
   const {fragment, vertex} = results[name] ?? {}, rectangle = !isMesh(), options = [['fpreshader', 'caller'], ...state[name].options];
   if (fragment?.status !== 'ok' || fragment.stage !== 'fragment' || (!rectangle && (vertex?.status !== 'ok' || vertex.stage !== 'vertex')))
      return null;
   const used = {}, parameters = parametersOf(name);
   for (const {unit} of [...fragment.textures, ...(rectangle ? [] : vertex.textures)])
      if (images[unit] || rectangle) /* a mesh has a checkerboard of its own, as in the native tool */
         used[unit] = images[unit] ?? checker(unit);
   return {width: state.size, height: state.size, fragment: {source: state[name].fragment, options}, vertex: rectangle ? null : {source: state[name].vertex, options}, images: used,
      parameters: Object.fromEntries(Object.entries(state.parameters).filter(([parameter]) => parameters[parameter] && !parameter.startsWith('state.matrix')).map(([parameter, values]) => [parameter, [...values]])),
      inputs: rectangle ? {} : state.inputs, mesh: state.shape === FILE ? {obj: object.text} : {shape: state.shape}, camera: [...state.camera], range: state.range, steps: 200000, opaque: true, quick};
}

/* The picture has one sample for each pixel, and runs the main part of a program. */
const UNDRAWN = /^(mmonolithic|fsamples|fsample-shading|fcoverage)$/;
function draw(fresh, quick = false)
{
   return Promise.all(versions().map((name) => {
      if (state.shape === FILE && !object.text)
         return showDrawn(name, 'choose an OBJ file', 'none');
      const whole = state[name].options.find(([option]) => UNDRAWN.test(option)), wanted = whole ? null : job(name, quick), answer = results[name]?.fragment;
      if (wanted)
         return pictures[name].draw(wanted, fresh);
      showDrawn(name, whole ? `programs with -${whole[0]} are not drawn` : !answer || answer.status !== 'ok' ? 'the last picture, of the program before the error' : answer.stage !== 'fragment' ? `a ${answer.stage} program draws nothing by itself` : 'a mesh needs a vertex program that compiles', 'none');
      return null;
   }));
}

const drawn = {};
function showDrawn(name, text, kind)
{
   drawn[name] = kind === 'busy' && drawn[name]?.kind !== 'error' ? {...drawn[name], kind} : {text, kind};
   at('drawn').replaceChildren(...versions().map((v) => make('span', {class: drawn[v]?.kind ?? '', 'data-kind': drawn[v]?.kind, 'data-version': v}, state.b ? `${v.toUpperCase()}: ` : '', drawn[v]?.text ?? '')),
      drawn.a?.kind === 'done' ? make('span', {}, `click a pixel to step it${isMesh() ? ', drag to turn' : ''}`) : '');
}

/* ---- time */

function animate(name, component)
{
   const same = time.name === name && time.component === component;
   Object.assign(time, same ? {name: null, component: -1} : {name, component, from: performance.now()});
   showControls();
   if (!time.running)
      runTime();
}
async function runTime()
{
   time.running = true;
   while (time.name) {
      const seconds = (performance.now() - time.from) / 1000;
      if (time.name === 'camera')
         state.camera[0] = (time.azimuth - 40 * seconds) % 360;
      else if (state.parameters[time.name]) {
         state.parameters[time.name][time.component] = seconds;
         controls?.refresh(time.name);
      }
      await draw(false, true);
      await new Promise(requestAnimationFrame);
   }
   time.running = false;
   save();
}

/* ---- stepping */

const stepper = new Stepper(at('stepper'), () => stepped);
async function step(name, x, y)
{
   try {
      const trace = await pictures[name].trace(x, y);
      if (state.tab !== 'fragment')
         choose('fragment', name);
      else if (state.version !== name)
         choose(state.tab, name);
      stepper.show(trace, trace ? `Pixel ${x}, ${y} from the top left.` : 'Nothing was drawn at this pixel.');
   } catch (error) {
      stepper.show(null, `The pixel cannot be stepped: ${error.message}`);
   }
}
for (const [name, canvas] of Object.entries(canvases)) {
   let down = null;
   const pixel = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top].map((p, k) => Math.max(0, Math.min(state.size - 1, Math.floor(p * state.size / (k ? box.height : box.width)))));
   };
   canvas.addEventListener('pointerdown', (event) => {
      down = {x: event.clientX, y: event.clientY, camera: [...state.camera], moved: false};
      canvas.setPointerCapture(event.pointerId);
   });
   canvas.addEventListener('pointermove', (event) => {
      if (!down || !isMesh())
         return;
      down.moved ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > 4;
      if (!down.moved)
         return;
      state.camera[0] = (down.camera[0] - (event.clientX - down.x) / 2) % 360;
      state.camera[1] = Math.max(-89, Math.min(89, down.camera[1] + (event.clientY - down.y) / 2));
      draw(false);
      save();
   });
   canvas.addEventListener('pointerup', (event) => {
      if (down && !down.moved)
         step(name, ...pixel(event));
      down = null;
   });
   canvas.addEventListener('keydown', (event) => {
      const turn = {ArrowLeft: [5, 0], ArrowRight: [-5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5]}[event.key];
      if (event.key === 'Enter')
         step(name, state.size >> 1, state.size >> 1);
      else if (turn && isMesh()) {
         state.camera[0] = (state.camera[0] + turn[0]) % 360;
         state.camera[1] = Math.max(-89, Math.min(89, state.camera[1] + turn[1]));
         draw(false);
      } else
         return;
      event.preventDefault();
   });
}

/* ---- the bars */

const button = (text, onclick, attributes = {}) => make('button', {type: 'button', onclick, ...attributes}, text);
const select = (label, values, value, change) => {
   const element = make('select', {'aria-label': label, onchange: () => change(element.value)}, values.map(([id, text]) => make('option', {value: id}, text)));
   element.value = value;
   return element;
};
const option = (name) => version().options.find(([n]) => n === name)?.[1];
function setOption(name, value)
{
   version().options = version().options.filter(([n]) => n !== name && !(name === 'target' && n === 'mcpu'));
   if (value !== null)
      version().options.push([name, value]);
   showBars();
   changed(0);
}
const level = () => version().options.find(([n]) => /^O\d$/.test(n))?.[0] ?? 'O2';
function setLevel(value)
{
   version().options = [...version().options.filter(([n]) => !/^O\d$/.test(n)), [value, '']];
   showBars();
   changed(0);
}

let lists = {options: [], targets: [], shapes: []};
const shapes = () => [RECTANGLE, ...lists.shapes, FILE];
const optionList = new OptionList((name, value) => setOption(name, value));
function showBars()
{
   const target = option('target') ?? 'usc', cores = lists.targets.find(({name}) => name === target)?.cores ?? [];
   const dark = () => document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
   const focus = document.activeElement?.getAttribute('aria-label');
   at('bar').replaceChildren(
      select('Example', [['', 'Examples\u2026'], ...EXAMPLES.map(({name}, k) => [k, name])], '', (k) => k !== '' && load(EXAMPLES[k])),
      select('Target', lists.targets.map(({name}) => [name, name === 'usc' ? 'PowerVR Rogue (usc)' : 'Apple AGX2 (agx)']), target, (value) => setOption('target', value)),
      select('Core', cores.map((name) => [name, name]), option('mcpu') ?? cores[0], (value) => setOption('mcpu', value)),
      select('Level', ['O0', 'O1', 'O2', 'O3'].map((name) => [name, `-${name}`]), level(), setLevel), optionList.element,
      button(state.b ? 'One version' : 'Compare two', compare, {id: 'compare', 'aria-pressed': String(Boolean(state.b))}),
      button('Copy link', copyLink, {id: 'link'}),
      button('Dark', (event) => {
         document.documentElement.dataset.theme = dark() ? 'light' : 'dark';
         event.currentTarget.setAttribute('aria-pressed', dark());
      }, {id: 'theme', 'aria-pressed': String(dark())}));
   optionList.show(version().options);
   const tab = (stage, name) => button([state.b ? `${name.toUpperCase()} ` : '', stage], () => choose(stage, name), {role: 'tab', 'aria-selected': String(state.tab === stage && state.version === name), 'aria-controls': 'editor', id: `tab-${name}-${stage}`});
   at('sources').replaceChildren(make('div', {role: 'tablist', 'aria-label': 'Programs'}, versions().flatMap((name) => ['fragment', 'vertex'].map((stage) => tab(stage, name)))));
   at('shapes').replaceChildren(select('Shape', shapes().map((name) => [name, name]), state.shape, (value) => {
      state.shape = value;
      showBars();
      showControls();
      draw(true);
      save();
   }), select('Size', SIZES.map((size) => [size, `${size} \u00d7 ${size}`]), state.size, (value) => {
      state.size = Number(value);
      draw(true);
      save();
   }), ...(!isMesh() ? [rangeFields()] : [
      ...(state.shape === FILE ? [make('label', {class: 'file'}, make('span', {}, object.name || 'no file'), make('input', {type: 'file', accept: '.obj', 'aria-label': 'OBJ file', onchange: (event) => event.target.files[0] && loadObject(event.target.files[0])}))] : []),
      button('Turn', () => { time.azimuth = state.camera[0]; animate('camera', 0); }, {'aria-pressed': String(time.name === 'camera')}),
      button('Copy command', copyCommand, {id: 'command', 'data-tip': 'the command of the native tool that draws the same bytes from files of these names'})]));
   if (!at('canvases').contains(canvases.a) || Boolean(state.b) !== at('canvases').contains(canvases.b))
      at('canvases').replaceChildren(...versions().map((name) => canvases[name]));
   if (focus)
      document.querySelector(`header [aria-label="${CSS.escape(focus)}"]`)?.focus();
}
function rangeFields()
{
   const labels = ['left', 'right', 'bottom', 'top'];
   return make('span', {class: 'range', role: 'group', 'aria-label': 'Coordinates of the rectangle'}, 'coordinates ', labels.map((label, k) => make('input', {type: 'number', step: 0.1, value: state.range[k], 'aria-label': `${label} coordinate`, oninput: (event) => {
      if (event.target.value === '')
         return;
      state.range[k] = Number(event.target.value);
      draw(true);
      save();
   }})));
}

function choose(stage, name)
{
   state.tab = stage;
   state.version = name;
   editor.show(`${name} ${stage}`, version()[stage]);
   showBars();
   showMessages();
   showReport();
   save();
}

function compare()
{
   if (state.b)
      Object.assign(state, {b: null, version: 'a'});
   else
      Object.assign(state, {b: structuredClone(state.a), version: 'b'});
   editor.states.clear();
   choose(state.tab, state.version);
   changed(0);
}

/* ---- examples and links */

function load({fragment = '', vertex = '', options, textures = {}, shape = RECTANGLE, size, parameters = {}, inputs = '', camera, range, a, b, tab})
{
   Object.assign(state, {a: a ?? {fragment, vertex, options: options ?? state.a.options}, b: b ?? null, version: 'a', tab: tab === 'vertex' ? 'vertex' : 'fragment', shape: shapes().includes(shape) ? shape : RECTANGLE, size: SIZES.includes(size) ? size : state.size,
      parameters: structuredClone(parameters), inputs, camera: [...(camera ?? CAMERA)], range: [...(range ?? [0, 1, 0, 1])]});
   Object.assign(time, {name: null, component: -1});
   for (const unit of Object.keys(textures))
      images[unit] = hills();
   editor.states.clear();
   stepper.show(null, 'Click a pixel of the picture: its machine code runs here one group at a time.');
   choose(state.tab, 'a');
   changed(0);
}

const linkState = () => ({a: state.a, b: state.b, shape: state.shape, size: state.size, parameters: state.parameters, inputs: state.inputs, camera: state.camera, range: state.range, tab: state.tab});
/* The file names are those that a reader gives to the texts and images of the page. */
async function copyCommand()
{
   const wanted = job(state.version, false);
   if (!wanted)
      return;
   const textures = Object.fromEntries(Object.entries(wanted.images).map(([unit, {name}]) => [unit, /\.png$/i.test(name) ? name : `${name}.png`]));
   await navigator.clipboard.writeText(commandOf(wanted, {vertex: 'program.vp', fragment: 'program.fp', mesh: object.name, textures}));
   say('The command is in the clipboard');
}
let saving = 0, own = '';
/* Keeps the state in the address, so that a reload shows the same. */
function save()
{
   clearTimeout(saving);
   saving = setTimeout(async () => {
      own = await encode(linkState());
      if (own.length < 60000)
         history.replaceState(null, '', own);
   }, 400);
}
async function copyLink()
{
   own = await encode(linkState());
   history.replaceState(null, '', own);
   try {
      await navigator.clipboard.writeText(location.href);
      say('The link is in the clipboard');
      at('link').textContent = 'Copied';
      setTimeout(() => { at('link').textContent = 'Copy link'; }, 1500);
   } catch {
      say('The link is in the address bar');
   }
}
async function loadHash()
{
   if (!location.hash.startsWith('#1') || location.hash === own)
      return false;
   try {
      const linked = await decode(location.hash);
      const known = new Set(lists.options.map(([name]) => name));
      for (const one of [linked.a, linked.b].filter(Boolean))
         one.options = one.options.filter(([name]) => known.has(name) && optionList.offers(name));
      load(linked);
      return true;
   } catch (error) {
      at('tagline').textContent = error.message;
      at('tagline').className = 'bad';
      return false;
   }
}

/* ---- start */

const editor = new Editor(at('editor'), (text) => {
   version()[state.tab] = text;
   changed();
});
document.addEventListener('keydown', (event) => {
   const typing = event.composedPath()[0].closest?.('input, textarea, select, [contenteditable]');
   if (event.ctrlKey || event.altKey || event.metaKey)
      return;
   if (event.key === 'Escape')
      shown.marks?.clear();
   else if (!typing && event.key === '/' && shown.search) {
      event.preventDefault();
      shown.search.input.focus();
   } else if (!typing && (event.key === 'n' || event.key === 'N'))
      shown.search?.go(event.key === 'n' ? 1 : -1);
});
window.addEventListener('hashchange', loadHash);
async function start()
{
   showBars();
   try {
      lists = await compiler.ready;
   } catch (error) {
      at('tagline').textContent = `The compiler does not start: ${error.message}`;
      return;
   }
   optionList.setList(lists.options);
   document.documentElement.dataset.version = lists.version;
   if (!await loadHash())
      load({...EXAMPLES[0], options: []});
   if ('serviceWorker' in navigator)
      navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready).then(() => { document.documentElement.dataset.offline = 'ready'; }, () => {});
}
start();
