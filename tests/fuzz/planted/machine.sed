# FILE: backend-usc/sim/usc_sim_code.c
# A group may end after the code.
s/usc_decode(code + pc, len - pc, /usc_decode(code + pc, len - pc + 8, /
