!!ARBfp1.0
# SPDX-License-Identifier: MIT
# LOOP and REP over a parameter, with BRK.
OPTION NV_fragment_program2;
PARAM c[2] = { program.local[0..1] };
TEMP r, cc;
LOOP c[0];
  ADD r, r, fragment.texcoord[A0.x+2];
  SGTC cc.x, r, 50;
  BRK (NE.x);
ENDLOOP;
REP c[1].y;
  ADD r.x, r, 1;
ENDREP;
LOOP c[1].wzyx;
  ADD r.y, r, 1;
  LOOP {2, -1, 1};
    ADD r.zw, r, fragment.texcoord[A0.x];
  ENDLOOP;
  REP 2; ADD r.z, r, fragment.texcoord[A0.x]; ENDREP;
ENDLOOP;
MOV result.color, r;
END
