# FILE: nvp4c/api/key.c
# Formats of render targets are not looked at.
s/if (k->frt\[i\] > NVP4C_FRT_RGBA8)/if (!k)/
