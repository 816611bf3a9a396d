!!NVfp4.0
# RUN: --run -O0 -on=ir -in=v=1.00029409,1.00026309,0,0 -in=w=1.0000006,0,0,0
# RUN: --run -O2 -on=ir -in=v=1.00029409,1.00026309,0,0 -in=w=1.0000006,0,0,0
# RUN: --run -O2 -on=code -in=v=1.00029409,1.00026309,0,0 -in=w=1.0000006,0,0,0
# Products of a factor by 3 are not products of 3 times the factor: worked out with exact fractions, each product rounded to 24 bits. Toward zero
# and to the nearest give the same here, and another last place if w * 3 is rounded first (passes/opt/pass_rescale.c).
OPTION ARB_draw_buffers;
ATTRIB v = fragment.texcoord[0];
ATTRIB w = fragment.texcoord[1];
TEMP p;
MUL p.x, v.x, w.x;
MUL p.y, v.y, w.x;
MUL result.color.x, p.x, 3.0;
MUL result.color.y, p.y, 3.0;
END
# EXPECT:
# result.color.x = 3.00088406 0x40400e7c
# result.color.y = 3.00079107 0x40400cf6
