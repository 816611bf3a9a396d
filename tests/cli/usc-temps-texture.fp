!!NVfp4.0
# RUN: -O0 -max-temps=10
# RUN: -O2 -max-temps=10
# EXIT: 7
# ERROR: unsupported-usc@339
# Three coordinates, six gradients and four results stay in registers while the request is under way: thirteen of them. The other
# instructions need less.
OPTION ARB_draw_buffers;
TEX result.color[1], fragment.texcoord[1], texture[1], 3D;
TXD result.color, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2], texture[0], 3D;
END
