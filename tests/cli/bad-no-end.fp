!!NVfp4.0
# The text ends without END: the position is its length.
# RUN: -fsyntax-only
# EXIT: 1
# ERROR: syntax-error@147
MOV result.color, 1.0;
