!!NVfp4.0
# A negative number in a UINT parameter.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: negative-as-unsigned@131
UINT PARAM p = -1;
MOV.U result.color, p;
END
