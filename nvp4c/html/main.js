/* SPDX-License-Identifier: MIT */
/* main.js: builds the page. */

const reports = [...document.querySelectorAll('script[type="application/json"]')].map(
   (script, k, all) => new Report(JSON.parse(script.textContent), all.length > 1 ? 'AB'[k] : '')
);
document.documentElement.dataset.reports = reports.length;

/* Tabs: [name, a function that makes the content], which is made when it is first shown. */
function tabs(label, items) {
   const list = make('div', {role: 'tablist', 'aria-label': label});
   const panels = items.map(([name, content], k) => {
      const panel = make('div', {role: 'tabpanel', id: `panel${k}`, 'aria-labelledby': `tab${k}`, hidden: true, tabindex: 0});
      panel.fillOnce = () => {
         if (!panel.firstChild) panel.append(...[content()].flat());
      };
      list.append(
         make(
            'button',
            {
               role: 'tab',
               id: `tab${k}`,
               'aria-controls': `panel${k}`,
               onclick: () => choose(k),
               onkeydown: (event) => {
                  const step = {ArrowRight: 1, ArrowLeft: -1, Home: -k, End: items.length - 1 - k}[event.key];
                  if (step === undefined) return;
                  event.preventDefault();
                  choose((k + step + items.length) % items.length).focus();
               }
            },
            name
         )
      );
      return panel;
   });
   function choose(k) {
      [...list.children].forEach((tab, j) => {
         tab.setAttribute('aria-selected', j === k);
         tab.tabIndex = j === k ? 0 : -1;
         panels[j].hidden = j !== k;
      });
      panels[k].fillOnce();
      return list.children[k];
   }
   choose(0);
   return make('section.views', {'aria-label': label}, list, panels);
}

/* The theme: that of the system until the button is pressed. */
function themeButton() {
   const dark = () =>
      document.documentElement.dataset.theme
         ? document.documentElement.dataset.theme === 'dark'
         : matchMedia('(prefers-color-scheme: dark)').matches;
   const button = make(
      'button',
      {
         id: 'theme',
         'aria-pressed': dark(),
         onclick: () => {
            document.documentElement.dataset.theme = dark() ? 'light' : 'dark';
            button.setAttribute('aria-pressed', dark());
         }
      },
      'Dark'
   );
   return button;
}

/* Buttons that show and hide panes. */
function paneButtons(panes) {
   return make(
      'div.toggles',
      {role: 'group', 'aria-label': 'Panes'},
      panes.map((pane) =>
         make(
            'button',
            {'aria-pressed': true, 'aria-controls': pane.id, onclick: () => pane.show(pane.element.hidden)},
            pane.title
         )
      )
   );
}

function helpOfKeys() {
   const keys = [
      ['arrows', 'move in a list; left and right: the units of a row'],
      ['Enter', 'pin the line, and a second time release it'],
      ['Escape', 'nothing is marked'],
      ['/', 'search'],
      ['n, N', 'next and previous match'],
      ['Tab', 'the next pane']
   ];
   return make(
      'details.keys',
      make('summary', 'Keys'),
      make(
         'dl',
         keys.map(([key, text]) => [make('dt', make('kbd', key)), make('dd', text)]),
         make('dt', '\u25cf'),
         make('dd', 'its main line'),
         make('dt', '\u25cb'),
         make('dd', 'computes part of it')
      )
   );
}

function start() {
   const [a, b] = reports;
   const work = document.getElementById('work');
   const maps = b ? [matchLines(a.source, b.source), matchLines(b.source, a.source)] : [];
   const marks = new Marks((report, line) => (report === a ? maps[0] : maps[1]).get(line));
   const details = new Details(marks);
   const sameSource = b && a.source.join('\n') === b.source.join('\n');
   const panes = b
      ? [
           new SourcePane(marks, a, !sameSource),
           ...(sameSource ? [] : [new SourcePane(marks, b, true)]),
           new CodePane(marks, a),
           new CodePane(marks, b)
        ]
      : [new SourcePane(marks, a), new IrPane(marks, a), new CodePane(marks, a)];
   const search = new Search(panes);
   document.getElementById('top').append(
      make(
         'div.title',
         make('h1', b ? `${a.file} and ${b.file}` : a.file),
         b
            ? ''
            : make(
                 'p',
                 describe(a).map((word, k) => [k ? ' \u00b7 ' : '', word])
              )
      ),
      make('div.bar', search.element, paneButtons(panes), helpOfKeys(), themeButton())
   );

   const timeLine = (report) => {
      const line = new TimeLine(marks, report);
      const button = (label, text, factor) => make('button', {'aria-label': label, onclick: () => line.zoom(factor)}, text);
      return make(
         'div',
         make(
            'div.legend',
            make(
               'span',
               report.name ? `${report.name}: ` : '',
               `${report.time.name} (${report.time.text}), each block once`,
               assumedMark(report.waitAssumed)
            ),
            make('span', make('i.key-request'), 'request in flight'),
            make('span', make('i.key-hatch'), 'its assumed latency ', assumedMark(true)),
            make('span', make('i.key-gap'), 'the machine waits'),
            make('span.zoom', button('Zoom out', '\u2212', 0.5), button('Zoom in', '+', 2), button('Fit the width', 'fit', 0))
         ),
         line.element
      );
   };
   const registersView = (report) =>
      make(
         'div.registers',
         make(
            'div',
            report.name ? make('h3', report.name) : '',
            make(
               'p.legend',
               `Live registers before each ${report.row}; dashed: steps of occupancy`,
               assumedMark(report.stepsAssumed),
               '. Below, each value in its registers; those live at the peak have a thick border.'
            ),
            new RegisterMap(marks, report).element
         ),
         peakList(marks, report)
      );
   const each = (view) => () => reports.map(view);
   const graph = (report) => [
      report.name ? make('h3', report.name) : '',
      make(
         'p.legend',
         'Blocks of the machine code. Solid: the next block; dashed: a jump. An edge selects the block that it leads to.'
      ),
      new Graph(marks, report).element
   ];
   const views = tabs('Views', [
      ['Time line', each(timeLine)],
      ['Registers', each(registersView)],
      ['Control flow', () => reports.flatMap(graph)],
      ['Costs', each(modelOf)],
      ...(reports.some((report) => report.passes)
         ? [['Passes', () => reports.filter((report) => report.passes).map(passesOf)]]
         : [])
   ]);
   work.replaceChildren(
      b ? comparison(marks, a, b) : summaryOf(a),
      make(
         'div',
         {class: `panes panes-${b ? 'two' : 'one'}${b && !sameSource ? ' two-sources' : ''}`},
         panes.map((pane) => pane.element)
      ),
      make('div.below', views, details.element)
   );

   document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const typing = event.target.closest('input, textarea, select');
      if (event.key === 'Escape') {
         showTip(null);
         document.querySelector('.keys').open = false;
         marks.clear();
      } else if (!typing && event.key === '/') {
         event.preventDefault();
         search.input.focus();
         search.input.select();
      } else if (!typing && (event.key === 'n' || event.key === 'N')) search.go(event.key === 'n' ? 1 : -1);
   });
}
try {
   start();
} catch (error) {
   document.getElementById('work').replaceChildren(make('p', `The data of this page cannot be shown: ${error.message}`));
   throw error;
}
