# FILE: ir/parse.c
# Any number may be that of a value.
s/if (u->id >= s->num_values || !p->values\[u->id\])/if (!p->values[u->id])/
