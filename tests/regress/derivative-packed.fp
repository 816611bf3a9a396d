!!NVfp4.0
# The colour is packed at the end of the program, after the feedback that discards invocations; the derivative that it is made of is taken in
# front of it, while its neighbours are there.
# RUN: -O0 -frt=rgba8 -verify-sim=16 -o /dev/null
# RUN: -O2 -frt=rgba8 -verify-sim=16 -o /dev/null
# RUN: -O3 -frt=rgba8 -verify-sim=16 -o /dev/null
ATTRIB x = fragment.attrib[0];
KIL x;
DDX result.color, x.a;
END
