#!/usr/bin/env python3
"""The results of match, sprt, tournament and rate do not depend on who plays the games.

    same.py PROGRAM [TEST ..]

Each command is run locally and through a queue with 1, 2 or 4 workers, some of which start after the command;
the documents must be equal but for the seconds, the stored games byte for byte.
"""

import os
import re
import signal
import socket
import sqlite3
import time

import lab

COMMANDS = [
    ["match", "boats", "minimax:depth=2", "random", "--games", "60", "--seed", "5"],
    ["match", "proximity", "heuristic", "random", "--games", "20", "--openings", "random:2"],
    ["match", "boats", "random", "forward", "--games", "1"],
    ["sprt", "boats", "minimax:depth=2", "minimax:depth=1", "--elo1", "30", "--max-games", "4000"],
    ["tournament", "boats", "minimax:depth=1", "crazy", "forward", "random", "--games", "6", "--type", "swiss"],
    ["tournament", "gomoku", "alphabeta:nodes=100", "random", "heuristic", "--games", "2"],
    ["rate", "boats", "minimax:depth=1", "--max-games", "60"],
]


def test_workers(t):
    """The same document for any number of workers, whenever they start."""
    for i, command in enumerate(COMMANDS):
        local = t.document(*command)
        count = (1, 2, 4)[i % 3]
        early = [t.worker() for _ in range(count // 2)]
        sender = t.start(*command, "--json", "--queue", t.redis.url())
        late = [t.worker(jobs=2) for _ in range(count - count // 2)]
        found = lab.document(lab.finish(sender)[0])
        assert found == local, (command, found, local)
        for worker in early + late:
            t.wait_for_log(worker, "event=start")  # it catches signals now
            worker.terminate()
        for worker in early + late:
            assert worker.wait(lab.PATIENCE_S) == 0, worker.log.read_text()
    now = t.queue()
    assert now["waiting"] == now["running"] == now["workers"] == now["failed"] == 0, now
    left = {key.decode() for key in t.redis.ask("KEYS", "*")}
    assert left <= {"test:jobs", "test:stats", "test:workers"}, left


def test_records(t):
    """Stored games are the same, byte for byte; also with programs that crash and talk."""
    match = ["match", "boats", "minimax:depth=1", "random", "--games", "20", "--records"]
    t.run(*match, t.path / "local.pes")
    t.worker()
    t.run(*match, t.path / "queue.pes", "--queue", t.redis.url())
    assert (t.path / "local.pes").read_bytes() == (t.path / "queue.pes").read_bytes()


def test_program(t):
    """A program plays elsewhere only if the worker's operator allowed it; its log comes back."""
    bot = t.path / "bot.py"
    bot.write_text("#!/usr/bin/python3\nimport sys\nfor line in sys.stdin:\n"
                   "    w = line.split()\n"
                   "    if w[:1] == ['ugi']: print('id name b\\noption name Legal type check default false\\nugiok')\n"
                   "    if w[:1] == ['isready']: print('readyok')\n"
                   "    if w[:1] == ['legal']: last = w[1]\n"
                   "    if w[:1] == ['go']: print('bestmove', last); print('hello author', file=sys.stderr)\n"
                   "    if w[:1] == ['quit']: break\n"
                   "    sys.stdout.flush()\n")
    bot.chmod(0o755)
    command = ["match", "boats", f"cmd:{bot}", "random", "--games", "4"]
    local = t.document(*command, "--records", t.path / "local.pes")
    refusing = t.worker("--allow", "cmd:./other")
    out, err = t.run(*command, "--queue", t.redis.url(), code=2)
    assert "does not allow the program" in err and "--allow" in err, err
    refusing.terminate()
    refusing.wait()
    t.worker("--allow", f"cmd:./x; cmd:{bot} ;gomocup:./y")
    assert t.document(*command, "--records", t.path / "queue.pes", "--queue", t.redis.url()) == local
    assert (t.path / "local.pes").read_bytes() == (t.path / "queue.pes").read_bytes()
    logs = [p for p in t.path.iterdir() if p.name.startswith("queue.pes") and p.name != "queue.pes"]
    assert any(b"hello author" in p.read_bytes() for p in logs), [p.name for p in t.path.iterdir()]


def test_show(t):
    """`queue` counts what is there, and --clear forgets it; the sender adds its jobs again."""
    sender = t.start("match", "boats", "minimax:depth=3", "random", "--games", "30", "--json", "--queue", t.redis.url())
    lab.wait_until(lambda: t.queue()["waiting"] == 30, "all jobs wait")
    now = t.queue()
    assert [now[k] for k in ("workers", "running", "done", "failed", "left_seconds")] == [0, 0, 0, 0, None], now
    assert now["runs"][0]["what"] == "match" and now["runs"][0]["games"] == 30, now
    t.run("queue", t.redis.url(), "--clear")
    assert t.queue()["waiting"] == 0
    worker = t.worker("--metrics-port", port := lab.free_port())
    lab.finish(sender)
    now = t.queue()
    assert now["done"] == 30 and now["workers"] == 1 and now["worker_list"][0]["slots"] == 1, now
    assert "1 worker\n" in t.run("queue", t.redis.url())[0]
    page = metrics(port)
    assert b"\npessoi_worker_games_total 30\n" in page and b"\npessoi_worker_connected 1\n" in page, page
    assert worker.poll() is None


def metrics(port):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as s:
        s.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        return b"".join(iter(lambda: s.recv(65536), b""))


def test_resume(t):
    """A sender that is killed leaves nothing behind that harms; the next one goes on where it was."""
    db = t.path / "t.db"
    command = ["tournament", "boats", "minimax:depth=1", "crazy", "random", "--games", "100", "--json"]
    whole = t.run(*command)[0]
    t.worker()

    def stored():
        if not db.exists():
            return 0
        try:
            with sqlite3.connect(f"file:{db}?mode=ro", uri=True, timeout=10) as store:
                return store.execute("SELECT count(*) FROM game").fetchone()[0]
        except sqlite3.OperationalError:  # not created completely
            return 0

    sender = t.start(*command, "--db", db, "--queue", t.redis.url())
    lab.wait_until(lambda: stored() > 20, "games are stored")
    sender.kill()
    sender.wait()
    assert lab.finish(t.start(*command, "--db", db, "--queue", t.redis.url()))[0] == whole
    records = ["match", "boats", "minimax:depth=1", "random", "--games", "400", "--records", t.path / "r.pes", "--resume"]
    local = t.document(*records[:-3])
    sender = t.start(*records, "--queue", t.redis.url())
    lab.wait_until(lambda: (t.path / "r.pes").exists() and (t.path / "r.pes").stat().st_size > 5000, "records")
    sender.kill()
    sender.wait()
    assert t.document(*records, "--queue", t.redis.url()) == local


def test_stop(t):
    """Ctrl-C ends a sender within a second, with and without workers and a Redis, and cleans up."""
    for away in (None, signal.SIGSTOP, signal.SIGKILL):
        sender = t.start("match", "boats", "minimax:depth=3", "random", "--games", "30", "--queue", t.redis.url())
        lab.wait_until(lambda: t.queue()["waiting"] == 30, "jobs wait")
        if away is not None:
            os.kill(t.redis.process.pid, away)
        begun = time.monotonic()
        sender.send_signal(signal.SIGINT)
        lab.finish(sender, 3)
        assert time.monotonic() - begun < 4.5, "a second, and what a busy machine needs"
        if away == signal.SIGSTOP:
            os.kill(t.redis.process.pid, signal.SIGCONT)
            t.redis.ask("FLUSHALL")
        elif away is None:
            now = t.queue()
            assert now["waiting"] == 0 and now["runs"] == [], now


def test_drain(t):
    """SIGTERM: a worker finishes its games; a second one, or --drain, gives them back."""
    slow = ["match", "gomoku", "mcts:movetime=100", "random", "--games", "2", "--json", "--queue", t.redis.url()]
    patient = t.worker(jobs=2)
    sender = t.start(*slow)
    lab.wait_until(lambda: t.queue()["running"] == 2, "both games run")
    t.wait_for_log(patient, "event=start")  # it catches signals now
    patient.terminate()
    assert patient.wait(lab.PATIENCE_S) == 0
    log = patient.log.read_text()
    # On a busy machine it may not have begun a game that it has taken.
    left = int(re.search(r"event=draining given_back=(\d+)", log).group(1))
    assert f"event=stop games={2 - left}" in log, log
    other = t.worker(jobs=2) if left > 0 else None
    lab.finish(sender)
    if other is not None:
        other.kill()
        other.wait()
    endless = ["match", "gomoku", "mcts:movetime=60000", "random", "--games", "2", "--queue", t.redis.url()]
    sender = t.start(*endless)
    for options, again in (([], True), (["--drain", "1"], False)):
        hasty = t.worker(*options, jobs=2)
        lab.wait_until(lambda: t.queue()["running"] == 2, "both games run")
        hasty.terminate()
        while again and hasty.poll() is None:
            time.sleep(0.2)
            hasty.terminate()
        assert hasty.wait(lab.PATIENCE_S) == 0
        log = hasty.log.read_text()
        assert sum(map(int, re.findall(r"given_back=(\d+)", log))) == 2, log
        assert t.queue()["waiting"] == 2
    sender.send_signal(signal.SIGINT)
    lab.finish(sender, 3)


lab.main(test_workers, test_records, test_program, test_show, test_resume, test_stop, test_drain)
