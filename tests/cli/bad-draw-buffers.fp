!!NVfp4.0
# result.color[n] without the option.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: draw-buffers-option@128
MOV result.color[1], 1.0;
END
