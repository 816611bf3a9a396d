!!NVfp4.0
# Square roots by Newton's method from an integer guess; a fixed number of steps, no decisions on approximate values.
OPTION ARB_draw_buffers;
TEMP v, y, t;
INT TEMP g;
ABS v, fragment.attrib[0];
MIN v, v, 1.0e10;
MAX v, v, 1.0e-10;
SHR.S g, v, 1;
ADD.S y, g, 0x1FBD1DF5;
REP 3;
  RCP t.x, y.x;
  RCP t.y, y.y;
  RCP t.z, y.z;
  RCP t.w, y.w;
  MAD t, v, t, y;
  MUL y, t, 0.5;
ENDREP;
MOV result.color[0], y;
MAD result.color[1], y, y, -v;
END
