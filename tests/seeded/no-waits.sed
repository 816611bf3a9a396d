# A compiler that waits for no request, for the tests of what checks machine code (tests/tool/check-code.sh).
/^static void add_wait(/,/^}/s/^   cg_push(w->p, &w->out, i);$/   (void)i;/
