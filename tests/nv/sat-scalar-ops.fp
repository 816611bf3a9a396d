!!NVfp4.0
# Saturation of scalar and special instructions: EX2, LG2, RCP, RSQ, SIN, COS, POW, DP3, LIT, FRC, FLR.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
EX2.SAT result.color[0].x, a.x;
LG2.SSAT result.color[0].y, |a.y|;
RCP.SAT result.color[0].z, a.z;
RSQ_SAT result.color[0].w, |a.w|;
SIN.SAT result.color[1].x, a.x;
COSR_SAT result.color[1].y, a.y;
POW.SSAT result.color[1].z, |a.z|, a.w;
DP3.SAT result.color[1].w, a, a.zxyw;
FRC.SAT result.color[2], a;
FLR.SSAT result.color[3], a;
END
