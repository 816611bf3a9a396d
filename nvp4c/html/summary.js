/* SPDX-License-Identifier: MIT */
/* summary.js: the head of the page, the model of costs, the passes, and the details of what was touched last. */

const table = (caption, head, rows, kind = '') =>
   make(
      'table',
      {class: kind},
      make('caption', caption),
      make(
         'thead',
         make(
            'tr',
            head.map((text) => make('th', {scope: 'col'}, text))
         )
      ),
      make(
         'tbody',
         rows.map((cells) =>
            make(
               'tr',
               cells.map((cell, c) => make(c ? 'td' : 'th', {scope: c ? null : 'row'}, cell))
            )
         )
      )
   );

/*
 * The figures of the summary: {name, value, text, n, unit, smaller, assumed}. `n` is the number, or null; figures with
 * different units are not compared. `smaller` says whether smaller is better; neither is if it is undefined.
 */
function figuresOf(report) {
   const {summary, registers, stats, time} = report;
   const {step} = report.occupancy(summary.registers);
   const figure = (name, n, text, more = {}) => ({name, n, text, value: number(n), unit: '', smaller: true, ...more});
   const cost = (name, n, text) =>
      figure(name, n, `${text}, in ${time.name}`, {
         unit: time.name,
         assumed: name === 'with waits' ? report.waitAssumed : report.issueAssumed,
         value: n === null ? 'loop' : number(n)
      });
   const held = {unit: `${registers.bits}-bit registers`};
   return [
      figure(`${report.row}s`, summary.rows, 'rows of the machine code'),
      figure('lower bound', summary.lower_bound, `proved: no schedule of these operations has fewer ${report.row}s`, {
         smaller: undefined
      }),
      figure('bytes', summary.bytes, 'bytes of machine code'),
      cost('total', summary.total, `issue time if each ${report.row} runs once`),
      cost('shortest', summary.shortest, 'issue time of the shortest path'),
      cost('longest', summary.longest, 'issue time of the longest path'),
      cost('with waits', summary.elapsed, 'time if each block runs once, with the waits for requests'),
      figure(
         registers.bits === 16 ? 'half registers' : 'registers',
         summary.registers,
         `registers of ${registers.bits} bits that the program needs`,
         held
      ),
      figure('peak', summary.peak, 'most registers that are live at once', held),
      figure(
         'waves',
         step ? step.waves : null,
         step ? `waves that run at once with up to ${step.registers} registers` : 'no step of occupancy is known',
         {smaller: false, assumed: report.stepsAssumed}
      ),
      figure('constants', summary.constants, 'words that the driver uploads'),
      figure('textures', summary.textures, 'texture requests in the code'),
      figure('spills', summary.spill_bytes, 'scratch memory of spilled values, bytes per invocation', {
         value: summary.spill_bytes ? `${number(summary.spill_bytes)} B` : 'none'
      }),
      ...(summary.spill_bytes
         ? ['spill_loads', 'spill_stores']
              .filter((name) => name in stats)
              .map((name) => figure(name.replace('_', ' '), stats[name], `statistic ${name}`))
         : [])
   ];
}
const valueOf = (figure) => [figure.value, assumedMark(figure.assumed)];

function unitTable(report) {
   const {summary, units} = report;
   const most = Math.max(1, ...summary.units.map(({total}) => total));
   const cell = (value) => (value === null ? 'loop' : number(value));
   return table(
      [`Busy ${report.time.name} by unit`, assumedMark(report.busyAssumed)],
      ['unit', 'total', 'shortest', 'longest', ''],
      summary.units.map(({unit, total, shortest, longest}) => {
         const bar = make('span', {class: `meter u${unit % 13}`});
         bar.style.width = `${(100 * total) / most}%`;
         return [
            units[unit].id,
            cell(total),
            cell(shortest),
            cell(longest),
            [bar, unit === summary.limit ? make('b.limit', 'limits') : unseen('')]
         ];
      }),
      'units'
   );
}

function assumptionList(report) {
   const ids = report.summary.assumptions;
   return make(
      'div.assumptions',
      make('h2', assumedMark(true), ' rests on an assumption'),
      ids.length
         ? make(
              'dl',
              ids.map((id) => {
                 const cost = report.costOf.get(id);
                 return [make('dt', `${id} = ${cost ? cost.value : 'unknown'}`), make('dd', cost?.text ?? '')];
              })
           )
         : make('p', 'No cost in this report is assumed.'),
      report.stepsAssumed ? make('p', 'The steps of occupancy are assumed.') : null
   );
}

