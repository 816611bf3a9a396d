/* SPDX-License-Identifier: MIT */
/*
 * A picture: compiled programs, their parameters, inputs and textures, in the memory of the library (web/wasm/scene.h). Used by the
 * workers of the page and by tests in node.
 */
import {KIND} from './library.js';
import {stateValue} from './state.js';

/* enum nvp4c_binding, as far as it is needed here */
const BIND_VARYING = 4;
const f32 = new Float32Array(1), u32 = new Uint32Array(f32.buffer);
export const bitsOf = (value) => { f32[0] = value; return u32[0]; };
export const floatOf = (bits) => { u32[0] = bits; return f32[0]; };
const COMPONENTS = {x: 0, y: 1, z: 2, w: 3};
/* "program.local[2].y" as ["program.local[2]", 1] */
export function splitName(name)
{
   const at = name.lastIndexOf('.');
   return [name.slice(0, at), COMPONENTS[name.slice(at + 1)]];
}

/* The values at the bottom left, bottom right and top left that an input has unless they are given: those of `nvp4c --run -png`, with
   coordinates over a range. */
function defaultCorners({index, component}, [x0, x1, y0, y1] = [0, 1, 0, 1])
{
   if (index >= 15 && index <= 86)
      return component === 0 ? [x0, x1, x0] : component === 1 ? [y0, y0, y1] : component === 3 ? [1, 1, 1] : [0, 0, 0];
   return index >= 1 && index <= 4 || component === 3 ? [1, 1, 1] : [0, 0, 0];
}

export class Scene
{
   /*
    * `job` is {width, height, fragment: {source, options}, vertex, parameters: {name: [x, y, z, w]}, inputs: {name: [three corners of
    * four]}, range: [x0, x1, y0, y1], images: {unit: {width, height, rgba}}, mesh: {vertices, attributes, indices}, camera, steps, background, opaque}.
    * `opaque` makes alpha 1 wherever something was drawn. Throws an Error for
    * what cannot be drawn.
    */
   constructor(library, job)
   {
      Object.assign(this, {library, job, results: [], copies: []});
      try {
         this.build();
      } catch (error) {
         this.free();
         throw error;
      }
   }
   build()
   {
      const {library: {e}, job} = this;
      const fragment = this.compile(job.fragment, 'fragment'), vertex = job.vertex ? this.compile(job.vertex, 'vertex') : null;
      this.scene = e.scene_create(fragment, job.width, job.height);
      e.scene_set_steps(this.scene, job.steps ?? 1000000);
      for (const [unit, {width, height, rgba}] of Object.entries(job.images ?? {})) {
         const copy = this.library.copy(rgba);
         this.copies.push(copy);
         e.scene_set_image(this.scene, Number(unit), width, height, copy);
      }
      this.fragment = e.scene_stage(this.scene, fragment, 0);
      this.vertex = vertex ? e.scene_stage(this.scene, vertex, 1) : 0;
      this.entries = this.library.entries(fragment);
      this.vertexEntries = vertex ? this.library.entries(vertex) : [];
      if (vertex)
         this.putMesh(job.mesh);
      this.begin(job);
   }
   compile({source, options}, stage)
   {
      const {library} = this, wrong = library.setOptions([...options.filter(([name]) => name !== 'report'), ['output.reflection', '1'], ['limit-work', '40000000']]);
      if (wrong.length)
         throw new Error(wrong[0]);
      const result = library.compile(source);
      this.results.push(result);
      if (library.status(result)) {
         const first = library.diagnostics(result).find(({severity}) => severity === 'error');
         throw new Error(first ? `line ${first.line}: ${first.message}` : 'the program does not compile');
      }
      if (library.stage(result) !== stage)
         throw new Error(`a ${stage} program is needed here, this is a ${library.stage(result)} program`);
      return result;
   }
   /* Sets the parameters and starts the picture again. Only parameters, inputs and camera may differ from those of the constructor. */
   begin(job)
   {
      const {library: {e}} = this;
      this.job = {...this.job, ...job};
      this.putParameters(this.fragment, this.entries);
      if (this.vertex)
         this.putParameters(this.vertex, this.vertexEntries);
      else
         this.putCorners();
      if (!e.scene_begin(this.scene, this.job.background ?? 0, this.job.opaque ? 1 : 0))
         throw new Error(this.error());
   }
   valueOf(name)
   {
      const [base, component] = splitName(name), given = this.job.parameters?.[base];
      return given ? given[component] : stateValue(base, this.job.camera)?.[component] ?? (component === 3 ? 1 : 0);
   }
   putParameters(stage, entries)
   {
      const {library: {e}, library} = this, words = e.stage_words(stage) >> 2, inputs = e.stage_inputs(stage) >> 2, preshader = e.stage_preshader(stage);
      for (const {k, kind, name} of entries)
         if (kind === KIND.PARAM && /^(program|state|CONST)/.test(name))
            library.words[words + k] = bitsOf(this.valueOf(name));
      for (let k = 0; preshader; k++) {
         const name = library.written((at, size) => library.out(6, (out) => e.web_preshader_input(preshader, k, out, at, size))[1]);
         if (!name)
            break;
         library.words[inputs + k] = bitsOf(this.valueOf(name));
      }
   }
   putCorners()
   {
      const {library, job} = this, corners = library.e.scene_corners(this.scene) >> 2;
      for (const entry of this.entries) {
         if (entry.kind !== KIND.INPUT || entry.binding !== BIND_VARYING)
            continue;
         const given = job.inputs?.[splitName(entry.name)[0]], values = given ? given.map((corner) => corner[entry.component]) : defaultCorners(entry, job.range);
         values.forEach((value, c) => { library.words[corners + 3 * entry.k + c] = bitsOf(value); });
      }
   }
   putMesh({vertices, attributes, indices})
   {
      const {library: {e}, library} = this, at = e.scene_mesh(this.scene, vertices, indices.length);
      if (!at)
         throw new Error('the mesh is too large');
      library.floats.fill(0, at >> 2, (at >> 2) + 128 * vertices);
      for (const [number, values] of Object.entries(attributes))
         for (let v = 0; v < vertices; v++)
            library.floats.set(values.subarray(4 * v, 4 * v + 4), (at >> 2) + 128 * v + 4 * Number(number));
      library.words.set(indices, e.scene_indices(this.scene) >> 2);
   }
   error() { return [this.fragment, this.vertex].filter(Boolean).map((stage) => this.library.text(this.library.e.stage_error(stage))).find(Boolean) ?? 'not enough memory'; }

