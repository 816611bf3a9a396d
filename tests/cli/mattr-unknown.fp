!!NVfp4.0
# RUN: -mattr=+nosuch
# RUN: -mattr=ditr
# RUN: -target=agx -mattr=+ditr
# EXIT: 2
MOV result.color, fragment.color;
END
