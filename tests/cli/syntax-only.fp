!!NVfp4.0
# -fsyntax-only writes nothing.
# RUN: -fsyntax-only
# RUN: --fsyntax-only
# RUN: -x nv -fsyntax-only
# RUN: -x=nv -fsyntax-only -O3
# RUN: -fsyntax-only -target=agx
MOV result.color, 1.0;
END
# EXPECT:
