!!NVfp4.0
# No variable of a fragment program is called like a head of bindings.
TEMP fragment;
END
