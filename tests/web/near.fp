!!NVfp4.0
# A texture over the surface of near.vp, lit from the eye; squares of it are discarded, and edges are found by derivatives.
BUFFER4 paint[] = { program.buffer[0][0..3] };
PARAM tiles = program.local[0];
TEMP n, c, t;

NRM n.xyz, fragment.attrib[0];
MUL t, fragment.texcoord[0], tiles;
DDX c.x, t.x;
DDY c.y, t.y;
ABS c.xy, c;
FRC t.zw, t.xyxy;
SUB t.zw, t, 0.8;
MIN t.z, t.z, t.w;
KIL -t.z;
TEX n.xyw, t, texture[1], 2D;
MUL n.xyz, n.xyww, n.z;
MAD.SAT n.xyz, c.xyxx, 2.0, n;
MUL result.color.xyz, n, paint[1];
MOV result.color.w, 1.0;
END
