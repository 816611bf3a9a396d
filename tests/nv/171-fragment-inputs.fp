!!NVfp4.0
# Interpolation modifiers, facing, position, fog coordinate, primitive number and both colours.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
CENTROID ATTRIB b = fragment.texcoord[1];
NOPERSPECTIVE ATTRIB c = fragment.attrib[2];
TEMP i;
ADD result.color[0], a, b;
MUL result.color[1], c, fragment.position;
MOV.CC0 i.x, fragment.facing.x;
MOV result.color[2], fragment.color.primary;
MOV result.color[2] (LT.x), fragment.color.secondary;
ADD result.color[3], fragment.fogcoord, fragment.clip[1];
MOV.S result.color[4], primitive.id.x;
END
