!!NVfp4.0
# A range of attributes does not run backwards.
ATTRIB t[] = { fragment.texcoord[2..1] };
END
