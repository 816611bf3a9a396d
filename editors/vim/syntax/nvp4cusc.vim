" SPDX-License-Identifier: MIT
" Syntax of PowerVR USC assembly. Written by scripts/editors.py; do not edit.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match nvp4cuscNumber "\v<%(0x[0-9A-Fa-f]+|\d+%(\.\d+)?)>"
syntax match nvp4cuscModifier "\v\.%(allinst|anyinst|array|bias|both|caxy|centroid|coeff|comparison|cos|data|direct|end|f16|f16in|f32|fcnorm|freep|full|gradient|icm|icmi|icmoc|ifb|info|inst|integer|lock|lp|mcu1|mcu2|mcu3|nncoords|parta|partb|pixel|pplod|proj|release|replace|roundzero|s16|s32|s8|sample|sat|scale|schedswap|schedwdf|selective|shared|sin|slc1|slc2|slc3|sno|soo|tao|tiled|u16|u32|u8|vm|wrt|neg|abs|flr|e\d|invert)>"
syntax match nvp4cuscRegister "\v<%(ftt|fte)>"
syntax match nvp4cuscRegister "\v<%(r|vi|i|o|vo|c|cf|sh|sr|sc|ft|idx|s|is|w|p|drc|dc|pre)\d+>"
syntax match nvp4cuscMnemonic "\v<%(convertfromf64|converttof64|sopu8madmov|farctanc|itrsmp1d|itrsmp2d|itrsmp3d|sadd6432|uadd6432|emitpix|ftb_msb|ftb_shi|smadd32|smadd64|umadd32|umadd64|depthf|f16sop|flogcn|iadd16|imad16|imul16|itrsmp|movmsk|savmsk|sopmov|tstgez|tstmax|tstmin|uadd16|umad16|umul16|add64|fdsxf|fdsyf|fitrp|fsinc|fsqrt|iadd8|imad8|imul8|mutex|smp1d|smp2d|smp3d|tessw|tstge|tstgz|tstle|tstne|uadd8|umad8|umul8|unpck|atom|atst|ditr|fadd|fdsx|fdsy|fexp|fitr|flog|fmad|fmul|frcp|fred|frsq|gcmp|gexp|mbyp|movc|nand|phas|setl|shfl|tstc|tste|tstg|tstl|tstz|uvsw|xnor|and|asr|byp|cbs|cps|ftb|gta|idf|lsl|mov|msk|nor|pck|rev|rol|sbo|shr|smp|tnz|tst|xor|ld|or|st|tz)>%(\.[a-z0-9]+)*"
syntax match nvp4cuscControl "\v<%(cndsetl|cndend|cndlpc|bpret|cndef|cndlt|cndsm|cndst|lapc|savl|bal|brl|nop|wdf|wop|ba|br)>%(\.[a-z0-9]+)*"
syntax match nvp4cuscControl "\v<%(if|ignorepe)>"
syntax match nvp4cuscDeclaration "\v\s\.%(end|rpt[2-4]|atom|long|olchk|noolchk|ph0clr|pad|iss|src|form)>"
syntax match nvp4cuscLabel "\v\@\w+"
syntax match nvp4cuscLabel "\v^\s*%(\d+|[A-Za-z_]\w*)\s*:"
syntax match nvp4cuscComment "\v#.*$"
syntax match nvp4cuscHeader "\v^\s*#\@.*$"
highlight default link nvp4cuscComment Comment
highlight default link nvp4cuscControl Conditional
highlight default link nvp4cuscDeclaration Type
highlight default link nvp4cuscHeader PreProc
highlight default link nvp4cuscLabel Label
highlight default link nvp4cuscMnemonic Statement
highlight default link nvp4cuscModifier StorageClass
highlight default link nvp4cuscNumber Number
highlight default link nvp4cuscRegister Identifier
let b:current_syntax = "nvp4cusc"
