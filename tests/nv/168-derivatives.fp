!!NVfp4.0
# DDX and DDY of inputs and of computed values, in uniform control flow.
TEMP d, e;
DDX d, fragment.texcoord[0];
DDY e, -|fragment.texcoord[0]|;
MUL d, d, e;
DDX.SAT d.xy, d.yxzw;
DDY.CC0 e.x, d.x;
MOV result.color, d;
MOV result.color.w (GT.x), e.y;
END
