!!NVfp4.0
# State bindings in a fragment program.
TEMP t;
MUL t, fragment.color, state.material.diffuse;
MAD t, state.light[1].ambient, state.lightmodel.ambient, t;
ADD t, t, state.texenv[2].color;
SUB t.w, state.fog.params.z, fragment.fogcoord.x;
MUL.SAT t.w, t.w, state.fog.params.w;
LRP result.color, t.w, t, state.fog.color;
END
