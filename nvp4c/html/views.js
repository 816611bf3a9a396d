/* SPDX-License-Identifier: MIT */
/*
 * views.js: the time line and the registers. Both draw rows along x and are one stop of the Tab key: a slider over the rows of
 * the code. They are drawn when they are shown, for the width that they have then.
 */

/*
 * A drawing in which each row of the code has a place. Subclasses have redraw(width) and find(x, y, svg), the row at a point.
 */
class RowDrawing {
   constructor(marks, report, label) {
      Object.assign(this, {marks, report, row: 0, old: new Map(), shapes: new Map()});
      this.element = make('div', {
         class: 'drawing',
         role: 'slider',
         tabindex: 0,
         'aria-label': label,
         'aria-valuemin': 0,
         'aria-valuemax': Math.max(0, report.rows.length - 1),
         'aria-valuenow': 0,
         'aria-orientation': 'horizontal',
         onkeydown: (event) => this.key(event),
         onclick: (event) => this.pointer(event, true),
         onmousemove: (event) => this.pointer(event, false),
         onmouseleave: () => showTip(null)
      });
      this.say();
      marks.parts.push(this);
      this.width = 0;
      followWidth(this);
   }
   update() {
      this.shapes = new Map();
      this.element.replaceChildren(...this.redraw(this.width));
      this.old = new Map();
      this.mark(this.marks.marksFor(this.report, this.marks.selection));
   }
   say() {
      const row = this.report.rows[this.row];
      this.element.setAttribute('aria-valuenow', this.row);
      this.element.setAttribute(
         'aria-valuetext',
         row ? `${this.report.row} ${this.row} at ${row.start}, ${row.live} registers live` : 'none'
      );
   }
   key(event) {
      const step = {
         ArrowRight: 1,
         ArrowDown: 1,
         ArrowLeft: -1,
         ArrowUp: -1,
         PageDown: 15,
         PageUp: -15,
         Home: -Infinity,
         End: Infinity
      }[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey || !this.report.rows.length) return;
      if (step !== undefined) {
         this.row = Math.max(0, Math.min(this.report.rows.length - 1, this.row + step));
         this.say();
         this.marks.touch(this.report, 'code', this.row);
         this.marks.show(this.report, 'code', this.row, this);
      } else if (event.key === 'Enter') this.marks.pin(this.report, 'code', this.row, this);
      else return;
      event.preventDefault();
   }
   pointer(event, click) {
      if (!click && !mouseMoved(event)) return;
      const shape = event.target.closest('[data-value]');
      const row = shape ? null : this.find(event);
      if (shape) this.marks[click ? 'pin' : 'show'](this.report, 'value', Number(shape.dataset.value), this);
      else if (row !== null && row !== undefined && this.report.rows[row]) {
         if (!click && this.row === row && this.marks.selection?.kind === 'code') return;
         this.row = row;
         this.say();
         this.marks[click ? 'pin' : 'show'](this.report, 'code', row, this);
      }
   }
   shape(r, element) {
      push(this.shapes, r, element);
      return element;
   }
   mark(marks) {
      for (const r of this.old.keys()) for (const element of this.shapes.get(r) ?? []) element.classList.remove('main', 'part');
      for (const [r, kind] of marks.rows) for (const element of this.shapes.get(r) ?? []) element.classList.add(kind);
      this.old = marks.rows;
   }
}

/* A step of an axis: 1, 2 or 5 times a power of ten, so that there are at most `most` steps in a length. */
function axisStep(length, most) {
   let step = 1;
   for (let k = 0; length / step > most; k++) step *= k % 3 === 1 ? 2.5 : 2;
   return step;
}

