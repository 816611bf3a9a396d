# FILE: backend-usc/text/usc_lex.c
# The name of an index register may be longer than its buffer.
s/cg_lex_letters(lx, x, sizeof x) != 3/cg_lex_letters(lx, x, sizeof x + 8) != 3/
