!!NVfp4.0
# Options come first.
TEMP a;
OPTION ARB_draw_buffers;
END
