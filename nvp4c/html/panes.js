/* SPDX-License-Identifier: MIT */
/*
 * panes.js: the three lists of source, IR and machine code. The list has the focus, and aria-activedescendant names its active
 * line, so that a report of thousands of lines is one stop of the Tab key. Lines are in chunks that the browser skips while
 * they are not in view (content-visibility).
 */

const CHUNK = 50;
let lists = 0; /* for unique ids */

class Pane {
   /* kind is source, ir or code; texts has the text of each line, and line(index) of a subclass makes its element. */
   constructor(marks, report, kind, title) {
      Object.assign(this, {
         marks,
         report,
         kind,
         title,
         id: `list${lists++}`,
         elements: [],
         texts: [],
         active: -1,
         old: new Map()
      });
      marks.parts.push(this);
   }
   build(lines, role, header) {
      this.header = header;
      this.list = make(
         'div',
         {
            class: `list ${this.kind}${this.report.coissue ? ' coissue' : ''}`,
            id: this.id,
            role,
            tabindex: 0,
            'aria-label': this.title,
            onkeydown: (event) => this.key(event),
            onfocus: () => this.focus(),
            onclick: (event) => this.pointer(event, true),
            onmouseover: (event) => this.pointer(event, false)
         },
         header
      );
      for (let first = 0; first < lines; first += CHUNK) {
         const chunk = make('div.chunk', {role: role === 'grid' ? 'rowgroup' : 'presentation'});
         for (let k = first; k < Math.min(lines, first + CHUNK); k++) {
            const element = this.line(k);
            element.id = `${this.id}-${k}`;
            element.dataset.index = k;
            this.elements.push(element);
            chunk.append(...[this.before?.(k)].filter(Boolean), element);
         }
         const texts = this.texts.slice(first, first + CHUNK);
         const height =
            texts.reduce((sum, text) => sum + text.split('\n').length, 0) * 18 + (role === 'grid' ? 8 * texts.length : 0);
         chunk.style.containIntrinsicSize = `auto 100px auto ${height}px`;
         this.list.append(chunk);
      }
      this.element = make(
         'section',
         {class: `pane pane-${this.kind}`, 'aria-label': this.title},
         make('h2', this.title, ' ', make('small', this.note ?? '')),
         this.tools,
         this.list
      );
      return this.element;
   }

   /* Shows or hides the pane, as its button says. */
   show(shown) {
      this.element.hidden = !shown;
      document.querySelector(`[aria-controls=${this.id}]`).setAttribute('aria-pressed', shown);
   }

   /* The index of a line as the selections count it: source lines from 1. */
   base() {
      return this.kind === 'source' ? 1 : 0;
   }

   pointer(event, click) {
      const element = event.target.closest('[data-index]');
      /* Selecting text to copy it pins nothing. */
      if (!element || (click && !getSelection().isCollapsed)) return;
      const k = Number(element.dataset.index);
      if (click) {
         this.activate(k);
         this.marks.pin(this.report, this.kind, k + this.base(), this);
      } else if (event.buttons === 0 && mouseMoved(event)) this.marks.show(this.report, this.kind, k + this.base(), this);
   }
   focus() {
      if (this.active < 0 && this.elements.length) {
         const marked = [...this.old.keys()][0];
         this.activate(marked ?? 0);
      }
   }
   activate(k) {
      this.elements[this.active]?.classList.remove('active');
      this.active = k;
      this.elements[k].classList.add('active');
      this.list.setAttribute('aria-activedescendant', this.elements[k].id);
   }
   move(k) {
      k = Math.max(0, Math.min(this.elements.length - 1, k));
      this.activate(k);
      this.reveal(k);
      this.marks.touch(this.report, this.kind, k + this.base());
      this.marks.show(this.report, this.kind, k + this.base(), this);
   }
   key(event) {
      const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity};
      if (event.ctrlKey || event.altKey || event.metaKey || !this.elements.length) return;
      if (event.key in steps) this.move(this.active + steps[event.key]);
      else if (event.key === 'Enter' && this.active >= 0)
         this.marks.pin(this.report, this.kind, this.active + this.base(), this);
      else return;
      event.preventDefault();
   }

   /*
    * Scrolls the list, and only it, until the line is in view. Heights are estimates until a chunk was in view, so it checks
    * again.
    */
   reveal(k, again = 2) {
      const line = this.elements[k].getBoundingClientRect();
      const list = this.list.getBoundingClientRect();
      const top = list.top + (this.header?.offsetHeight ?? 0);
      if (!list.height || (line.top >= top && line.bottom <= list.bottom)) return;
      this.list.scrollTop += line.top - top - Math.max(0, (list.bottom - top - line.height) / 3);
      if (again) requestAnimationFrame(() => this.reveal(k, again - 1));
   }
   mark(marks, selection) {
      let own = this.kind === 'source' ? marks.lines : this.kind === 'ir' ? marks.ir : marks.rows;
      if (this.base()) own = new Map([...own].map(([line, kind]) => [line - 1, kind]));
      setMarks(this.old, own, this.elements);
      this.old = own;
      if (selection && selection.from !== this && own.size) {
         const main = [...own].filter(([, kind]) => kind === 'main').map(([k]) => k);
         this.reveal(Math.min(...(main.length ? main : own.keys())));
      }
   }
}

