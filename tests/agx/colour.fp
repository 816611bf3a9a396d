!!NVfp4.0
# RUN: -target=agx -O2
# Four colour components by the fragment ABI: r4..r7 hold colour 0, cf0 is W, so one iterproj of four and nothing else.
MOV result.color, fragment.texcoord[0];
END
# (The bytes are those of tests/isa/agx.cases with this count and registers; the decoder that printed them is tested there.)
# EXPECT:
#      0: 6191010000000000     iterproj r4_r5_r6_r7, cf1, cf0, center
