!!NVfp4.0
# No interpolation modifier on fragment.fogcoord.
CENTROID ATTRIB a = fragment.fogcoord;
END
