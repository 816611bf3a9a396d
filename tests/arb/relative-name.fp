!!ARBfp1.0
# SPDX-License-Identifier: MIT
# A name for a texture coordinate by the loop index: that of the innermost loop at the place.
OPTION NV_fragment_program2;
TEMP r;
LOOP {3, 0, 1};
ATTRIB t = fragment.texcoord[A0.x + 1];
ADD r, r, t;
LOOP {2, 4, -1};
MAD r, t, 0.5, r;
ENDLOOP;
ENDLOOP;
MOV result.color, r;
END
