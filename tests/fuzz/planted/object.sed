# FILE: nvp4c/report/elf.c
# The size of a section is believed.
s/if (at > t->len || size > t->len - at)/if (at > t->len)/
