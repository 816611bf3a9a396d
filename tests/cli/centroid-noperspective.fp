!!NVfp4.0
# Both modifiers together (the example of issue 1 in NV_fragment_program4): iterated without the W plane, at the centroid; another
# attribute without perspective keeps the centre of the pixel.
# RUN: -S
# EXPECT:
# 0 :
#        fitr.centroid r0, drc0, cf8, 2;
# 1 :
#        fitr.pixel r2, drc0, cf0, 2;
# 2 :
#        wdf drc0
# 3 :
#        mbyp ft0, r0
#        mbyp ft1, r1
#        mov o0, ft0;
#        mov o1, ft1;
# 4 : .end
#        mbyp ft0, r2
#        mbyp ft1, r3
#        mov o2, ft0;
#        mov o3, ft1;
CENTROID NOPERSPECTIVE ATTRIB attribs[3] = { fragment.attrib[0..2] };
NOPERSPECTIVE ATTRIB t = fragment.texcoord[4];
MOV result.color.xy, attribs[1];
MOV result.color.zw, t;
END
