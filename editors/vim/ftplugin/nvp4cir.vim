" SPDX-License-Identifier: MIT
" Written by scripts/editors.py; do not edit.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=#\ %s comments=:#
compiler nvp4c
let b:undo_ftplugin = "setlocal commentstring< comments< makeprg< errorformat<"
