!!NVfp4.0
# FLAT on both colors and on an array.
OPTION ARB_draw_buffers;
FLAT ATTRIB e = fragment.color;
FLAT ATTRIB f = fragment.color.secondary;
FLAT ATTRIB g[2] = { fragment.attrib[2..3] };
MAD result.color[0], e, f, g[0];
ADD result.color[1], fragment.color.primary, g[1];
END
