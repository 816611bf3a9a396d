!!NVfp4.0
# Machine code as raw bytes, C and hex.
# RUN: -c -fmt=raw -o /dev/null
# RUN: -c -fmt=hex -o -
# RUN: -c -fmt=c -o -
# RUN: -S
# RUN: -S -o -
MOV result.color, 1.0;
END
