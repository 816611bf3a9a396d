!!NVfp4.0
# fragment.facing is +1 or -1: two-sided selection.
OPTION ARB_draw_buffers;
TEMP t;
MOV.CC t, fragment.facing;
IF LT.x;
MOV t, state.material.back.diffuse;
ELSE;
MOV t, state.material.front.diffuse;
ENDIF;
MOV result.color[0], t;
CMP result.color[1], fragment.facing.x, fragment.color, fragment.color.secondary;
MUL result.color[2].x, fragment.facing.x, fragment.attrib[0];
END
