/* SPDX-License-Identifier: MIT */
/* Steps through the machine code of a pixel, group by group, with its registers. */
import {make, say} from 'report-parts';
import {floatOf} from './rectangle.js';
import {isCodeOf, rowAt} from './report.js';

const hex = (bits) => `0x${bits.toString(16).padStart(8, '0')}`;

export class Stepper
{
   /* `now()` returns {report, marks} of what is shown. */
   constructor(element, now)
   {
      Object.assign(this, {element, now, trace: null, at: 0});
      this.slider = make('input', {type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step', oninput: () => this.go(Number(this.slider.value))});
      this.where = make('p', {class: 'where'});
      this.code = make('pre', {class: 'now', tabindex: 0, 'aria-label': 'The step that was executed'});
      this.table = make('div', {class: 'registers-now', tabindex: 0, role: 'region', 'aria-label': 'Registers of the pixel'});
      const button = (text, label, step) => make('button', {type: 'button', 'aria-label': label, onclick: () => this.go(this.at + step)}, text);
      this.copy = make('button', {type: 'button', onclick: () => navigator.clipboard.writeText(this.trace.task).then(() => say('The task is in the clipboard'))}, 'Copy as a task of --sim');
      this.body = make('div', {class: 'stepping', hidden: true}, make('div', {class: 'steps'}, button('|\u2190', 'First step', -Infinity), button('\u2190', 'Step back', -1), button('\u2192', 'Step', 1), button('\u2192|', 'Last step', Infinity), this.slider),
         this.where, this.code, this.table, this.copy);
      element.replaceChildren(make('h2', {}, 'A pixel, step by step'), this.hint = make('p', {class: 'hint'}, 'Click a pixel of the picture: its machine code runs here one group at a time.'), this.body);
   }
   /* Shows a trace (trace.js), or why there is none. */
   show(trace, text)
   {
      this.trace = trace;
      this.hint.textContent = text;
      this.body.hidden = !trace;
      if (!trace)
         return;
      this.slider.max = trace.steps.length;
      this.go(trace.steps.length);
   }
   /* The registers after `count` steps: [name, bits, changed by the last of them]. */
   registersAfter(count)
   {
      const values = new Map();
      this.trace.steps.slice(0, count).forEach(({changes}, k) => changes.forEach(([name, bits]) => values.set(name, [bits, k === count - 1])));
      return [...values].map(([name, [bits, changed]]) => [name, bits, changed]).sort(([a], [b]) => a.localeCompare(b, 'en', {numeric: true}));
   }
   go(count)
   {
      const {trace} = this, {steps} = trace;
      this.at = Math.max(0, Math.min(steps.length, count));
      this.slider.value = this.at;
      const last = steps[this.at - 1], {report, marks} = this.now(), other = report && !isCodeOf(report, trace.code), row = report && last && !other ? rowAt(report, last.offset) : -1;
      const lines = row >= 0 ? report.rows[row].lines : [];
      this.where.textContent = !last ? `before the first of ${steps.length} steps` : `step ${this.at} of ${steps.length}${row >= 0 ? `: ${report.row} ${row}` : `, byte 0x${last.offset.toString(16)}`}${lines.length ? `, source line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}` : ''}` +
         (this.at === steps.length ? `${trace.killed ? '; the pixel was discarded' : ''}${trace.error ? `; ${trace.error}` : ''}` : '') + (other ? '. The code of the draw has another key than the listing, whose rows are therefore not marked' : '');
      this.code.textContent = row >= 0 ? report.rows[row].text : '';
      const registers = this.registersAfter(this.at);
      this.table.replaceChildren(registers.length ? make('table', {}, make('thead', {}, make('tr', {}, ['register', 'as a float', 'bits'].map((name) => make('th', {scope: 'col'}, name)))),
         make('tbody', {}, registers.map(([name, bits, changed]) => make('tr', {class: changed ? 'changed' : '', 'data-register': name, 'data-bits': hex(bits)}, make('th', {scope: 'row'}, name), make('td', {}, Number(floatOf(bits).toPrecision(7)).toString()), make('td', {}, make('code', {}, hex(bits)))))))
         : make('p', {class: 'hint'}, 'All registers are 0.'));
      if (row >= 0 && marks) {
         marks.clear();
         marks.show(report, 'code', row, null);
      }
   }
}
