/* SPDX-License-Identifier: MIT */
/* The options of the compiler beside target, core and level: a list that the library gives by name, form and help. */
import {make} from 'report-parts';

/* What has a control of its own, or writes files. */
const HIDDEN = /^(x|O\d|target|mcpu|stage|fsyntax-only|dump-|print-|output\.|report|start-after|stop-after|verify-sim|verify-each|w$|debug\.|limit-work|limit-memory|diagnostics\.)/;

export class OptionList
{
   /* `set(name, value)` is called with null to remove an option. */
   constructor(set)
   {
      this.set = set;
      this.list = [];
      this.values = new Map();
      this.filter = make('input', {type: 'search', placeholder: 'Find an option', 'aria-label': 'Find an option', oninput: () => this.apply()});
      this.rows = make('div', {class: 'option-rows', tabindex: 0, role: 'region', 'aria-label': 'Options'});
      this.title = make('summary', {}, 'Options');
      this.element = make('details', {class: 'options'}, this.title, make('div', {class: 'option-box'}, this.filter, this.rows));
   }
   offers(name) { return !HIDDEN.test(name) || /^(O\d|target|mcpu)$/.test(name); }
   setList(list)
   {
      this.list = list.filter(([name]) => !HIDDEN.test(name));
      this.controls = this.list.map(([name, form, help]) => this.control(name, form, help));
      this.rows.replaceChildren(...this.controls.map(({element}) => element));
   }
   control(name, form, help)
   {
      const words = /^[\w.|-]+$/.test(form) && form.includes('|') ? form.split('|') : null;
      let input;
      if (!form)
         input = make('input', {type: 'checkbox', onchange: () => this.set(name, input.checked ? '' : null)});
      else if (words)
         input = make('select', {onchange: () => this.set(name, input.value || null)}, make('option', {value: ''}, 'default'), words.map((word) => make('option', {value: word}, word)));
      else
         input = make('input', {type: 'text', placeholder: form, size: 10, onchange: () => this.set(name, input.value || null)});
      return {name, help, input, element: make('label', {class: 'option'}, input, make('span', {}, make('code', {}, `-${name}`), ' ', make('small', {}, help)))};
   }
   show(options)
   {
      const values = new Map(options), own = this.controls?.filter(({name}) => values.has(name)).length ?? 0;
      this.title.textContent = own ? `Options (${own})` : 'Options';
      for (const {name, input} of this.controls ?? [])
         if (input.type === 'checkbox')
            input.checked = values.has(name);
         else
            input.value = values.get(name) ?? '';
   }
   apply()
   {
      const word = this.filter.value.toLowerCase();
      for (const {name, help, element} of this.controls)
         element.hidden = !`${name} ${help}`.toLowerCase().includes(word);
   }
}
