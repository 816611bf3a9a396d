# FILE: nvp4c/api/check.c
# Formats of attributes are not looked at.
s/o->monolithic.attrib\[i\].format > NVP4C_ATTRIB_RGB10A2NORM || //
