!!NVfp4.0
# A derivative across invocations that do not run is undefined, whatever is executed; an integer result; a discarded fragment.
# RUN: --run
# RUN: --run -on=code -in=fragment.color=1
TEMP t;
MOV.CC t.x, fragment.position.x;
SUB.CC t.x, t.x, 1.0;
MOV t.y, 0.0;
IF LT.x;
DDX t.y, fragment.position.x;
ENDIF;
MOV result.color, t.y;
MOV result.color.x, fragment.position.x;
END
# EXPECT:
# result.color.x = 0.5 0x3f000000
# result.color.y undefined
# result.color.z undefined
# result.color.w undefined