/* What the code itself rests on. Reports of older versions do not have the list. */
function premiseList(report) {
   const premises = report.assumptions ?? [];
   if (!premises.length)
      return null;
   return make(
      'div.assumptions',
      make('h2', 'The code rests on'),
      make(
         'dl',
         premises.map(({id, text, first, rows}) => [
            make('dt', id),
            make('dd', `${text} (${count(rows, report.row)}, the first is ${first})`)
         ])
      )
   );
}

const describe = (report) => [
   report.target,
   report.cpu,
   report.stage,
   `language ${report.language}`,
   report.options.length ? report.options.join(' ') : 'default options',
   `nvp4c ${report.version}`
];

function summaryOf(report) {
   return make(
      'section.summary',
      {'aria-label': 'Summary'},
      make(
         'div',
         make(
            'dl.figures',
            figuresOf(report).map((figure) =>
               make('div', {'data-tip': figure.text}, make('dt', figure.name), make('dd', valueOf(figure)))
            )
         ),
         assumptionList(report),
         premiseList(report)
      ),
      unitTable(report)
   );
}

/* ---- tabs */

function modelOf(report) {
   const reasons = report.reasons.map(() => new Array(report.units.length).fill(0));
   for (const row of report.rows) for (const {unit, reason} of row.empty) reasons[reason][unit]++;
   const units = report.units.map((_, u) => u).filter((u) => reasons.some((counts) => counts[u]));
   const sorted = reasons
      .map((counts, r) => [r, counts.reduce((a, b) => a + b, 0), counts])
      .filter(([, sum]) => sum)
      .sort((a, b) => b[1] - a[1]);
   return make(
      'div.model',
      report.name ? make('h3', report.name) : null,
      sorted.length
         ? table(
              'Why units are empty, and how often',
              ['reason', 'all', ...units.map((u) => report.units[u].id)],
              sorted.map(([r, sum, counts]) => [
                 [make('b', report.reasons[r].id), ' ', report.reasons[r].text],
                 sum,
                 ...units.map((u) => counts[u] || '')
              ]),
              'numbers'
           )
         : null,
      table(
         `The model of costs. ${report.time.name}: ${report.time.text}`,
         ['cost', 'value', 'known from', 'meaning'],
         report.costs.map((cost) => [
            cost.id,
            cost.value,
            [cost.provenance, assumedMark(cost.provenance === 'assumed')],
            cost.text
         ])
      ),
      table(
         'Statistics',
         ['name', 'value'],
         Object.entries(report.stats).map(([name, value]) => [name, number(value)]),
         'numbers'
      )
   );
}

function passesOf(report) {
   const lineKind = (line) => (line.startsWith('@@') ? 'at' : line.startsWith('+') ? 'new' : line.startsWith('-') ? 'old' : '');
   const sign = (n) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : 'same number');
   return make(
      'ol.passes',
      report.passes.map((pass) => {
         const head = [
            make('b', pass.name),
            ` ${pass.before} \u2192 ${pass.after} `,
            make('span.delta', pass.changed ? sign(pass.after - pass.before) : 'no change')
         ];
         return make(
            'li',
            {class: pass.changed ? 'changed' : ''},
            pass.diff?.length
               ? make(
                    'details',
                    {
                       ontoggle: (event) => {
                          const box = event.target.lastChild;
                          if (event.target.open && !box.firstChild)
                             box.append(...pass.diff.map((line) => make('span', {class: lineKind(line)}, line || ' ')));
                       }
                    },
                    make('summary', head),
                    make('pre', {tabindex: 0, 'aria-label': `difference of ${pass.name}`})
                 )
               : make('p', head)
         );
      })
   );
}

