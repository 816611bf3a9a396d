# FILE: nvp4c/verify/execute_inputs.c
# The memory of an object is half as large as the list of its values.
s/const uint32_t cap = 2 \* (first + n);/const uint32_t cap = first + n \/ 2;/
