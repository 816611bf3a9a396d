!!NVfp4.0
# A lamp lights a surface.
PARAM lamp = program.local[0];     # its place; w: its brightness
PARAM paint = program.local[1];
ATTRIB place = fragment.attrib[0];
ATTRIB normal = fragment.attrib[1];
TEMP way, light;
SUB way.xyz, lamp, place;
DP3 way.w, way, way;
DP3 light.x, normal, way;
RSQ way.w, way.w;
MUL.SAT light.x, light.x, way.w;
MUL light.x, light.x, lamp.w;
MUL result.color, paint, light.x;
END
