!!NVfp4.0
# KIL of a test inside a branch; execution goes on as a helper, derivatives stay defined.
TEMP t;
MOV.CC0 t, fragment.texcoord[0];
IF GT.x;
  SUB.CC1 t.w, t.y, 2.0;
  KIL GT1.w;
  ADD t, t, 1.0;
ENDIF;
DDX t.z, t.x;
MOV result.color, t;
END
