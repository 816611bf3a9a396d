# SPDX-License-Identifier: MIT
"""Checks the files of -report=html without a browser, which tests/browser does: page.py NVP4C PROGRAM...

The page holds the document of -report=json, the policy names the hashes of its style and its script, nothing in it refers to another
file, and no text of a program ends an element. Files for --diff -report=html are accepted if Python's reader of JSON accepts them."""
import base64
import hashlib
import html.parser
import json
import os
import random
import re
import subprocess
import sys
import tempfile

MOST_OWN = 90000 # bytes of the page without its data
passed = failed = 0


def check(good, text):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print("FAIL", text)
    return good


def run(*words):
    return subprocess.run([NVP4C, "-w", *words], capture_output=True, check=False)


class Page(html.parser.HTMLParser):
    """The elements of a page, with the text of those that hold text."""
    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open = [tag, dict(attrs), ""]
        self.elements.append(self.open)

    def handle_data(self, data):
        if self.open:
            self.open[2] += data

    def handle_endtag(self, tag):
        self.open = None

    def all(self, tag):
        return [e for e in self.elements if e[0] == tag]


def hash_of(text):
    return "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def check_page(name, text, documents):
    page = Page(text)
    scripts = page.all("script")
    data = [s[2] for s in scripts if s[1].get("type") == "application/json"]
    code = [s[2] for s in scripts if "type" not in s[1]]
    styles = [s[2] for s in page.all("style")]
    policy = [m[1]["content"] for m in page.all("meta") if m[1].get("http-equiv") == "Content-Security-Policy"]
    if not check(len(code) == len(styles) == len(policy) == 1, name + ": one script, one style, one policy"):
        return
    rules = dict(rule.strip().split(" ", 1) for rule in policy[0].split(";"))
    check(rules == {"default-src": "'none'", "script-src": hash_of(code[0]), "style-src": hash_of(styles[0]), "img-src": "'none'",
                    "base-uri": "'none'", "form-action": "'none'"}, "%s: policy %s" % (name, policy[0]))
    check([json.loads(d) for d in data] == documents, name + ": the documents")
    check(not any("<" in d for d in data), name + ": < in the data")
    own = len(text.encode()) - sum(len(d.encode()) for d in data)
    check(own < MOST_OWN, "%s: %d bytes besides the data" % (name, own))
    refers = [a for e in page.elements for a in e[1].items() if a[0] in ("src", "href", "action", "style") or a[0].startswith("on")]
    check(refers == [("href", "#work")], "%s: refers to %s" % (name, refers))
    urls = set(re.findall(r"\b(?:https?:[^'\"`]*|url\((?!#)|import\b|fetch\(|innerHTML|outerHTML|insertAdjacentHTML|eval\()", code[0] + styles[0]))
    check(urls == {"http://www.w3.org/2000/svg"}, "%s: %s" % (name, urls))


def check_programs(programs):
    for program in programs:
        for target in ("usc", "agx"):
            words = ["-target=" + target, program]
            report = run("-report=json", *words)
            page = run("-report=html", *words)
            name = "%s for %s" % (program, target)
            check(report.returncode == page.returncode, name + ": status")
            if report.returncode:
                check(not page.stdout, name + ": a page without a report")
                continue
            check(page.stdout == run("-report=html", *words).stdout, name + ": two runs differ")
            check(len(page.stdout) < 1 << 20, "%s: %d bytes" % (name, len(page.stdout)))
            check_page(name, page.stdout.decode(), [json.loads(report.stdout)])


def check_hostile(folder):
    line = "# </script><img src=x onerror=alert(1)><!--<script> \"'&lt; \\u003c </title>"
    name = os.path.join(folder, "a<b>&\"</title><img src=x>.fp")
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "w", encoding="utf-8") as file:
        file.write("!!NVfp4.0\n%s\nMOV result.color, fragment.color;\nEND\n" % line)
    text = run("-report=html", name).stdout.decode()
    check_page("hostile", text, [json.loads(run("-report=json", name).stdout)])
    page = Page(text)
    check(not page.all("img"), "an element from the text of a program")
    check(page.all("title")[0][2] == name, "the title: %s" % page.all("title")[0][2])
    check(json.loads(page.all("script")[0][2])["source"][1] == line, "the line of the program")


