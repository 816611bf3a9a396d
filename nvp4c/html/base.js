/* SPDX-License-Identifier: MIT */
'use strict';
/*
 * The page of -report=html. Its data are one or two documents of docs/schema/report.json, each in an element of its own.
 * Data become text nodes and attributes only, never markup. The files are joined in the order of the Makefile.
 *
 * base.js: elements, the report with what follows from it, and the marks that all parts of the page share.
 */

/*
 * Gives a new element attributes and children. Attributes that begin with "on" are handlers; children that are not elements
 * become text.
 */
function fill(node, attributes, children) {
   for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? '' : value);
   }
   node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
   return node;
}

/* make('p.a.b', {attribute: value}, child, ...) makes an element with classes. The attributes may be left out. */
function make(selector, ...children) {
   const [tag, ...classes] = selector.split('.');
   const node = document.createElement(tag);
   if (classes.length) node.className = classes.join(' ');
   if (tag === 'button') node.type = 'button';
   return fill(node, children[0]?.constructor === Object ? children.shift() : {}, children);
}
/* The same for drawings, where everything has attributes. */
const draw = (tag, attributes, ...children) =>
   fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

const count = (n, one, many = one + 's') => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
const number = (n) => (n === null || n === undefined ? 'none' : n.toLocaleString('en'));
const unseen = (text) => make('span.unseen', text);
const say = (text) => {
   document.getElementById('say').textContent = text;
};

/* Adds an item to the list of a key. */
function push(map, key, item) {
   const list = map.get(key);
   if (list) list.push(item);
   else map.set(key, [item]);
}

/* A document with what follows from it. */
class Report {
   constructor(document, name) {
      Object.assign(this, document);
      this.name = name; /* "" or, of two reports, "A" or "B" */
      this.rowsOfLine = new Map();
      this.irOfLine = new Map();
      this.costOfLine = new Map(this.lines.map((line) => [line.line, line]));
      this.costOf = new Map(this.costs.map((cost) => [cost.id, cost]));
      this.rows.forEach((row, r) => row.lines.forEach((line) => push(this.rowsOfLine, line, r)));
      this.ir.forEach((line, i) => line.lines.forEach((l) => push(this.irOfLine, l, i)));
      this.coissue = this.rows.some((row) => row.empty.length);
      this.row = this.coissue ? 'group' : 'instruction';
      this.executed = this.rows.some((row) => row.executed !== undefined);
      /* Documents of older compilers do not have the list of figures. */
      const rests = (figure) =>
         this.assumed ? this.assumed.some((a) => a.figure === figure) : this.summary.assumptions.length > 0;
      this.issueAssumed = rests('rows.cost');
      this.busyAssumed = rests('summary.units');
      this.waitAssumed = rests('summary.elapsed');
      this.stepsAssumed = this.registers.provenance === 'assumed';
      this.columns = this.findColumns();
   }

   /*
    * Columns of the table of the code: columns[c] has the units of column c. With co-issue, units of different kinds are never
    * busy in the same row, so they share columns. Units that are never busy have none.
    */
   findColumns() {
      const seen = new Set();
      for (const row of this.rows) {
         row.used.forEach(({unit, busy}) => {
            if (busy) seen.add(unit);
         });
         row.empty.forEach(({unit}) => seen.add(unit));
      }
      const kinds = new Map();
      this.units.forEach((unit, u) => {
         if (seen.has(u)) push(kinds, unit.kind, u);
      });
      this.kinds = kinds;
      if (!this.coissue) return [...seen].sort((a, b) => a - b).map((u) => [u]);
      const shared = [...kinds].filter(([kind, units]) => kind !== 'any' && units.length > 1).map(([, units]) => units);
      const columns = Array.from({length: Math.max(0, ...shared.map((units) => units.length))}, (_, c) =>
         shared.map((units) => units[c]).filter((u) => u !== undefined)
      );
      return [...columns, ...(kinds.get('any') ?? []).map((u) => [u])];
   }

