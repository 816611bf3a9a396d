# FILE: nvp4c/api/link.c
# Each varying is given one word.
s/l->next += (unsigned)__builtin_popcount(mask);/l->next++;/