/* Details of what was touched last: a row in full, or the code of a line, a value or a block. */
class Details {
   constructor(marks) {
      this.marks = marks;
      this.body = make(
         'div.details-body',
         make('p.hint', 'Point at a line, a row, a value or a block. Click or Enter pins it.')
      );
      this.element = make('aside.details', {'aria-label': 'Details'}, make('h2', 'Details'), this.body);
      marks.followers.push((selection) => this.show(selection));
   }
   link(report, kind, index, text) {
      return make('button', {class: 'link', onclick: () => this.marks.pin(report, kind, index, null)}, text);
   }
   links(report, kind, list, most = 24) {
      return [
         list.slice(0, most).map((index, k) => [k ? ', ' : '', this.link(report, kind, index, index)]),
         list.length > most ? ` and ${list.length - most} more` : '',
         list.length ? '' : 'none'
      ];
   }
   show({report, kind, index}) {
      const [title, items] = this[kind](report, index);
      this.body.replaceChildren(
         make('h3', report.name ? `${report.name}: ` : '', title),
         make(
            'dl',
            items.filter(Boolean).map(([name, value]) => [make('dt', name), make('dd', value)])
         )
      );
   }
   source(report, line) {
      const cost = report.costOfLine.get(line);
      const rows = report.rowsOfLine.get(line) ?? [];
      return [
         `Line ${line}`,
         [
            ['text', make('code', report.source[line - 1])],
            [
               'cost',
               cost
                  ? `${number(cost.cost)} ${report.time.name} in ${count(cost.rows, report.row)}; `
                    + `part of ${count(cost.shared, 'other')}`
                  : 'no code'
            ],
            cost?.executed === undefined ? null : ['executed', number(Number(cost.executed.toFixed(1)))],
            [`${report.row}s`, this.links(report, 'code', rows)]
         ]
      ];
   }
   ir(report, i) {
      const {text, lines} = report.ir[i];
      return [
         `Line ${i + 1} of IR`,
         [
            ['text', make('code', text.trim())],
            ['source lines', this.links(report, 'source', lines)],
            [
               `${report.row}s`,
               this.links(report, 'code', [...new Set(lines.flatMap((line) => report.rowsOfLine.get(line) ?? []))])
            ]
         ]
      ];
   }
   code(report, r) {
      const row = report.rows[r];
      const {units, reasons} = report;
      const wait = report.waitBefore(r);
      const empty = new Map();
      for (const {unit, reason} of row.empty) push(empty, reason, units[unit].id);
      return [
         `${report.row[0].toUpperCase()}${report.row.slice(1)} ${r}`,
         [
            ['text', make('code', row.text)],
            ['busy', row.used.map(({unit, op}, k) => [k ? ', ' : '', `${units[unit].id} ${op}`])],
            ...[...empty].map(([reason, names]) => ['empty', [names.join(', '), ': ', reasons[reason].text]]),
            [
               'time',
               [
                  `issued at ${row.start}, cost ${row.cost}, result after ${row.latency}`,
                  assumedMark(row.assumed),
                  wait ? `; waits ${wait} before` : '',
                  row.wait ? '; it waits for requests' : ''
               ]
            ],
            row.request
               ? [
                    'request',
                    [
                       `counter ${row.request.counter}, there at ${row.request.done}`,
                       assumedMark(row.assumed),
                       row.request.row === null
                          ? ', nothing waits for it'
                          : [', waited for by ', this.link(report, 'code', row.request.row, row.request.row)]
                    ]
                 ]
               : null,
            ['source lines', this.links(report, 'source', row.lines)],
            ['reads', report.registerNames(row.reads)],
            ['writes', report.registerNames(row.writes)],
            ['live', count(row.live, 'register')],
            row.executed === undefined ? null : ['executed', Number(row.executed.toFixed(2))],
            ['block', this.link(report, 'block', row.block, row.block)],
            ['bytes', row.bytes ? [`${row.bytes} at 0x${row.at.toString(16)} `, make('code', row.code)] : 'no public encoding']
         ]
      ];
   }
   value(report, v) {
      const value = report.values[v];
      return [
         `Value in ${value.name}`,
         [
            ['written by', value.writers.length ? this.links(report, 'code', value.writers) : 'input of the program'],
            ['read by', this.links(report, 'code', value.readers)],
            ['live', value.ranges.map(([from, to]) => `${from}\u2013${to}`).join(', ')],
            ['source lines', this.links(report, 'source', value.lines)]
         ]
      ];
   }
   block(report, b) {
      const block = report.blocks[b];
      const rows = Array.from({length: block.count}, (_, k) => block.first + k);
      return [
         `Block ${b}`,
         [
            [`${report.row}s`, this.links(report, 'code', rows)],
            ['lower bound', number(block.bound)],
            ['cost', rows.reduce((sum, r) => sum + report.rows[r].cost, 0)],
            [
               'next',
               block.next.map(({block: to, kind}, k) => [
                  k ? ', ' : '',
                  to === null ? 'the end' : this.link(report, 'block', to, to),
                  kind === 'jump' ? ' (jump)' : ''
               ])
            ],
            [
               'from',
               this.links(
                  report,
                  'block',
                  report.blocks.map((_, k) => k).filter((k) => report.blocks[k].next.some(({block: to}) => to === b))
               )
            ]
         ]
      ];
   }
}
