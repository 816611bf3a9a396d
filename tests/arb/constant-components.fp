!!ARBfp1.0
# fragment.facing and fragment.fogcoord are (f, 0, 0, 1).
OPTION NV_fragment_program2;
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.facing;
MOV result.color[1], fragment.fogcoord.wzyx;
END
