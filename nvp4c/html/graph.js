/* SPDX-License-Identifier: MIT */
/*
 * graph.js: the control flow. A block is in the layer after its last predecessor; jumps back do not count. Edges between
 * adjacent layers are curves. Longer ones go through lanes beside the blocks, to the right those forward and to the left those
 * back.
 */

const LINE = 14,
   GAP = 40,
   LANE = 9,
   MOST_ROWS = 12;

class Graph {
   constructor(marks, report) {
      Object.assign(this, {marks, report, nodes: [], texts: new Map(), old: new Map()});
      this.arrow = `arrow${lists++}`;
      this.element = make('div.graph');
      marks.parts.push(this);
      new ResizeObserver(() => {
         const width = Math.floor(this.element.clientWidth);
         if (width && width !== this.width) {
            this.width = width;
            this.update();
         }
      }).observe(this.element);
   }

   /* The layer of each block and of the end, and the edges {from, to, kind}. One block is in each layer if `single`. */
   findLayers(single) {
      const {blocks} = this.report,
         end = blocks.length,
         edges = [];
      blocks.forEach((block, from) => block.next.forEach(({block: to, kind}) => edges.push({from, to: to ?? end, kind})));
      const layer = new Array(end + 1).fill(0);
      for (let b = 0; b <= end; b++) {
         if (single) layer[b] = b;
         for (const edge of edges)
            if (edge.from === b && edge.to > b && !single) layer[edge.to] = Math.max(layer[edge.to], layer[b] + 1);
      }
      layer[end] = Math.max(...layer.slice(0, end).map((l) => l + 1), 0);
      const members = [];
      layer.forEach((l, b) => (members[l] ??= []).push(b));
      return {edges, layer, members: members.filter(Boolean).length === members.length ? members : null};
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

   place(width) {
      for (const single of [false, true]) {
         const {edges, layer, members} = this.findLayers(single);
         if (!members) continue;
         const long = edges.filter(({from, to}) => layer[to] !== layer[from] + 1);
         for (const edge of long)
            [edge.low, edge.high] =
               layer[edge.to] > layer[edge.from]
                  ? [layer[edge.from] + 0.5, layer[edge.to] - 0.5]
                  : [layer[edge.to] - 0.5, layer[edge.from] + 0.5];
         const right = this.assignLanes(long.filter(({from, to}) => layer[to] > layer[from])) * LANE + 10;
         const left = this.assignLanes(long.filter(({from, to}) => layer[to] <= layer[from])) * LANE + 10;
         const most = Math.max(...members.map((list) => list.length));
         const inner = width - left - right,
            wide = Math.min(260, inner / most - 16);
         if (wide < 150 && !single) continue;
         return {edges, layer, members, left, right, inner, wide};
      }
      return null;
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
      const {report} = this,
         p = this.place(this.width);
      this.nodes = [];
      this.texts = new Map();
      if (!p) return this.element.replaceChildren();
      const {edges, layer, members, left, inner, wide} = p,
         boxes = [];
      let y = 14;
      const tops = [],
         bottoms = [];
      members.forEach((list, l) => {
         const centre = (b) => {
            const from = edges.filter((edge) => edge.to === b && boxes[edge.from]).map((edge) => boxes[edge.from].x);
            return from.length ? from.reduce((a, c) => a + c, 0) / from.length : 0;
         };
         const sorted = list
            .map((b) => [b, centre(b)])
            .sort((a, c) => a[1] - c[1] || a[0] - c[0])
            .map(([b]) => b);
         sorted.forEach((b, k) => {
            const lines = this.linesOf(b);
            boxes[b] = {
               x: left + (inner * (k + 0.5)) / sorted.length - wide / 2,
               y,
               height: b === report.blocks.length ? 22 : 26 + lines.length * LINE,
               lines
            };
         });
         tops[l] = y;
         bottoms[l] = y + Math.max(...sorted.map((b) => boxes[b].height));
         y = bottoms[l] + GAP;
      });
      const height = y - GAP + 14;
      const svg = draw('svg', {
         width: this.width,
         height,
         viewBox: `0 0 ${this.width} ${height}`,
         role: 'group',
         'aria-label': 'control flow'
      });
      svg.append(
         draw(
            'defs',
            {},
            draw(
               'marker',
               {
                  id: this.arrow,
                  viewBox: '0 0 8 8',
                  refX: 7,
                  refY: 4,
                  markerWidth: 7,
                  markerHeight: 7,
                  orient: 'auto-start-reverse'
               },
               draw('path', {d: 'M0 0L8 4L0 8z', class: 'arrow'})
            )
         )
      );
      /* Edges leave and enter a block at places from left to right: those through the left lanes first. */
      const side = (edge) =>
         edge.lane === undefined ? boxes[edge.to].x - boxes[edge.from].x : layer[edge.to] > layer[edge.from] ? 1e6 : -1e6;
      const leaving = (b) => edges.filter(({from}) => from === b).sort((e, f) => side(e) - side(f));
      const entering = (b) =>
         edges
            .filter(({to}) => to === b)
            .sort((e, f) => (e.lane === undefined ? -side(e) : side(e)) - (f.lane === undefined ? -side(f) : side(f)));
      boxes.forEach((box, b) => {
         svg.append(this.node(b, box, wide));
         for (const edge of leaving(b)) {
            const out = leaving(b),
               into = entering(edge.to),
               target = boxes[edge.to];
            const x1 = box.x + (wide * (out.indexOf(edge) + 1)) / (out.length + 1),
               x2 = target.x + (wide * (into.indexOf(edge) + 1)) / (into.length + 1);
            const y1 = box.y + box.height,
               y2 = target.y,
               forward = layer[edge.to] > layer[b];
            let d;
            if (edge.lane === undefined) d = `M${x1} ${y1}C${x1} ${y1 + GAP / 2} ${x2} ${y2 - GAP / 2} ${x2} ${y2 - 1}`;
            else {
               const x = forward ? left + inner + 4 + edge.lane * LANE : left - 4 - edge.lane * LANE,
                  bend = 6 + (edge.lane % 4) * 4;
               d =
                  `M${x1} ${y1}L${x1} ${bottoms[layer[b]] + bend}L${x} ${bottoms[layer[b]] + bend}`
                  + `L${x} ${tops[layer[edge.to]] - bend - 4}L${x2} ${tops[layer[edge.to]] - bend - 4}L${x2} ${y2 - 1}`;
            }
            svg.append(this.edge(edge, d, forward));
         }
      });
      this.element.replaceChildren(svg);
      this.old = new Map();
      return this.mark(this.marks.marksFor(report, this.marks.selection), this.marks.selection);
   }

   node(b, {x, y, height, lines}, wide) {
      const {report} = this,
         block = report.blocks[b],
         fit = Math.floor((wide - 12) / 6.7);
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

   edge({from, to, kind}, d, forward) {
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
