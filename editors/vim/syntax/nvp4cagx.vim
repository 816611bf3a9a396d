" SPDX-License-Identifier: MIT
" Syntax of AGX assembly. Written by scripts/editors.py; do not edit.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match nvp4cagxNumber "\v<%(0[xb][0-9A-Fa-f]+|\d+%(\.\d+)?)>"
syntax match nvp4cagxModifier "\v\.[a-z]+>"
syntax match nvp4cagxRegister "\v<%(r|u|cf|ts|ss|sr)\d+[lh]?%(_r\d+[lh]?)*"
syntax match nvp4cagxMnemonic "\v<%(flush_memory_to_texture|quad_shuffle_rotate_up|simd_shuffle_rotate_up|sampler_state_store|threadgroup_barrier|threadgroup_atomic|image_write_block|quad_shuffle_down|simd_shuffle_down|threadgroup_store|unknown_barrier_1|unknown_barrier_2|device_barrier_1|device_barrier_2|fcmp_quad_ballot|icmp_quad_ballot|memory_barrier_2|memory_barrier_3|quad_shuffle_xor|simd_shuffle_xor|threadgroup_load|image_barrier_1|image_barrier_2|image_barrier_3|image_barrier_4|quad_shuffle_up|simd_shuffle_up|tex_state_store|memory_barrier|texture_sample|rsqrt_special|uniform_store|device_store|quad_shuffle|simd_shuffle|st_var_final|stack_adjust|texture_load|device_load|fcmp_ballot|icmp_ballot|image_write|quad_prefix|quad_reduce|sample_mask|simd_prefix|simd_reduce|stack_store|update_exec|image_load|signal_pix|stack_load|doorbell|iterproj|popcount|sin_pt_1|sin_pt_2|convert|fcmpsel|fmadd16|fmadd32|icmpsel|ld_tile|mov_imm|st_tile|zs_emit|atomic|bitrev|fadd16|fadd32|fmul16|fmul32|get_sr|no_var|st_var|bfeil|bitop|floor|imadd|imsub|rsqrt|shlhi|shrhi|trunc|unmap|asrh|ceil|dfdx|dfdy|exp2|extr|iadd|intl|isub|iter|ldcf|log2|rint|and|asr|bfi|ffs|map|mov|not|rcp|xor|or)>%(\.%(sat|sx))*"
syntax match nvp4cagxControl "\v<%(jmp_if_skipping_doorbell|jmp_exec_none|jmp_exec_any|while_fcmp|while_icmp|else_fcmp|else_icmp|push_exec|pop_exec|wait_pix|if_fcmp|if_icmp|call|stop|trap|wait|ret)>%(\.[a-z0-9]+)*"
syntax match nvp4cagxLabel "\v\@\w+"
syntax match nvp4cagxLabel "\v^\s*[A-Za-z_]\w*\s*:"
syntax match nvp4cagxLabel "\v^\s*[0-9a-f]+:%(\s+[0-9a-f]+>)?"
syntax match nvp4cagxDeclaration "\v^\s*\.%(preamble|main|prolog|epilog|byte|long|short)>"
syntax match nvp4cagxComment "\v[#;].*$"
syntax match nvp4cagxHeader "\v^\s*#\@.*$"
highlight default link nvp4cagxComment Comment
highlight default link nvp4cagxControl Conditional
highlight default link nvp4cagxDeclaration Type
highlight default link nvp4cagxHeader PreProc
highlight default link nvp4cagxLabel Label
highlight default link nvp4cagxMnemonic Statement
highlight default link nvp4cagxModifier StorageClass
highlight default link nvp4cagxNumber Number
highlight default link nvp4cagxRegister Identifier
let b:current_syntax = "nvp4cagx"
