!!NVfp4.0
# Diagnostics as JSON: an object each, with its notes; escapes.
# RUN: -fdiagnostics-format=json -S
# EXIT: 1
TEMP t;
TEMP t;
MOV result.color, "t";
END
# MESSAGES:
# [{"kind": "error", "id": "redeclared", "message": "redeclaration of \"t\"", "section": "NV_gpu_program4 2.X.3", "file": "FILE", "offset": 133, "length": 1, "line": 6, "column": 6, "notes": [{"message": "\"t\" is declared here", "offset": 125, "length": 1, "line": 5, "column": 6}]},
#  {"kind": "error", "id": "bad-character", "message": "the character \"\"\" is not part of the language", "section": "NV_gpu_program4 2.X.2", "file": "FILE", "offset": 154, "length": 1, "line": 7, "column": 19, "notes": []}]
