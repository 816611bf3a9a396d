# FILE: examples/gl-driver/protocol/state.c
# A constant buffer may have a number one behind the last.
s/slot >= MAX_CONSTANT_BUFFERS/slot > MAX_CONSTANT_BUFFERS/
