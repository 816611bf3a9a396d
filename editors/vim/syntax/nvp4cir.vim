" SPDX-License-Identifier: MIT
" Syntax of nvp4c IR. Written by scripts/editors.py; do not edit.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match nvp4cirNumber "\v<%(0x[0-9A-Fa-f]+|\d+)>"
syntax match nvp4cirModifier "\v<%(fragment|compute|uniform|vertex|const|local|moved|state|ssat|env|inv|pre|sat)>"
syntax match nvp4cirLabel "\v<b\d+>"
syntax match nvp4cirRegister "\v\%\d+%(:\d+)?"
syntax match nvp4cirMnemonic "\v<%(end_primitive|mem_store_low|image_atomic|store_output|array_store|image_store|load_buffer|array_load|image_load|image_size|image_word|load_input|load_param|mem_atomic|store_word|mem_store|f2i_near|f2u_near|mem_load|mem_size|unpack2h|barrier|bitmask|fcanon|ffloor|fround|ftrunc|imulhi|pack2h|umadhi|umulhi|clock|const|fceil|fence|fexp2|first|flog2|mutex|undef|brev|emit|fadd|fcos|fmad|fmax|fmin|fmul|frcp|frsq|fsin|iabs|iadd|iand|ibfe|idiv|imad|imax|imin|imod|imul|ineg|inot|ishr|isub|ixor|kill|popc|ubfe|udiv|umax|umin|umod|ushr|ddx|ddy|f2h|f2i|f2u|feq|fge|flt|fne|h2f|i2f|ieq|ige|ilt|ine|ior|mov|msb|phi|sel|shl|tex|u2f|uge|ult)>%(\.[a-z0-9]+)*"
syntax match nvp4cirProperty "\v<[a-z_]+\ze\="
syntax match nvp4cirControl "\v^\s*<%(continue|return|break|jump|loop|if)>"
syntax match nvp4cirDeclaration "\v^\s*<%(source_ops|preshader|workgroup|geometry|buffer|output|shared|array|image|input|param|stage|slot)>"
syntax match nvp4cirLabel "\v^block \d+"
syntax match nvp4cirString "\v\"%(\\.|[^\"\\])*\""
syntax match nvp4cirHeader "\v^nvp4c-ir>"
syntax match nvp4cirComment "\v#.*$"
highlight default link nvp4cirComment Comment
highlight default link nvp4cirControl Conditional
highlight default link nvp4cirDeclaration Type
highlight default link nvp4cirHeader PreProc
highlight default link nvp4cirLabel Label
highlight default link nvp4cirMnemonic Statement
highlight default link nvp4cirModifier StorageClass
highlight default link nvp4cirNumber Number
highlight default link nvp4cirProperty Special
highlight default link nvp4cirRegister Identifier
highlight default link nvp4cirString String
let b:current_syntax = "nvp4cir"
