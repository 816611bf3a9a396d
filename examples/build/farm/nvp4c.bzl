# SPDX-License-Identifier: MIT
"""shader(name, src, options): compiles a program to the object src.o"""

def _shader(ctx):
    output = ctx.actions.declare_file(ctx.file.src.basename + ".o")
    ctx.actions.run(
        outputs = [output],
        inputs = [ctx.file.src] + ctx.files.options,
        executable = ctx.executable._nvp4c,
        arguments = ["@" + f.path for f in ctx.files.options] + ["-c", "-o", output.path, ctx.file.src.path],
        mnemonic = "Shader",
        progress_message = "nvp4c " + ctx.file.src.short_path,
    )
    return [DefaultInfo(files = depset([output]))]

shader = rule(
    implementation = _shader,
    attrs = {
        "src": attr.label(allow_single_file = True, mandatory = True),
        "options": attr.label_list(allow_files = True),
        "_nvp4c": attr.label(default = "@nvp4c//:bin/nvp4c", executable = True, allow_single_file = True, cfg = "exec"),
    },
)
