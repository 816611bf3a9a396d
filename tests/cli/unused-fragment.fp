!!NVfp4.0
# Options that a fragment program has no use for; -w and -Wno- as for other warnings.
# RUN: -S -fclip-planes=1 -Wno-unused-option -o /dev/null
# RUN: -S -fclip-planes=1 -w -Werror -o /dev/null
# RUN: -fclip-planes=1 -fclip-z=zero-to-w -fpoint-size=state -fvarying-map=tex0:4 -fmt=raw -o /dev/null
MOV result.color, 1.0;
END
# MESSAGES:
# FILE: warning: -fmt=raw has no effect without -c [unused-option]
# FILE: warning: -fclip-planes=1 has no effect on a fragment program [unused-option]
# FILE: warning: -fclip-z=zero-to-w has no effect on a fragment program [unused-option]
# FILE: warning: -fpoint-size=state has no effect on a fragment program [unused-option]
# FILE: warning: -fvarying-map=tex0:4 has no effect on a fragment program [unused-option]
