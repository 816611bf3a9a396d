/* SPDX-License-Identifier: MIT */
/*
 * The grammars, problem matcher and snippets of editors/vscode, with the tokenizer of VS Code: node textmate.js NVP4C PROGRAM...
 * Prints "K passed, F failed".
 */
'use strict';
const fs = require('fs');
const path = require('path');
const child = require('child_process');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const root = path.join(__dirname, '../..');
const vscode = path.join(root, 'editors/vscode');
const nvp4c = process.argv[2];
const programs = process.argv.slice(3);
let passed = 0, failed = 0;

function check(good, message)
{
   if (good)
      passed++;
   else {
      failed++;
      console.log('FAIL ' + message);
   }
}

function compile(options, input)
{
   return child.spawnSync(nvp4c, options, {encoding: 'utf8', input: input});
}

/* The tokens of a text by line: [text, kind of scope], without blanks and text that has no scope. */
function tokens(grammar, text)
{
   let stack = textmate.INITIAL;

   return text.split('\n').map(line => {
      const result = grammar.tokenizeLine(line, stack);

      stack = result.ruleStack;
      return result.tokens.map(t => [line.slice(t.startIndex, t.endIndex).trim(), t.scopes[t.scopes.length - 1].replace(/\.[^.]*$/, '')])
         .filter(t => t[0] !== '' && t[1] !== 'source');
   });
}

/* Lines, and what is to be found in them: words, each with the first word of its scope or the last two. */
const expected = {
   nvp4c: [
      ['!!NVfp4.0', '!!NVfp4.0 preprocessor'],
      ['TEMP a, way; # the light', 'TEMP type', '# the light number-sign'],
      ['MUL.SAT a.x, fragment.attrib[0], {0.5, 2, 1e-3, 4};', 'MUL mnemonic', '.SAT modifier', '.x modifier', 'fragment.attrib language',
         '0 numeric', '0.5 numeric', '1e-3 numeric'],
      ['MULXC_SAT R0, R1, R2;', 'MULXC_SAT mnemonic'],
      ['TEX a, fragment.texcoord[0], texture[3], SHADOW2D;', 'TEX mnemonic', 'SHADOW2D language'],
      ['main: REP.S a.x;', 'main label', 'REP control', '.S modifier'],
      ['FLAT ATTRIB n = vertex[2].normal;', 'FLAT modifier', 'ATTRIB type', 'vertex[2].normal language'],
      ['MOV MULTIPLE, x;', 'MOV mnemonic'],
   ],
   nvp4ctgsi: [
      ['FRAG', 'FRAG preprocessor'],
      ['DCL IN[0].xy, GENERIC[1], PERSPECTIVE', 'DCL type', 'IN language', '.xy modifier', 'GENERIC language', 'PERSPECTIVE language'],
      ['PROPERTY FS_COORD_ORIGIN UPPER_LEFT', 'PROPERTY type', 'FS_COORD_ORIGIN parameter', 'UPPER_LEFT language'],
      ['IMM[0] UINT32 {1, 0x2}', 'IMM language', 'UINT32 language', '0x2 numeric'],
      ['  3: MAD_SAT TEMP[0].x, CONST[0][2], IN[0].xxxx, TEMP[1]', '3: label', 'MAD_SAT mnemonic', 'TEMP language', 'CONST language'],
      ['  4: UIF TEMP[0].xxxx :0', '4: label', 'UIF control'],
      ['  5: MADD TEMP[0], TEMP[0], TEMP[0], TEMP[0]', 'MADD mnemonic'],
   ],
   nvp4cir: [
      ['nvp4c-ir 1', 'nvp4c-ir preprocessor'],
      ['param 0 state "state.matrix.mvp.row[0]"', 'param type', 'state modifier', '"state.matrix.mvp.row[0]" double'],
      ['   %3:32 = fmul %1, -%2', '%3:32 register', 'fmul mnemonic', '%2 register'],
      ['   if %4 b1 b2 merge=b3', 'if control', 'b1 label', 'merge parameter'],
      ['block 3:', 'block 3 label'],
   ],
   nvp4cusc: [
      ['4 : .end', '4 : label', '.end type'],
      ['       fmad.sat ft0, sh17.neg, vi5, r0 # sum', 'fmad.sat mnemonic', 'ft0 register', 'sh17 register', '.neg modifier', '# sum number-sign'],
      ['0 : if (!p0) br @12', 'if control', 'p0 register', 'br control', '@12 label'],
      ['#@ r1 = 1.5', '#@ r1 = 1.5 preprocessor'],
   ],
   nvp4cagx: [
      ['.preamble', '.preamble type'],
      ['     8: aa8dc00a1900         fadd32.sat r3l.cache, r0.discard.neg, u8', '8: aa8dc00a1900 label', 'fadd32.sat mnemonic', 'r3l register',
         '.cache modifier', 'u8 register'],
      ['texture_sample r0_r1_r2, tex_2d, 0x10 ; colour', 'texture_sample mnemonic', 'r0_r1_r2 register', '0x10 numeric', '; colour number-sign'],
      ['#@ lanes = 1', '#@ lanes = 1 preprocessor'],
   ],
};

