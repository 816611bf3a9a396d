!!NVfp4.0
# RUN: -S -fsample-shading -fsamples=4
MOV result.color.xy, fragment.position;
END
# EXPECT:
# 0 :
#        mov o0.e0.e1.e2.e3, sr98
# 1 : .end
#        mov o1.e0.e1.e2.e3, sr101
