/* SPDX-License-Identifier: MIT */
/*
 * The editor: CodeMirror in a shadow tree, so that its styles are style sheets of the tree and the policy of the page needs no exception.
 * It is a part of the report: lines of the source are marked in it, and the line under the cursor or the pointer marks the other parts.
 */
import {autocompletion, closeBrackets} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting} from '@codemirror/language';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {EditorState, RangeSet, StateEffect, StateField} from '@codemirror/state';
import {Decoration, EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import {IR, NV, TGSI} from 'words';

/* ---- highlighting */

const OPCODES = new Set(`${NV} ${TGSI} END`.split(' ')), IR_OPCODES = new Set(`${IR} block phi`.split(' '));
const DECLARATIONS = new Set(('ADDRESS ALIAS ATTRIB BUFFER4 BUFFER FLAT FLOAT INT LONG NOPERSPECTIVE CENTROID OPTION OUTPUT PARAM SHORT TEMP UINT ' +
   'DCL IMM PROPERTY FRAG VERT GEOM COMP PRIMITIVE_IN PRIMITIVE_OUT VERTICES_OUT').split(' '));
const BINDINGS = new Set('fragment vertex primitive result program state texture IN OUT CONST TEMP ADDR SAMP SVIEW SV IMAGE MEMORY'.split(' '));

const language = StreamLanguage.define({
   token(stream)
   {
      if (stream.sol() && stream.match(/^!!\S+/))
         return 'meta';
      if (stream.match(/^#.*/))
         return 'comment';
      if (stream.match(/^(0x[0-9a-f]+|\d+\.?\d*(e[-+]?\d+)?|\.\d+(e[-+]?\d+)?)/i))
         return 'number';
      if (stream.match(/^"[^"]*"?/))
         return 'string';
      if (stream.match(/^%\d+(:\d+)?/))
         return 'variableName';
      const word = stream.match(/^[A-Za-z_$][\w$]*/);
      if (!word) {
         stream.next();
         return null;
      }
      const [name] = word;
      const plain = name.replace(/_SAT$|_SSAT$/, '');
      if (stream.match(/^\s*:(?!:)/, false) && !BINDINGS.has(name))
         return 'labelName';
      if (DECLARATIONS.has(name))
         return 'definitionKeyword';
      if (OPCODES.has(plain) || OPCODES.has(plain.replace(/[RHXC]+$/, '')))
         return 'keyword';
      if (BINDINGS.has(name))
         return 'variableName.standard';
      return IR_OPCODES.has(name) ? 'keyword' : 'variableName';
   },
   languageData: {commentTokens: {line: '#'}},
});
const colours = HighlightStyle.define([
   {tag: tags.keyword, color: 'var(--code-op)', fontWeight: '600'}, {tag: tags.definitionKeyword, color: 'var(--code-declare)'},
   {tag: tags.standard(tags.variableName), color: 'var(--code-binding)'}, {tag: tags.number, color: 'var(--code-number)'}, {tag: tags.string, color: 'var(--code-number)'},
   {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'}, {tag: tags.meta, color: 'var(--code-declare)', fontWeight: '600'}, {tag: tags.labelName, color: 'var(--code-declare)'},
]);
/* Opcodes at the beginning of a statement, and words of the text. */
function complete(context)
{
   const word = context.matchBefore(/[\w$]{2,}/);
   if (!word || (word.from === word.to && !context.explicit))
      return null;
   const before = context.state.doc.lineAt(word.from).text.slice(0, word.from - context.state.doc.lineAt(word.from).from);
   const texts = new Set(/^\s*$|;\s*$/.test(before) ? `${NV} ${TGSI}`.split(' ') : []);
   for (const [name] of context.state.doc.sliceString(0, 50000).matchAll(/[A-Za-z_$][\w$]+/g))
      if (name !== word.text)
         texts.add(name);
   return {from: word.from, options: [...texts].map((label) => ({label, type: OPCODES.has(label) ? 'keyword' : 'variable'}))};
}

/* ---- marks and costs of lines */

const setMarks = StateEffect.define(), setCosts = StateEffect.define();
const marksField = StateField.define({
   create: () => Decoration.none,
   update(marks, transaction)
   {
      for (const effect of transaction.effects)
         if (effect.is(setMarks))
            return effect.value;
      return marks.map(transaction.changes);
   },
   provide: (field) => EditorView.decorations.from(field),
});
class CostMarker extends GutterMarker
{
   constructor(cost, most)
   {
      super();
      Object.assign(this, {cost, most});
   }
   eq(other) { return other.cost === this.cost && other.most === this.most; }
   toDOM()
   {
      const element = document.createElement('span'), bar = document.createElement('span');
      element.textContent = this.cost;
      bar.style.width = `${100 * this.cost / this.most}%`;
      element.append(bar);
      return element;
   }
}
const costsField = StateField.define({
   create: () => RangeSet.empty,
   update(costs, transaction)
   {
      for (const effect of transaction.effects)
         if (effect.is(setCosts))
            return effect.value;
      return costs.map(transaction.changes);
   },
});

const theme = EditorView.theme({
   '&': {height: '100%', fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'var(--panel)'},
   '&.cm-focused': {outline: '2px solid var(--accent)', outlineOffset: '-2px'},
   '.cm-scroller': {fontFamily: 'var(--mono)', lineHeight: '1.45', overflow: 'auto'},
   '.cm-content': {caretColor: 'var(--text)'},
   '.cm-cursor': {borderLeftColor: 'var(--text)'},
   '.cm-gutters': {backgroundColor: 'var(--panel)', color: 'var(--soft)', border: 'none'},
   '.cm-activeLine': {backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)'},
   '.cm-activeLineGutter': {backgroundColor: 'var(--head)', color: 'var(--text)'},
   '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {backgroundColor: 'var(--hit)'},
   '.cm-line.main': {backgroundColor: 'var(--main)', boxShadow: 'inset 3px 0 var(--edge)'},
   '.cm-line.part': {backgroundColor: 'var(--part)', boxShadow: 'inset 3px 0 var(--edge)'},
   '.cm-costs': {width: '38px', borderRight: '1px solid var(--line)'},
   '.cm-costs .cm-gutterElement': {textAlign: 'right', padding: '0 5px 0 2px', position: 'relative', fontSize: '11px', color: 'var(--soft)'},
   '.cm-costs .cm-gutterElement > span > span': {position: 'absolute', left: '0', bottom: '1px', height: '3px', backgroundColor: 'var(--accent)'},
   '.cm-lintRange-error': {backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px', textDecorationSkipInk: 'none', textUnderlineOffset: '3px', paddingBottom: '0'},
   '.cm-lintRange-warning, .cm-lintRange-info': {backgroundImage: 'none', textDecoration: 'underline wavy var(--code-number) 1.5px', textDecorationSkipInk: 'none', textUnderlineOffset: '3px', paddingBottom: '0'},
   '.cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info': {content: '""', borderRadius: '50%', width: '9px', height: '9px', margin: '5px 2px', backgroundColor: 'var(--bad)'},
   '.cm-lint-marker-warning, .cm-lint-marker-info': {backgroundColor: 'var(--code-number)', borderRadius: '0'},
   '.cm-tooltip': {backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)'},
   '.cm-tooltip-autocomplete > ul > li[aria-selected]': {backgroundColor: 'var(--accent)', color: 'var(--panel)'},
   '.cm-panels': {backgroundColor: 'var(--head)', color: 'var(--text)'},
   '.cm-searchMatch': {backgroundColor: 'var(--found)', color: 'var(--text)'},
   '.cm-matchingBracket': {backgroundColor: 'var(--hit)'},
});

/* The place in a text of a byte offset of its UTF-8 form. */
function placeOf(text, encoder)
{
   const bytes = encoder.encode(text);
   if (bytes.length === text.length)
      return (offset) => Math.min(offset, text.length);
   const decoder = new TextDecoder();
   return (offset) => decoder.decode(bytes.subarray(0, Math.min(offset, bytes.length))).length;
}

export class Editor
{
   /* `changed` is called after the user has changed the text. */
   constructor(host, changed)
   {
      this.host = host;
      this.changed = changed;
      this.report = null;
      this.marks = null;
      this.states = new Map();
      const root = host.attachShadow({mode: 'open'}), box = document.createElement('div'), sheet = new CSSStyleSheet();
      sheet.replaceSync(':host { display: block; min-height: 0; } .editor { height: 100%; }');
      root.adoptedStyleSheets = [sheet];
      box.className = 'editor';
      root.append(box);
      this.extensions = [lineNumbers(), gutter({class: 'cm-costs', markers: (view) => view.state.field(costsField)}), lintGutter(), EditorView.lineWrapping, history(), drawSelection(), bracketMatching(), closeBrackets(),
         autocompletion({override: [complete], activateOnTyping: true}), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({top: true}),
         keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]), language, syntaxHighlighting(colours), marksField, costsField, theme,
         EditorView.contentAttributes.of({'aria-label': 'Program', spellcheck: 'false', tabindex: '0'}), EditorView.updateListener.of((update) => this.update(update)),
         EditorView.domEventHandlers({mousemove: (event) => this.point(event)})];
      this.view = new EditorView({parent: box, root, state: this.newState('')});
   }
   newState(text) { return EditorState.create({doc: text, extensions: this.extensions}); }
   get text() { return this.view.state.doc.toString(); }

   /* Shows the text with that key, with its own history. */
   show(key, text)
   {
      if (this.key !== undefined)
         this.states.set(this.key, this.view.state);
      this.key = key;
      const state = this.states.get(key);
      this.quiet = true;
      this.view.setState(state && state.doc.toString() === text ? state : this.newState(text));
      this.quiet = false;
   }
   update(update)
   {
      if (update.docChanged && !this.quiet)
         this.changed(this.text);
      else if (update.selectionSet && this.report && !this.quiet)
         this.point(null, update.state.doc.lineAt(update.state.selection.main.head).number);
   }
   point(event, line)
   {
      if (!this.report || !this.marks)
         return false;
      if (event) {
         const at = event.buttons ? null : this.view.posAtCoords({x: event.clientX, y: event.clientY}, false);
         if (at === null)
            return false;
         line = this.view.state.doc.lineAt(at).number;
         if (line === this.pointed)
            return false;
         this.pointed = line;
      }
      if (line <= this.report.source.length)
         this.marks.show(this.report, 'source', line, this);
      return false;
   }
   /* Connects the editor with a report of its text, or with none. */
   connect(report, marks)
   {
      this.report = report;
      this.marks = marks;
      if (!report) {
         this.view.dispatch({effects: [setMarks.of(Decoration.none), setCosts.of(RangeSet.empty)]});
         return;
      }
      marks.parts.push(this);
      const {doc} = this.view.state, most = Math.max(1, ...report.lines.map(({cost}) => cost));
      const costs = report.lines.filter(({line, cost}) => line >= 1 && line <= doc.lines && cost).sort((x, y) => x.line - y.line).map(({line, cost}) => new CostMarker(cost, most).range(doc.line(line).from));
      this.view.dispatch({effects: [setMarks.of(Decoration.none), setCosts.of(RangeSet.of(costs))]});
   }
   /* A part of Marks: marks lines, and shows the first of them unless the mark came from here. */
   mark({lines}, selection)
   {
      const {doc} = this.view.state, sorted = [...lines].filter(([line]) => line >= 1 && line <= doc.lines).sort(([a], [b]) => a - b);
      const effects = [setMarks.of(Decoration.set(sorted.map(([line, kind]) => Decoration.line({class: kind}).range(doc.line(line).from))))];
      const main = sorted.find(([, kind]) => kind === 'main') ?? sorted[0];
      if (main && selection && selection.from !== this)
         effects.push(EditorView.scrollIntoView(doc.line(main[0]).from, {y: 'nearest', yMargin: 20}));
      this.view.dispatch({effects});
   }
   /* Underlines what diagnostics complain about. */
   diagnose(diagnostics)
   {
      const {text} = this, place = placeOf(text, new TextEncoder());
      this.view.dispatch(setDiagnostics(this.view.state, diagnostics.filter(({offset}) => offset !== 0xffffffff).map(({severity, offset, length, message, id}) => {
         const from = place(offset), to = Math.max(place(offset + length), Math.min(text.length, from + 1));
         return {from: from === to && from ? from - 1 : from, to, severity: severity === 'note' ? 'info' : severity, message: `${message} [${id}]`};
      })));
   }
   go(line, column)
   {
      const {doc} = this.view.state, at = doc.line(Math.max(1, Math.min(doc.lines, line)));
      this.view.dispatch({selection: {anchor: Math.min(at.to, at.from + Math.max(0, column - 1))}, effects: EditorView.scrollIntoView(at.from, {y: 'center'})});
      this.view.focus();
   }
}