class SourcePane extends Pane {
   constructor(marks, report, named) {
      super(marks, report, 'source', named ? `Source ${report.name}` : 'Source');
      this.texts = report.source;
      this.most = Math.max(1, ...report.lines.map((line) => line.cost));
      this.note = [`cost in ${report.time.name}`, assumedMark(report.issueAssumed)];
      this.build(report.source.length, 'listbox');
   }
   line(k) {
      const cost = this.report.costOfLine.get(k + 1);
      const bar = make('span.bar');
      const tip =
         cost
         && `${count(cost.rows, this.report.row)} with this main line take `
            + `${cost.cost} ${this.report.time.name}; ${count(cost.shared, 'other')} compute part of it`;
      if (cost) bar.style.width = `${(100 * cost.cost) / this.most}%`;
      return make(
         'div',
         {class: 'line', role: 'option'},
         make('span.no', k + 1),
         make(
            'span.cost',
            {'data-tip': tip},
            cost ? [bar, unseen('cost '), cost.cost || (cost.shared ? '+' : '0')] : unseen('no code')
         ),
         make('code', this.texts[k])
      );
   }
}

class IrPane extends Pane {
   constructor(marks, report) {
      super(marks, report, 'ir', 'IR');
      this.texts = report.ir.map((line) => line.text);
      this.note = 'after all passes';
      this.build(report.ir.length, 'listbox');
   }
   line(k) {
      return make('div.line', {role: 'option'}, make('span.no', k + 1), make('code', this.texts[k]));
   }
}

class CodePane extends Pane {
   constructor(marks, report) {
      super(marks, report, 'code', `Machine code${report.name ? ` ${report.name}` : ''}`);
      this.texts = report.rows.map((row) => row.text);
      this.note = count(report.rows.length, report.row);
      this.cell = -1; /* active cell of the active row, or -1 */
      this.firstOf = new Map(report.blocks.map((block, b) => [block.first, b]));
      if (report.coissue)
         this.tools = make(
            'label.tool',
            make('input', {type: 'checkbox', onchange: (event) => this.list.classList.toggle('reasons', event.target.checked)}),
            ' reasons in empty units'
         );
      this.build(report.rows.length, 'grid', this.makeHeader());
      this.list.style.setProperty('--units', report.columns.length);
      this.list.style.setProperty('--more', 2 + (report.coissue ? 0 : 2) + (report.executed ? 1 : 0));
   }
   makeHeader() {
      const {report} = this;
      const head = (text, tip, extra = '') =>
         make('span', {role: 'columnheader', class: `cell ${extra}`, 'data-tip': tip}, text);
      return make(
         'div.line.head',
         {role: 'row'},
         head('#', `number of the ${report.row}`, 'no'),
         head('at', 'byte offset, and below it the length in bytes', 'at'),
         head('text', null, 'text'),
         report.columns.map((units) =>
            head(
               units.map((u) => make('span.name', report.units[u].id)),
               units.map((u) => `${report.units[u].name} (${report.units[u].kind})`).join(', '),
               'unit'
            )
         ),
         head(['cost', assumedMark(report.issueAssumed)], `issue time in ${report.time.name}; with + the wait before it`),
         report.coissue
            ? []
            : [
                 head('result', `${report.time.name} from issue until the result can be read`),
                 head('wait', `${report.time.name} that it waits for requests`)
              ],
         report.executed ? head('runs', 'how often a wave executes it, on average') : [],
         head('live', `live registers of ${report.registers.bits} bits`)
      );
   }

