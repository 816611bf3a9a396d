!!NVfp4.0
# ENDPRIM only in geometry programs.
TEMP a;
ENDPRIM;
END
