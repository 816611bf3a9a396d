/* SPDX-License-Identifier: MIT */
/*
 * views.js: the time line and the registers. Both draw rows along x and are one stop of the Tab key: a slider over the rows of the
 * code. They are drawn when they are shown, for the width that they have then.
 */

/* A drawing in which each row of the code has a place. Subclasses have redraw(width) and find(x, y, svg), the row at a point. */
class RowDrawing
{
   constructor(marks, report, label)
   {
      Object.assign(this, {marks, report, row: 0, old: new Map(), shapes: new Map()});
      this.kind = 'drawing';
      this.element = make('div', {class: 'drawing', role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuemin': 0,
         'aria-valuemax': Math.max(0, report.rows.length - 1), 'aria-valuenow': 0, 'aria-orientation': 'horizontal',
         onkeydown: (event) => this.key(event), onclick: (event) => this.pointer(event, true),
         onmousemove: (event) => this.pointer(event, false), onmouseleave: () => showTip(null)});
      this.say();
      marks.parts.push(this);
      this.width = 0;
      new ResizeObserver(() => {
         const width = Math.floor(this.element.clientWidth);
         if (width && width !== this.width) {
            this.width = width;
            this.update();
         }
      }).observe(this.element);
   }
   update()
   {
      this.shapes = new Map();
      this.element.replaceChildren(...this.redraw(this.width));
      this.old = new Map();
      this.mark(this.marks.marksFor(this.report, this.marks.selection));
   }
   say()
   {
      const row = this.report.rows[this.row];
      this.element.setAttribute('aria-valuenow', this.row);
      this.element.setAttribute('aria-valuetext', row ? `${this.report.row} ${this.row} at ${row.start}, ${row.live} registers live` : 'none');
   }
   key(event)
   {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity}[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey || !this.report.rows.length)
         return;
      if (step !== undefined) {
         this.row = Math.max(0, Math.min(this.report.rows.length - 1, this.row + step));
         this.say();
         this.marks.touch(this.report, 'code', this.row);
         this.marks.show(this.report, 'code', this.row, this);
      } else if (event.key === 'Enter')
         this.marks.pin(this.report, 'code', this.row, this);
      else
         return;
      event.preventDefault();
   }
   pointer(event, click)
   {
      if (!click && !mouseMoved(event))
         return;
      const shape = event.target.closest('[data-value]');
      const row = shape ? null : this.find(event);
      if (shape)
         this.marks[click ? 'pin' : 'show'](this.report, 'value', Number(shape.dataset.value), this);
      else if (row !== null && row !== undefined && this.report.rows[row]) {
         if (!click && this.row === row && this.marks.selection?.kind === 'code')
            return;
         this.row = row;
         this.say();
         this.marks[click ? 'pin' : 'show'](this.report, 'code', row, this);
      }
   }
   shape(r, element)
   {
      push(this.shapes, r, element);
      return element;
   }
   mark(marks)
   {
      for (const r of this.old.keys())
         for (const element of this.shapes.get(r) ?? [])
            element.classList.remove('main', 'part');
      for (const [r, kind] of marks.rows)
         for (const element of this.shapes.get(r) ?? [])
            element.classList.add(kind);
      this.old = marks.rows;
   }
}

/* A step of an axis: 1, 2 or 5 times a power of ten, so that there are at most `most` steps in a length. */
function axisStep(length, most)
{
   let step = 1;
   for (let k = 0; length / step > most; k++)
      step *= k % 3 === 1 ? 2.5 : 2;
   return step;
}

