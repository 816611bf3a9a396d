/* SPDX-License-Identifier: MIT */
/* Steps through the machine code of a pixel, for pictures of both kinds (rectangle.js, mesh.js). */

const hex = (n) => `0x${(n >>> 0).toString(16)}`;

/* A wave that stands before its first step: {wave, lane, valid, helpers, first, code}, where `first` is the place of the program in the code
   of the wave, and `code` the bytes of the program. */
export class Tracer
{
   constructor(library, start)
   {
      Object.assign(this, {library}, start);
      this.agx = !this.registers('sh0').count;
   }
   registers(name)
   {
      const {library} = this, [[at, count, lanes]] = library.withTexts([name], (n) => library.out(3, (out) => library.e.trace_registers(this.wave, n, out)));
      return {at: at >> 2, count, lanes};
   }
   /* Place of the next step, mask of discarded lanes, number of steps, address of the message of a fault. */
   state() { return this.library.out(4, (out) => this.library.e.trace_state(this.wave, out))[0]; }
   /*
    * Runs at most so many steps: {lane, steps: [{offset, changes: [[register, bits]]}], task, code, killed, error}. The first step has what the
    * registers hold before it; `offset` is the place of the step in the program.
    */
   run(most)
   {
      const {library, lane, agx, first, code} = this, banks = (agx ? ['r'] : ['r', 'o']).map((name) => ({name, ...this.registers(`${name}0`)}));
      for (const {at, count} of banks)
         library.words.fill(0, at, at + 32 * count);
      const task = this.task(), steps = [], before = banks.map(({count}) => new Uint32Array(count));
      let status = 2;
      for (let k = 0; status === 2 && k < most; k++) {
         const [offset, , taken] = this.state(), changes = [];
         if (offset >= first + code.length)
            break; /* the parts after the program */
         status = library.e.trace_step(this.wave);
         if (this.state()[2] === taken && status === 1)
            break; /* the end of a part that falls through to the next one */
         if (offset < first)
            continue;
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
         steps.push({offset: offset - first, changes});
      }
      const [place, killed, , fault] = this.state();
      return {lane, steps, task, code, killed: killed >> lane & 1,
         error: status === 3 ? `byte 0x${place.toString(16)}: ${library.text(fault)}` : status === 2 && steps.length === most ? `only the first ${most} steps are shown` : ''};
   }
   /* The task of `nvp4c --sim` that begins as the wave does. */
   task()
   {
      const {agx, library: {words}} = this, lines = [`lanes = ${hex(this.valid)}`, `helper = ${hex(this.helpers)}`];
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
}

/* What rectangle_find() and mesh_find() write, as the start of a Tracer. */
export function startOf(library, [wave, lane, valid, helpers, first, code, length])
{
   return {wave, lane, valid, helpers, first, code: library.bytes.slice(code, code + length)};
}
