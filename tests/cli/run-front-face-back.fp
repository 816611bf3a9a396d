!!NVfp4.0
# SWAP of the machine's front, NOP of its back, and two_side with a program that does not read the facing itself.
# RUN: --run -on=source -ffront-face=word -ftwo-side -in=facing=1 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=ir -ffront-face=word -ftwo-side -in=facing=1 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=code -ffront-face=word -ftwo-side -in=facing=1 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=code -target=agx -ffront-face=word -ftwo-side -in=facing=1 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=code -ffront-face=word -ftwo-side -in=facing=-1 -in=bcol0=0.25 -in=key.frontface=0x0
MOV result.color.x, fragment.color;
END
# EXPECT:
# result.color.x = 0.25 0x3e800000
