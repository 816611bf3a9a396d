!!NVfp4.0
# No interpolation modifier on fragment.facing.
NOPERSPECTIVE ATTRIB a = fragment.facing;
END
