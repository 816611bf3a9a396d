!!NVgp4.0
# RUN: -w -O0 -fsched=fast -verify-sim=1 -o /dev/null
# A register that nothing writes is a constant for the lower bound after the modifiers of a move.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 16;
TEMP r2, r3;
IF BLE1;
ROUND r2, |-r3.wwxx|;
ENDIF;
END
