!!NVfp4.0
# More words than a vertex of the core has, also when they are linked: said of the two programs, not of the first one alone.
# RUN: -mcpu=bxs-4-64 --link tests/cli/vertex-words-limit.vp
# EXIT: 7
# ERROR: link-words
ATTRIB a[] = { fragment.attrib[0..14] };
TEMP R;
ADD R, fragment.fogcoord.x, a[0];
ADD R, R, a[1];
ADD R, R, a[2];
ADD R, R, a[3];
ADD R, R, a[4];
ADD R, R, a[5];
ADD R, R, a[6];
ADD R, R, a[7];
ADD R, R, a[8];
ADD R, R, a[9];
ADD R, R, a[10];
ADD R, R, a[11];
ADD R, R, a[12];
ADD R, R, a[13];
ADD result.color, R, a[14];
END
# MESSAGES:
# FILE: error: the varyings between the programs take 65 words, but a vertex of bxs-4-64 has at most 64 [link-words]