   /* Time between the end of the previous row and the start of a row, in which the machine waits. */
   waitBefore(r) {
      const previous = this.rows[r - 1];
      return Math.max(0, this.rows[r].start - (previous ? previous.start + previous.cost : 0));
   }

   /* Registers in words: r4, or r4..r6. Halves of registers of 32 bits have numbers of their own, and the suffixes l and h. */
   registerName(first, n = 1) {
      const {prefix, bits} = this.registers;
      if (bits !== 16) return prefix + first + (n > 1 ? `..${prefix}${first + n - 1}` : '');
      if (n === 1) return `${prefix}${first >> 1}${first & 1 ? 'h' : 'l'}`;
      const [low, high] = [first >> 1, (first + n - 1) >> 1];
      if (first & 1 || n & 1) return `${this.registerName(first)}..${this.registerName(first + n - 1)}`;
      return prefix + low + (high > low ? `..${prefix}${high}` : '');
   }
   registerNames(list) {
      const names = [];
      for (let k = 0, n; k < list.length; k += n) {
         for (n = 1; list[k + n] === list[k] + n; n++);
         names.push(this.registerName(list[k], n));
      }
      return names.join(', ') || 'none';
   }

   /* Waves that run at once with so many registers, and the steps around them. */
   occupancy(registers) {
      const k = this.registers.steps.findIndex((step) => registers <= step.registers);
      return {step: this.registers.steps[k], better: this.registers.steps[k - 1]};
   }

   /* Marks of a selection: maps from lines, lines of IR and rows to 'main' or 'part'. */
   marksOfLines(lines, main = lines) {
      const marks = {lines: new Map(), ir: new Map(), rows: new Map()};
      for (const line of lines) {
         marks.lines.set(line, main.includes(line) ? 'main' : 'part');
         for (const i of this.irOfLine.get(line) ?? [])
            if (marks.ir.get(i) !== 'main')
               marks.ir.set(i, main.includes(line) && this.ir[i].lines[0] === line ? 'main' : 'part');
         for (const r of this.rowsOfLine.get(line) ?? [])
            if (marks.rows.get(r) !== 'main')
               marks.rows.set(r, main.includes(line) && this.rows[r].lines[0] === line ? 'main' : 'part');
      }
      return marks;
   }
   marksOf(kind, index) {
      if (kind === 'source') return this.marksOfLines([index]);
      if (kind === 'ir') {
         const marks = this.marksOfLines(this.ir[index].lines, this.ir[index].lines.slice(0, 1));
         marks.ir = new Map([[index, 'main']]);
         return marks;
      }
      const value = kind === 'value' ? this.values[index] : null;
      const block = kind === 'block' ? this.blocks[index] : null;
      const rows = value
         ? [...value.writers, ...value.readers]
         : block
           ? Array.from({length: block.count}, (_, k) => block.first + k)
           : [index];
      const lines = value ? value.lines : [...new Set(rows.flatMap((r) => this.rows[r].lines))];
      const marks = this.marksOfLines(lines, kind === 'code' ? lines.slice(0, 1) : lines);
      marks.rows = new Map(rows.map((r) => [r, value && !value.writers.includes(r) ? 'part' : 'main']));
      if (kind !== 'code') marks.ir = new Map();
      return marks;
   }
}

/*
 * What is marked in all parts of the page. A selection is {report, kind, index}, where kind is source (a line from 1), ir, code
 * (a row), value or block. Hovering and moving show a selection until another one; a pinned one stays until Escape.
 */
