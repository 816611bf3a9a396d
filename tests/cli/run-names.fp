!!NVfp4.0
# Inputs by every kind of name: declared, of an array, bound, of the reflection; components; numbers of every form.
# RUN: --run -in=scale=2 -in=c[1]=1,2,3,4 -in=program.env[1].w=0x40000000 -in=fragment.texcoord[0].xy=0.5,0.25 -in=tex1=4,3,2,1 -in=k=1e1,inf,-3,2.5
# RUN: --run -on=ir -in=scale=2 -in='c=9;c[1]=1,2,3,4' -in=program.env[1].w=2 -in=fragment.texcoord[0].xy=0.5,0.25 -in=fragment.texcoord[1]=4,3,2,1 -in=k=1e1,inf,-3,2.5
# RUN: --run -on=code -in=scale=2 -in=c[1]=1,2,3,4 -in=program.env[1].w=2 -in=fragment.texcoord[0].xy=0.5,0.25 -in=tex1=4,3,2,1 -in=k=1e1,inf,-3,2.5
PARAM scale = program.local[3];
PARAM c[3] = { program.env[0..2] };
PARAM w = program.env[1];
ATTRIB k = fragment.color;
TEMP t;
MOV t, fragment.texcoord[0];
MAD result.color, t.xyxy, scale.x, c[1];
ADD t, k, fragment.texcoord[1];
MUL result.color.w, t.x, w.w;
END
# EXPECT:
# result.color.x = 2 0x40000000
# result.color.y = 2.5 0x40200000
# result.color.z = 4 0x40800000
# result.color.w = 28 0x41e00000
