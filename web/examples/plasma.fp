!!NVfp4.0
# Interference of waves that move with the time: press the button beside time.x.
PARAM time = program.env[0];       # x: seconds
PARAM tint = program.local[0];
TEMP p, w;

MAD p.xy, fragment.texcoord[0], 12.0, -6.0;
ADD w.x, p.x, time.x;
SIN w.x, w.x;
MAD w.y, p.y, 0.7, time.x;
SIN w.y, w.y;
DP2 p.z, p, p;
RSQ p.w, p.z;
MAD w.z, p.z, p.w, -time.x;
SIN w.z, w.z;
ADD w.x, w.x, w.y;
ADD w.x, w.x, w.z;
MAD p, tint, w.x, { 0.0, 2.1, 4.2, 0.0 };
SIN w.x, p.x;
SIN w.y, p.y;
SIN w.z, p.z;
MAD result.color.xyz, w, 0.5, 0.5;
MOV result.color.w, 1.0;
END
