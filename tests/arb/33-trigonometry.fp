!!ARBfp1.0
# SPDX-License-Identifier: MIT
# COS SIN SCS.
TEMP r;
COS r.x, fragment.texcoord[0].x;
SIN r.y, fragment.texcoord[0].y;
SCS r.zw, fragment.texcoord[0].z;
SCS result.color.xy, fragment.texcoord[0].w;
ADD result.color.zw, r.xyxy, r;
END
