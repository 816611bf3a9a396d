!!ARBfp1.0
# SPDX-License-Identifier: MIT
# The same under its older name.
OPTION ATI_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[1], fragment.color.secondary;
END
