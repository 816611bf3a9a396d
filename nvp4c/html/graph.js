/* SPDX-License-Identifier: MIT */
/*
 * graph.js: the control flow. A block is in the layer after its last predecessor; jumps back do not count. Edges between
 * adjacent layers are curves. Longer ones go through lanes beside the blocks, to the right those forward and to the left those
 * back.
 */

const LINE = 14;
const GAP = 40;
const LANE = 9;
const MOST_ROWS = 12;

class Graph {
   constructor(marks, report) {
      Object.assign(this, {marks, report, nodes: [], texts: new Map(), old: new Map()});
      this.arrow = `arrow${lists++}`;
      this.element = make('div.graph');
      marks.parts.push(this);
      followWidth(this);
   }

   /* The layer of each block and of the end, and the edges {from, to, kind}. Each block has a layer of its own if `single`. */
   findLayers(single) {
      const {blocks} = this.report;
      const end = blocks.length;
      const edges = blocks.flatMap((block, from) => block.next.map(({block: to, kind}) => ({from, to: to ?? end, kind})));
      const layer = Array.from({length: end + 1}, (_, b) => (single ? b : 0));
      /* Edges are in the order of their blocks, so the layer of a block is known when its own edges follow. */
      for (const {from, to} of edges) if (to > from) layer[to] = Math.max(layer[to], layer[from] + 1);
      layer[end] = Math.max(0, ...layer.slice(0, end).map((l) => l + 1));
      const members = [];
      layer.forEach((l, b) => (members[l] ??= []).push(b));
      return {edges, layer, members};
   }

   /* Distributes edges {low, high} over lanes, so that those of a lane do not overlap. Returns the number of lanes. */
   assignLanes(edges) {
      const lanes = [];
      for (const edge of edges.sort((a, b) => a.high - a.low - (b.high - b.low))) {
         let k = lanes.findIndex((taken) => taken.every(([low, high]) => edge.high <= low || edge.low >= high));
         if (k < 0) k = lanes.push([]) - 1;
         lanes[k].push([edge.low, edge.high]);
         edge.lane = k;
      }
      return lanes.length;
   }

   /* Layers and lanes. If the blocks of a layer do not fit side by side, each block has its own layer. */
   place(width, single = false) {
      const {edges, layer, members} = this.findLayers(single);
      const long = edges.filter(({from, to}) => layer[to] !== layer[from] + 1);
      for (const edge of long) {
         edge.forward = layer[edge.to] > layer[edge.from];
         const [first, last] = edge.forward ? [edge.from, edge.to] : [edge.to, edge.from];
         [edge.low, edge.high] = edge.forward
            ? [layer[first] + 0.5, layer[last] - 0.5]
            : [layer[first] - 0.5, layer[last] + 0.5];
      }
      const right = this.assignLanes(long.filter(({forward}) => forward)) * LANE + 10;
      const left = this.assignLanes(long.filter(({forward}) => !forward)) * LANE + 10;
      const most = Math.max(...members.map((list) => list.length));
      const wide = Math.min(260, (width - left - right) / most - 16);
      const inner = Math.min(width - left - right, most * (wide + 40));
      const at = (width - right + left - inner) / 2;
      return wide < 150 && !single ? this.place(width, true) : {edges, layer, members, left: at, inner, wide};
   }

