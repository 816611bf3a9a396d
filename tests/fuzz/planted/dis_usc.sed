# FILE: backend-usc/text/usc_print.c
# Immediates are printed without their high half.
/case 'x':/s/(unsigned)g->imm/(unsigned)g->imm \& 0xffff/
