/* SPDX-License-Identifier: MIT */
/*
 * A fragment program over a rectangle: its code, parameters, inputs and textures, in the memory of the library (web/wasm/rectangle.h). Used by the
 * workers of the page and by tests in node.
 */
import {KIND} from './library.js';
import {stateValue} from './state.js';
import {Tracer, startOf} from './trace.js';

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

export class Rectangle
{
   /*
    * `job` is {width, height, fragment: {source, options}, parameters: {name: [x, y, z, w]}, inputs: {name: [three corners of four]}, range: [x0,
    * x1, y0, y1], images: {unit: {width, height, rgba}}, steps, opaque}. `opaque` makes alpha 1 wherever something was drawn. Throws an Error
    * for what cannot be drawn.
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
      const {library: {e}, job} = this, fragment = this.compile(job.fragment);
      this.scene = e.rectangle_create(fragment, job.width, job.height, job.steps ?? 1000000);
      for (const [unit, {width, height, rgba}] of Object.entries(job.images ?? {})) {
         const copy = this.library.copy(rgba);
         this.copies.push(copy);
         e.rectangle_set_image(this.scene, Number(unit), width, height, copy);
      }
      this.fragment = e.rectangle_stage(this.scene, fragment);
      this.entries = this.library.entries(fragment);
      this.begin(job);
   }
   compile({source, options})
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
      if (library.stage(result) !== 'fragment')
         throw new Error(`a fragment program is needed here, this is a ${library.stage(result)} program`);
      return result;
   }
   /* Sets the parameters and starts the picture again. Only parameters and inputs may differ from those of the constructor. */
   begin(job)
   {
      const {library: {e}} = this;
      this.job = {...this.job, ...job};
      this.putParameters(this.fragment, this.entries);
      this.putCorners();
      if (!e.rectangle_begin(this.scene, this.job.opaque ? 1 : 0))
         throw new Error(this.error());
   }
   valueOf(name)
   {
      const [base, component] = splitName(name), given = this.job.parameters?.[base];
      return given ? given[component] : stateValue(base)?.[component] ?? (component === 3 ? 1 : 0);
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
      const {library, job} = this, corners = library.e.rectangle_corners(this.scene) >> 2;
      for (const entry of this.entries) {
         if (entry.kind !== KIND.INPUT || entry.binding !== BIND_VARYING)
            continue;
         const given = job.inputs?.[splitName(entry.name)[0]], values = given ? given.map((corner) => corner[entry.component]) : defaultCorners(entry, job.range);
         values.forEach((value, c) => { library.words[corners + 3 * entry.k + c] = bitsOf(value); });
      }
   }
   error() { return this.library.text(this.library.e.stage_error(this.fragment)) || 'not enough memory'; }

   /* Draws an area, x0 <= x < x1 with y from the bottom, and returns its bytes with rows from the top. */
   draw(x0, y0, x1, y1, step = 1, last = 0)
   {
      const {library: {e}, library} = this, area = e.malloc(24), size = 4 * (x1 - x0) * (y1 - y0), out = e.malloc(size);
      library.words.set([x0, y0, x1, y1, step, last], area >> 2);
      const ok = e.rectangle_draw(this.scene, area, out), bytes = library.bytes.slice(out, out + size);
      e.free(area);
      e.free(out);
      if (!ok)
         throw new Error(this.error());
      return bytes;
   }
   /* Steps the program of a pixel, y from the bottom (trace.js). */
   trace(x, y, most = 4000)
   {
      const {library} = this, [found] = library.out(7, (out) => library.e.rectangle_find(this.scene, x, y, out));
      return {x, y, ...new Tracer(library, startOf(library, found)).run(most)};
   }
   free()
   {
      const {library: {e}} = this;
      if (this.scene)
         e.rectangle_free(this.scene);
      this.results.forEach((result) => e.nvp4c_result_free(result));
      this.copies.forEach((copy) => e.free(copy));
      Object.assign(this, {scene: 0, results: [], copies: []});
   }
}
