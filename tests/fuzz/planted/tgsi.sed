# FILE: frontend/tgsi/check/tgsi_check_operand.c
# The number of an array is not looked at where it is used.
s/(r->array_id >= c->num_arrays || c->array\[r->array_id\] == TGSI_NONE)/c->array[r->array_id] == TGSI_NONE/
