# A task that names what there is not.
# RUN: --sim -target=agx
# EXIT: 1
# ERROR: sim-task@109
#@ r1 = 1
#@ r128 = 1
stop
