!!ARBfp1.0
# A blur along one direction, like the output of a compiler for the GeForce 6: precision suffixes, and a loop over a parameter.
OPTION NV_fragment_program2;
PARAM c[2] = { program.local[0], { 0.5, 0, 0.25 } };
TEMP R0, R1;
SHORT TEMP H0;
TEMP RC;
OUTPUT oCol = result.color;
MOVR  R0.xy, fragment.texcoord[0];
MOVR  R0.z, c[1].x;
MOVR  R1, c[1].y;
LOOP {6, 0, 1};
TEX   H0, R0, texture[0], 2D;
MADR  R1, H0, R0.z, R1;
ADDR  R0.xy, R0, c[0];
MULR  R0.z, R0, c[1].x;
SLTRC RC.x, R1.w, c[1].z;
BRK   (EQ.x);
ENDLOOP;
MULH_SAT oCol, R1, fragment.color;
END
