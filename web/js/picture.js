/* SPDX-License-Identifier: MIT */
/* A picture that several workers draw, area by area, coarse first. Each has a library of its own, so nothing is shared between them. */
import {Client} from './client.js';

const TILE = 64, SECONDS = 10;

export class Pool
{
   constructor(module, count)
   {
      this.clients = Array.from({length: count}, () => new Client(module, SECONDS));
   }
}

export class Picture
{
   /* `status(text, kind)` is told what to show; kind is 'busy', 'done' or 'error'. */
   constructor(pool, name, canvas, status)
   {
      Object.assign(this, {pool, name, canvas, status, wanted: null, running: false, fresh: true, prepared: new Map()});
      this.context = canvas.getContext('2d');
      this.idle = Promise.resolve();
   }
   /* Draws a job (rectangle.js, mesh.js). With `fresh` the programs, textures or sizes may have changed; otherwise parameters only. */
   draw(job, fresh)
   {
      this.job = job;
      this.fresh ||= fresh;
      this.wanted = {job};
      if (!this.running)
         this.idle = this.loop();
      return this.idle;
   }
   async loop()
   {
      this.running = true;
      while (this.wanted) {
         const {job} = this.wanted;
         this.wanted = null;
         try {
            await this.drawOnce(job);
         } catch (error) {
            if (error.stopped)
               this.fresh = true;
            this.status(error.message, 'error');
         }
      }
      this.running = false;
   }
   async drawOnce(job)
   {
      const started = performance.now(), {canvas, name} = this, {clients} = this.pool;
      this.status('drawing', 'busy');
      if (canvas.width !== job.width || canvas.height !== job.height)
         Object.assign(canvas, {width: job.width, height: job.height});
      const fresh = this.fresh;
      this.fresh = true; /* unless all workers have prepared it */
      await Promise.all(clients.map(async (client) => {
         const known = this.prepared.get(client) === client.generation && !fresh;
         const {mesh, images, fragment, vertex, ...rest} = job;
         await client.call(known ? {op: 'begin', picture: name, job: rest} : {op: 'prepare', picture: name, job});
         this.prepared.set(client, client.generation);
      }));
      this.fresh = false;
      for (const [step, last] of job.quick ? [[1, 0]] : [[4, 0], [2, 4], [1, 2]])
         if (this.wanted || !await this.pass(job, step, last))
            return;
      this.milliseconds = performance.now() - started;
      this.status(`${job.width} \u00d7 ${job.height} in ${this.milliseconds.toFixed(0)} ms`, 'done');
   }
   /* Draws all areas. False if another picture is wanted before the end. An area belongs to one worker, which has its depth. */
   async pass(job, step, last)
   {
      const {clients} = this.pool, areas = [];
      for (let y = 0; y < job.height; y += TILE)
         for (let x = 0; x < job.width; x += TILE)
            areas.push([x, y, Math.min(x + TILE, job.width), Math.min(y + TILE, job.height), step, last]);
      let failed = null;
      await Promise.all(clients.map(async (client, k) => {
         for (let n = k; n < areas.length && !this.wanted && !failed; n += clients.length)
            try {
               const {pixels} = await client.call({op: 'area', picture: this.name, area: areas[n]});
               this.put(areas[n], pixels);
            } catch (error) {
               failed ??= error;
            }
      }));
      if (failed)
         throw failed;
      return !this.wanted;
   }
   put([x0, y0, x1, y1], pixels)
   {
      const image = new ImageData(x1 - x0, y1 - y0);
      image.data.set(pixels);
      this.context.putImageData(image, x0, this.job.height - y1);
   }
   /* Steps the program of a pixel; y counts from the top. */
   async trace(x, y)
   {
      await this.idle;
      const [client] = this.pool.clients;
      return (await client.call({op: 'trace', picture: this.name, x, y: this.job.height - 1 - y})).trace;
   }
}
