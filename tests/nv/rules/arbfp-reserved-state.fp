!!ARBfp1.0
# No variable is called like a head of bindings.
TEMP state;
END