class Marks {
   constructor(translate) {
      this.parts = []; /* {report, mark(marks, selection)} */
      this.followers = []; /* functions that are told what was touched last */
      this.pinned = false;
      this.selection = null;
      this.translate = translate; /* lines of a report to lines of the other one */
   }
   touch(report, kind, index) {
      for (const follow of this.followers) follow({report, kind, index});
   }
   show(report, kind, index, from) {
      if (this.pinned) return;
      this.touch(report, kind, index);
      this.set({report, kind, index, from});
   }
   pin(report, kind, index, from) {
      const old = this.selection;
      this.touch(report, kind, index);
      if (this.pinned && old.report === report && old.kind === kind && old.index === index) return this.clear();
      this.pinned = true;
      this.set({report, kind, index, from});
      const marks = report.marksOf(kind, index);
      say(
         `Pinned: ${count(marks.lines.size, 'source line')}, ${count(marks.ir.size, 'line of IR', 'lines of IR')}, `
            + `${count(marks.rows.size, report.row)} marked`
      );
      return undefined;
   }
   clear() {
      if (!this.selection) return;
      this.pinned = false;
      this.set(null);
      say('Nothing is marked');
   }
   set(selection) {
      this.selection = selection;
      document.documentElement.toggleAttribute('data-pinned', this.pinned);
      for (const part of this.parts) part.mark(this.marksFor(part.report, selection), selection);
   }
   marksFor(report, selection) {
      if (!selection) return {lines: new Map(), ir: new Map(), rows: new Map()};
      const marks = selection.report.marksOf(selection.kind, selection.index);
      if (report === selection.report) return marks;
      const same = (lines) => lines.map((line) => this.translate(selection.report, line)).filter((line) => line);
      const lines = [...marks.lines.keys()];
      return report.marksOfLines(same(lines), same(lines.filter((line) => marks.lines.get(line) === 'main')));
   }
}

/* Replaces the marks of elements: `old` and `marks` map indices to 'main' or 'part'. */
function setMarks(old, marks, elements) {
   for (const k of old.keys())
      if (!marks.has(k) && elements[k]) {
         elements[k].classList.remove('main', 'part');
         elements[k].removeAttribute('aria-selected');
      }
   for (const [k, kind] of marks)
      if (elements[k]) {
         elements[k].classList.toggle('main', kind === 'main');
         elements[k].classList.toggle('part', kind === 'part');
         elements[k].setAttribute('aria-selected', 'true');
      }
}

/* Updates a part when the width of its element changes. */
function followWidth(part) {
   new ResizeObserver(() => {
      const width = Math.floor(part.element.clientWidth);
      if (width && width !== part.width) {
         part.width = width;
         part.update();
      }
   }).observe(part.element);
}

/* The mark of what rests on an assumption, which is explained below the summary, or nothing. */
const assumedMark = (assumed) =>
   assumed ? make('span.dagger', make('span', {'aria-hidden': 'true'}, '\u2020'), unseen(' (assumed)')) : '';

/* A list that scrolls below a mouse at rest gets mouse events too. Only those of a mouse that moved count. */
let mouse = '';
const placeOf = (event) => `${event.screenX} ${event.screenY}`;
const mouseMoved = (event) => placeOf(event) !== mouse;
document.addEventListener('mousemove', (event) => {
   mouse = placeOf(event);
});

/* ---- the tooltip of elements with data-tip, on hover and focus */

const tip = document.getElementById('tip');
function showTip(element) {
   const text = element?.dataset.tip;
   tip.hidden = !text;
   if (!text) return;
   tip.textContent = text;
   const box = element.getBoundingClientRect();
   const size = tip.getBoundingClientRect();
   const below = box.bottom + 6 + size.height < innerHeight;
   tip.style.left = `${Math.max(4, Math.min(box.left, document.documentElement.clientWidth - size.width - 4))}px`;
   tip.style.top = `${below ? box.bottom + 6 : Math.max(4, box.top - size.height - 6)}px`;
}
let tipTimer = 0;
document.addEventListener('mouseover', (event) => {
   if (!mouseMoved(event)) return;
   clearTimeout(tipTimer);
   tipTimer = setTimeout(() => showTip(event.target.closest?.('[data-tip]')), 150);
});
document.addEventListener('focusin', (event) => showTip(event.target.closest?.('[data-tip]')));
document.addEventListener('focusout', () => showTip(null));
document.addEventListener('scroll', () => showTip(null), {capture: true, passive: true});
