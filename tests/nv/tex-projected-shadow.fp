!!NVfp4.0
# A shadow test as programs write it: a bias, TXP on a SHADOW2D unit, the result modulates light.
PARAM bias = program.local[0];
TEMP s, lit;
MOV s, fragment.texcoord[3];
MAD s.z, bias.x, s.w, s.z;
TXP s, s, texture[4], SHADOW2D;
DP3.SAT lit.x, fragment.texcoord[1], fragment.texcoord[2];
MUL lit.x, lit.x, s.x;
MAD result.color.xyz, lit.x, state.light[0].diffuse, state.light[0].ambient;
MOV result.color.w, 1.0;
END