   /* The line above the first row of a block. */
   before(r) {
      const b = this.firstOf.get(r);
      const {report} = this;
      if (b === undefined || report.blocks.length < 2) return null;
      const {bound, next, count: rows} = report.blocks[b];
      return make(
         'div.block',
         {role: 'row'},
         make(
            'span',
            {role: 'gridcell'},
            `block ${b}: ${count(rows, report.row)}`,
            bound === null ? '' : `, at least ${bound}`,
            ', then ',
            next.length
               ? next.map(({block, kind}, k) => [
                    k ? ' or ' : '',
                    block === null ? 'the end' : `block ${block}`,
                    kind === 'jump' ? ' (jump)' : ''
                 ])
               : 'the end'
         )
      );
   }

   line(r) {
      const {report} = this;
      const row = report.rows[r];
      const wait = report.waitBefore(r);
      const {registers} = report;
      const cell = (text, extra, tip) =>
         make('span', {role: 'gridcell', class: `cell ${extra}`, 'data-u': extra, 'data-tip': tip}, text);
      const bar = make('span.bar');
      bar.style.width = `${(100 * row.live) / Math.max(1, report.summary.peak)}%`;
      const peak = r === registers.peak_row;
      const waits = report.coissue ? (wait ? make('small', `+${wait}`) : null) : null;
      return make(
         'div',
         {class: `line${peak ? ' peak' : ''}${row.wait ? ' waits' : ''}`, role: 'row', 'aria-rowindex': r + 2},
         cell(r, 'no'),
         cell(
            [row.at.toString(16), make('small', row.bytes || 'none')],
            'at',
            row.code ? `bytes ${row.code}` : row.bytes ? null : 'it has no public encoding'
         ),
         make('span', {role: 'gridcell', class: 'cell text'}, make('code', row.text)),
         this.unitCells(row),
         cell([row.cost, waits], 'cost', wait ? `waits ${wait} ${report.time.name} before it is issued` : null),
         report.coissue ? [] : [cell([row.latency || '', assumedMark(row.assumed)], 'result'), cell(wait || '', 'wait')],
         report.executed ? cell(row.executed === undefined ? '' : Number(row.executed.toFixed(1)), 'runs') : [],
         cell([bar, row.live, peak ? make('small', 'peak') : null], 'live', peak ? 'the peak of the program' : null)
      );
   }

   /* The cells of units. A unit without a column, because it is the only one of its kind (control), has the whole width. */
   unitCells(row) {
      const {report} = this;
      const used = new Map(row.used.map(({unit, op}) => [unit, op]));
      const empty = new Map(row.empty.map(({unit, reason}) => [unit, report.reasons[reason]]));
      const makeUsed = (u, extra, span) => {
         const cell = make(
            'span',
            {
               role: 'gridcell',
               class: `cell unit u${u % 13} used ${extra}`,
               'data-u': report.units[u].id,
               'data-tip': `${report.units[u].name}: ${used.get(u)}`
            },
            make('span.op', report.coissue ? used.get(u) : row.used.find(({unit}) => unit === u).busy)
         );
         if (span) cell.style.gridColumn = `span ${span}`;
         return cell;
      };
      const whole = [...used.keys()].find((u) => !report.columns.some((units) => units.includes(u)));
      if (whole !== undefined && report.coissue) return [makeUsed(whole, 'whole', report.columns.length)];
      return report.columns.map((units) => {
         const u = units.find((x) => used.has(x));
         const e = units.find((x) => empty.has(x));
         if (u !== undefined) return makeUsed(u, report.units[u].kind === 'bitwise' ? 'other' : '');
         if (e !== undefined)
            return make(
               'span',
               {
                  role: 'gridcell',
                  class: 'cell unit empty',
                  'data-u': report.units[e].id,
                  'data-tip': `${report.units[e].name} is empty: ${empty.get(e).text}`
               },
               make('span.reason', empty.get(e).id),
               make('span.dot', {'aria-hidden': 'true'}, '\u00b7'),
               unseen('empty')
            );
         return make('span', {role: 'gridcell', class: 'cell unit none'}, unseen('not used'));
      });
   }

