!!NVfp4.0
# No interpolation modifier on fragment.clip.
FLAT ATTRIB a = fragment.clip[0];
END
