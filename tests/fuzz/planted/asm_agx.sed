# FILE: backend-agx/text/agx_print.c
# Signed numbers are printed with 8 bits.
s/(int16_t)r->value/(int8_t)r->value/
