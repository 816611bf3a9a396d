!!NVfp4.0
# The operation SWAP makes the back face that the machine sees the front: facing is 1.0, and the colour that of the front.
# RUN: --run -on=source -ffront-face=word -ftwo-side -in=facing=-1 -in=col0=0.5 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=ir -ffront-face=word -ftwo-side -in=facing=-1 -in=col0=0.5 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=code -ffront-face=word -ftwo-side -in=facing=-1 -in=col0=0.5 -in=bcol0=0.25 -in=key.frontface=0x1
# RUN: --run -on=code -target=agx -ffront-face=word -ftwo-side -in=facing=-1 -in=col0=0.5 -in=bcol0=0.25 -in=key.frontface=0x1
# TRUE does, too, whatever the machine sees, and so does NOP for its front.
# RUN: --run -on=code -ffront-face=word -ftwo-side -in=facing=-1 -in=col0=0.5 -in=bcol0=0.25 -in=key.frontface=0x2
# RUN: --run -on=code -ffront-face=word -ftwo-side -in=facing=1 -in=col0=0.5 -in=bcol0=0.25 -in=key.frontface=0x2
# RUN: --run -on=code -ffront-face=word -ftwo-side -in=facing=1 -in=col0=0.5 -in=bcol0=0.25
# Without the field the word has no effect.
# RUN: --run -on=code -ftwo-side -in=facing=1 -in=col0=0.5 -in=bcol0=0.25
MOV result.color.x, fragment.color;
MOV result.color.y, fragment.facing.x;
END
# EXPECT:
# result.color.x = 0.5 0x3f000000
# result.color.y = 1 0x3f800000