def is_report(text):
    """Is it JSON, and a report?"""
    try:
        value = json.loads(text, parse_constant=lambda word: float("x"))
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("schema") == "nvp4c-report-1"


def check_files(folder, report):
    """Files for --diff: a report, documents by hand, and mutants of a small one."""
    good = os.path.join(folder, "good.json")
    with open(good, "wb") as file:
        file.write(report)
    small = '{"schema":"nvp4c-report-1", "a" : [1, -2.5e+3, 0, true,false ,null, "\\u00e9\\n\\\\", {}, []],\n "b":{"c":[[]]}}'
    texts = [small, " " + small + "\n", small + "x", small[:-1], "", "{}", "[]", "null", '{"schema":"nvp4c-report-2"}', '{"x":{"schema":"nvp4c-report-1"}}',
             '["schema","nvp4c-report-1"]', '{"schema" : "nvp4c-report-1"}', '{"schema":"nvp4c-report-1",}', '{"schema":"nvp4c-report-1","a":01}',
             '{"schema":"nvp4c-report-1","a":"\t"}', '{"schema":"nvp4c-report-1","a":.5}', '{"schema":"nvp4c-report-1","a":5.}',
             '{"schema":"nvp4c-report-1","a":1e}', '{"schema":"nvp4c-report-1","a":"\\x"}', '{"schema":"nvp4c-report-1","a":"\\u12"}',
             '{"schema":"nvp4c-report-1","a":"\\u12g4"}', '{"schema":"nvp4c-report-1","a":-}', '{"schema":"nvp4c-report-1" "a":1}', "\0", small + "\0"]
    draws = random.Random(1)
    for _ in range(400):
        k = draws.randrange(len(small))
        texts.append(small[:k] + draws.choice(["", small[k] * 2, draws.choice('{}[]",:0-.eE\\u tn\x01')]) + small[k + 1:])
    bad = os.path.join(folder, "other.json")
    verdicts = {True: 0, False: 0}
    for text in texts:
        with open(bad, "w", encoding="utf-8") as file:
            file.write(text)
        want = is_report(text)
        verdicts[want] += 1
        result = run("--diff", "-report=html", good, bad)
        check(result.returncode == (0 if want else 2), "status %d for %r" % (result.returncode, text))
        check(want or re.search(rb"other.json:([12]: .|.*(takes two files|several documents))", result.stderr), "message %r for %r" % (result.stderr, text))
    check(min(verdicts.values()) > 20, "both verdicts: %s" % verdicts)
    with open(bad, "w", encoding="utf-8") as file:
        file.write('{\n"schema":"nvp4c-report-1",\n"a":[1,\n2,,3]}')
    check(b"other.json:4:" in run("--diff", "-report=html", bad, good).stderr, "the line of an error")
    with open(bad, "w", encoding="utf-8") as file: # deeper than any report, so that the reader's recursion is limited
        file.write('{"schema":"nvp4c-report-1","a":' + "[" * 100000 + "]" * 100000 + "}")
    check(run("--diff", "-report=html", bad, good).returncode == 2, "nesting")


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_programs(sys.argv[2:])
        check_hostile(folder)
        reports = [run("-report=json", *words).stdout for words in (["-O0", "examples/tnl.vp"], ["-target=agx", "examples/tnl.vp"])]
        files = [os.path.join(folder, "%d.json" % k) for k in (0, 1)]
        for name, report in zip(files, reports):
            with open(name, "wb") as file:
                file.write(report)
        two = run("--diff", "-report=html", *files)
        check(two.returncode == 0, "two reports: status %d" % two.returncode)
        check_page("two reports", two.stdout.decode(), [json.loads(report) for report in reports])
        check(run("--diff", "-report=json", *files).returncode == 2, "--diff -report=json")
        check(run("--diff", "-report=html", files[0]).returncode == 2, "--diff of one file")
        check_files(folder, reports[0])
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


NVP4C = os.path.realpath(sys.argv[1])
sys.exit(main())
