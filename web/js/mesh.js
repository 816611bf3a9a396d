/* SPDX-License-Identifier: MIT */
/*
 * A mesh that a vertex and a fragment program draw, by the code that also draws for `nvp4c --run -mesh` (gl-driver/scene/scene.h), so both
 * pictures have the same bytes.
 */
import {Tracer, startOf} from './trace.js';

const f32 = new Float32Array(1), u32 = new Uint32Array(f32.buffer);
const PARTS = {FIRST: 0, SECOND: 1, LINK: 2, INPUTS: 3}; /* enum scene_part */

/* The lines of -in for parameters, {name: [x, y, z, w]}. */
function linesOf(parameters, format)
{
   return Object.entries(parameters).map(([name, values]) => `${name}=${values.map(format).join(' ')}`);
}
const bits = (value) => { f32[0] = value; return `0x${u32[0].toString(16).padStart(8, '0')}`; };
/* The shortest decimal number that is read as the same float. */
function decimal(value)
{
   const float = Math.fround(value);
   for (let digits = 1; digits < 10; digits++)
      if (Math.fround(Number(float.toPrecision(digits))) === float)
         return String(Number(float.toPrecision(digits)));
   return String(float);
}

const quote = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
/*
 * The command of the native tool that draws the picture of a job from files: {vertex, fragment, mesh, textures: {unit: name}}.
 */
export function commandOf(job, files)
{
   const {width, height, mesh, camera, parameters} = job, options = job.fragment.options.filter(([name]) => name !== 'fpreshader');
   return ['nvp4c', '--run', ...options.map(([name, value]) => value === '' ? `-${name}` : `-${name}=${value}`), files.vertex, files.fragment, '-png=out.png', `-size=${width}x${height}`,
      `-mesh=${mesh.shape ?? files.mesh}`, `-camera=${camera.map((number) => decimal(number)).join(',')}`, ...Object.entries(files.textures ?? {}).map(([unit, name]) => `-tex=${unit}=${name}`),
      ...[...linesOf(parameters, decimal), ...(job.inputs ?? '').split('\n').filter((line) => line.trim())].map((line) => `-in=${line}`)].map(quote).join(' ');
}

export class Mesh
{
   /*
    * `job` is {width, height, fragment: {source, options}, vertex, mesh: {shape} or {obj}, camera: [azimuth, elevation, distance, angle],
    * parameters: {name: [x, y, z, w]}, inputs, images: {unit: {width, height, rgba}}, steps, opaque}. `inputs` are more lines of NAME=VALUES.
    * Throws an Error for what cannot be drawn.
    */
   constructor(library, job)
   {
      Object.assign(this, {library, job, scene: 0, options: library.createOptions()});
      try {
         this.build();
      } catch (error) {
         this.free();
         throw error;
      }
   }
   build()
   {
      const {library: {e}, library, job} = this, size = e.malloc(8), {options} = job.fragment;
      const wrong = library.setOptions([...options.filter(([name]) => name !== 'report'), ['limit-work', '40000000']], this.options);
      if (wrong.length)
         throw new Error(wrong[0]);
      library.words.set([job.width, job.height], size >> 2);
      this.scene = library.withTexts([job.vertex.source, job.fragment.source], (vertex, fragment) => e.mesh_create(vertex, fragment, this.options, size, job.steps ?? 0));
      e.free(size);
      this.check();
      this.names = new Set([PARTS.FIRST, PARTS.SECOND].flatMap((part) => Object.keys(library.parameters(e.mesh_result(this.scene, part)))));
      this.putMesh(job.mesh);
      for (const [unit, {width, height, rgba}] of Object.entries(job.images ?? {})) {
         const copy = library.copy(rgba);
         e.mesh_set_texture(this.scene, Number(unit), width, height, copy);
         e.free(copy);
         this.check();
      }
      this.begin({camera: job.camera ?? [30, 20]});
   }
   putMesh({shape, obj})
   {
      const {library: {e, message}, library} = this;
      if (!library.withTexts([shape ?? null, obj ?? null], (name, text) => e.mesh_set(this.scene, name, text, message, 1024)))
         throw new Error(library.text(message));
   }
   /* Sets parameters, inputs and camera, and starts the picture again. Nothing else may differ from the job of the constructor. */
   begin(job)
   {
      this.job = {...this.job, ...job};
      const {library: {e}, library} = this, [azimuth, elevation, distance = 0, angle = 0] = this.job.camera;
      e.mesh_set_camera(this.scene, azimuth, elevation, distance, angle);
      const given = Object.fromEntries(Object.entries(this.job.parameters ?? {}).filter(([name]) => this.names.has(name) && !name.startsWith('state.matrix')));
      library.withTexts([[...linesOf(given, bits), this.job.inputs ?? ''].join('\n')], (text) => e.mesh_set_inputs(this.scene, text));
      this.check();
      e.mesh_begin(this.scene);
      this.check();
   }
   /* Throws what is wrong with the scene. */
   check()
   {
      const {library: {e}, library, scene} = this;
      if (!scene)
         throw new Error('there is not enough memory');
      if (!e.mesh_status(scene))
         return;
      const parts = [[PARTS.FIRST, 'vertex program, '], [PARTS.SECOND, 'fragment program, '], [PARTS.LINK, ''], [PARTS.INPUTS, 'inputs, ']];
      for (const [part, place] of parts) {
         const first = library.diagnostics(e.mesh_result(scene, part)).find(({severity}) => severity === 'error');
         if (first)
            throw new Error(first.line ? `${place}line ${first.line}: ${first.message}` : first.message);
      }
      throw new Error(library.text(e.mesh_message(scene)) || 'the programs cannot be drawn');
   }

   /* Draws an area, x0 <= x < x1 with y from the bottom, and returns its bytes with rows from the top. */
   draw(x0, y0, x1, y1, step = 1, last = 0)
   {
      const {library: {e}, library} = this, area = e.malloc(24), size = 4 * (x1 - x0) * (y1 - y0), out = e.malloc(size);
      library.words.set([x0, y0, x1, y1, step, last], area >> 2);
      e.mesh_draw(this.scene, area, this.job.opaque ? 1 : 0, out);
      const bytes = library.bytes.slice(out, out + size);
      e.free(area);
      e.free(out);
      this.check();
      return bytes;
   }
   /* Steps the program of a pixel, y from the bottom (trace.js). NULL if nothing covers the pixel. */
   trace(x, y, most = 4000)
   {
      const {library} = this, [found, any] = library.out(7, (out) => library.e.mesh_find(this.scene, x, y, out));
      return any ? {x, y, ...new Tracer(library, startOf(library, found)).run(most)} : null;
   }
   free()
   {
      if (this.scene)
         this.library.e.mesh_close(this.scene);
      if (this.options)
         this.library.freeOptions(this.options);
      Object.assign(this, {scene: 0, options: 0});
   }
}
