# FILE: backend-usc/sim/usc_run.c
# A range of registers may end before it begins.
s/last.bank != it.first.bank || last.index < it.first.index || /last.bank != it.first.bank || /; s/ || last.index - it.first.index > 4095)/)/
