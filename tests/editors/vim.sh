#!/bin/sh
# SPDX-License-Identifier: MIT
# The files of editors/vim in vim: vim.sh NVP4C. Prints SKIP without vim.
set -u
. tests/tool/suite.sh
if ! vim --version 2>/dev/null | grep -q '+syntax'; then
   echo "SKIP vim.sh: a vim with syntax files is not installed"
   exit
fi
nvp4c=$(realpath "$1")
editors=$(realpath editors/vim)
root=$PWD
mkdir "$dir/bin"
ln -s "$nvp4c" "$dir/bin/nvp4c"
PATH=$dir/bin:$PATH
cd "$dir" || exit 2

# Runs a vim script with the files of editors/vim, on a file. The script writes to the file `out`.
vim_on() { # file, commands on standard input
   { echo "set nocompatible runtimepath^=$editors"; echo "filetype plugin on"; echo "syntax on"; } >vimrc
   cat >script
   rm -f out
   timeout 60 vim -es -u vimrc -i NONE -c "source script" -c 'qa!' "$1" >log 2>&1 </dev/null
}
# The highlight groups under places of a file: a line for each, PLACE GROUP.
groups() { # file, "line column"...
   file=$1
   shift
   for place; do echo "call writefile([synIDattr(synID(${place% *}, ${place#* }, 1), 'name')], 'out', 'a')"; done | vim_on "$file"
   sed 's/^nvp4c\(tgsi\|ir\|usc\|agx\)*//' out | tr '\n' ' '
}
filetype() {
   echo 'call writefile([&filetype, get(b:, "current_syntax", "")], "out")' | vim_on "$1"
   tr '\n' ' ' <out
}

printf '!!NVfp4.0\nTEMP a; # way\nMUL.SAT a.x, fragment.attrib[0], 0.5;\nIF NE.x;\nENDIF;\nMULXC_SAT a, a, a;\nEND\n' >a.fp
printf 'FRAG\nDCL IN[0], COLOR, LINEAR\nDCL OUT[0], COLOR\n  0: MOV_SAT OUT[0], IN[0]\n  1: END\n' >a.tgsi
nvp4c -w -S "$root/examples/lamp.fp" >usc.s
nvp4c -w -S -target=agx "$root/examples/lamp.fp" >agx.s
nvp4c -w -dump-ir "$root/examples/lamp.fp" >a.ir
printf '\t.text\n' >other.s
printf '; ModuleID\n' >other.ir
check "a.fp" [ "$(filetype a.fp)" = "nvp4c nvp4c " ]
check "a.tgsi" [ "$(filetype a.tgsi)" = "nvp4ctgsi nvp4ctgsi " ]
check "USC assembly" [ "$(filetype usc.s)" = "nvp4cusc nvp4cusc " ]
check "AGX assembly" [ "$(filetype agx.s)" = "nvp4cagx nvp4cagx " ]
check "IR" [ "$(filetype a.ir)" = "nvp4cir nvp4cir " ]
check "assembly of another machine" [ "$(filetype other.s | grep -c nvp4c)" = 0 ]
check "IR of another compiler" [ "$(filetype other.ir | grep -c nvp4c)" = 0 ]

check "an NV program" [ "$(groups a.fp '1 1' '2 1' '2 10' '3 1' '3 5' '3 14' '3 35' '4 1' '4 4' '6 1' '7 1')" = \
   "Header Declaration Comment Mnemonic Modifier Binding Number Control Constant Mnemonic Control " ]
check "TGSI" [ "$(groups a.tgsi '1 1' '2 1' '2 5' '2 12' '4 3' '4 6' '5 6')" = "Header Declaration Binding Constant Label Mnemonic Control " ]
place() { grep -nm1 "$2" "$1" | cut -d: -f1; } # file, word: its first line
line=$(place usc.s 'fmul ft0')
check "USC" [ "$(groups usc.s '1 1' "$line 8" "$line 13")" = "Label Mnemonic Register " ]
line=$(place agx.s ' fmul32')
check "AGX" [ "$(groups agx.s "$line 6" "$line 30" "$line 38")" = "Label Mnemonic Register " ]
line=$(place a.ir ' = load_param')
check "IR is highlighted" [ "$(groups a.ir '1 1' "$line 4" "$line 12")" = "Header Register Mnemonic " ]
# Every instruction of a listing is one, also the rare ones.
cat >all <<'END'
let wrong = []
for l in range(1, line('$'))
   let start = matchend(getline(l), b:begin)
   if start >= 0 && synIDattr(synID(l, start + 1, 1), 'name') !~# 'Mnemonic\|Control'
      call add(wrong, getline(l))
   endif
endfor
call writefile(wrong + ['end'], 'out')
END
{ echo "let b:begin = '^       '"; cat all; } | vim_on usc.s
check "all of a USC listing" [ "$(cat out)" = end ]
{ echo "let b:begin = '^ *\\x\\+: \\x\\+ \\+'"; cat all; } | vim_on agx.s
check "all of an AGX listing" [ "$(cat out)" = end ]

printf '!!NVfp4.0\nTEMP unused;\nMOV result.color, nothing;\nEND\n' >bad.fp
printf '%s\n' 'silent make!' 'call writefile(map(filter(getqflist(), "v:val.valid"), "bufname(v:val.bufnr) .. \" \" .. v:val.lnum .. \" \" .. v:val.col .. \" \" .. v:val.type .. \" \" .. v:val.text"), "out")' |
   vim_on bad.fp
check "errors are in the quickfix list" grep -qE '^bad.fp 3 19 e .*nothing' out
printf '!!NVfp4.0\nTEMP unused, t;\nMOV result.color, t;\nEND\n' >warn.fp
printf '%s\n' 'silent make! -target=agx' 'call writefile(map(filter(getqflist(), "v:val.valid"), "v:val.lnum .. \" \" .. v:val.col .. \" \" .. v:val.type"), "out")' | vim_on warn.fp
check "warnings, too" grep -qx '2 6 w' out
echo 'call writefile([&commentstring], "out")' | vim_on a.fp
check "the form of comments" grep -qxF '# %s' out
finish
