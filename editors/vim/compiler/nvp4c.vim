" SPDX-License-Identifier: MIT
" :make compiles the current file with nvp4c and fills the quickfix list with its messages. Arguments are options: :make -target=agx
if exists("current_compiler")
  finish
endif
let current_compiler = "nvp4c"
let s:cpo_save = &cpo
set cpo&vim
CompilerSet makeprg=nvp4c\ -fno-diagnostics-show-caret\ -o\ /dev/null\ $*\ %:S
" Locations with an error, a warning or a note; messages without one are shown as text.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m
let &cpo = s:cpo_save
unlet s:cpo_save
