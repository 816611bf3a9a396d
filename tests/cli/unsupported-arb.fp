!!ARBfp1.0
# The older languages come later.
# RUN: -S
# RUN: -fsyntax-only
# RUN: -x arb -S
# EXIT: 7
# ERROR: unsupported-language
MOV result.color, fragment.color;
END
