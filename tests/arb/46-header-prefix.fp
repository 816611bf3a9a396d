!!ARBfp1.0TEMP r; # SPDX-License-Identifier: MIT
# The header is a prefix.
TEX r,fragment.texcoord[0],texture[0],2D;MOV result.color,r;END