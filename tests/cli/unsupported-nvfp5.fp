!!NVfp5.0
# NV_gpu_program5 is another language.
# RUN: -S
# EXIT: 7
# ERROR: unsupported-language
MOV result.color, 1.0;
END
