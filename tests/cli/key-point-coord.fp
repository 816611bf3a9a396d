!!NVfp4.0
# The whole coordinate is read, and two planes are iterated, without W (DOUTI of the public driver: a point sprite, 2D, without perspective). z is 0
# and w is 1.
# RUN: -S -O1 -reflect -fpoint-coord=8
MOV result.color, fragment.texcoord[3];
END
# EXPECT:
# 0 :
#        fitr.pixel r0, drc0, cf0, 2;
# 1 :
#        mbyp ft0, c0
#        mbyp ft1, c64
#        mov o2, ft0;
#        mov o3, ft1;
# 2 :
#        wdf drc0
# 3 : .end
#        mbyp ft0, r0
#        mbyp ft1, r1
#        mov o0, ft0;
#        mov o1, ft1;
