!!NVfp4.0
# Every input of a fragment program at once: 36 vectors. What vertices have as attributes, 16, is no limit here.
INT ATTRIB id = primitive.id;
ATTRIB t[] = { fragment.texcoord[0..7] };
ATTRIB g[] = { fragment.attrib[0..15] };
ATTRIB c[] = { fragment.clip[0..7] };
TEMP r;
INT TEMP i;
ADD r, fragment.color, fragment.color.secondary;
ADD r, r, fragment.fogcoord;
MAD r, fragment.position, 0.125, r;
ADD r, r, fragment.facing.x;
MOV.S i.x, 0;
REP 8;
  MAD r, t[i.x], 0.5, r;
  MAD r, g[i.x], 0.25, r;
  MAD r, g[i.x + 8], -0.25, r;
  MAD r, c[i.x].x, 2.0, r;
  ADD.S i.x, i.x, 1;
ENDREP;
FLOAT TEMP n;
AND.S i.y, id.x, 3;
I2F n, i.y;
ADD result.color, r, n;
END
