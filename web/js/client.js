/* SPDX-License-Identifier: MIT */
/* Workers as the page sees them: a call is a promise, and a worker that takes too long, or whose library broke, is replaced. */

export class Client
{
   /* `module` is a promise of the compiled WebAssembly module. */
   constructor(module, seconds)
   {
      Object.assign(this, {module, seconds, next: 0, calls: new Map(), generation: 0});
      this.start();
   }
   start()
   {
      this.generation++;
      this.worker = new Worker('worker.js');
      this.worker.onmessage = ({data}) => this.answer(data);
      this.worker.onerror = (event) => this.restart(`the worker stopped: ${event.message}`);
      this.ready = this.module.then((module) => this.send({op: 'start', module}, 60));
      this.ready.catch(() => {});
   }
   send(message, seconds = this.seconds)
   {
      const id = this.next++, {worker} = this;
      return new Promise((resolve, reject) => {
         const timer = setTimeout(() => this.restart(`it took longer than ${seconds} seconds and was stopped`), 1000 * seconds);
         this.calls.set(id, {resolve, reject, timer});
         worker.postMessage({...message, id});
      });
   }
   async call(message, seconds)
   {
      await this.ready;
      return this.send(message, seconds);
   }
   answer({id, error, broken, ...answer})
   {
      const call = this.calls.get(id);
      if (!call)
         return;
      clearTimeout(call.timer);
      this.calls.delete(id);
      if (error === undefined)
         call.resolve(answer);
      else
         call.reject(Object.assign(new Error(error), {}));
      if (broken)
         this.restart(error);
   }
   /* All calls fail, and a new worker starts. */
   restart(reason)
   {
      this.worker.terminate();
      const calls = [...this.calls.values()];
      this.calls.clear();
      this.start();
      for (const {reject, timer} of calls) {
         clearTimeout(timer);
         reject(Object.assign(new Error(reason), {stopped: true}));
      }
   }
   get busy() { return this.calls.size > 0; }
}
