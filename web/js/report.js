/* SPDX-License-Identifier: MIT */
/* The report of the code beside the editor: the scripts of -report=html (nvp4c/html), in another arrangement. */
import {CodePane, Details, Graph, IrPane, Marks, RegisterMap, Report, Search, TimeLine, assumedMark, comparison, make, matchLines, modelOf, passesOf, peakList, summaryOf} from 'report-parts';

let chosen = 'Code';
const scrolled = new Map(); /* how far the lists were scrolled, by their names */

/* Tabs that remember which one was chosen. Items are [name, function that makes the content]. */
function tabs(items)
{
   const list = make('div', {role: 'tablist', 'aria-label': 'Views'}), panels = [];
   items.forEach(([name, content], k) => {
      const panel = make('div', {role: 'tabpanel', id: `view${k}`, 'aria-labelledby': `view-tab${k}`, hidden: true, tabindex: 0});
      panels.push(panel);
      list.append(make('button', {type: 'button', role: 'tab', id: `view-tab${k}`, 'aria-controls': `view${k}`, onclick: () => choose(k), onkeydown: (event) => {
         const step = {ArrowRight: 1, ArrowLeft: -1, Home: -k, End: items.length - 1 - k}[event.key];
         if (step === undefined)
            return;
         event.preventDefault();
         choose((k + step + items.length) % items.length).focus();
      }}, name));
      panel.fillOnce = () => panel.firstChild || panel.append(...[content()].flat());
   });
   function choose(k)
   {
      chosen = items[k][0];
      [...list.children].forEach((tab, j) => {
         tab.setAttribute('aria-selected', j === k);
         tab.tabIndex = j === k ? 0 : -1;
         panels[j].hidden = j !== k;
      });
      panels[k].fillOnce();
      return list.children[k];
   }
   choose(Math.max(0, items.findIndex(([name]) => name === chosen)));
   return make('section', {class: 'views', 'aria-label': 'Views'}, list, panels);
}

/* A list that keeps its place when the report is made again. */
function keepPlace(pane, name)
{
   const top = scrolled.get(name) ?? 0;
   pane.list.addEventListener('scroll', () => scrolled.set(name, pane.list.scrollTop), {passive: true});
   requestAnimationFrame(() => { pane.list.scrollTop = top; });
   return pane;
}

/*
 * Shows the reports of one or two versions in `work`, and connects the editor with the first, or with the second if `edits` is 1. Returns
 * {marks, reports}.
 */
export function showReports(work, documents, editor, edits)
{
   const reports = documents.map((document, k) => new Report(document, documents.length > 1 ? 'AB'[k] : '')), [a, b] = reports;
   const maps = b ? [matchLines(a.source, b.source), matchLines(b.source, a.source)] : [];
   const marks = new Marks((report, line) => (report === a ? maps[0] : maps[1]).get(line));
   const details = new Details(marks), codes = reports.map((report, k) => keepPlace(new CodePane(marks, report), `code ${k}`));
   const panes = b ? codes : [keepPlace(new IrPane(marks, a), 'ir'), codes[0]], search = new Search(panes);
   const named = (report, ...content) => [report.name ? make('h3', {}, report.name) : '', ...content];
   const timeLine = (report) => {
      const line = new TimeLine(marks, report);
      return make('div', {}, make('div', {class: 'legend'}, make('span', {}, report.name ? `${report.name}: ` : '', `${report.time.name} (${report.time.text}), each block once`),
         make('span', {}, make('i', {class: 'key-request'}), 'request in flight'), make('span', {}, make('i', {class: 'key-hatch'}), 'its assumed latency ', assumedMark(true)),
         make('span', {}, make('i', {class: 'key-gap'}), 'the machine waits')), line.element);
   };
   const registers = (report) => make('div', {class: 'registers'}, make('div', {}, named(report, make('p', {class: 'legend'}, `Live registers before each ${report.row}; dashed: steps of occupancy. Below, each value in its registers.`),
      new RegisterMap(marks, report).element)), peakList(marks, report));
   const graph = (report) => named(report, make('p', {class: 'legend'}, 'Blocks of the machine code. Solid: the next block; dashed: a jump.'), new Graph(marks, report).element);
   const code = () => make('div', {class: `panes ${b ? 'panes-pair' : 'panes-code'}`}, panes.map((pane) => pane.element));
   const views = tabs([['Code', code], ...(b ? [['Differences', () => comparison(marks, a, b)]] : []), ['Time line', () => reports.map(timeLine)], ['Registers', () => reports.map(registers)],
      ['Control flow', () => reports.flatMap(graph)], ['Costs', () => [...(b ? [] : [summaryOf(a)]), ...reports.map(modelOf)]],
      ...(reports.some((report) => report.passes) ? [['IR after each pass', () => reports.filter((report) => report.passes).flatMap((report) => named(report, passesOf(report)))]] : [])]);
   work.replaceChildren(make('div', {class: 'report-top'}, search.element), make('div', {class: 'below'}, views, details.element));
   editor.connect(reports[edits] ?? null, marks);
   return {marks, reports, search};
}

/* The row at a byte offset of the main part of the code. */
/* Whether the rows of a report are those of the code. */
export function isCodeOf(report, code)
{
   const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
   return report.rows.every(({at, bytes, code: row}) => hex(code.subarray(at, at + bytes)) === row);
}
export function rowAt(report, offset)
{
   for (let r = report.rows.length - 1; r >= 0; r--)
      if (report.rows[r].at === offset)
         return r;
   return -1;
}
