!!NVfp4.0
# The vertex program alone writes more words than a vertex of the core has; linked, only those that are read. What is said about it is
# said once, by the compile with the map.
# RUN: -mcpu=bxs-4-64 --link tests/cli/vertex-words-limit.vp
MOV result.color, fragment.fogcoord.x;
END
# EXPECT:
# # tests/cli/vertex-words-limit.vp -> tests/cli/link-words.fp: 5 words
# -fvarying-map=position.xyzw:0,fog.x:4
# position.x vo0 - machine
# position.y vo1 - machine
# position.z vo2 - machine
# position.w vo3 - machine
# fog.x vo4 cf4 smooth
# attr0.x - - dropped
# attr0.y - - dropped
# attr0.z - - dropped
# attr0.w - - dropped
# attr1.x - - dropped
# attr1.y - - dropped
# attr1.z - - dropped
# attr1.w - - dropped
# attr2.x - - dropped
# attr2.y - - dropped
# attr2.z - - dropped
# attr2.w - - dropped
# attr3.x - - dropped
# attr3.y - - dropped
# attr3.z - - dropped
# attr3.w - - dropped
# attr4.x - - dropped
# attr4.y - - dropped
# attr4.z - - dropped
# attr4.w - - dropped
# attr5.x - - dropped
# attr5.y - - dropped
# attr5.z - - dropped
# attr5.w - - dropped
# attr6.x - - dropped
# attr6.y - - dropped
# attr6.z - - dropped
# attr6.w - - dropped
# attr7.x - - dropped
# attr7.y - - dropped
# attr7.z - - dropped
# attr7.w - - dropped
# attr8.x - - dropped
# attr8.y - - dropped
# attr8.z - - dropped
# attr8.w - - dropped
# attr9.x - - dropped
# attr9.y - - dropped
# attr9.z - - dropped
# attr9.w - - dropped
# attr10.x - - dropped
# attr10.y - - dropped
# attr10.z - - dropped
# attr10.w - - dropped
# attr11.x - - dropped
# attr11.y - - dropped
# attr11.z - - dropped
# attr11.w - - dropped
# attr12.x - - dropped
# attr12.y - - dropped
# attr12.z - - dropped
# attr12.w - - dropped
# attr13.x - - dropped
# attr13.y - - dropped
# attr13.z - - dropped
# attr13.w - - dropped
# attr14.x - - dropped
# attr14.y - - dropped
# attr14.z - - dropped
# attr14.w - - dropped
# MESSAGES:
