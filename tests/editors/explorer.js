/* SPDX-License-Identifier: MIT */
/*
 * The class for Compiler Explorer, with a stand-in for its base class: node explorer.js NVP4C PROGRAM... The source line of each group and
 * instruction must be that of -report=json, which comes from the machine code and not from the comments of the listing. Prints "K passed, F
 * failed".
 */
'use strict';
const fs = require('fs');
const path = require('path');
const child = require('child_process');
const typescript = require('typescript');

const file = path.join(__dirname, '../../editors/compiler-explorer/nvp4c.ts');
const nvp4c = process.argv[2];
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

function load()
{
   const made = typescript.transpileModule(fs.readFileSync(file, 'utf8'), {
      compilerOptions: {module: 'commonjs', target: 'es2022'},
      reportDiagnostics: true,
   });
   const module = {exports: {}};

   check(made.diagnostics.length === 0, 'nvp4c.ts has errors of syntax');
   new Function('require', 'exports', made.outputText)(() => ({BaseCompiler: class { filename(name) { return name; } }}), module.exports);
   return module.exports;
}

function run(options)
{
   return child.spawnSync(nvp4c, options, {encoding: 'utf8', maxBuffer: 1 << 28});
}

async function main()
{
   const {Nvp4cCompiler} = load();
   const compiler = new Nvp4cCompiler();

   check(Nvp4cCompiler.key === 'nvp4c', 'the key is not that of nvp4c.local.properties');
   for (const program of process.argv.slice(3))
      for (const target of ['usc', 'agx']) {
         const listing = run(['-w', '-target=' + target, ...compiler.optionsForFilter({}, '-'), program]);

         if (listing.status !== 0) {
            check(listing.status === 7, `${program}, ${target}: ${listing.stderr}`);
            continue;
         }
         const all = (await compiler.processAsm({asm: listing.stdout})).asm;
         /* The report does not have the preamble. */
         const asm = all.slice(all.findIndex(l => l.text === '.main') + 1);
         const report = JSON.parse(run(['-w', '-target=' + target, '-report=json', program]).stdout);
         const begins = target === 'usc' ? /^\d+ :/ : /^ *[0-9a-f]+: /;
         /* Traps after the end are in the listing only. */
         const lines = asm.filter(l => begins.test(l.text) && !/ trap$/.test(l.text)).map(l => l.source ? l.source.line : null);
         const wanted = report.rows.filter(r => r.text !== 'trap').map(r => r.lines.length ? r.lines[0] : null);

         check(JSON.stringify(lines) === JSON.stringify(wanted), `${program}, ${target}: lines ${lines} instead of ${wanted}`);
         check(!all.some(l => /^# \d+: /.test(l.text)), `${program}: comments are left`);
      }
   console.log(`${passed} passed, ${failed} failed`);
   process.exit(failed ? 1 : 0);
}

main().catch(error => {
   console.log('FAIL ' + error.stack);
   process.exit(1);
});
