#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Messages of the command line as JSON and SARIF: messages.py NVP4C SCHEMA.

Every run, whatever its end, prints one JSON value on standard error. SCHEMA is that of the parts of SARIF that nvp4c writes; the
standard's own schema may be given instead. Both forms must report what the text form reports.
"""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("SKIP validation of SARIF: python3-jsonschema is not installed")
    jsonschema = None

nvp4c = os.path.realpath(sys.argv[1])
with open(sys.argv[2]) as f:
    schema = json.load(f)
passed = failed = 0


def check(name, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL %s: %s" % (name, detail))


FILES = {
    "a.fp": b"!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n",
    "bad.fp": b"!!NVfp4.0\nMOV result.color, nothing;\nMOV result.depth, 1;\nEND\n",
    "warn.fp": b"!!NVfp4.0\nTEMP unused, t;\nMOV result.color, t;\nEND\n",
    "wide.fp": "!!NVfp4.0\nMOV result.color, \u00e9;\nEND\n".encode(),
    "late.fp": "\ufeff!!NVfp4.0\nMOV result.color, nothing;\nEND\n".encode(),
    "two words+%.fp": b"!!NVfp4.0 END END",
    "empty.fp": b"",
    "list": b"a.fp\nbad.fp\nmissing.fp\nwarn.fp\n",
    "a.vp": b"!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n",
}
# Arguments, and the exit status: that of the text form is compared as well.
RUNS = [
    (["a.fp"], 0), (["bad.fp"], 1), (["warn.fp"], 0), (["-Werror", "warn.fp"], 1), (["late.fp"], 1), (["wide.fp"], 1),
    (["two words+%.fp"], 1), (["empty.fp"], 1), (["missing.fp"], 3), (["."], 3), (["-nothing", "a.fp"], 2), ([], 2),
    (["-O2"], 2), (["-mcpu=nothing", "a.fp"], 2), (["-fsamples=3", "a.fp"], 2), (["-o", "/dev/full", "a.fp"], 3),
    (["-o", "missing/x.s", "warn.fp"], 3), (["-limit-memory=40", "/dev/zero"], 5), (["--batch", "list"], 1),
    (["--batch", "missing"], 3), (["--link", "a.vp", "a.fp"], 0), (["--link", "a.fp", "a.vp"], 1), (["--as", "a.fp"], 1),
    (["@missing"], 3), (["--dis", "a.fp"], 1), (["-fsyntax-only", "-o", "x", "a.fp"], 0), (["--run", "a.fp", "-in", "x=1"], 1),
    (["-o", "a.fp", "a.fp"], 2), (["--diff", "a.fp", "a.vp"], 2), (["--reduce", "bad.fp"], 1),
]


def text_messages(err):
    """Severity and text of errors and warnings of the text form, without ids and sections."""
    found = []
    for line in err.splitlines():
        m = re.match(r"(?:nvp4c|[^|]*?)(?::\d+:\d+)?: (error|warning): (.*)$", line)
        if m:
            found.append((m.group(1), m.group(2)))
    return found


def run(args, form):
    p = subprocess.run([nvp4c, "-fdiagnostics-format=" + form] + args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE)
    return p.returncode, p.stderr.decode()


def value(name, err):
    """The JSON value of standard error. Facts may follow it, as lines that do not begin like one."""
    try:
        return json.JSONDecoder().raw_decode(err[re.search(r"^[\[{]", err, re.M).start():])[0]
    except (ValueError, AttributeError) as e:
        check(name, False, "%s: %s" % (e, err[:200]))
        return None


with tempfile.TemporaryDirectory() as d:
    os.chdir(d)
    for file, data in FILES.items():
        with open(file, "wb") as f:
            f.write(data)
    for args, want in RUNS:
        name = "nvp4c " + " ".join(args)
        status, text = run(args, "text")
        check(name + " as text", status == want, status)
        expected = text_messages(text)
        status, err = run(args, "json")
        check(name + " as JSON", status == want, status)
        array = value(name, err)
        if array is not None:
            got = [(m["kind"], m["message"]) for m in array]
            check(name + ": messages of JSON", len(got) == len(expected) and all(
                k == kind and line.endswith(m) or m in line for (k, m), (kind, line) in zip(got, expected)), (got, expected))
            check(name + ": every message has a file", all(m["file"] for m in array), array)
        status, err = run(args, "sarif")
        check(name + " as SARIF", status == want, status)
        log = value(name, err)
        if log is None:
            continue
        if jsonschema:
            try:
                jsonschema.validate(log, schema)
                check(name, True)
            except jsonschema.ValidationError as e:
                check(name + ": valid", False, e.message)
        r = log["runs"][0]
        i = r["invocations"][0]
        check(name + ": status in the log", i["exitCode"] == want and i["executionSuccessful"] == (want == 0), i)
        notifications = i["toolExecutionNotifications"] + i["toolConfigurationNotifications"]
        check(name + ": messages of SARIF", len(r["results"]) + len(notifications) == len(expected), (r, expected))
        check(name + ": usage is configuration", bool(i["toolConfigurationNotifications"]) <= (want == 2), i)
        rules = {rule["id"] for rule in r["tool"]["driver"]["rules"]}
        check(name + ": rules", rules == {m["ruleId"] for m in r["results"]}, rules)

    def region(file):
        return value(file, run([file], "sarif")[1])["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    # MOV result.color, nothing: the name is in columns 19 to 25, so the region ends before 26.
    check("columns", region("bad.fp")["region"] == {"startLine": 2, "startColumn": 19, "endColumn": 26}, region("bad.fp"))
    check("a byte order mark does not count", region("late.fp") == {
        "artifactLocation": {"uri": "late.fp"}, "region": {"startLine": 2, "startColumn": 19, "endColumn": 26}}, region("late.fp"))
    # The error is the first byte of a letter of two, which is one code point.
    check("columns are code points", region("wide.fp")["region"] == {"startLine": 2, "startColumn": 19, "endColumn": 20})
    # 10 bytes of the first line and 18 of the second precede the name, and in late.fp the 3 bytes of the mark.
    offsets = [value(f, run([f], "json")[1])[0]["offset"] for f in ("bad.fp", "late.fp")]
    check("offsets count bytes of the file", offsets == [28, 31], offsets)
    check("a name as URI", region("two words+%.fp")["artifactLocation"]["uri"] == "two%20words%2B%25.fp")
    note = value("warn", run(["warn.fp"], "sarif")[1])["runs"][0]["results"][0]["relatedLocations"]
    check("a note is a related location", [n["physicalLocation"]["region"]["startLine"] for n in note] == [2] and
          "declared here" in note[0]["message"]["text"], note)

    def colored(args, environment):
        """Are messages on a terminal in colour?"""
        master, slave = pty.openpty()
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        p = subprocess.Popen([nvp4c] + args + ["bad.fp"], stderr=slave, stdout=subprocess.DEVNULL, env={**env, **environment})
        p.wait()
        os.close(slave)
        out = os.read(master, 4096)
        os.close(master)
        return b"\033[" in out

    # no-color.org: any text but the empty one turns colours off, and an option of the command line is stronger.
    for args, environment, want in [([], {"TERM": "xterm"}, True), ([], {}, False), ([], {"TERM": "dumb"}, False),
                                    ([], {"TERM": "xterm", "NO_COLOR": "1"}, False),
                                    ([], {"TERM": "xterm", "NO_COLOR": ""}, True),
                                    (["-fdiagnostics-color=always"], {"NO_COLOR": "1"}, True),
                                    (["-fdiagnostics-color=never"], {"TERM": "xterm"}, False)]:
        check("colours with %s %s" % (args, environment), colored(args, environment) == want)

    def on_terminal(args):
        """What a run prints on standard error if that is a terminal."""
        master, slave = pty.openpty()
        p = subprocess.Popen([nvp4c] + args, stderr=slave, stdout=subprocess.DEVNULL)
        os.close(slave)
        out = b""
        while True:
            try:
                some = os.read(master, 65536)
            except OSError:
                break
            if not some:
                break
            out += some
        p.wait()
        return out

    with open("many", "w") as f:
        f.write("warn.fp\n" * 60 + "a.fp\n" * 60)
    with open("slow.sh", "w") as f:
        f.write("sleep 0.2; exit 1\n")
    for name, args, line in [
            ("--batch", ["--batch", "-w", "-verify-sim=200", "many"],
             rb"\r\x1b\[K\d+ of 120 programs, [0-9.]+/s(, \d+:\d\d left)?: \w+\.fp"),
            ("--run", ["--run", "a.fp", "-png", "x.png", "-size", "768x768"],
             rb"\r\x1b\[K\d+ of 589824 pixels, [0-9.]+/s, \d+:\d\d left"),
            ("--reduce", ["--reduce", "-test=sh slow.sh", "warn.fp"], rb"\r\x1b\[K\d+ tries, [0-9.]+/s")]:
        out = on_terminal(args)
        if b"libpng" in out:
            continue
        check("progress of " + name, re.search(line, out), out[:300])
        check("is removed by " + name, b"/s" not in out or out.rindex(b"\r\x1b[K") > out.rindex(b"/s"), out[-200:])
        p = subprocess.run([nvp4c] + args, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        check("no progress of %s in a file" % name, b"\r" not in p.stderr, p.stderr[:200])

print("%d passed, %d failed" % (passed, failed))
sys.exit(failed != 0 or passed == 0)
