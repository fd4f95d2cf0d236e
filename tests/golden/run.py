#!/usr/bin/env python3
"""Golden tests: command lines and their expected output.

    run.py PROGRAM FILE.golden

A case begins with its command, which sh runs in an empty folder that the cases of one file share;
`pessoi` is PROGRAM, and $DATA is the folder data/ beside this script. Each line below the command is
one condition:

    $ pessoi show boats --variant start=s0 --json
    @ LANG=el_GR.UTF-8      an environment variable (by default there are no locale variables)
    = 2                     the exit code (default 0)
    > text                  a line of standard output
    ~ regular expression    a line of standard output that matches as a whole
    ...                     any number of lines of standard output
    ! text                  a line of standard error
    !~ regular expression   a line of standard error that matches as a whole
    : expression            true in Python of d, the JSON document on standard output

Without a line about it, standard error must be empty, and so must standard output unless there are
expressions. Lines that begin with # are comments.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TIMEOUT_S = 240  # for commands that hang; the benchmark under sanitizers takes a minute


class Case:
    def __init__(self, line, command):
        self.line, self.command = line, command
        self.env, self.code = {}, 0
        self.out, self.err, self.facts = [], [], []

    def read(self, line):
        """Adds one line below the command; False if it is not understood."""
        mark, _, rest = line.partition(" ")
        if mark == "@":
            name, _, value = rest.partition("=")
            self.env[name] = value
        elif mark == "=":
            self.code = int(rest)
        elif mark == ">":
            self.out.append(re.escape(rest) + "\n")
        elif mark == "~":
            self.out.append(rest + "\n")
        elif line == "...":
            self.out.append("(?:[^\n]*\n)*")
        elif mark == "!":
            self.err.append(re.escape(rest) + "\n")
        elif mark == "!~":
            self.err.append(rest + "\n")
        elif mark == ":":
            self.facts.append(rest)
        else:
            return False
        return True


def read_cases(path):
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("$ "):
            cases.append(Case(number, line[2:]))
        elif not cases or not cases[-1].read(line):
            sys.exit(f"{path.name}:{number}: not understood: {line}")
    return cases


def check_document(case, text):
    try:
        d = json.loads(text)
    except ValueError as error:
        yield f"no JSON document: {error}"
        return
    for fact in case.facts:
        try:
            true = eval(fact, {"d": d})  # the project's own files, not user input
        except (KeyError, IndexError, TypeError) as error:
            true, fact = False, f"{fact} ({error!r})"
        if true is not True:
            yield f"not true: {fact}"


def check(case, run):
    """Yields the errors."""
    if run.returncode != case.code:
        yield f"exit code {run.returncode}, not {case.code}"
    if case.facts:
        yield from check_document(case, run.stdout)
    elif not re.fullmatch("".join(case.out), run.stdout):
        yield "standard output is\n" + run.stdout
    if not re.fullmatch("".join(case.err), run.stderr):
        yield "standard error is\n" + run.stderr


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: run.py PROGRAM FILE.golden")
    program, path = (pathlib.Path(name).resolve() for name in sys.argv[1:])
    failed = 0
    cases = read_cases(path)
    with tempfile.TemporaryDirectory() as folder:
        tools = pathlib.Path(folder, "bin")
        home = pathlib.Path(folder, "home")
        tools.mkdir()
        home.mkdir()
        (tools / "pessoi").symlink_to(program)
        env = {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "HOME": str(home),
            "DATA": str(pathlib.Path(__file__).resolve().parent / "data"),
            **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")},
        }
        for case in cases:
            run = subprocess.run(
                ["sh", "-c", case.command], cwd=home, env={**env, **case.env}, text=True,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S, check=False,
            )
            wrongs = list(check(case, run))
            failed += bool(wrongs)
            for wrong in wrongs:
                print(f"{path.name}:{case.line}: $ {case.command}\n    {wrong}")
    # In cmocka's format, so that tools/count-tests counts all tests.
    print(f"[  PASSED  ] {len(cases) - failed} test(s).")
    if failed:
        print(f"[  FAILED  ] {failed} test(s)")
    return 1 if failed or not cases else 0


sys.exit(main())
