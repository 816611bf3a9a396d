" SPDX-License-Identifier: MIT
" Syntax of GPU assembly (NV, ARB). Written by scripts/editors.py; do not edit.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match nvp4cModifier "\v\.[A-Za-z]+[0-9]?>"
syntax match nvp4cNumber "\v<%(0x[0-9A-Fa-f]+|\d+%(\.\d+)?%([eE][+\-]?\d+)?)>"
syntax match nvp4cConstant "\v<%(BLE|LEG|NAN|NCF|NOF|NSF|AB|CF|EQ|FL|GE|GT|LE|LT|NE|OF|SF|TR)>[01]?"
syntax match nvp4cConstant "\v<%(SHADOW)?%(ARRAY)?%(1D|2D|3D|CUBE|RECT|BUFFER)>"
syntax match nvp4cBinding "\v<%(vertex|fragment|result|state|program|primitive)>%(\[[^\]]*\])?%(\.[a-z][A-Za-z0-9]*)+"
syntax match nvp4cMnemonic "\v<%(PK2US|PK4UB|ROUND|TRUNC|UP2US|UP4UB|CEIL|DP2A|PK2H|PK4B|UP2H|UP4B|ABS|ADD|AND|ARA|ARL|ARR|CMP|COS|DDX|DDY|DIV|DP2|DP3|DP4|DPH|DST|EX2|EXP|FLR|FRC|I2F|LG2|LIT|LOG|LRP|MAD|MAX|MIN|MOD|MOV|MUL|NOT|NRM|POW|RCC|RCP|RFL|RSQ|SAD|SCS|SEQ|SFL|SGE|SGT|SHL|SHR|SIN|SLE|SLT|SNE|SSG|STR|SUB|SWZ|TEX|TXB|TXD|TXF|TXL|TXP|TXQ|X2D|XOR|XPD|OR)[RHX]?%(C[01]?)?%(_SSAT|_SAT)?>"
syntax match nvp4cControl "\v<%(ENDLOOP|ENDPRIM|ENDREP|ENDIF|PUSHA|CONT|ELSE|EMIT|LOOP|POPA|BLE|BRA|BRK|CAL|END|KIL|REP|RET|IF)>"
syntax match nvp4cModifier "\v<%(NOPERSPECTIVE|CENTROID|FLOAT|SHORT|FLAT|LONG|UINT|INT)>"
syntax match nvp4cDeclaration "\v<%(PRIMITIVE_OUT|PRIMITIVE_IN|VERTICES_OUT|ADDRESS|BUFFER4|ATTRIB|BUFFER|OPTION|OUTPUT|ALIAS|PARAM|TEMP)>"
syntax match nvp4cLabel "\v^\s*[A-Za-z_$][A-Za-z0-9_$]*\ze\s*:"
syntax match nvp4cHeader "\v^!!%(NV|ARB|VP|FP)[A-Za-z0-9.]*"
syntax match nvp4cComment "\v#.*$"
highlight default link nvp4cBinding Identifier
highlight default link nvp4cComment Comment
highlight default link nvp4cConstant Constant
highlight default link nvp4cControl Conditional
highlight default link nvp4cDeclaration Type
highlight default link nvp4cHeader PreProc
highlight default link nvp4cLabel Label
highlight default link nvp4cMnemonic Statement
highlight default link nvp4cModifier StorageClass
highlight default link nvp4cNumber Number
let b:current_syntax = "nvp4c"
