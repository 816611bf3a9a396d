// SPDX-License-Identifier: MIT
// nvp4c for Compiler Explorer: lib/compilers/nvp4c.ts there. README.md has the other steps.
import type {ParsedAsmResult, ParsedAsmResultLine} from '../../types/asmresult/asmresult.interfaces.js';
import type {ParseFiltersAndOutputOptions} from '../../types/features/filters.interfaces.js';
import {BaseCompiler} from '../base-compiler.js';

/*
 * Lines of a listing of `nvp4c -S -g` with the source line of each. Comments "# LINE: TEXT" come before an instruction of AGX or a group of the
 * USC, the main line first. They hold until the next comment after an instruction. The comments themselves are left out.
 */
export function parseListing(listing: string): ParsedAsmResultLine[] {
    const lines: ParsedAsmResultLine[] = [];
    let line: number | null = null;
    let isFirst = true;
    for (const text of listing.replace(/\n$/, '').split('\n')) {
        const comment = /^# (\d+): /.exec(text);
        if (comment) {
            if (isFirst) line = Number(comment[1]);
            isFirst = false;
            continue;
        }
        // A group or an instruction without a comment, or a part of the program such as .main, has no source line.
        if ((isFirst && /^(\d+ :| *[0-9a-f]+: )/.test(text)) || /^\.\w+$/.test(text)) line = null;
        isFirst = true;
        lines.push({text, source: line === null ? null : {file: null, line}});
    }
    return lines;
}

export class Nvp4cCompiler extends BaseCompiler {
    static get key() {
        return 'nvp4c';
    }

    override optionsForFilter(_filters: ParseFiltersAndOutputOptions, outputFilename: string): string[] {
        return ['-S', '-g', '-fno-diagnostics-show-caret', '-o', this.filename(outputFilename)];
    }

    override async processAsm(result: {asm: string}): Promise<ParsedAsmResult> {
        return {asm: parseListing(result.asm), labelDefinitions: {}};
    }
}
