# FILE: gl-driver/protocol/state.c
# The number of a constant buffer is believed.
s/if (stage >= NUM_STAGES || slot >= MAX_CONSTANT_BUFFERS)/if (stage >= NUM_STAGES)/
