#!/usr/bin/env python3
"""What workers and senders refuse, and what they say; hostile entries, workers and servers.

    refuse.py PROGRAM [TEST ..]
"""

import signal
import socket
import threading
import time

import lab

JOB = "game=boats\tvariant=\topening=startpos\ta=random\tb=random\tseed=1"
RUN = "0123456789abcdef" * 2
HEAD = "pessoi-result 1\n"


def put(t, job, **fields):
    """Puts an entry into the stream of jobs, as a sender would; its run is alive."""
    t.redis.ask("HSET", f"test:run:{RUN}", "host", "x")
    entry = {"run": RUN, "n": "1025", "job": job, **fields}
    words = [word for pair in entry.items() for word in pair if pair[1] is not None]
    return t.redis.ask("XADD", "test:jobs", "*", *words)


def results(t):
    """The results of that run: lists of (number, text)."""
    entries = t.redis.ask("XRANGE", f"test:results:{RUN}", "-", "+") or []
    return [(fields[1], fields[3]) for _, fields in entries]


def test_jobs(t):
    """Jobs that a worker does not play: the reason comes back, and the next one is played."""
    worker = t.worker()
    t.wait_for_log(worker, "event=connected")
    cases = {
        JOB + "\tversion=0.0.1": b"this job is for version 0.0.1",
        JOB.replace("boats", "chess"): b"there is no game called",
        JOB.replace("a=random", "a=nobody"): b"nobody",
        JOB.replace("a=random", "a=cmd:/bin/true"): b"does not allow the program",
        JOB.replace("a=random", "a=gomocup:/bin/true").replace("boats", "gomoku"): b"does not allow the program",
        JOB.replace("startpos", "startpos; R R R R R R R R R R R R"): b"end of the lake",
        "nonsense": b"is not a key of a job",
        "\xff\xfe\0": None,
        "": None,
    }
    for number, (job, why) in enumerate(cases.items(), 1):
        put(t, job.encode("latin-1"))
        lab.wait_until(lambda: len(results(t)) == number, f"a result of {job!r}")
        text = results(t)[-1][1]
        assert text.startswith(HEAD.encode() + b"error=") and b"error=OK" not in text, text
        assert (why or b"is not a job") in text, (why, text)
    put(t, JOB)
    lab.wait_until(lambda: b"error=OK" in results(t)[-1][1], "the good job")
    now = t.queue()
    assert now["failed"] == len(cases) and now["done"] == 1 and len(now["reasons"]) == 5, now
    assert worker.poll() is None


def test_garbage(t):
    """Entries that no sender writes: they are set aside, and the worker goes on."""
    worker = t.worker(jobs=2)
    t.wait_for_log(worker, "event=connected")
    put(t, JOB, run=None)
    put(t, JOB, run="../../x")
    put(t, JOB, n="x")
    put(t, JOB, n="9" * 100)
    put(t, JOB, by="a," * 1000)
    put(t, None)
    t.redis.ask("XADD", "test:jobs", "*", "a", "b")
    put(t, "game=boats\t" + "a" * (2 << 20))
    lab.wait_until(lambda: t.queue()["failed"] == 8, "all set aside")
    # Larger than any answer may be: the connection is given up, and the entry set aside unseen.
    put(t, "x" * (70 << 20))
    lab.wait_until(lambda: t.queue()["failed"] == 9, "the huge one is set aside")
    # Its run is over: nobody waits, it is dropped.
    put(t, JOB, run="f" * 32)
    put(t, JOB)
    lab.wait_until(lambda: any(b"error=OK" in text for _, text in results(t)), "the good job")
    now = t.queue()
    assert now["waiting"] == now["running"] == 0 and worker.poll() is None, now


def write_bot(t):
    bot = t.path / "bot"
    bot.write_text("#!/usr/bin/python3\nimport sys\nfor line in sys.stdin:\n"
                   "    w = line.split()\n"
                   "    if w[:1] == ['ugi']: print('option name Legal type check default false\\nugiok')\n"
                   "    if w[:1] == ['isready']: print('readyok')\n"
                   "    if w[:1] == ['legal']: last = w[1]\n"
                   "    if w[:1] == ['go']: print('bestmove', last)\n"
                   "    sys.stdout.flush()\n")
    bot.chmod(0o755)
    return bot


