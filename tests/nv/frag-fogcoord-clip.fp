!!NVfp4.0
# Fog coordinate and interpolated clip distances, single and as an array with a relative index.
OPTION ARB_draw_buffers;
ATTRIB d[] = { fragment.clip[0..3] };
FLAT INT ATTRIB k = fragment.attrib[0];
INT TEMP i;
MOV result.color[0].x, fragment.fogcoord;
AND.S i, k, 3;
MOV result.color[0].y, d[i.x].x;
MOV result.color[0].z, fragment.clip[5].x;
ADD result.color[0].w, d[2].x, -d[3].x;
END
