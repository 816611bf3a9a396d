!!NVfp4.0
# A warning that is made an error fails it.
# RUN: -fsyntax-only -Werror=unused-declaration -Wno-unwritten-result
# EXIT: 1
# ERROR: unused-declaration@171
TEMP t;
END