   rowText(r) {
      const row = this.report.rows[r];
      return `${r}  ${this.report.coissue ? row.used.map(({op}) => op).join(' ') : row.text.split('\n')[0]}`;
   }
   linesOf(b) {
      const block = this.report.blocks[b];
      if (!block) return [];
      const rows = Array.from({length: block.count}, (_, k) => block.first + k);
      return rows.length <= MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS - 3), null, ...rows.slice(-2)];
   }

   update() {
      const {report} = this;
      const place = this.place(this.width);
      const boxes = this.placeBoxes(place);
      this.nodes = [];
      this.texts = new Map();
      const height = Math.max(...boxes.map((box) => box.bottom)) + 14;
      const size = {width: this.width, height, viewBox: `0 0 ${this.width} ${height}`};
      const marker = {id: this.arrow, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'};
      const svg = draw(
         'svg',
         {...size, role: 'group', 'aria-label': 'control flow'},
         draw('marker', marker, draw('path', {d: 'M0 0L8 4L0 8z', class: 'arrow'}))
      );
      /* Edges leave and enter a block from left to right: first those in the left lanes, last those in the right ones. */
      const side = (edge, way) =>
         edge.lane === undefined ? way * (boxes[edge.to].x - boxes[edge.from].x) : edge.forward ? Infinity : -Infinity;
      const order = (edges, way) => edges.sort((e, f) => (side(e, way) === side(f, way) ? 0 : side(e, way) - side(f, way)));
      const leaving = boxes.map((_, b) =>
         order(
            place.edges.filter(({from}) => from === b),
            1
         )
      );
      const entering = boxes.map((_, b) =>
         order(
            place.edges.filter(({to}) => to === b),
            -1
         )
      );
      boxes.forEach((box, b) => {
         svg.append(this.node(b, box, place.wide));
         for (const edge of leaving[b]) {
            const port = (list, at) => at.x + (place.wide * (list.indexOf(edge) + 1)) / (list.length + 1);
            svg.append(
               this.edge(edge, this.path(edge, port(leaving[b], box), port(entering[edge.to], boxes[edge.to]), place, boxes))
            );
         }
      });
      this.element.replaceChildren(svg);
      this.old = new Map();
      this.mark(this.marks.marksFor(report, this.marks.selection), this.marks.selection);
   }

   /* A box {x, y, bottom, lines, end} for each block and for the end of the program; `end` is that of the layer. */
   placeBoxes({edges, members, left, inner, wide}) {
      const boxes = [];
      let y = 14;
      for (const list of members) {
         const centre = (b) => {
            const from = edges.filter((edge) => edge.to === b && boxes[edge.from]).map((edge) => boxes[edge.from].x);
            return from.reduce((sum, x) => sum + x, 0) / Math.max(1, from.length);
         };
         const sorted = list.map((b) => ({b, at: centre(b)})).sort((p, q) => p.at - q.at || p.b - q.b);
         sorted.forEach(({b}, k) => {
            const lines = this.linesOf(b);
            const x = left + (inner * (k + 0.5)) / sorted.length - wide / 2;
            boxes[b] = {x, y, lines, bottom: y + (this.report.blocks[b] ? 26 + lines.length * LINE : 22)};
         });
         const end = Math.max(...list.map((b) => boxes[b].bottom));
         for (const b of list) boxes[b].end = end;
         y = end + GAP;
      }
      return boxes;
   }

   /* The path of an edge from x1 at the bottom of a box to x2 at the top of another one. */
   path({from, to, lane, forward}, x1, x2, {left, inner}, boxes) {
      const y1 = boxes[from].bottom;
      const y2 = boxes[to].y - 1;
      if (lane === undefined) return `M${x1} ${y1}C${x1} ${y1 + GAP / 2} ${x2} ${y2 - GAP / 2} ${x2} ${y2}`;
      const bend = 6 + (lane % 4) * 4;
      const x = forward ? left + inner + 4 + lane * LANE : left - 4 - lane * LANE;
      return `M${x1} ${y1}V${boxes[from].end + bend}H${x}V${boxes[to].y - bend - 4}H${x2}V${y2}`;
   }

   node(b, {x, y, bottom, lines}, wide) {
      const height = bottom - y;
      const {report} = this;
      const block = report.blocks[b];
      const fit = Math.floor((wide - 12) / 6.7);
      const cut = (text) => (text.length > fit ? `${text.slice(0, fit - 1)}\u2026` : text);
      if (!block) {
         this.nodes[b] = draw(
            'g',
            {class: 'node end', tabindex: -1, role: 'img', 'aria-label': 'end of the program'},
            draw('rect', {x, y, width: wide, height, rx: 11}),
            draw('text', {x: x + wide / 2, y: y + 15, 'text-anchor': 'middle', class: 'title'}, 'end')
         );
         return this.nodes[b];
      }
      const rows =
         block.count === 1
            ? `${report.row} ${block.first}`
            : `${report.row}s ${block.first}\u2013${block.first + block.count - 1}`;
      const cost = report.rows.slice(block.first, block.first + block.count).reduce((sum, row) => sum + row.cost, 0);
      const label = `block ${b}: ${block.count ? rows : 'empty'}, cost ${cost}`;
      const act = () => this.marks.pin(report, 'block', b, this);
      this.nodes[b] = draw(
         'g',
         {
            class: 'node',
            tabindex: 0,
            role: 'button',
            'aria-label': label,
            'data-block': b,
            onclick: act,
            onkeydown: onEnter(act)
         },
         draw('rect', {x, y, width: wide, height, rx: 4}),
         draw('text', {x: x + 6, y: y + 15, class: 'title'}, cut(label)),
         lines.map((r, k) => {
            const text = draw(
               'text',
               {x: x + 6, y: y + 30 + k * LINE, class: 'row'},
               r === null ? `\u2026 ${block.count - lines.length + 1} more` : cut(this.rowText(r))
            );
            if (r !== null) this.texts.set(r, text);
            return text;
         })
      );
      return this.nodes[b];
   }

   edge({from, to, kind, forward = true}, d) {
      const end = to === this.report.blocks.length;
      const target = end ? 'the end' : `block ${to}`;
      const way = kind !== 'jump' ? 'next' : forward ? 'jump' : 'jump back';
      const act = () => {
         if (!end) this.marks.pin(this.report, 'block', to, this);
         this.nodes[to].focus();
         this.nodes[to].scrollIntoView({block: 'nearest'});
      };
      return draw(
         'g',
         {
            class: `edge ${kind}${forward ? '' : ' back'}`,
            tabindex: 0,
            role: 'button',
            'data-from': from,
            'data-to': end ? 'end' : to,
            'aria-label': `from block ${from} to ${target} (${way})`,
            onclick: act,
            onkeydown: onEnter(act)
         },
         draw('path', {d, class: 'wide'}),
         draw('path', {d, class: 'thin', 'marker-end': `url(#${this.arrow})`})
      );
   }
   mark(marks, selection) {
      const block = (r) => this.report.rows[r]?.block;
      for (const r of this.old.keys()) {
         this.nodes[block(r)]?.classList.remove('main');
         this.texts.get(r)?.classList.remove('main', 'part');
      }
      for (const [r, kind] of marks.rows) {
         this.nodes[block(r)]?.classList.add('main');
         this.texts.get(r)?.classList.add(kind);
      }
      if (this.selected !== undefined) this.nodes[this.selected]?.classList.remove('selected');
      this.selected = selection?.kind === 'block' && selection.report === this.report ? selection.index : undefined;
      this.nodes[this.selected]?.classList.add('selected');
      this.old = marks.rows;
   }
}

/* A handler of keys that acts on Enter and on the space bar. */
function onEnter(act) {
   return (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      act();
   };
}