def test_two_kinds(t):
    """A worker that refuses does not spoil the game where another plays it."""
    bot = write_bot(t)
    t.worker()
    t.worker("--allow", f"cmd:{bot}")
    lab.wait_until(lambda: t.queue()["workers"] == 2, "both workers")
    found = t.document("match", "boats", f"cmd:{bot}", "random", "--games", "20", "--queue", t.redis.url())
    assert found["games"] == 20 and found["forfeits"] == 0, found


def test_one_copy(t):
    """A refused game that has to wait for another worker is in the queue once, however long it waits."""
    bot = write_bot(t)
    busy = t.worker("--allow", f"cmd:{bot}", jobs=2)
    # Not a wait: it is killed once enough was seen.
    t.start("match", "gomoku", "mcts:movetime=60000", "random", "--games", "2", "--queue", t.redis.url())
    lab.wait_until(lambda: t.queue()["running"] == 2, "it plays")
    refusing = t.worker()
    t.start("match", "boats", f"cmd:{bot}", "random", "--games", "2", "--queue", t.redis.url())
    # The sender looks after its jobs whenever it has heard nothing for five seconds: two looks.
    t.wait_for_log(refusing, "event=refused", times=2)
    deadline = time.monotonic() + 12
    while time.monotonic() < deadline:
        entries = t.redis.ask("XRANGE", "test:jobs", "-", "+")
        tickets = [dict(zip(fields[::2], fields[1::2]))[b"n"] for _, fields in entries]
        assert len(tickets) <= 4, tickets  # the long game's two, and these
        time.sleep(0.2)
    assert busy.poll() is None and refusing.poll() is None


def test_other_files(t):
    """The worker's version of a program is not the sender's."""
    bot = write_bot(t)
    sender = t.start("match", "boats", f"cmd:{bot}", "random", "--games", "2", "--queue", t.redis.url())
    lab.wait_until(lambda: t.queue()["waiting"] == 2, "the games wait")
    bot.write_text(bot.read_text() + "# version 2\n")
    t.worker("--allow", f"cmd:{bot}")
    _, err = lab.finish(sender, 2)
    assert "differ from the sender's" in err, err


def deliveries(t):
    """How often each job that some worker has was delivered, in order."""
    try:
        return sorted(entry[3] for entry in t.redis.ask("XPENDING", "test:jobs", "workers", "-", "+", 10))
    except RuntimeError:  # the queue does not exist yet
        return []


def test_deadly(t):
    """A job whose workers die is not taken for ever."""
    sender = t.start("match", "gomoku", "mcts:movetime=60000", "random", "--games", "1", "--queue", t.redis.url())
    for times in (1, 2, 3):
        worker = t.worker(jobs=2)
        # On a busy machine a worker may claim its own games once more.
        lab.wait_until(lambda: len(deliveries(t)) == 2 and deliveries(t)[0] >= times or sender.poll() is not None,
                       "this worker has both games")
        worker.kill()
        worker.wait()
    t.worker(jobs=2)
    _, err = lab.finish(sender, 3)
    assert "3 workers took this game and none finished it" in err, err


