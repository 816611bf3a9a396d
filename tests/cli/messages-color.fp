!!NVfp4.0
# Colours on request.
# RUN: -fsyntax-only -fdiagnostics-color=always
# EXIT: 1
TEMP t;
TEMP t;
END
# MESSAGES:
# [1mFILE:6:6:[0m [1;31merror:[0m redeclaration of "t" (NV_gpu_program4 2.X.3) [redeclared]
#     6 | TEMP t;
#       |      [1;31m^[0m
# [1mFILE:5:6:[0m [1;36mnote:[0m "t" is declared here
#     5 | TEMP t;
#       |      [1;36m^[0m
