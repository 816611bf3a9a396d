# The assembler takes what -S writes; binary, hex and C.
# RUN: --as -fmt=raw -o /dev/null
# RUN: --as -fmt=hex -o -
# RUN: --as -fmt=c -o -
0 :
       fmad ft0, sh8, r4, r8
       mov r12, ft0;
1 :
       fmul ft0, r0, r3
       mov r4, ft0;
2 :
       nop.end;
