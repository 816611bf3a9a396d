# FILE: codegen/sim/task_text.c
# A list of values may be empty.
s/return \*n > 0 || cg_lex_error(lx, lx->p, "value expected");/return true;/