/* The time line: lanes of units, and of requests from their issue to their wait. It is broken into strips, as music is. */
class TimeLine extends RowDrawing
{
   constructor(marks, report)
   {
      super(marks, report, 'Rows on the time line');
      this.scale = 0; /* pixels of a unit of time, or 0: as wide as fits */
      this.lanes = report.summary.units.map(({unit}) => unit);
      this.requests = [];
      const free = []; /* when each lane of requests becomes free */
      report.rows.forEach((row, r) => {
         if (!row.request)
            return;
         const waiting = report.rows[row.request.row ?? -1];
         const end = Math.max(row.request.done, waiting ? waiting.start : 0, row.start + 1);
         let lane = free.findIndex((time) => time <= row.start);
         lane = lane < 0 ? free.length : lane;
         free[lane] = end;
         this.requests.push({r, lane, start: row.start, done: row.request.done, end, assumed: row.assumed, waits: row.request.row});
      });
      this.requestLanes = free.length;
      this.gaps = report.rows.map((row, r) => ({r, start: row.start - report.waitBefore(r), end: row.start})).filter(({start, end}) => start < end);
      this.left = 12 + 6.4 * Math.max(8, ...this.lanes.map((u) => report.units[u].id.length));
      this.end = Math.max(1, report.summary.elapsed, ...this.requests.map(({end}) => end));
   }
   zoom(factor)
   {
      this.scale = factor ? Math.max(2, Math.min(64, this.pixels * factor)) : 0;
      this.update();
   }
   redraw(width)
   {
      const inner = width - this.left - 4;
      this.pixels = this.scale || Math.max(7, Math.min(24, inner / this.end));
      this.perStrip = Math.max(1, Math.floor(inner / this.pixels));
      this.height = 20 + this.lanes.length * 15 + (this.requestLanes ? 6 + this.requestLanes * 15 : 0) + 4;
      const strips = [];
      for (let from = 0; from < this.end; from += this.perStrip)
         strips.push(this.strip(from, Math.min(this.end, from + this.perStrip), width));
      return strips;
   }
   strip(from, to, width)
   {
      const {report, pixels, height, left} = this, x = (time) => left + (Math.max(from, Math.min(to, time)) - from) * pixels;
      const within = (start, end) => start < to && end > from, step = axisStep(this.perStrip, width / 60);
      const svg = draw('svg', {width, height, viewBox: `0 0 ${width} ${height}`, class: 'strip', 'aria-hidden': 'true', focusable: 'false', 'data-from': from});
      const pattern = `hatch${this.id ??= lists++}-${from}`;
      svg.append(draw('defs', {}, draw('pattern', {id: pattern, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
         draw('rect', {width: 6, height: 6, class: 'hatch-back'}), draw('rect', {width: 2.5, height: 6, class: 'hatch-line'})),
         draw('pattern', {id: `${pattern}-gap`, width: 5, height: 5, patternUnits: 'userSpaceOnUse'}, draw('circle', {cx: 2, cy: 2, r: 1, class: 'gap-dot'}))));
      for (let time = Math.ceil(from / step) * step; time < to; time += step)
         svg.append(draw('line', {x1: x(time), x2: x(time), y1: 14, y2: height, class: 'axis'}), x(time) < width - 30 ? draw('text', {x: x(time) + 2, y: 11, class: 'axis-text'}, time) : '');
      const laneY = (k) => 18 + k * 15, base = laneY(this.lanes.length) + 4;
      this.lanes.forEach((u, k) => svg.append(draw('text', {x: left - 6, y: laneY(k) + 10, class: 'lane-text', 'text-anchor': 'end'}, report.units[u].id),
         draw('line', {x1: left, x2: x(to), y1: laneY(k) + 13, y2: laneY(k) + 13, class: 'lane'})));
      if (this.requestLanes)
         svg.append(draw('text', {x: left - 6, y: base + 10, class: 'lane-text', 'text-anchor': 'end'}, 'requests'));
      for (const {start, end} of this.gaps)
         if (within(start, end)) {
            svg.append(draw('rect', {x: x(start), width: x(end) - x(start), y: 16, height: base - 20, class: 'gap', fill: `url(#${pattern}-gap)`}));
            if (x(end) - x(start) > 62)
               svg.append(draw('text', {x: (x(start) + x(end)) / 2, y: 16 + (base - 20) / 2 + 4, class: 'gap-text', 'text-anchor': 'middle'}, `waits ${end - start}`));
         }
      report.rows.forEach((row, r) => {
         if (!within(row.start, row.start + Math.max(1, row.cost, ...row.used.map(({busy}) => busy))))
            return;
         const used = row.used.filter(({unit, busy}) => busy && this.lanes.includes(unit));
         for (const {unit, busy} of used)
            svg.append(this.shape(r, draw('rect', {x: x(row.start) + 0.5, width: Math.max(1.5, x(row.start + busy) - x(row.start) - 1),
               y: laneY(this.lanes.indexOf(unit)), height: 12, class: `tick u${unit % 13}`})));
         if (!used.length)
            svg.append(this.shape(r, draw('rect', {x: x(row.start) + 0.5, width: Math.max(1.5, x(row.start + row.cost) - x(row.start) - 1),
               y: 15, height: 2, class: 'tick bare'})));
      });
      for (const request of this.requests)
         if (within(request.start, request.end)) {
            const y = base + request.lane * 15, first = request.start + 1;
            if (within(request.start, first))
               svg.append(this.shape(request.r, draw('rect', {x: x(request.start), width: Math.max(1, x(first) - x(request.start)), y, height: 11, class: 'request issue'})));
            if (within(first, request.done))
               svg.append(this.shape(request.r, draw('rect', {x: x(first), width: Math.max(0, x(request.done) - x(first)), y, height: 11,
                  class: 'request', fill: request.assumed ? `url(#${pattern})` : 'var(--request)'})));
            if (within(request.done, request.end))
               svg.append(this.shape(request.r, draw('rect', {x: x(request.done), width: Math.max(0, x(request.end) - x(request.done)), y: y + 4, height: 3, class: 'request spare'})));
            if (request.end <= to && request.waits !== null)
               svg.append(draw('line', {x1: x(request.end), x2: x(request.end), y1: y - 2, y2: y + 13, class: 'request-end'}));
         }
      return svg;
   }
   find(event)
   {
      const svg = event.target.closest('svg');
      if (!svg)
         return null;
      const box = svg.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      const time = Number(svg.dataset.from) + (px - this.left) / this.pixels, base = 18 + this.lanes.length * 15 + 4;
      if (px < this.left)
         return null;
      const lane = Math.floor((py - base) / 15), request = this.requests.find((q) => q.lane === lane && time >= q.start && time < q.end);
      if (request && py > base)
         return request.r;
      /* Rows are in the order of their start. */
      let low = 0, high = this.report.rows.length - 1;
      while (low < high) {
         const middle = (low + high + 1) >> 1;
         if (this.report.rows[middle].start <= time)
            low = middle;
         else
            high = middle - 1;
      }
      return low;
   }
}

/* Live registers over the rows, with the peak and the steps of occupancy, and below them a bar for each value in its registers. */
class RegisterMap extends RowDrawing
{
   constructor(marks, report)
   {
      super(marks, report, 'Rows over the registers');
   }
   redraw(width)
   {
      const {report} = this, {rows, registers, summary} = report, left = 46, right = 8, n = Math.max(1, rows.length);
      const scale = (width - left - right) / n, x = (r) => left + r * scale, {step} = report.occupancy(summary.registers);
      this.x = (px) => Math.floor((px - left) / scale);
      const top = Math.max(4, summary.peak, summary.registers, step && step.registers <= 2 * summary.registers ? step.registers : 0);
      const curve = 160, y = (live) => 30 + (curve - 38) * (1 - live / top);
      const svg = draw('svg', {width, height: curve, viewBox: `0 0 ${width} ${curve}`, 'aria-hidden': 'true', focusable: 'false'});
      for (let live = 0, by = axisStep(top, 5); live <= top; live += by)
         svg.append(draw('line', {x1: left, x2: width - right, y1: y(live), y2: y(live), class: 'axis'}),
            draw('text', {x: left - 6, y: y(live) + 4, class: 'lane-text', 'text-anchor': 'end'}, live));
      const points = rows.map((row, r) => `${x(r)},${y(row.live)} ${x(r + 1)},${y(row.live)}`).join(' ');
      svg.append(draw('polygon', {points: `${left},${y(0)} ${points} ${x(rows.length)},${y(0)}`, class: 'pressure'}), draw('polyline', {points, class: 'pressure-line'}));
      let last = -Infinity; /* where the last label is; labels that would overlap are left out */
      for (const {registers: limit, waves} of [...registers.steps].reverse())
         if (limit <= top) {
            svg.append(draw('line', {x1: left, x2: width - right, y1: y(limit), y2: y(limit), class: 'step'}));
            if (y(limit) - last < 13)
               continue;
            last = y(limit);
            svg.append(draw('text', {x: width - right, y: last - 3, class: 'step-text', 'text-anchor': 'end'}, `${limit}: ${count(waves, 'wave')}`));
         }
      rows.forEach((row, r) => svg.append(this.shape(r, draw('rect', {x: x(r), width: Math.max(1, scale), y: 16, height: curve - 24, class: 'column'}))));
      if (registers.peak_row !== null) {
         const px = x(registers.peak_row) + scale / 2, end = px > width / 2;
         svg.append(draw('line', {x1: px, x2: px, y1: 14, y2: y(0), class: 'peak-line'}), draw('circle', {cx: px, cy: y(summary.peak), r: 4, class: 'peak-dot'}),
            draw('text', {x: px, y: 11, class: 'peak-text', 'text-anchor': end ? 'end' : 'start'}, `peak ${summary.peak} at ${report.row} ${registers.peak_row}`));
      }
      return [svg, this.map(width, left, x, scale)];
   }
   map(width, left, x, scale)
   {
      const {report} = this, used = new Set(report.values.flatMap((value) => Array.from({length: value.count}, (_, k) => value.register + k)));
      const registers = [...used].sort((a, b) => a - b), laneOf = new Map(registers.map((register, lane) => [register, lane])), lanes = registers.length;
      const high = Math.max(5, Math.min(11, 420 / Math.max(1, lanes))), height = lanes * high + 16;
      const svg = draw('svg', {width, height, viewBox: `0 0 ${width} ${height}`, class: 'map', 'aria-hidden': 'true', focusable: 'false'});
      for (let k = 0, by = axisStep(lanes, height / 24); k < lanes; k += by)
         svg.append(draw('text', {x: left - 6, y: k * high + 9, class: 'lane-text', 'text-anchor': 'end'}, report.registerName(registers[k])),
            draw('line', {x1: left, x2: width - 8, y1: k * high, y2: k * high, class: 'axis'}));
      report.values.forEach((value, v) => {
         for (const [from, to] of value.ranges)
            svg.append(draw('rect', {x: x(from) + 0.5, width: Math.max(2, (to - from + 1) * scale - 1), y: laneOf.get(value.register) * high + 0.5,
               height: value.count * high - 1, class: `value ${value.writers.length ? '' : 'input'} ${report.registers.peak_values.includes(v) ? 'at-peak' : ''}`, 'data-value': v}));
      });
      report.rows.forEach((row, r) => svg.append(this.shape(r, draw('rect', {x: x(r), width: Math.max(1, scale), y: 0, height: lanes * high, class: 'column through'}))));
      svg.append(draw('text', {x: left, y: height - 3, class: 'axis-text'}, `${report.row} 0`),
         draw('text', {x: width - 8, y: height - 3, class: 'axis-text', 'text-anchor': 'end'}, report.rows.length - 1));
      return svg;
   }
   find(event)
   {
      const svg = event.target.closest('svg');
      return svg ? this.x(event.clientX - svg.getBoundingClientRect().left) : null;
   }
}

/* The values that are live at the peak, with the rows and lines that they come from. */
function peakList(marks, report)
{
   const {registers, summary, stats} = report;
   const go = (kind, index, text) => make('button', {type: 'button', class: 'link', onclick: () => marks.pin(report, kind, index, null)}, text);
   const {step, better} = report.occupancy(summary.registers);
   const spills = Object.entries(stats).filter(([name, value]) => /spill/.test(name) && value);
   return make('div', {class: 'peak-list'},
      make('h3', {}, registers.peak_row === null ? 'No registers' : [`Peak: ${count(summary.peak, 'register')} at `, go('code', registers.peak_row, `${report.row} ${registers.peak_row}`)]),
      make('p', {}, `The program needs ${count(summary.registers, 'register')} of ${registers.bits} bits. `,
         step ? [`Up to ${step.registers}, ${count(step.waves, 'wave')} run at once`, registers.provenance === 'assumed' ? assumedMark() : '',
            better ? `; ${better.registers} or fewer would let ${better.waves} run.` : '.'] : '',
         summary.spill_bytes ? ` Spills: ${count(summary.spill_bytes, 'byte')} per invocation` +
            (spills.length ? ` (${spills.map(([name, value]) => `${name} ${value}`).join(', ')}).` : '.') : ' Nothing is spilled.'),
      make('ol', {class: 'values'}, registers.peak_values.map((v) => {
         const value = report.values[v];
         return make('li', {}, go('value', v, value.name), ' ',
            value.writers.length ? ['written by ', value.writers.slice(0, 6).map((r, k) => [k ? ', ' : '', go('code', r, r)]), value.writers.length > 6 ? ' \u2026' : ''] : 'input of the program',
            value.lines.length ? make('span', {class: 'from'}, value.lines.map((line) => [make('br'), go('source', line, `line ${line}`), ' ',
               make('code', {}, (report.source[line - 1] ?? '').trim())])) : '');
      })));
}
