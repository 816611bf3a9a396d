!!NVfp4.0
# The IR behind the first run of a pass instead of code.
# RUN: -stop-after=const-fold -o /dev/null
# RUN: -stop-after=ssa -O0
MOV result.color.x, fragment.color;
END
# EXPECT:
# nvp4c-ir 1
# stage fragment
# source_ops 1
#
# block 0:
#    %0:32 = load_input slot=col0 comp=0 interp=smooth
#    store_output %0 slot=color0 comp=0
#    return
