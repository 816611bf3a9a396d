!!ARBfp1.0
# SPDX-License-Identifier: MIT
# LOOP with its index.
OPTION NV_fragment_program2;
TEMP r;
LOOP {3, 1, 2};
  ADD r, r, fragment.texcoord[A0.x];
  MAD r, r, 0.5, fragment.texcoord[A0.x + 1];
ENDLOOP;
MOV result.color, r;
END
