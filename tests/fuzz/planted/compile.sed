# FILE: codegen/waits.c
# No waits are inserted (as tests/seeded/no-waits.sed), which the checkers of machine code refuse.
/^static void add_wait(/,/^}/s/^   cg_push(w->p, &w->out, i);$/   (void)i;/
