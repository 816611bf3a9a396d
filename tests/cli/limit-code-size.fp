!!NVfp4.0
# -limit-code-size: machine code beyond the limit is refused.
# RUN: -limit-code-size=16
# EXIT: 5
# ERROR: code-size-limit
MUL result.color, fragment.color, fragment.texcoord[0];
END
