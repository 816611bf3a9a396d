#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The progress of a long run: meter.py SOAK. It is shown on a terminal, removed at the end, and not printed elsewhere."""
import os
import pty
import re
import subprocess
import sys

PATTERN = rb"\r\x1b\[Ktgsi: \d+ of 6, \d+(\.\d)?/s, \d+:\d\d left\r"


def on_terminal(command):
    """What the command prints on standard error, which is a terminal."""
    ours, theirs = pty.openpty()
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 4096):
            text += part
    except OSError:  # the terminal is closed
        pass
    p.wait()
    return text


def main():
    command = [sys.argv[1], "-only", "tgsi", "-programs", "6", "-jobs", "2"]
    shown = on_terminal(command)
    quiet = subprocess.run(command, capture_output=True)
    tests = {f"progress of 6 programs: {shown}": re.search(PATTERN, shown), f"removed at the end: {shown}": shown.endswith(b"\r\x1b[K"),
             f"no terminal: {quiet.stderr}": not quiet.stderr and not quiet.returncode}
    for name in (n for n, ok in tests.items() if not ok):
        print("FAIL", name)
    passed = sum(bool(ok) for ok in tests.values())
    print(f"{passed} passed, {len(tests) - passed} failed")
    return passed < len(tests)


if __name__ == "__main__":
    sys.exit(main())
