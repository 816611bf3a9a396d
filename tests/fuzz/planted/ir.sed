# FILE: ir/parse.c
# A jump may name a block one behind the last.
s/if (t->number >= s->num_blocks)/if (t->number > s->num_blocks)/
