!!NVfp4.0
# A binding used directly and by a name is the same variable.
OPTION ARB_draw_buffers;
ATTRIB named = fragment.texcoord[2];
PARAM loc = program.local[4];
OUTPUT col = result.color[0];
MOV col.xy, fragment.texcoord[2];
MOV result.color[0].zw, named.wzyx;
ADD result.color[1], program.local[4], -loc;
ADD result.color[2], loc, named;
MAD result.color[3], fragment.texcoord[2].x, program.local[4].wzyx, 1.0;
END
