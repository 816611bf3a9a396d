!!NVfp4.0
# RUN: -target=agx -max-temps=8 -disable-pass=unroll -o /dev/null
# EXIT: 7
# ERROR: unsupported-target
# Coordinates and offset, gradients and the result take four registers each, the counter of waiting lanes one.
TEMP r;
REP 3;
  TXD r, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2], texture[1], SHADOW1D, (-6);
ENDREP;
MOV result.color, r;
END