def test_hostile_worker(t):
    """Results that do not fit: refused, played again; after three of them the match fails with the reason."""
    bad = [
        "", "nonsense", HEAD, HEAD + "error=OK\n\n", HEAD + "error=OK\nrecord=5\n\nhello",
        HEAD + "error=OK\nrecord=99999999\n\n", HEAD + "error=UNKNOWN\n\n",
        HEAD + "error=OK\nrecord=%d\n\n%s" % (len(RECORD), RECORD),
    ]
    for i in range(0, len(bad), 3):
        sender = t.start("match", "boats", "random", "random", "--games", "1", "--queue", t.redis.url())
        taken = set()
        first = lab.wait_until(lambda: t.redis.ask("XRANGE", "test:jobs", "-", "+"), "jobs")[0][1][3]
        for text in (bad[i:i + 3] * 3)[:3]:
            def job():
                for entry, fields in t.redis.ask("XRANGE", "test:jobs", "-", "+") or []:
                    if entry not in taken and fields[3] == first:
                        return entry, fields
                return None

            entry, fields = lab.wait_until(job, "the job is there again")
            taken.add(entry)
            t.redis.ask("XDEL", "test:jobs", entry)
            for n in (fields[3], "x", "-1", "99999999999999999999"):
                t.redis.ask("XADD", b"test:results:" + fields[1], "*", "n", n, "r", text)
        _, err = lab.finish(sender, 2)
        assert err.count("does not fit its job") == 2, err
        t.redis.ask("DEL", "test:jobs")


RECORD = """[Format "1"]
[Game "boats"]
[Variant ""]
[Seed "1"]
[First "random"]
[Second "random"]
[Result "1-0"]
[Termination "forfeit"]

1-0
"""


class Fake:
    """A server that answers every connection with the same bytes, then says nothing."""

    def __init__(self, answer):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}/x"
        self.answer, self.kept = answer, []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            s, _ = self.listener.accept()
            self.kept.append(s)
            try:
                s.sendall(self.answer)
            except OSError:
                pass


def test_nonsense(t):
    """Something that is not a Redis: a reason and an exit code, never a crash or gigabytes."""
    for answer in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0" * 100, b"+OK\r\n" * 100, b"*2147483647\r\n" * 3,
                   b"$2000000000\r\n", b"*-5\r\n", b"*3\r\n" * 100, b":1\r\n" * 50, b"-ERR no\r\n" * 50,
                   b"-WRONGTYPE x\r\n" * 50, b"$-1\r\n" * 50, b"*1000000\r\n" + b"$0\r\n\r\n" * 10):
        fake = Fake(answer)
        for command in (["queue", fake.url], ["match", "boats", "random", "random", "--queue", fake.url]):
            process = t.start(*command)
            _, err = process.communicate(timeout=60)
            lines = err.decode().splitlines()
            assert process.returncode in (2, 3) and len(lines) == 1, (answer[:20], command, process.returncode, err)


def test_addresses(t):
    """Mistakes in an address, and a queue that is not there."""
    match = ["match", "boats", "random", "random", "--queue"]
    for url, code, why in (("redis://nowhere.invalid/x", 3, "no connection"),
                           (f"redis://127.0.0.1:{lab.free_port()}/x", 3, "refused"),
                           ("redis://u:secret@box/x", 2, "PESSOI_QUEUE_PASSWORD"),
                           ("http://box", 2, "redis://HOST:PORT/NAME")):
        _, err = t.run(*match, url, code=code)
        assert why in err and "secret" not in err and err.count("\n") == 1, err
    t.redis.ask("SET", "test:jobs", "x")
    for command in ([*match, t.redis.url()], ["worker", "--queue", t.redis.url()], ["queue", t.redis.url()]):
        _, err = t.run(*command, code=2)
        assert "hold something else" in err, err


def test_away(t):
    """A worker waits for a queue that is not there yet; a sender says when it goes away and comes back."""
    t.redis.kill()
    worker = t.worker()
    t.wait_for_log(worker, "event=lost")
    t.redis.start()
    t.wait_for_log(worker, "event=connected")
    lab.hang(worker)
    sender = t.start("match", "boats", "random", "random", "--games", "4", "--queue", t.redis.url())
    lab.wait_until(lambda: t.queue()["waiting"] + t.queue()["running"] == 4, "jobs")
    t.redis.kill()
    line = sender.stderr.readline().decode()
    assert "does not answer since" in line and "still trying" in line, line
    t.redis.start()
    worker.send_signal(signal.SIGCONT)
    _, err = lab.finish(sender)
    assert "the queue answers again" in err and err.count("\n") <= 2, err


lab.main(test_jobs, test_garbage, test_two_kinds, test_one_copy, test_other_files, test_deadly, test_hostile_worker,
         test_nonsense, test_addresses, test_away)
