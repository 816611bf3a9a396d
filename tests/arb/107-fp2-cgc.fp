!!ARBfp1.0
# SPDX-License-Identifier: MIT
# The way a compiler wrote it.
OPTION NV_fragment_program2;
PARAM c[6] = { program.local[0..4], { 0.25, 0.5, 0 } };
TEMP R0;
TEMP R1;
SHORT TEMP H0;
TEMP RC;
TEMP HC;
OUTPUT oCol = result.color;
ADDR  R0.xy, fragment.texcoord[0], -c[0];
MULR  R0.xy, R0, c[3];
DP2R  R0.z, R0, R0;
MADR  R1.x, R0, R0, R0.z;
SLTRC HC.x, R1, c[5].y;
IF    NE.x;
MOVR  R0, c[5].z;
MOVH  H0, c[5].x;
LOOP c[1].zxww;
MADR  R0, R0, c[5].y, H0;
SGERC HC, R0.yzxw, c[2].x;
BRK   (EQ.x);
ENDLOOP;
ELSE;
TEX   R0, R0.zwzw, texture[0], RECT;
ENDIF;
MOVR  oCol, R0;
END
