!!ARBfp1.0
# SPDX-License-Identifier: MIT
# State that fragment programs bind.
TEMP r;
MUL r, state.texenv[2].color, state.depth.range;
ADD r, r, state.fog.color;
ADD result.color, r, state.matrix.mvp.row[3];
END
