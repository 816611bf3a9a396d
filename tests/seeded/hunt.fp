!!NVfp4.0
# A landscape: two layers of colour by height and slope, a path, water, fog. Sixty lines, one of which meets the wrong rule.
PARAM sun = program.local[0];
PARAM grass = { 0.2, 0.5, 0.1, 1.0 };
PARAM rock = { 0.5, 0.45, 0.4, 1.0 };
PARAM snow = { 0.95, 0.95, 1.0, 1.0 };
PARAM water = { 0.1, 0.2, 0.4, 1.0 };
PARAM levels = program.local[1]; # x: water, y: trees, z: snow, w: width of the path
PARAM fog = program.local[2];
TEMP n, height, slope, layer, base, path, light, view, h, detail, mask, c, t;
INT TEMP count;
ATTRIB place = fragment.texcoord[0];
ATTRIB normal = fragment.texcoord[1];
OUTPUT colour = result.color;

main:
   DP3 n.w, normal, normal;
   RSQ n.w, n.w;
   MUL n.xyz, normal, n.w;
   MOV height.x, place.y;
   MAD slope.x, -n.y, 0.5, 0.5;
   TEX detail, place.xzyw, texture[0], 2D;
   MAD height.x, detail.x, 0.125, height.x;
   # grass below, rock where it is steep
   SUB.SAT t.x, slope.x, 0.25;
   MUL.SAT t.x, t.x, 4.0;
   LRP base, t.x, rock, grass;
   # snow above
   SUB.SAT t.y, height.x, levels.z;
   LRP base, t.y, snow, base;
   # the path: between two lines
   MUL path.x, place.x, 3.0;
   FLR path.y, path.x;
   SUB path.x, path.x, path.y;
   SGE mask.x, path.x, levels.w;
   SLT mask.y, path.x, 0.625;
   MUL mask.z, mask.x, mask.y;
   MAD base.xyz, mask.z, 0.25, base;
   # water
   SLT.CC t.z, height.x, levels.x;
   IF NE.z;
      MOV base, water;
      MOV n.xyz, snow.zwww;
   ELSE;
      MUL base.w, base.w, detail.w;
   ENDIF;
   CAL lighting;
   # mist in three layers
   MOV.S count.x, 0;
   REP 3;
      I2F h.x, count.x;
      MAD h.x, h.x, 0.25, height.x;
      EX2 h.x, -h.x;
      MAD.SAT c.xyz, h.x, fog, c;
      ADD.S count.x, count.x, 1;
   ENDREP;
   MOV colour.xyz, c;
   MOV colour.w, base.w;
   RET;

lighting:
   DP3.SAT light.x, n, sun;
   NRM view.xyz, -place;
   ADD h.xyz, view, sun;
   NRM h.xyz, h;
   DP3.SAT light.y, n, h;
   POW light.y, light.y, 32.0;
   MUL c, base, light.x;
   MAD c.xyz, light.y, 0.5, c;
   RET;
END
