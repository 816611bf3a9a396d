!!NVfp4.0
# Interpolation modifiers, facing, position, fog coordinate and both colours.
OPTION ARB_draw_buffers;
FLAT ATTRIB a = fragment.attrib[0];
CENTROID ATTRIB b = fragment.texcoord[1];
NOPERSPECTIVE ATTRIB c = fragment.attrib[2];
TEMP i, t;
ADD t, a, b;
MAD result.color[0], c, fragment.position, t;
MOV.CC0 i.x, fragment.facing.x;
MOV t, fragment.color.primary;
MOV t (LT.x), fragment.color.secondary;
ADD result.color[1], t, fragment.fogcoord.x;
END
