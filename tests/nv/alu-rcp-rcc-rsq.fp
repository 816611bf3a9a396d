!!NVfp4.0
# RCP with zeros of either sign, RCC clamps to 2^-64 .. 2^64 by sign, RSQ of a magnitude.
OPTION ARB_draw_buffers;
ATTRIB a = fragment.attrib[0];
TEMP r;
RCP r.x, a.x;
RCP r.y, -a.y;
RCP r.zw, |a.z|;
MOV result.color[0], r;
RCC r.x, a.x;
RCC r.y, a.y;
RCC r.z, -a.z;
RCC r.w, a.w;
MOV result.color[1], r;
RSQ r.x, |a.x|;
RSQ r.y, a.y;
RSQ r.z, 4.0;
RSQ r.w, |a.w|;
MOV result.color[2], r;
RCC result.color[3].xy, 1.0e-30;
END
