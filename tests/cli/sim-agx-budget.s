# RUN: --sim -target=agx
# EXIT: 5
# ERROR: sim-budget
#@ budget = 10
jmp_exec_any pc+0
