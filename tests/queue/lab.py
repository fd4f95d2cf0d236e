"""A Redis of its own, workers, senders and a proxy that cuts connections: what the tests of the queue share."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import cables

PATIENCE_S = 240  # for a program that hangs
SKIPPED = 77
# What a test starts ends with it, also if the test is killed.
TIED = ["setpriv", "--pdeathsig", "KILL"]


def wait_until(condition, what, patience=PATIENCE_S):
    """Waits for a condition, and returns its value."""
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"never happened: {what}"
        time.sleep(0.01)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Redis:
    """A redis-server with an append-only file, on a socket (or, with `port`, on TCP) in a folder of its own."""

    def __init__(self, folder, *options, port=0):
        self.folder, self.port = pathlib.Path(folder), port
        self.path = self.folder / "s"
        self.options = ["--unixsocket", str(self.path), "--dir", str(folder), "--appendonly", "yes", "--save", "",
                        *options]
        self.enter, self.address = [], ["--port", str(port), "--bind", "127.0.0.1"]
        self.process = None

    def move_to(self, switch):
        """From its next start on it is in this network, which nothing else can reach."""
        self.enter = switch.hub.enter
        self.address = ["--port", "6379", "--bind", cables.ADDRESS, "--protected-mode", "no"]

    def start(self):
        log = open(self.folder / "redis.log", "ab")
        self.process = subprocess.Popen([*TIED, *self.enter, "redis-server", *self.address, *self.options], stdout=log,
                                        stderr=log)
        log.close()
        wait_until(self.answers, "redis-server starts")

    def answers(self):
        assert self.process.poll() is None, (self.folder / "redis.log").read_text()
        try:
            return self.ask("PING") in ("PONG", None) or True
        except (OSError, EOFError, RuntimeError) as failure:
            return "NOAUTH" in str(failure)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, *words):
        """One command on a fresh connection: the tests have no client of Redis."""
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(20)
            s.connect(str(self.path))
            parts = [w if isinstance(w, bytes) else str(w).encode() for w in words]
            s.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(p), p) for p in parts))
            return self.read(s.makefile("rb"))

    def read(self, stream):
        line = stream.readline()
        if not line.endswith(b"\r\n"):
            raise EOFError
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest.decode()
        if kind == b"-":
            raise RuntimeError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if int(rest) < 0 else stream.read(int(rest) + 2)[:-2]
        assert kind == b"*", line
        return None if int(rest) < 0 else [self.read(stream) for _ in range(int(rest))]

    def url(self, name="test"):
        return f"redis+unix://{self.path}#{name}"


class Proxy:
    """Passes bytes between a TCP port and a Redis, until it is told to cut."""

    def __init__(self, path):
        self.path, self.open, self.pairs = path, True, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.socket(socket.AF_UNIX)
            try:
                if not self.open:
                    raise OSError
                far.connect(self.path)
            except OSError:
                near.close()
                far.close()
                continue
            self.pairs.append((near, far))
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(a, b), daemon=True).start()

    @staticmethod
    def copy(a, b):
        try:
            while data := a.recv(65536):
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Ends all connections, in the middle of whatever they carry."""
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for s in pair:
                try:
                    s.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                s.close()

    def url(self, name="test"):
        return f"redis://127.0.0.1:{self.port}/{name}"


class Lab:
    """Everything that one test has started; it ends with the test."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.TemporaryDirectory(prefix="pq-")  # short: the path of a socket is
        self.path = pathlib.Path(self.folder.name)
        self.redis = Redis(self.path)
        self.processes = []
        self.switch = None

    def __enter__(self):
        self.redis.start()
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.redis.kill()
        if self.switch is not None:
            self.switch.close()
        self.folder.cleanup()

    def lay_cables(self, count):
        """Cables for workers, with Redis at their other end; none where there can be no networks of our own."""
        try:
            self.switch = cables.Switch()
            laid = [self.switch.cable() for _ in range(count)]
        except OSError as failure:
            print(f"skipped: workers without a network ({failure})", flush=True)
            return []
        self.redis.kill()
        self.redis.move_to(self.switch)
        self.redis.start()
        return laid

    def start(self, *arguments, env=None, stderr=subprocess.PIPE, cwd=None, enter=()):
        process = subprocess.Popen([*TIED, *enter, self.program, *map(str, arguments)], stdout=subprocess.PIPE,
                                   stderr=stderr, env={**os.environ, **(env or {})}, cwd=cwd or self.path)
        self.processes.append(process)
        return process

    def worker(self, *options, url=None, jobs=1, timeout=1, env=None, cable=None):
        """A worker, perhaps at the end of a cable; its log is in `process.log`."""
        path = self.path / f"worker-{len(self.processes)}.log"
        url = f"redis://{cables.ADDRESS}/test" if cable else url or self.redis.url()
        with open(path, "wb") as log:
            process = self.start("worker", "--queue", url, "--jobs", jobs, "--timeout", timeout, *options, stderr=log,
                                 env=env, enter=cable.enter if cable else ())
        process.log = path
        return process

    def run(self, *arguments, code=0, env=None, cwd=None):
        return finish(self.start(*arguments, env=env, cwd=cwd), code)

    def document(self, *arguments, code=0):
        return document(self.run(*arguments, "--json", code=code)[0])

    def queue(self, url=None):
        return json.loads(self.run("queue", url or self.redis.url(), "--json")[0])

    def wait_for_log(self, worker, text, times=1):
        def seen():
            assert worker.poll() is None or text in worker.log.read_text(), worker.log.read_text()
            return worker.log.read_text().count(text) >= times

        wait_until(seen, f"{text} in the log of a worker")


def finish(process, code=0):
    """Its output and messages, once it has ended with this exit code."""
    out, err = process.communicate(timeout=PATIENCE_S)
    err = err.decode() if err is not None else ""
    assert process.returncode == code, (process.returncode, code, out.decode()[-500:], err)
    return out.decode(), err


def document(text):
    """A document without the time that it took."""
    found = json.loads(text)
    found.pop("seconds", None)
    return found


def hang(process):
    """Stops a worker and its children, as a machine without power would."""
    os.kill(process.pid, signal.SIGSTOP)


def main(*tests):
    """Runs the tests with the program that the command line names."""
    if shutil.which("redis-server") is None:
        print("skipped: there is no redis-server")
        sys.exit(SKIPPED)
    wanted = sys.argv[2:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # not without cleaning up
    for test in tests:
        if wanted and test.__name__ not in wanted:
            continue
        start = time.monotonic()
        with Lab(sys.argv[1]) as lab:
            test(lab)
        print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