   /* Draws a tile, and returns its bytes with rows from the bottom. */
   draw(x, y, width, height, step = 1, last = 0)
   {
      const {library: {e}, library} = this, area = e.malloc(24), out = e.malloc(4 * width * height);
      library.words.set([x, y, width, height, step, last], area >> 2);
      const ok = e.scene_draw(this.scene, area, out), bytes = library.bytes.slice(out, out + 4 * width * height);
      e.free(area);
      e.free(out);
      if (!ok)
         throw new Error(this.error());
      return bytes;
   }

   /* ---- stepping */

   registers(name)
   {
      const {library} = this, [[at, count, lanes]] = library.withTexts([name], (n) => library.out(3, (out) => library.e.trace_registers(this.scene, n, out)));
      return {at: at >> 2, count, lanes};
   }
   /*
    * Steps the program of a pixel, y from the bottom: {lane, steps: [{offset, changes: [[register, bits]]}], task, killed, error}. The first
    * step has what the registers hold before it; `offset` is the place of the step. NULL if nothing covers the pixel.
    */
   trace(x, y, most = 4000)
   {
      const {library: {e}, library} = this, masks = e.malloc(8);
      const lane = e.trace_begin(this.scene, x, y, masks), [valid, helpers] = library.words.subarray(masks >> 2, (masks >> 2) + 2);
      e.free(masks);
      if (lane < 0)
         return null;
      const agx = !this.registers('sh0').count;
      const banks = (agx ? ['r'] : ['r', 'o']).map((name) => ({name, ...this.registers(`${name}0`)}));
      for (const {at, count} of banks)
         library.words.fill(0, at, at + 32 * count);
      const task = this.task(agx, valid, helpers), steps = [], before = banks.map(({count}) => new Uint32Array(count));
      let status = 2;
      for (let k = 0; status === 2 && k < most; k++) {
         const [offset, , taken] = this.state(), changes = [];
         status = e.trace_step(this.scene);
         if (this.state()[2] === taken && status === 1)
            break; /* the end of a part that falls through to the next one */
         const {words} = library;
         banks.forEach(({name, at, count}, b) => {
            for (let r = 0; r < count; r++) {
               const value = words[at + 32 * r + lane];
               if (value !== before[b][r]) {
                  before[b][r] = value;
                  changes.push([`${name}${r}`, value]);
               }
            }
         });
         steps.push({offset, changes});
      }
      const [, killed] = this.state();
      return {x, y, lane, steps, task, killed: killed >> lane & 1, error: status === 3 ? this.error() : status === 2 ? `only the first ${most} steps are shown` : ''};
   }
   /* Place of the next step, mask of discarded lanes, number of steps. */
   state() { return this.library.out(3, (out) => this.library.e.trace_state(this.scene, out))[0]; }
   /* The task of `nvp4c --sim` that begins as the wave does. */
   task(agx, valid, helpers)
   {
      const {words} = this.library, hex = (n) => `0x${(n >>> 0).toString(16)}`, lines = [`lanes = ${hex(valid)}`, `helper = ${hex(helpers)}`];
      const lanes = (name, register) => {
         const {at} = this.registers(register);
         lines.push(`${name} = ${[0, 1, 2, 3].map((l) => hex(words[at + l])).join(' ')}`);
      };
      lanes('x', agx ? 'sr80' : 'sr97');
      lanes('y', agx ? 'sr81' : 'sr100');
      for (const name of agx ? ['u'] : ['sh', 'cf']) {
         const {at, count} = this.registers(`${name}0`);
         for (let k = 0; k < count; k++)
            if (words[at + k])
               lines.push(`${name}${k} = ${hex(words[at + k])}`);
      }
      for (let k = 0; agx && k < 256; k++) {
         const {at, count} = this.registers(`cf${k}`);
         if (count && [0, 1, 2].some((c) => words[at + c]))
            lines.push(`cf${k} = ${[0, 1, 2].map((c) => hex(words[at + c])).join(' ')}`);
      }
      return lines.join('\n') + '\n';
   }
   free()
   {
      const {library: {e}} = this;
      if (this.scene)
         e.scene_free(this.scene);
      this.results.forEach((result) => e.nvp4c_result_free(result));
      this.copies.forEach((copy) => e.free(copy));
      Object.assign(this, {scene: 0, results: [], copies: []});
   }
}
