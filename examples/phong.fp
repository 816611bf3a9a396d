!!NVfp4.0
# Per-pixel Phong lighting with a diffuse and a specular texture.
# Shows: typed instructions, dot products, saturation, LIT-free specular power, two texture units.
#   attrib[0] texture coordinate, attrib[1] normal, attrib[2] position (eye space)
PARAM light    = program.local[0];        # xyz: light position (eye space)
PARAM ambient  = program.local[1];
PARAM diffuse  = program.local[2];
PARAM specular = program.local[3];        # w: shininess
TEMP N, L, V, H, col, spec;

DP3 N.w, fragment.attrib[1], fragment.attrib[1];
RSQ N.w, N.w;
MUL N.xyz, fragment.attrib[1], N.w;

SUB L.xyz, light, fragment.attrib[2];
NRM L.xyz, L;
NRM V.xyz, -fragment.attrib[2];

DP3.SAT col.x, N, L;                      # diffuse factor
ADD H.xyz, L, V;
NRM H.xyz, H;
DP3.SAT col.y, N, H;
POW spec.x, col.y, specular.w;
SGT.F spec.y, col.x, 0.0;                 # no highlight on the dark side
MUL spec.x, spec.x, spec.y;

TEX V, fragment.attrib[0], texture[0], 2D;
TEX H, fragment.attrib[0], texture[1], 2D;
MAD L, diffuse, col.x, ambient;
MUL L, L, V;
MUL H, H, spec.x;
MAD.SAT result.color.xyz, H, specular, L;
MOV result.color.w, V.w;
END
