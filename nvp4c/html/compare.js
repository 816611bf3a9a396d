/* SPDX-License-Identifier: MIT */
/* compare.js: what a page with two reports shows: both summaries with their differences, and the costs of the lines of both. */

/*
 * The lines of `b` for lines of `a`: a longest common subsequence between the equal lines at both ends. If the rest is very
 * large, only lines whose text is unique in both match.
 */
function matchLines(a, b) {
   const match = new Map();
   let first = 0;
   let last = 0;
   while (first < a.length && first < b.length && a[first] === b[first]) match.set(first + 1, ++first);
   while (last < a.length - first && last < b.length - first && a[a.length - 1 - last] === b[b.length - 1 - last])
      match.set(a.length - last, b.length - last++);
   const x = a.slice(first, a.length - last);
   const y = b.slice(first, b.length - last);
   if (x.length * y.length > 4e6) {
      const unique = (list, text) => list.indexOf(text) === list.lastIndexOf(text);
      x.forEach((text, i) => {
         if (unique(x, text) && y.includes(text) && unique(y, text)) match.set(first + i + 1, first + y.indexOf(text) + 1);
      });
      return match;
   }
   const length = Array.from({length: x.length + 1}, () => new Uint16Array(y.length + 1));
   for (let i = x.length - 1; i >= 0; i--)
      for (let j = y.length - 1; j >= 0; j--)
         length[i][j] = x[i] === y[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
   for (let i = 0, j = 0; i < x.length && j < y.length;)
      if (x[i] === y[j]) match.set(first + ++i, first + ++j);
      else if (length[i + 1][j] >= length[i][j + 1]) i++;
      else j++;
   return match;
}

/* The difference in words. `smaller`: smaller is better, or undefined if neither is. */
function difference(a, b, smaller) {
   if (typeof a !== 'number' || typeof b !== 'number') return a === b ? 'same' : 'differs';
   if (a === b) return 'same';
   const sign = b > a ? '+' : '\u2212';
   const better = b < a === smaller;
   const word = smaller === undefined ? '' : better ? 'better' : 'worse';
   return make(
      'span',
      {class: word},
      `${sign}${number(Math.abs(b - a))}`,
      a ? ` (${sign}${Math.abs((100 * (b - a)) / a).toFixed(1)} %) ` : ' ',
      word
   );
}

function comparison(marks, a, b) {
   const words = ['target', 'core', 'stage', 'language', 'options', 'version'];
   const left = describe(a);
   const right = describe(b);
   const rows = words.map((word, k) => [word, left[k], right[k], left[k] === right[k] ? 'same' : 'differs']);
   const others = new Map(figuresOf(b).map((figure) => [figure.name, figure]));
   for (const figure of figuresOf(a)) {
      const other = others.get(figure.name);
      others.delete(figure.name);
      rows.push([
         figure.name,
         valueOf(figure),
         other ? valueOf(other) : 'none',
         !other || other.unit !== figure.unit ? 'other unit' : difference(figure.n, other.n, figure.smaller)
      ]);
   }
   for (const figure of others.values()) rows.push([figure.name, 'none', valueOf(figure), 'other unit']);
   const ids = [
      ...new Set([...a.summary.units.map(({unit}) => a.units[unit].id), ...b.summary.units.map(({unit}) => b.units[unit].id)])
   ];
   const total = (report, id) => report.summary.units.find(({unit}) => report.units[unit].id === id)?.total;
   for (const id of ids)
      rows.push([
         `busy ${id}`,
         number(total(a, id)),
         number(total(b, id)),
         a.time.name === b.time.name ? difference(total(a, id) ?? 0, total(b, id) ?? 0) : 'other unit'
      ]);
   return make(
      'section.comparison',
      {'aria-label': 'Comparison'},
      table('Both reports', ['figure', `A: ${a.file}`, `B: ${b.file}`, 'B against A'], rows, 'compare'),
      make(
         'div',
         costsByLine(marks, a, b),
         assumptionList(a),
         JSON.stringify([a.summary.assumptions, a.costs]) === JSON.stringify([b.summary.assumptions, b.costs])
            ? null
            : assumptionList(b)
      )
   );
}

/* Costs of lines that differ between the reports, the largest difference first. */
function costsByLine(marks, a, b) {
   const to = matchLines(a.source, b.source);
   const rows = [];
   const cost = (report, line) => report.costOfLine.get(line)?.cost ?? 0;
   const seen = new Set();
   a.source.forEach((text, k) => {
      const line = to.get(k + 1);
      seen.add(line);
      if (cost(a, k + 1) || cost(b, line)) rows.push({a: k + 1, b: line, text, x: cost(a, k + 1), y: cost(b, line)});
   });
   b.source.forEach((text, k) => {
      if (!seen.has(k + 1) && cost(b, k + 1)) rows.push({b: k + 1, text, x: 0, y: cost(b, k + 1)});
   });
   const different = rows
      .filter(({x, y}) => x !== y)
      .sort((p, q) => Math.abs(q.y - q.x) - Math.abs(p.y - p.x))
      .slice(0, 12);
   const link = (report, line) =>
      line ? make('button', {class: 'link', onclick: () => marks.pin(report, 'source', line, null)}, line) : 'none';
   return different.length
      ? table(
           'Lines whose cost differs most',
           ['line A', 'line B', 'A', 'B', 'text'],
           different.map((row) => [link(a, row.a), link(b, row.b), row.x, row.y, make('code', row.text.trim())]),
           'numbers'
        )
      : make('p', 'No line costs more in one report than in the other.');
}
