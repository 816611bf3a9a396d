!!NVfp4.0
# RUN: -fclip-planes=1 -fdiagnostics-format=json -o /dev/null
TEMP never;
MOV result.color, 1.0;
END
# MESSAGES:
# [{"kind": "warning", "id": "unused-declaration", "message": "unused temporary \"never\"", "section": "", "file": "FILE", "offset": 77, "length": 5, "line": 3, "column": 6, "notes": []},
#  {"kind": "warning", "id": "unused-option", "message": "-fclip-planes=1 has no effect on a fragment program", "section": "", "file": "FILE", "notes": []}]
