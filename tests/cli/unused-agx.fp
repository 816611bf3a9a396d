!!NVfp4.0
# What only the USC heeds.
# RUN: -target=agx -fsched=exact -max-temps=20 -one-op-per-group -spill-all -frt=rgba8 -fscratch-base=8 -report=text -O3 -o /dev/null
MOV result.color, 1.0;
END
# MESSAGES:
# FILE: warning: -frt=rgba8 has no effect without -mmonolithic [unused-option]
# FILE: warning: -fsched=exact has no effect for the target agx [unused-option]
# FILE: warning: -fscratch-base=8 has no effect for the target agx [unused-option]
# FILE: warning: -one-op-per-group has no effect for the target agx [unused-option]
