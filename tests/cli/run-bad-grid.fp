!!NVfp4.0
# RUN: --run -grid 2,2
# EXIT: 1
MOV result.color, fragment.position;
END
# MESSAGES:
# -in: error: only compute programs can run in a grid [run-input]
# FILE: warning: -grid has no effect on a fragment program [unused-option]
