# FILE: backend-agx/text/agx_print.c
# Masks of more than 15 bits are printed wrong.
s/(1u << (v & 31)) - 1/(1u << (v \& 15)) - 1/