/* Shapes of drawings. Their class is the kind; anchor is where the text has x: at its start, middle or end. */
const box = (x, y, width, height, kind, fill) => draw('rect', {x, y, width, height, class: kind, fill});
const rule = (x1, y1, x2, y2, kind) => draw('line', {x1, y1, x2, y2, class: kind});
const label = (x, y, text, kind, anchor = 'start') => draw('text', {x, y, class: kind, 'text-anchor': anchor}, text);
/* The element of a drawing, which says to readers of screens what it shows by other means: the slider around it. */
const canvas = (width, height, more) =>
   draw('svg', {width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', focusable: 'false', ...more});

const LANE_HEIGHT = 15;

/* The time line: lanes of units, and of requests from their issue to their wait. It is broken into strips, as music is. */
class TimeLine extends RowDrawing {
   constructor(marks, report) {
      super(marks, report, 'Rows on the time line');
      this.scale = 0; /* pixels of a unit of time, or 0: as wide as fits */
      this.lanes = report.summary.units.map(({unit}) => unit);
      this.placeRequests();
      this.left = 12 + 6.4 * Math.max(8, ...this.lanes.map((u) => report.units[u].id.length));
      this.end = Math.max(1, report.summary.elapsed, ...this.requests.map(({end}) => end));
      this.pattern = `hatch${lists++}`;
   }

   /* A request is in the first lane in which no other is in flight. */
   placeRequests() {
      const free = []; /* when each lane becomes free */
      this.requests = [];
      this.report.rows.forEach(({request, start, assumed}, r) => {
         if (!request) return;
         const waiting = this.report.rows[request.row ?? -1];
         const end = Math.max(request.done, waiting ? waiting.start : 0, start + 1);
         let lane = free.findIndex((time) => time <= start);
         lane = lane < 0 ? free.length : lane;
         free[lane] = end;
         this.requests.push({
            r,
            lane,
            start,
            issued: start + 1,
            done: request.done,
            end,
            assumed,
            awaited: request.row !== null
         });
      });
      this.requestLanes = free.length;
   }
   zoom(factor) {
      this.scale = factor ? Math.max(2, Math.min(64, this.pixels * factor)) : 0;
      this.update();
   }
   redraw(width) {
      const inner = width - this.left - 4;
      this.pixels = this.scale || Math.max(7, Math.min(24, inner / this.end));
      this.perStrip = Math.max(1, Math.floor(inner / this.pixels));
      this.base = 22 + this.lanes.length * LANE_HEIGHT; /* where the lanes of requests begin */
      this.height = this.base + (this.requestLanes ? 6 + this.requestLanes * LANE_HEIGHT : 2);
      const strips = [];
      for (let from = 0; from < this.end; from += this.perStrip)
         strips.push(this.strip(from, Math.min(this.end, from + this.perStrip), width));
      return strips;
   }

   /*
    * The times from `from` to `to`. Parts of it draw what lies in that range: span(start, end) is [x, width], or null outside
    * of it.
    */
   strip(from, to, width) {
      const {report, height, left, base, pattern} = this;
      const x = (time) => left + (Math.max(from, Math.min(to, time)) - from) * this.pixels;
      const span = (start, end) => (start < to && end > from ? [x(start), x(end) - x(start)] : null);
      const svg = canvas(width, height, {class: 'strip', 'data-from': from});
      const dots = {width: 5, height: 5, patternUnits: 'userSpaceOnUse'};
      const hatch = {width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'};
      svg.append(
         draw('pattern', {id: `${pattern}-${from}`, ...hatch}, box(0, 0, 6, 6, 'hatch-back'), box(0, 0, 2.5, 6, 'hatch-line')),
         draw('pattern', {id: `${pattern}-${from}-gap`, ...dots}, draw('circle', {cx: 2, cy: 2, r: 1, class: 'gap-dot'}))
      );
      const step = axisStep(this.perStrip, width / 60);
      for (let time = Math.ceil(from / step) * step; time < to; time += step) {
         svg.append(rule(x(time), 14, x(time), height, 'axis'));
         if (x(time) < width - 30) svg.append(label(x(time) + 2, 11, time, 'axis-text'));
      }
      this.lanes.forEach((u, k) => {
         const y = 18 + k * LANE_HEIGHT;
         svg.append(label(left - 6, y + 10, report.units[u].id, 'lane-text', 'end'), rule(left, y + 13, x(to), y + 13, 'lane'));
      });
      if (this.requestLanes) svg.append(label(left - 6, base + 10, 'requests', 'lane-text', 'end'));
      this.drawRows(svg, span, `url(#${pattern}-${from}-gap)`);
      for (const request of this.requests) this.drawRequest(svg, span, request, `url(#${pattern}-${from})`);
      return svg;
   }

   /* The busy units of rows, and the gaps before rows that wait. */
   drawRows(svg, span, dots) {
      const {report, lanes, base} = this;
      report.rows.forEach((row, r) => {
         const tick = (busy, y, high, kind) => {
            const at = span(row.start, row.start + busy);
            if (at) svg.append(this.shape(r, box(at[0] + 0.5, y, Math.max(1.5, at[1] - 1), high, `tick ${kind}`)));
         };
         const used = row.used.filter(({unit, busy}) => busy && lanes.includes(unit));
         used.forEach(({unit, busy}) => tick(busy, 18 + lanes.indexOf(unit) * LANE_HEIGHT, 12, `u${unit % 13}`));
         if (!used.length) tick(Math.max(1, row.cost), 15, 2, 'bare');
         const wait = report.waitBefore(r);
         const gap = wait && span(row.start - wait, row.start);
         if (!gap) return;
         svg.prepend(box(gap[0], 16, gap[1], base - 20, 'gap', dots));
         if (gap[1] > 62) svg.append(label(gap[0] + gap[1] / 2, 10 + base / 2, `waits ${wait}`, 'gap-text', 'middle'));
      });
   }

   /* A request: its issue, its way until it is done, and what is left until it is waited for. */
   drawRequest(svg, span, {r, lane, start, issued, done, end, assumed, awaited}, hatch) {
      const y = this.base + lane * LANE_HEIGHT;
      const part = (at, top, high, kind, fill) => {
         if (at) svg.append(this.shape(r, box(at[0], top, at[1], high, `request ${kind}`, fill)));
      };
      part(span(start, issued), y, 11, 'issue');
      part(issued < done && span(issued, done), y, 11, 'flight', assumed ? hatch : 'var(--request)');
      part(done < end && span(done, end), y + 4, 3, 'spare');
      const last = awaited && span(end - 1, end);
      if (last) svg.append(rule(last[0] + last[1], y - 2, last[0] + last[1], y + 13, 'request-end'));
   }
   find(event) {
      const svg = event.target.closest('svg');
      if (!svg) return null;
      const {left, top} = svg.getBoundingClientRect();
      const px = event.clientX - left - this.left;
      const time = Number(svg.dataset.from) + px / this.pixels;
      const lane = Math.floor((event.clientY - top - this.base) / LANE_HEIGHT);
      if (px < 0) return null;
      const request = this.requests.find((q) => q.lane === lane && time >= q.start && time < q.end);
      return request
         ? request.r
         : Math.max(
              0,
              this.report.rows.findLastIndex(({start}) => start <= time)
           );
   }
}

/*
 * Live registers over the rows, with the peak and the steps of occupancy, and below them a bar for each value in its registers.
 */
class RegisterMap extends RowDrawing {
   constructor(marks, report) {
      super(marks, report, 'Rows over the registers');
   }
   redraw(width) {
      const {rows} = this.report;
      const left = 46;
      const right = width - 8;
      const scale = (right - left) / Math.max(1, rows.length);
      const at = {left, right, scale, x: (r) => left + r * scale};
      this.rowAt = (px) => Math.floor((px - left) / scale);
      return [this.curve(width, at), this.map(width, at)];
   }

   /* Columns that are marked with the rows. They are above everything else. */
   addColumns(svg, {x, scale}, y, height, kind) {
      const wide = Math.max(1, scale);
      this.report.rows.forEach((row, r) => svg.append(this.shape(r, box(x(r), y, wide, height, `column ${kind}`))));
   }
   curve(width, at) {
      const {report} = this;
      const {rows, registers, summary} = report;
      const {left, right, x, scale} = at;
      const {step} = report.occupancy(summary.registers);
      const above = step && step.registers <= 2 * summary.registers ? step.registers : 0;
      const top = Math.max(4, summary.peak, summary.registers, above);
      const y = (live) => 30 + 122 * (1 - live / top);
      const svg = canvas(width, 160);
      for (let live = 0, by = axisStep(top, 5); live <= top; live += by)
         svg.append(rule(left, y(live), right, y(live), 'axis'), label(left - 6, y(live) + 4, live, 'lane-text', 'end'));
      const points = rows.map((row, r) => `${x(r)},${y(row.live)} ${x(r + 1)},${y(row.live)}`).join(' ');
      svg.append(
         draw('polygon', {points: `${left},${y(0)} ${points} ${x(rows.length)},${y(0)}`, class: 'pressure'}),
         draw('polyline', {points, class: 'pressure-line'})
      );
      let last = -Infinity; /* where the last label is; labels that would overlap are left out */
      for (const {registers: limit, waves} of [...registers.steps].reverse()) {
         if (limit > top) continue;
         svg.append(rule(left, y(limit), right, y(limit), 'step'));
         if (y(limit) - last < 13) continue;
         last = y(limit);
         svg.append(label(right, last - 3, `${limit}: ${count(waves, 'wave')}`, 'step-text', 'end'));
      }
      this.addColumns(svg, at, 16, 136, '');
      if (registers.peak_row !== null) {
         const px = x(registers.peak_row) + scale / 2;
         const text = `peak ${summary.peak} at ${report.row} ${registers.peak_row}`;
         svg.append(
            rule(px, 14, px, y(0), 'peak-line'),
            draw('circle', {cx: px, cy: y(summary.peak), r: 4, class: 'peak-dot'}),
            label(px, 11, text, 'peak-text', px > width / 2 ? 'end' : 'start')
         );
      }
      return svg;
   }

   /* The registers that hold values, each with bars over the rows in which a value is live. */
   map(width, at) {
      const {report} = this;
      const {left, right, x, scale} = at;
      const used = report.values.flatMap((value) => Array.from({length: value.count}, (_, k) => value.register + k));
      const registers = [...new Set(used)].sort((a, b) => a - b);
      const laneOf = new Map(registers.map((register, lane) => [register, lane]));
      const high = Math.max(5, Math.min(11, 420 / Math.max(1, registers.length)));
      const bottom = registers.length * high;
      const svg = canvas(width, bottom + 16);
      for (let k = 0, by = axisStep(registers.length, bottom / 24); k < registers.length; k += by) {
         const name = report.registerName(registers[k]);
         svg.append(label(left - 6, k * high + 9, name, 'lane-text', 'end'), rule(left, k * high, right, k * high, 'axis'));
      }
      report.values.forEach((value, v) => {
         const peak = report.registers.peak_values.includes(v) ? 'at-peak' : '';
         const y = laneOf.get(value.register) * high + 0.5;
         for (const [from, to] of value.ranges) {
            const bar = box(
               x(from) + 0.5,
               y,
               Math.max(2, (to - from + 1) * scale - 1),
               value.count * high - 1,
               `value ${peak}`
            );
            bar.classList.toggle('input', !value.writers.length);
            bar.dataset.value = v;
            svg.append(bar);
         }
      });
      this.addColumns(svg, at, 0, bottom, 'through');
      svg.append(
         label(left, bottom + 13, `${report.row} 0`, 'axis-text'),
         label(right, bottom + 13, Math.max(0, report.rows.length - 1), 'axis-text', 'end')
      );
      return svg;
   }
   find(event) {
      const svg = event.target.closest('svg');
      return svg ? this.rowAt(event.clientX - svg.getBoundingClientRect().left) : null;
   }
}

/* The values that are live at the peak, with the rows and lines that they come from. */
function peakList(marks, report) {
   const {registers, summary, stats} = report;
   const go = (kind, index, text) => make('button', {class: 'link', onclick: () => marks.pin(report, kind, index, null)}, text);
   const {step, better} = report.occupancy(summary.registers);
   const spills = Object.entries(stats).filter(([name, value]) => /^spill_(loads|stores)$/.test(name) && value);
   return make(
      'div.peak-list',
      make(
         'h3',
         registers.peak_row === null
            ? 'No registers'
            : [
                 `Peak: ${count(summary.peak, 'register')} at `,
                 go('code', registers.peak_row, `${report.row} ${registers.peak_row}`)
              ]
      ),
      make(
         'p',
         `The program needs ${count(summary.registers, 'register')} of ${registers.bits} bits. `,
         step
            ? [
                 `Up to ${step.registers}, ${count(step.waves, 'wave')} run at once`,
                 assumedMark(report.stepsAssumed),
                 better ? `; ${better.registers} or fewer would let ${better.waves} run.` : '.'
              ]
            : '',
         summary.spill_bytes
            ? ` Spills: ${count(summary.spill_bytes, 'byte')} per invocation`
                 + (spills.length ? ` (${spills.map(([name, value]) => `${name} ${value}`).join(', ')}).` : '.')
            : ' Nothing is spilled.'
      ),
      make(
         'ol.values',
         registers.peak_values.map((v) => {
            const value = report.values[v];
            return make(
               'li',
               go('value', v, value.name),
               ' ',
               value.writers.length
                  ? [
                       'written by ',
                       value.writers.slice(0, 6).map((r, k) => [k ? ', ' : '', go('code', r, r)]),
                       value.writers.length > 6 ? ' \u2026' : ''
                    ]
                  : 'input of the program',
               value.lines.length
                  ? make(
                       'span.from',
                       value.lines.map((line) => [
                          make('br'),
                          go('source', line, `line ${line}`),
                          ' ',
                          make('code', (report.source[line - 1] ?? '').trim())
                       ])
                    )
                  : ''
            );
         })
      )
   );
}
