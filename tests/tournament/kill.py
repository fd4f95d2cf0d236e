#!/usr/bin/env python3
"""A tournament survives everything that can end its program.

    kill.py PROGRAM [--postgres]

With --postgres the store is a database of a private PostgreSQL, which is also killed, and connections to it are
cut off while commits are answered; fewer moments are tried. Plays tournaments of every type: once without interruption, then again on a file while the program is
killed with -9 at ten random moments, interrupted with Ctrl-C once, and run twice at the same time. Each
time every game must be stored exactly once, and the document of --json must be the same, byte for byte.
Kills wait for a number of stored games, not for a time, so that the test is as hard on slow machines.
"""

import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "postgres"))
from postgres import Cutter, Postgres, missing  # noqa: E402  (the path comes first)

PATIENCE_S = 300  # for a program that hangs
KILLS = 10

PLAYERS = ["minimax:depth=3", "alphabeta:nodes=300", "crazy", "forward", "random"]
TYPES = {
    "robin": ["--games", "12"],
    "gauntlet": ["--games", "30"],
    "swiss": ["--games", "12", "--rounds", "5"],
    "knockout": ["--games", "30"],
}


class Tournament:
    def __init__(self, program, kind, folder):
        self.db = pathlib.Path(folder) / f"{kind}.db"
        self.command = [program, "tournament", "boats", *PLAYERS, "--type", kind, *TYPES[kind]]
        self.command += ["--seed", "11", "--json"]

    def clear(self):
        """An empty store."""
        for path in self.db.parent.iterdir():
            path.unlink()

    def start(self, jobs=2, db=True, url=None):
        more = ["--jobs", str(jobs)] + (["--db", url or str(self.db)] if db else [])
        return subprocess.Popen(self.command + more, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process, code=0):
        out, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == code, (process.returncode, err.decode())
        return out.decode(), err.decode()

    def numbers(self):
        """The numbers of the stored games, or none if there is no store yet."""
        if not self.db.exists():
            return []
        try:
            with sqlite3.connect(f"file:{self.db}?mode=ro", uri=True, timeout=10) as store:
                return [row[0] for row in store.execute("SELECT number FROM game")]
        except sqlite3.OperationalError:  # not created completely
            return []

    def wait_for(self, process, count):
        """Until `count` games are stored; False if the program ended before."""
        deadline = time.monotonic() + PATIENCE_S
        while len(self.numbers()) < count:
            assert time.monotonic() < deadline, "no progress"
            if process.poll() is not None:
                return False
            time.sleep(0.001)
        return True


class SharedTournament(Tournament):
    """The same in a PostgreSQL database."""

    def __init__(self, program, kind, folder, server):
        super().__init__(program, kind, folder)
        self.server = server
        self.db = server.url

    def clear(self):
        self.server.psql("SET client_min_messages=error; DROP SCHEMA IF EXISTS pessoi_results CASCADE")

    def numbers(self):
        got = self.server.psql("SELECT number FROM pessoi_results.game", check=False)
        return [int(line) for line in got.stdout.splitlines()] if got.returncode == 0 else []


def check_crashes(t, whole):
    """The database is killed and started again while a tournament runs: it waits, and goes on."""
    total = json.loads(whole)["games"]
    process = t.start()
    for count in (total // 4, total // 2):
        t.wait_for(process, count)
        t.server.kill()
        time.sleep(0.3)
        t.server.start()
        assert len(t.numbers()) >= count, "a stored game was lost"
    out, err = t.finish(process)
    assert out == whole, err
    assert len(t.numbers()) == total


def check_cut(t, whole):
    """Every third commit gets no answer, in turn before and after the database has done it."""
    with Cutter(t.server, 3) as cutter:
        out, err = t.finish(t.start(url=cutter.url))
        assert out == whole, err
        assert min(cutter.cut) > 3, cutter.cut
    numbers = t.numbers()
    assert len(numbers) == len(set(numbers)) == json.loads(whole)["games"]


def check_kills(t, whole, rng, kills=KILLS):
    """Killed at several moments, then run to the end."""
    total = json.loads(whole)["games"]
    before = 0
    for count in sorted(rng.sample(range(1, total - 5), kills)):
        process = t.start()
        t.wait_for(process, count)
        time.sleep(rng.random() * 0.005)
        process.kill()
        process.communicate()
        numbers = t.numbers()
        assert len(numbers) == len(set(numbers)) >= before, "a stored game was lost"
        before = len(numbers)
    process = t.start()
    out, _ = t.finish(process)
    assert out == whole, "the table differs after kills"
    assert len(t.numbers()) == total


def check_interrupt(t, whole):
    """Ctrl-C: the table so far, and how to go on."""
    total = json.loads(whole)["games"]
    process = t.start(jobs=1)
    assert t.wait_for(process, 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)
    if process.returncode != 0:  # else it had just finished
        assert process.returncode == 3, err
        assert b"run the same command to resume" in err, err
        so_far = json.loads(out)
        assert so_far["complete"] is False and so_far["games"] == len(t.numbers()) < total
        assert sum(s["games"] for s in so_far["standings"]) == 2 * so_far["games"]
    out, _ = t.finish(t.start())
    assert out == whole


def check_together(t, whole):
    """Two programs on one file: each game once, and both print the same table."""
    pair = [t.start(jobs=1), t.start(jobs=2)]
    for process in pair:
        out, _ = t.finish(process)
        assert out == whole
    numbers = t.numbers()
    assert len(numbers) == len(set(numbers)) == json.loads(whole)["games"]


def check_postgres(program, rng):
    with tempfile.TemporaryDirectory() as folder, Postgres(durable=True) as server:
        for kind in ("robin", "swiss"):
            t = SharedTournament(program, kind, folder, server)
            whole, _ = t.finish(t.start(jobs=1, db=False))
            for check in (lambda t, whole: check_kills(t, whole, rng, 3), check_together, check_cut, check_crashes):
                t.clear()
                check(t, whole)


def main():
    program = os.path.abspath(sys.argv[1])
    rng = random.Random(int(os.environ.get("SEED", "1")))
    if "--postgres" in sys.argv:
        if missing():
            sys.exit(77)
        check_postgres(program, rng)
        print("every game exactly once")
        return
    for kind in TYPES:
        with tempfile.TemporaryDirectory() as folder:
            t = Tournament(program, kind, folder)
            whole, _ = t.finish(t.start(jobs=1, db=False))
            assert json.loads(whole)["complete"] is True
            for check in (lambda: check_kills(t, whole, rng), lambda: check_interrupt(t, whole),
                          lambda: check_together(t, whole)):
                t.clear()
                check()
    print("every game exactly once")


if __name__ == "__main__":
    main()
