!!NVfp4.0
# --help and its groups are not errors, and nothing is compiled.
# RUN: --help
# RUN: -help
# RUN: --help=output
# RUN: --help=target
# RUN: --help=language
# RUN: --help=state
# RUN: --help=debug
# RUN: --help=all
# RUN: --help=warnings
# RUN: --help=diagnostics
MOV result.color, 1.0;
END
