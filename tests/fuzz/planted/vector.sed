# FILE: nvp4c/api/key.c
# Formats of images are not looked at.
s/k->image\[i\].format >= MEM_FORMAT_COUNT || //
