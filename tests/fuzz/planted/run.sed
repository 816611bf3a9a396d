# FILE: nvp4c/verify/execute_inputs.c
# A name with a vertex may be longer than its buffer.
s/ || w->len >= size)/ || !size)/
