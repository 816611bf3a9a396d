!!NVfp4.0
# Screen-door transparency: an ordered dither matrix in a table, KIL below the threshold.
PARAM dither[4] = { { 0.0625, 0.5625, 0.1875, 0.6875 }, { 0.8125, 0.3125, 0.9375, 0.4375 },
                    { 0.25, 0.75, 0.125, 0.625 }, { 1.0, 0.5, 0.875, 0.375 } };
TEMP p, row, t;
INT TEMP i;
MIN p.xy, fragment.position, 8192.0;
MAX p.xy, p, 0.0;
FLR.S i.xy, p;
AND.S i.xy, i, 3;
MOV row, dither[i.y];
SUB.S.CC i.z, i.x, 1;
MOV t.x, row.x;
MOV t.x (EQ.z), row.y;
SUB.S.CC i.z, i.x, 2;
MOV t.x (EQ.z), row.z;
MOV t.x (GT.z), row.w;
TEX t.yzw, fragment.texcoord[0], texture[0], 2D;
SUB t.x, t.w, t.x;
KIL t.x;
MOV result.color, t.yzwx;
END
