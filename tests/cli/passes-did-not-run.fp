!!NVfp4.0
# Optimisations do not run at -O0: there is no place to start or stop at.
# RUN: -O0 -stop-after=dce
# RUN: -O0 -start-after=dce
# RUN: -stop-after=nosuch
# RUN: -stop-after=dce,cse
# RUN: -passes=dce,nosuch
# RUN: -print-changed=nosuch
# EXIT: 2
MOV result.color, 1.0;
END
