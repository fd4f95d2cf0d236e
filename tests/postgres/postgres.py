#!/usr/bin/env python3
"""A private PostgreSQL for tests: in a temporary folder, on a Unix socket only.

    postgres.py COMMAND ..      runs a command with PESSOI_TEST_DB=postgresql://.. and returns its exit
                                code; 77 (skipped) if PostgreSQL is not installed

Other tests import Postgres, which can be killed and started again.
"""

import glob
import os
import pathlib
import pwd
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE_S = 60


def find_programs():
    """The folder of initdb and postgres; None: not installed."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    found = shutil.which("initdb")
    if found:
        folders.append(os.path.dirname(os.path.realpath(found)))
    for folder in folders:
        if os.access(os.path.join(folder, "initdb"), os.X_OK) and os.access(os.path.join(folder, "postgres"), os.X_OK):
            return pathlib.Path(folder)
    return None


def missing():
    return find_programs() is None or shutil.which("psql") is None or shutil.which("setpriv") is None


class Postgres:
    """A running server; `url` names its database. With `durable` it survives a crash of the machine, too."""

    def __init__(self, durable=False):
        self.bin = find_programs()
        self.folder = tempfile.mkdtemp(prefix="pes-pg-", dir="/tmp")  # short: a socket's path has 107 bytes
        self.data = os.path.join(self.folder, "data")
        self.process = None
        self.durable = durable
        # The server refuses to run as root.
        self.run_as = ["setpriv", "--pdeathsig", "INT"]
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in names else "nobody"
            entry = pwd.getpwnam(self.user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self.run_as += [f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
        os.chmod(self.folder, 0o755)
        self.url = f"postgresql:///postgres?host={self.folder}&user={self.user}"
        subprocess.run(
            [*self.run_as, str(self.bin / "initdb"), "-D", self.data, "-U", self.user, "-A", "trust", "-N",
             "--encoding=UTF8", "--locale=C"],
            stdout=subprocess.DEVNULL, check=True, cwd="/")
        self.start()

    def start(self):
        options = ["-c", "listen_addresses=", "-k", self.folder, "-c", "max_connections=60",
                   "-c", "shared_buffers=16MB", "-c", "autovacuum=off", "-c", "log_min_messages=fatal"]
        if not self.durable:
            options += ["-c", "fsync=off"]
        end = time.monotonic() + PATIENCE_S
        while True:
            self.process = subprocess.Popen([*self.run_as, str(self.bin / "postgres"), "-D", self.data, *options],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
            while self.process.poll() is None:
                if self.psql("SELECT 1", check=False).returncode == 0:
                    return
                assert time.monotonic() < end, "PostgreSQL does not start"
                time.sleep(0.05)
            # After a kill its last processes may still be there.
            assert time.monotonic() < end, "PostgreSQL does not start"
            time.sleep(0.1)

    def psql(self, sql, check=True):
        return subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url, "-c", sql],
                              capture_output=True, text=True, check=check, timeout=PATIENCE_S)

    def rows(self, sql):
        """The rows of a query, each a list of texts."""
        return [line.split("|") for line in self.psql(sql).stdout.splitlines()]

    def kill(self):
        """As a crash: the server's processes end without a word."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=PATIENCE_S)

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # "fast"
            self.process.wait(timeout=PATIENCE_S)

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # "immediate"
            self.process.wait(timeout=PATIENCE_S)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Relay:
    """A proxy in front of a server. What a client sends can be cut off: see cuts()."""

    def __init__(self, server):
        self.server = server
        self.flows = threading.Event()  # cleared: nothing passes, and nobody is told
        self.flows.set()
        self.lock = threading.Lock()
        self.folder = tempfile.mkdtemp(prefix="pes-cut-", dir="/tmp")
        self.url = server.url.replace(server.folder, self.folder)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        self.listener.listen(16)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def cuts(self, data):
        """Of what a client sends: None (passes), 0 (the connection ends before it) or 1 (it ends after the server has
        done it: the client never gets the answer)."""
        return None

    def serve(self, client):
        """Passes on what both say, until one of them ends or is cut off."""
        with client, socket.socket(socket.AF_UNIX) as server:
            try:
                server.connect(os.path.join(self.server.folder, ".s.PGSQL.5432"))
                while True:
                    for end in select.select([client, server], [], [])[0]:
                        self.flows.wait()
                        data = end.recv(65536)
                        if not data:
                            return
                        cut = self.cuts(data) if end is client else None
                        if cut == 0:
                            return
                        (server if end is client else client).sendall(data)
                        if cut == 1:
                            server.recv(65536)  # the answer
                            return
            except OSError:
                return

    def close(self):
        self.flows.set()
        self.listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Cutter(Relay):
    """Cuts every n-th commit, in turn before and after the server has done it."""

    def __init__(self, server, every):
        self.every = every
        self.commits = 0
        self.cut = [0, 0]  # before, after
        super().__init__(server)

    def cuts(self, data):
        if b"COMMIT\0" not in data:
            return None
        with self.lock:
            self.commits += 1
            if self.commits % self.every != 0:
                return None
            after = int(self.commits % (2 * self.every) == 0)
            self.cut[after] += 1
            return after


class CutOnce(Relay):
    """Cuts off the answer to the next statement that contains these bytes, once `armed` is set."""

    def __init__(self, server, what):
        self.what = what
        self.armed = self.done = False
        super().__init__(server)

    def cuts(self, data):
        with self.lock:
            if not self.armed or self.what not in data:
                return None
            self.armed, self.done = False, True
            return 1


def main():
    if missing():
        print("PostgreSQL is not installed", file=sys.stderr)
        return 77
    with Postgres() as server:
        env = {**os.environ, "PESSOI_TEST_DB": server.url}
        return subprocess.run(sys.argv[1:], env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
