!!NVfp4.0
# A pixel of axe-1-16m has at most 4 samples (max_multisample of the public driver's description), one of gx6250 8: tests/nv/key-tests.fp.
# RUN: -mcpu=axe-1-16m -fsamples=8 -o /dev/null
# EXIT: 7
# MESSAGES:
# FILE: error: a pixel has 8 samples (key.samples); axe-1-16m supports at most 4 [unsupported-usc]
MOV result.color, 1.0;
END
