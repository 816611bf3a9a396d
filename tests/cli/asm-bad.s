# Text that the assembler does not understand is rejected.
# RUN: --as -fmt=raw -o /dev/null
# RUN: -as -target=agx -fmt=hex -o -
# EXIT: 1
# ERROR: asm-syntax
0 :
       frobnicate r0, r1;
