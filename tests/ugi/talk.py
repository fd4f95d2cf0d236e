#!/usr/bin/env python3
"""Transcripts: conversations between a manager and `pessoi engine`, line by line.

    talk.py PROGRAM FILE..

A file is a *.transcript, or a document whose ```ugi blocks are transcripts. Lines of a transcript:

    $ pessoi engine boats      starts a conversation; `pessoi` is PROGRAM
    > text                     the manager sends a line
    >> text\\r\\n                it sends these bytes; escapes as in Python
    < text                     the engine's next line, exactly
    ~ regular expression       the next line matches as a whole
    ...                        any number of `info` lines
    ---                        the manager closes its end
    = 0                        the engine ends with this code, and has said nothing else
    # text                     a comment

Every line is waited for as long as a busy machine may need; nothing is timed.
"""

import os
import pathlib
import queue
import re
import shlex
import subprocess
import sys
import threading

WAIT_S = 120


class Wrong(Exception):
    pass


class Engine:
    def __init__(self, program, command):
        words = shlex.split(command)
        if words[0] != "pessoi":
            raise Wrong("the command must be pessoi")
        env = dict(os.environ, LC_ALL="C.UTF-8")
        self.process = subprocess.Popen(
            [program, *words[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        self.lines = queue.Queue()
        self.waiting = None  # a line that was read ahead
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode())
        self.lines.put(None)

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Wrong("the engine reads no more") from None

    def line(self):
        if self.waiting is not None:
            line, self.waiting = self.waiting, None
            return line
        try:
            line = self.lines.get(timeout=WAIT_S)
        except queue.Empty:
            raise Wrong(f"silence for {WAIT_S} s") from None
        if line is None:
            self.lines.put(None)
            raise Wrong("the engine has ended")
        if not line.endswith("\n") or line.endswith("\r\n"):
            raise Wrong(f"not a line that ends with LF: {line!r}")
        return line[:-1]

    def skip_info(self):
        line = self.line()
        while line.startswith("info "):
            line = self.line()
        self.waiting = line

    def close(self):
        if not self.process.stdin.closed:
            self.process.stdin.close()

    def end(self, code):
        try:
            found = self.process.wait(WAIT_S)
        except subprocess.TimeoutExpired:
            raise Wrong("it does not end") from None
        self.reader.join()
        rest = [self.waiting] if self.waiting is not None else []
        while (line := self.lines.get()) is not None:
            rest.append(line)
        if rest:
            raise Wrong(f"it also said {rest[0]!r}")
        if found != code:
            raise Wrong(f"exit code {found}, not {code}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        try:
            self.close()
        except BrokenPipeError:
            pass


def obey(engine, line):
    mark, _, rest = line.partition(" ")
    if mark == ">":
        engine.send(rest.encode() + b"\n")
    elif mark == ">>":
        engine.send(rest.encode("latin-1").decode("unicode_escape").encode("latin-1"))
    elif mark == "<":
        said = engine.line()
        if said != rest:
            raise Wrong(f"it said {said!r}")
    elif mark == "~":
        said = engine.line()
        if re.fullmatch(rest, said) is None:
            raise Wrong(f"it said {said!r}")
    elif line == "...":
        engine.skip_info()
    elif line == "---":
        engine.close()
    elif mark == "=":
        engine.end(int(rest))
    else:
        raise Wrong("not understood")


def play(program, path, lines):
    """Plays numbered lines; returns the number of conversations."""
    engine, count = None, 0
    try:
        for number, line in lines:
            if not line or line.startswith("#"):
                continue
            try:
                if line.startswith("$ "):
                    if engine:
                        engine.kill()
                    engine = Engine(program, line[2:])
                    count += 1
                elif engine is None:
                    raise Wrong("a transcript begins with $ pessoi engine ..")
                else:
                    obey(engine, line)
            except Wrong as wrong:
                sys.exit(f"{path}:{number}: {line}\n    {wrong}")
    finally:
        if engine:
            engine.kill()
    return count


def lines_of(path):
    inside = path.suffix == ".transcript"
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if path.suffix != ".transcript" and line.startswith("```"):
            inside = line == "```ugi"
        elif inside:
            yield number, line


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: talk.py PROGRAM FILE..")
    program = str(pathlib.Path(sys.argv[1]).resolve())
    count = sum(play(program, path, lines_of(path)) for path in map(pathlib.Path, sys.argv[2:]))
    if count == 0:
        sys.exit("no conversation found")
    print(f"{count} conversations")


main()
