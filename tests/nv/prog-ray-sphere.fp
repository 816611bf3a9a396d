!!NVfp4.0
# A ray against four spheres: the nearest hit, its normal and a diffuse term. The decision is on exact arithmetic only.
PARAM sphere[4] = { program.local[0..3] };
TEMP o, d, oc, b, c, disc, best, n;
INT TEMP i;
MOV o, program.local[4];
NRM d.xyz, fragment.attrib[0];
MOV best, { 1.0e6, 0.0, 0.0, 0.0 };
MOV.S i.x, 0;
REP.S 4;
  SUB oc, o, sphere[i.x];
  DP3 b.x, oc, d;
  DP3 c.x, oc, oc;
  MAD c.x, -sphere[i.x].w, sphere[i.x].w, c.x;
  MAD disc.x, b.x, b.x, -c.x;
  SGT.CC disc.y, disc.x, 0.0;
  IF NE.y;
    RSQ disc.z, disc.x;
    MUL disc.z, disc.z, disc.x;
    ADD disc.w, -b.x, -disc.z;
    SUB.CC disc.y, disc.w, best.x;
    IF LT.y;
      MAD n.xyz, d, disc.w, oc;
      MOV best.x, disc.w;
      MOV best.yzw, n.xxyz;
    ENDIF;
  ENDIF;
  ADD.S i.x, i.x, 1;
ENDREP;
DP3.SAT n.w, best.yzww, { 0.577, 0.577, 0.577, 0.0 };
MOV result.color.xyz, n.w;
MOV result.color.w, best.x;
END
