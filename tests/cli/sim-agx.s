# Tasks run on USC only in this version.
# RUN: --sim -target=agx
# EXIT: 7
