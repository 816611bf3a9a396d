!!NVfp4.0
# A lamp lights a surface.
PARAM lamp = program.local[0];     # position; w: intensity
PARAM paint = program.local[1];
ATTRIB position = fragment.attrib[0];
ATTRIB normal = fragment.attrib[1];
TEMP toLight, light;
SUB toLight.xyz, lamp, position;
DP3 toLight.w, toLight, toLight;
DP3 light.x, normal, toLight;
RSQ toLight.w, toLight.w;
MUL.SAT light.x, light.x, toLight.w;
MUL light.x, light.x, lamp.w;
MUL result.color, paint, light.x;
END