/* For each language: a text of the compiler, and the first word of each line with an instruction, or null. */
const first = {
   nvp4cusc: line => {
      const found = /^(?:\d+ :)?\s*(?:if \(!?p0\)\s*)?([a-z_]\w*)/.exec(line.replace(/ \.\w+(?:\([^)]*\))?/g, '').replace(/ignorepe/, ''));
      return found && found[1];
   },
   nvp4cagx: line => (/^ *[0-9a-f]+: [0-9a-f]+ +([a-z_]\w*)/.exec(line) || [])[1],
   nvp4cir: line => (/^   (?:%.* = )?([a-z]\w*)/.exec(line) || [])[1],
   nvp4ctgsi: line => (/^ *\d+: ([A-Z]\w*)/.exec(line) || [])[1],
};

function check_expected(name, grammar)
{
   for (const [line, ...words] of expected[name]) {
      const found = tokens(grammar, line)[0].map(t => t[0] + ' ' + t[1].split(/[.]/).pop());

      for (const word of words)
         check(found.includes(word), `${name}: "${line}" has not "${word}" but ${found.join(' | ')}`);
   }
}

function check_listing(name, grammar, text, file)
{
   const lines = text.split('\n');
   let wrong = '';
   let instructions = 0;

   tokens(grammar, text).forEach((line, i) => {
      const word = first[name](lines[i]);

      if (!word)
         return;
      instructions++;
      if (!line.some(t => (t[0] === word || t[0].startsWith(word + '.') || t[0].startsWith(word + '_')) && /mnemonic|keyword\.control/.test(t[1])))
         wrong = wrong || lines[i];
   });
   check(!wrong && instructions > 0, `${file} as ${name}: not an instruction, or none: ${wrong}`);
}

function expand(body)
{
   return body.join('\n').replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\d+/g, '');
}

function check_snippets()
{
   for (const name of ['nvp4c', 'nvp4ctgsi'])
      for (const [title, snippet] of Object.entries(JSON.parse(fs.readFileSync(path.join(vscode, 'snippets', name + '.json'), 'utf8'))))
         if (/program/.test(title)) {
            const run = compile(['-fsyntax-only', '-'], expand(snippet.body));
            check(run.status === 0, `snippet ${title}: ${run.stderr}`);
         }
}

function check_matcher()
{
   const matcher = JSON.parse(fs.readFileSync(path.join(vscode, 'package.json'), 'utf8')).contributes.problemMatchers[0].pattern;
   const run = compile(['-o', '/dev/null', '-'], '!!NVfp4.0\nTEMP unused;\nMOV result.color, nothing;\nEND\n');
   const lines = run.stderr.split('\n').map(line => new RegExp(matcher.regexp).exec(line)).filter(m => m);
   const error = lines.find(m => m[matcher.severity] === 'error');

   check(error && error[matcher.file] === '<stdin>' && error[matcher.line] === '3' && error[matcher.column] === '19' &&
      /nothing/.test(error[matcher.message]) && /^[a-z-]+$/.test(error[matcher.code]), `the problem matcher does not match: ${run.stderr}`);
   check(!lines.some(m => !['error', 'warning', 'note'].includes(m[matcher.severity])), 'severities');
}

async function main()
{
   const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma/package.json')), 'release/onig.wasm'));
   await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
   const registry = new textmate.Registry({
      onigLib: Promise.resolve({
         createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
         createOnigString: s => new oniguruma.OnigString(s),
      }),
      loadGrammar: async scope => {
         const file = path.join(vscode, 'syntaxes', scope.replace('source.', '') + '.tmLanguage.json');
         return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
      },
   });
   const contributes = JSON.parse(fs.readFileSync(path.join(vscode, 'package.json'), 'utf8')).contributes;
   const grammars = {};

   for (const g of contributes.grammars) {
      check(fs.existsSync(path.join(vscode, g.path)), g.path + ' does not exist');
      grammars[g.language] = await registry.loadGrammar(g.scopeName);
      check_expected(g.language, grammars[g.language]);
   }
   JSON.parse(fs.readFileSync(path.join(vscode, 'language-configuration.json'), 'utf8'));
   for (const file of programs) {
      const listings = [['nvp4cusc', ['-w', '-S']], ['nvp4cagx', ['-w', '-S', '-target=agx']], ['nvp4cir', ['-w', '-dump-ir']]];

      for (const [name, options] of listings) {
         const run = compile([...options, '-o', '-', file]);
         if (run.status === 0)
            check_listing(name, grammars[name], run.stdout, file);
         else
            check(run.status === 7, `${file}: ${run.stderr}`);
      }
      if (/\.tgsi$/.test(file))
         check_listing('nvp4ctgsi', grammars.nvp4ctgsi, compile(['-w', '-dump-source=tgsi', '-o', '-', file]).stdout, file);
   }
   check_snippets();
   check_matcher();
   console.log(`${passed} passed, ${failed} failed`);
   process.exit(failed ? 1 : 0);
}

main().catch(error => {
   console.log('FAIL ' + error.stack);
   process.exit(1);
});
