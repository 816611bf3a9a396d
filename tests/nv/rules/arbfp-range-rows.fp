!!ARBfp1.0
# A range of matrix rows does not run backwards.
PARAM p[] = { state.matrix.mvp.row[2..1] };
END
