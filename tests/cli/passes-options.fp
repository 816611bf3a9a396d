!!NVfp4.0
# Passes chosen by name, printed where they change something, left out up to a place; the values are the same.
# RUN: -passes= -verify-sim=8 -o /dev/null
# RUN: -passes=dce,copy-prop,cse -print-changed=all -verify-sim=8 -o /dev/null
# RUN: -passes=lower-idiv,if-convert -print-before=dce,cse -verify-each -verify-sim=8 -o /dev/null
# RUN: -start-after=cse -verify-sim=8 -o /dev/null
# RUN: -O1 -passes=dce -S -print-changed=dce
TEMP t, unused;
MOV unused, fragment.color; # the one thing that dce finds
MOV result.color, fragment.texcoord[0].x;
END
# EXPECT:
# 0 :
#        fitrp.pixel r0, drc0, cf4, cf0, 1;
# 1 :
#        wdf drc0
# 2 :
#        mbyp ft0, r0
#        mbyp ft1, r0
#        mov o0, ft0;
#        mov o1, ft1;
# 3 : .end
#        mbyp ft0, r0
#        mbyp ft1, r0
#        mov o2, ft0;
#        mov o3, ft1;
