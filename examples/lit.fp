!!NVfp4.0
# Lights the surface of lit.vp with a texture, the colour of the vertex, and one directional light.
# Shows: a pair of programs, textures, light state.
PARAM light   = state.light[0].position;
PARAM ambient = state.lightmodel.ambient;
TEMP n, albedo, shade;

NRM n.xyz, fragment.attrib[0];
DP3.SAT shade.x, n, light;
TEX albedo, fragment.texcoord[0], texture[0], 2D;
MUL albedo, albedo, fragment.color;
ADD shade, shade.x, ambient;
MUL result.color, albedo, shade;
END
