# A result that is read before the wait for it: the registers up to there are printed, and the fault names byte and register.
# RUN: --sim -target=agx
# EXIT: 1
# ERROR: sim-fault
#@ u0 = 0x1000 0
#@ mem 0x1000 = 1.5
#@ print r8..r9
device_load 0, i32, x, r8, u0_u1, 0, signed
fadd32 r9, r8, 1.0
stop
