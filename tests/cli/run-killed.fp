!!ARBfp1.0
# RUN: --run -in=fragment.color=-1
# RUN: --run -on=code -in=fragment.color=-1
KIL fragment.color;
MOV result.color, fragment.color;
END
# EXPECT:
# killed
