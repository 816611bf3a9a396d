!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Precision suffixes, condition codes, sizes.
OPTION NV_fragment_program;
TEMP R0, R1;
SHORT TEMP H0, H1;
LONG TEMP L0;
TEMP RC, HC;
SHORT OUTPUT oCol = result.color;
ADDR R0, fragment.texcoord[0], fragment.texcoord[1];
MULH H0, R0, 0.5;
MADX_SAT H1, H0, H0.yzwx, R0;
MOVXC HC, -H1;
SLTRC RC.xy, R0, R1;
MADR R1.x(NE.y), R0, R0, -|R0.w|;
MOVR L0(GE), R1;
FRCH H0.xy, L0;
EX2H H0.z, R0.w;
LG2RC_SAT H0.w, R0.x;
ADD oCol, H0, R1;
MOV oCol.z(EQ.xxyy), 1;
END
