/* SPDX-License-Identifier: MIT */
/*
 * A worker with a library of its own. It answers {id, op, ...} with {id, ...} or {id, error}. The page stops a worker that does not
 * answer, so nothing here looks at the clock.
 */
import {KIND, Library, STATUS} from './library.js';
import {Mesh} from './mesh.js';
import {Rectangle} from './rectangle.js';

let library = null;
const scenes = new Map(); /* by the name of a picture */

/* Reports of more rows are not shown, and of longer sources not made: each row is dozens of elements. */
const MOST_ROWS = 1500;

const operations = {
   async start({module})
   {
      library = await Library.load(module);
      const {e} = library, count = 2;
      return {version: library.version(), options: library.optionList(), targets: Array.from({length: count}, (_, t) => ({name: library.text(e.nvp4c_target_name(t)),
         cores: library.list('nvp4c_cpu_name', t)})), shapes: library.list('mesh_shape')};
   },
   compile({source, options, file, lines})
   {
      const wrong = library.setOptions([['fpreshader', 'caller'], ['limit-work', '40000000'], ...options, ['output.listing', '1'], ['output.reflection', '1'],
         ['report', lines > MOST_ROWS ? '0' : '2']]);
      if (wrong.length)
         return {status: 'wrong option', diagnostics: wrong.map((message) => ({severity: 'error', id: 'option', offset: 0xffffffff, length: 0, line: 0, column: 0, message, section: ''}))};
      const result = library.compile(source);
      if (!result)
         return {status: 'limit', diagnostics: [{severity: 'error', id: 'memory', offset: 0xffffffff, length: 0, line: 0, column: 0, message: 'there is not enough memory', section: ''}]};
      const status = library.status(result), answer = {status: STATUS[status], stage: library.stage(result), diagnostics: library.diagnostics(result),
         milliseconds: library.e.web_nanoseconds(result) / 1e6};
      if (!status) {
         const entries = library.entries(result), listing = library.listing(result), stats = JSON.parse(library.json(result, 1, file)).stats;
         const rows = stats.groups ?? stats.instructions, text = rows <= MOST_ROWS ? library.json(result, 3, file) : '', report = text ? JSON.parse(text) : null;
         Object.assign(answer, {listing, rows, unit: stats.groups === undefined ? 'instruction' : 'group', report,
            parameters: library.parameters(result), textures: library.textures(result),
            inputs: entries.filter(({kind}) => kind === KIND.INPUT).map(({name}) => name)});
      }
      library.free(result);
      return answer;
   },
   prepare({picture, job})
   {
      scenes.get(picture)?.free();
      scenes.delete(picture);
      scenes.set(picture, new (job.vertex ? Mesh : Rectangle)(library, job));
      return {};
   },
   begin({picture, job})
   {
      scenes.get(picture).begin(job);
      return {};
   },
   area({picture, area})
   {
      const pixels = scenes.get(picture).draw(...area);
      return {pixels, transfer: [pixels.buffer]};
   },
   trace({picture, x, y}) { return {trace: scenes.get(picture).trace(x, y)}; },
};

self.onmessage = async ({data}) => {
   try {
      const {transfer, ...answer} = await operations[data.op](data);
      self.postMessage({id: data.id, ...answer}, transfer ?? []);
   } catch (error) {
      self.postMessage({id: data.id, error: error.message || String(error), broken: !(error instanceof Error) || error instanceof WebAssembly.RuntimeError || error instanceof RangeError});
   }
};
