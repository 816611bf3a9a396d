!!NVfp4.0
# fragment.facing is +1 or -1: two-sided selection. Its other components, and those of the fog coordinate, are 0 0 1.
OPTION ARB_draw_buffers;
TEMP t;
MOV.CC t, fragment.facing;
IF LT.x;
MOV t, state.material.back.diffuse;
ELSE;
MOV t, state.material.front.diffuse;
ENDIF;
MUL t.x, t.x, fragment.facing.x;
MOV result.color[0], t;
CMP result.color[1], fragment.facing.x, fragment.color, fragment.color.secondary;
MOV result.color[2], fragment.facing;
ADD result.color[3], fragment.facing.wzyx, fragment.fogcoord;
END
