!!NVfp4.0
# ROUND goes to the nearest even on ties, TRUNC toward zero; both to float, signed and unsigned.
OPTION ARB_draw_buffers;
PARAM ties = { 0.5, 1.5, 2.5, -3.5 };
TEMP f;
INT TEMP s;
UINT TEMP u;
MIN f, fragment.attrib[0], 100000.0;
MAX f, f, -100000.0;
ROUND result.color[0], f;
ROUND.S s, f;
MOV.S result.color[1], s;
ROUND.U u, |f|;
MOV.U result.color[2], u;
TRUNC result.color[3], f;
TRUNC.S result.color[4], -f;
TRUNC.U result.color[5], |f.wzyx|;
ADD f, ties, f.x;
ROUND result.color[6], f;
ROUND.S result.color[7], ties;
END
