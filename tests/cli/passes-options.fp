!!NVfp4.0
# Passes chosen by name, printed where they change something, left out up to a place; the values are the same.
# RUN: -passes= -verify-sim=8 -o /dev/null
# RUN: -passes=dce,copy-prop,cse -print-changed=all -verify-sim=8 -o /dev/null
# RUN: -passes=lower-idiv,if-convert -print-before=dce,cse -verify-each -verify-sim=8 -o /dev/null
# RUN: -start-after=cse -verify-sim=8 -o /dev/null
# RUN: -O1 -passes=dce -S -print-changed=dce
TEMP t, unused;
MOV unused, fragment.color; # the one thing that dce finds
MOV result.color, fragment.texcoord[0].x;
END
# EXPECT:
# # after dce
# nvp4c-ir 1
# stage fragment
# source_ops 2
#
# block 0:
#    %4:32 = load_input slot=tex0 comp=0 interp=smooth
#    store_output %4 slot=color0 comp=0
#    store_output %4 slot=color0 comp=1
#    store_output %4 slot=color0 comp=2
#    store_output %4 slot=color0 comp=3
#    return
