" SPDX-License-Identifier: MIT
" Files of nvp4c, by their names; and by their first line, since .s and .ir belong to other languages, too.
autocmd BufNewFile,BufRead *.vp,*.fp,*.gp if getline(1) =~# '^\%(!!\|$\)' | set filetype=nvp4c | endif
autocmd BufNewFile,BufRead *.tgsi set filetype=nvp4ctgsi
autocmd BufNewFile,BufRead *.usc set filetype=nvp4cusc
autocmd BufNewFile,BufRead *.agx set filetype=nvp4cagx
autocmd BufNewFile,BufRead *.ir if getline(1) =~# '^nvp4c-ir ' | set filetype=nvp4cir | endif
autocmd BufNewFile,BufRead *.s
   \ if getline(1) =~# '^\s*0 :' | set filetype=nvp4cusc |
   \ elseif getline(1) =~# '^\s*\%(\.preamble\|0: \x\+ \)' | set filetype=nvp4cagx | endif
