!!ARBfp1.0
# SPDX-License-Identifier: MIT
# Options about the position.
OPTION ARB_fragment_coord_origin_upper_left;
OPTION ARB_fragment_coord_pixel_center_integer;
MOV result.color, fragment.position;
END