   /* Left and right move between the cells of the active row, and show what their tooltips say. */
   key(event) {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!step || event.ctrlKey || event.altKey || event.metaKey || this.active < 0) {
         const old = this.active;
         super.key(event);
         if (this.active !== old) this.activateCell(-1);
         return;
      }
      event.preventDefault();
      this.activateCell(Math.max(-1, Math.min(this.elements[this.active].children.length - 1, this.cell + step)));
   }
   activateCell(c) {
      this.list.querySelector('.cell.active')?.classList.remove('active');
      this.cell = c;
      const row = this.elements[this.active];
      const cell = row?.children[c];
      cell?.classList.add('active');
      if (cell) cell.id = `${row.id}-${c}`;
      if (row) this.list.setAttribute('aria-activedescendant', (cell ?? row).id);
      showTip(cell);
   }
}

/* Search in all lists: "/" begins, Enter and n go to the next line, N to the previous one, Escape ends. */
class Search {
   constructor(panes) {
      this.panes = panes;
      this.hits = [];
      this.at = -1;
      this.input = make('input', {
         type: 'search',
         id: 'search',
         placeholder: 'Search in all panes: /',
         'aria-label': 'Search in all panes',
         autocomplete: 'off',
         spellcheck: 'false',
         oninput: () => this.find(),
         onkeydown: (event) => this.key(event)
      });
      this.state = make('span.found');
      this.element = make(
         'div',
         {role: 'search', class: 'search'},
         this.input,
         make('button', {onclick: () => this.go(-1), 'aria-label': 'Previous match (N)', title: 'previous (N)'}, '\u2191'),
         make('button', {onclick: () => this.go(1), 'aria-label': 'Next match (n)', title: 'next (n)'}, '\u2193'),
         this.state
      );
   }
   key(event) {
      if (event.key === 'Enter') {
         event.preventDefault();
         this.go(event.shiftKey ? -1 : 1);
         if (this.hits.length) this.hits[this.at].pane.list.focus({preventScroll: true});
      } else if (event.key === 'Escape') {
         event.stopPropagation();
         this.input.value = '';
         this.find();
         this.input.blur();
      }
   }
   find() {
      const word = this.input.value.toLowerCase();
      const ranges = [];
      for (const {pane, k} of this.hits) pane.elements[k].classList.remove('hit', 'at');
      this.hits = [];
      this.at = -1;
      for (const pane of word ? this.panes : [])
         pane.texts.forEach((text, k) => {
            const lower = text.toLowerCase();
            if (!lower.includes(word)) return;
            this.hits.push({pane, k});
            pane.elements[k].classList.add('hit');
            const node = pane.elements[k].querySelector('code').firstChild;
            for (
               let at = lower.indexOf(word);
               at >= 0 && lower.length === text.length;
               at = lower.indexOf(word, at + word.length)
            ) {
               const range = new Range();
               range.setStart(node, at);
               range.setEnd(node, at + word.length);
               ranges.push(range);
            }
         });
      if (window.Highlight) CSS.highlights.set('found', new Highlight(...ranges));
      this.report();
   }
   report() {
      const {hits, at} = this;
      this.state.textContent = !this.input.value
         ? ''
         : !hits.length
           ? 'not found'
           : at < 0
             ? count(hits.length, 'line')
             : `${at + 1} of ${hits.length}`;
      say(this.state.textContent);
   }
   go(step) {
      if (!this.hits.length) return;
      this.hits[this.at]?.pane.elements[this.hits[this.at].k].classList.remove('at');
      this.at = (this.at + step + this.hits.length + (this.at < 0 && step < 0 ? 1 : 0)) % this.hits.length;
      const {pane, k} = this.hits[this.at];
      pane.elements[k].classList.add('at');
      pane.show(true);
      pane.activate(k);
      pane.reveal(k);
      this.report();
   }
}
