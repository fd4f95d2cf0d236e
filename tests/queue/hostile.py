#!/usr/bin/env python3
"""Attacks by somebody who has the password: entries and results that no sender or worker writes, and servers and
connections that misbehave.

    hostile.py PROGRAM [TEST ..]
"""

import re
import socket
import threading
import time

import lab

RUN = "0123456789abcdef" * 2
HEAD = b"pessoi-result 1\n"
MATCH = ["match", "boats", "random", "random", "--games", "2"]
ESCAPES = "\x1b[31m\u009b31m\u202e"  # for terminals: ESC, CSI as one character, a bidi control


def played(t, job):
    """The record of a job, by a worker of another queue."""
    t.redis.ask("DEL", f"honest:results:{RUN}")
    t.redis.ask("HSET", f"honest:run:{RUN}", "host", "x")
    t.redis.ask("XADD", "honest:jobs", "*", "run", RUN, "n", "1", "job", job)
    text = lab.wait_until(lambda: t.redis.ask("XRANGE", f"honest:results:{RUN}", "-", "+"), "a record")[0][1][3]
    head, rest = text.split(b"\n\n", 1)
    return rest[sum(map(int, re.search(rb"logs=(\d+) (\d+)", head).groups())):]


def answer(t, make, *options, code):
    """A match whose games all have the result make(job)."""
    sender = t.start(*MATCH, "--queue", t.redis.url(), *options)
    taken = set()

    def answered():
        for entry, fields in t.redis.ask("XRANGE", "test:jobs", "-", "+") or []:
            if entry not in taken:
                taken.add(entry)
                t.redis.ask("XDEL", "test:jobs", entry)
                t.redis.ask("XADD", b"test:results:" + fields[1], "*", "n", fields[3], "r", make(fields[5]))
        return sender.poll() is not None

    lab.wait_until(answered, "the match ends")
    return lab.finish(sender, code)


def game(record):
    return HEAD + b"error=OK\nrecord=%d\n\n%s" % (len(record), record)


def forfeit(record, termination="forfeit", reason="crashed"):
    """The same game, lost by forfeit after its opening."""
    kept, moves = record.decode().split("\n\n", 1)
    tags = [tag for tag in kept.splitlines() if not tag.startswith(("[Result", "[Termination"))]
    tags += ['[Result "1-0"]', f'[Termination "{termination}"]', f'[Reason "{reason}"]']
    return game("\n".join([*tags, "", " ".join(moves.split()[:12]), "1-0", ""]).encode())


def assert_plain(text):
    assert not any(c in text for c in ESCAPES if c not in "[31m"), repr(text)


def test_sentences(t):
    """What a worker says reaches the terminal without control characters, in the user's language, or not at all."""
    t.wait_for_log(t.worker(url=t.redis.url("honest")), "event=connected")
    out, err = answer(t, lambda job: forfeit(played(t, job), reason="it was " + ESCAPES), code=0)
    assert "it was" in out, out
    assert_plain(out + err)
    _, err = answer(t, lambda job: forfeit(played(t, job), termination=ESCAPES), code=2)
    assert "termination" in err, err
    assert_plain(err)
    for text in (b"error=STOPPED\nwhy.en=x\nwhy.el=y\n\n", b"error=UNKNOWN\nwhy.en=x\n\n"):
        _, err = answer(t, lambda job: HEAD + text, code=2)
        assert "not well formed" in err, err
    _, err = answer(t, lambda job: game(b"1. (((((( "), code=2)
    assert "--position" not in err, err


def put(t, job, **fields):
    """Puts an entry into the stream of jobs, as a sender would; its run is alive."""
    t.redis.ask("HSET", f"test:run:{RUN}", "host", "x")
    entry = {"run": RUN, "n": "1025", "job": job, **fields}
    return t.redis.ask("XADD", "test:jobs", "*", *(word for pair in entry.items() for word in pair))


def last_result(t):
    entries = t.redis.ask("XREVRANGE", f"test:results:{RUN}", "+", "-", "COUNT", "1")
    return entries[0][1][3] if entries else b""


def test_paths(t):
    """A job may not name files or folders of a worker, unless its operator allows exactly this agent."""
    folder, allowed = t.path / "chosen", t.path / "allowed"
    good = f"oracle:table={allowed}"
    worker = t.worker("--allow", f"cmd:./x; {good}")
    t.wait_for_log(worker, "event=connected")
    job = "game=boats\tvariant=columns=5,levels=2\ta=random\tb=%s\tseed=1"
    for text in (f"oracle:table={folder}", f"oracle:table={allowed}/../chosen", f"oracle: table = {folder}", "oracle:table=auto"):
        t.redis.ask("DEL", f"test:results:{RUN}")
        put(t, job % text)
        lab.wait_until(lambda: last_result(t), f"a result of {text}")
        assert b"error=OK" not in last_result(t), last_result(t)
    assert not folder.exists() and b"names a file" in last_result(t), last_result(t)
    put(t, job % good)
    lab.wait_until(lambda: b"error=OK" in last_result(t), "the allowed one is played")
    assert allowed.exists()


def test_log(t):
    """Fields of entries do not reach the log, unless they are what they should be."""
    worker = t.worker()
    t.wait_for_log(worker, "event=connected")
    put(t, "x", n='1 event=stop" \u009b31m')
    put(t, "x", run='a"b \u009b31m')
    put(t, "x\u009b31m")
    lab.wait_until(lambda: t.queue()["failed"] == 3, "all set aside")
    log = worker.log.read_text()
    assert_plain(log)
    assert "event=stop" not in log and 'a"b' not in log, log


def test_poison(t):
    """Entries and keys that make every answer too large, or scripts fail: workers go on."""
    worker = t.worker(jobs=40)
    t.wait_for_log(worker, "event=connected")
    for i in range(75):
        put(t, "x" * (1000 << 10))  # together more than one answer may have
    t.redis.ask("XADD", "test:jobs", "*", *["x"] * 400000)
    lab.wait_until(lambda: t.queue()["failed"] == 76, "all set aside")
    t.redis.ask("DEL", f"test:results:{RUN}")
    job = "game=boats\ta=random\tb=random\tseed=1"
    t.redis.ask("SET", f"test:results:{RUN}", "x")
    put(t, job)
    lab.wait_until(lambda: t.queue()["done"] == 1, "another kind of key")
    t.redis.ask("DEL", f"test:results:{RUN}")
    t.redis.ask("XADD", f"test:results:{RUN}", f"{2 ** 64 - 1}-{2 ** 64 - 1}", "a", "b")
    put(t, job)
    lab.wait_until(lambda: t.queue()["done"] == 2, "a stream without further numbers")
    t.redis.ask("SET", "test:worker:x", "x")
    t.redis.ask("ZADD", "test:workers", int(t.redis.ask("TIME")[0]) * 1000, "x")
    assert t.document(*MATCH, "--queue", t.redis.url())["games"] == 2
    assert worker.poll() is None


class Server:
    """Something that answers like an empty Redis, except to the commands in `odd`: there a function of the number of
    such commands so far returns the bytes of the reply, or None to close the connection."""

    SCRIPTS = ["FINISH", "SETTLE", "DROP", "BEAT", "CLAIM", "LEAVE", "RENEW", "LOST", "FORGET"]
    USUAL = {"XGROUP": b"+OK\r\n", "XADD": b"$3\r\n1-1\r\n", "XREAD": b"*-1\r\n", "XREADGROUP": b"*-1\r\n",
             "CLAIM": b"*0\r\n", "RENEW": b"*2\r\n:1\r\n:1\r\n", "LOST": b"*0\r\n"}

    def __init__(self, **odd):
        self.odd, self.seen, self.connections = odd, {}, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}/x"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            self.connections += 1
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        parser = lab.Redis(".")
        with connection, connection.makefile("rb") as stream:
            try:
                while (reply := self.reply(parser.read(stream))) is not None:
                    connection.sendall(reply)
            except (OSError, EOFError):
                pass

    def reply(self, words):
        name = words[0].decode()
        if name == "SCRIPT":
            self.seen[name] = self.seen.get(name, 0) + 1
            return b"$40\r\n%040d\r\n" % ((self.seen[name] - 1) % len(self.SCRIPTS))
        if name == "EVALSHA":
            name = self.SCRIPTS[int(words[1])]
        self.seen[name] = self.seen.get(name, 0) + 1
        if name in self.odd:
            return self.odd[name](self.seen[name])
        if name in ("XREAD", "XREADGROUP"):
            time.sleep(0.1)
        return self.USUAL.get(name, b":0\r\n")


def hang_on_first(count):
    """Never answers the first command; the others like an empty queue."""
    if count == 1:
        threading.Event().wait()
    time.sleep(0.1)
    return b"*-1\r\n"


def test_short_connections(t):
    """A server that closes every connection after a while is not asked faster and faster, or all the time."""
    at_work = Server(XREADGROUP=lambda _: None)
    worker = t.worker(url=at_work.url)
    wanted = Server(XADD=lambda _: None)
    sender = t.start(*MATCH, "--queue", wanted.url)
    time.sleep(5)  # a slower machine connects less often
    assert 2 <= at_work.connections <= 20, at_work.connections
    assert 2 <= wanted.connections <= 10, wanted.connections
    for process in (worker, sender):
        process.terminate()
    assert worker.wait(lab.PATIENCE_S) == 0
    lab.finish(sender, 3)


def test_dead_connection(t):
    """Nobody says that the connection on which a worker waits for jobs is dead: it is given up."""
    server = Server(XREADGROUP=hang_on_first)
    worker = t.worker(url=server.url)
    lab.wait_until(lambda: server.seen.get("XREADGROUP", 0) > 2, "it asks for jobs again")
    assert "no answer in time" in worker.log.read_text(), worker.log.read_text()


def test_endless_results(t):
    """Somebody adds results faster than they are read: the sender can be stopped."""
    entry = b"*1\r\n*2\r\n$1\r\nx\r\n*1\r\n*2\r\n$3\r\n1-1\r\n*4\r\n$1\r\nn\r\n$1\r\n7\r\n$1\r\nr\r\n$1\r\nx\r\n"
    server = Server(XREAD=lambda _: entry)
    sender = t.start(*MATCH, "--queue", server.url)
    lab.wait_until(lambda: server.seen.get("XADD", 0) > 0, "it does not wait for their end")
    sender.terminate()
    lab.finish(sender, 3)


def test_numbers(t):
    """Numbers that no worker or sender writes."""
    now = int(t.redis.ask("TIME")[0]) * 1000
    for i, number in enumerate(("1e300", "-1e300", "nan", "9223372036854775807", "-9223372036854775808")):
        t.redis.ask("ZADD", "test:workers", now, f"w{i}")
        t.redis.ask("HSET", f"test:worker:w{i}", "slots", number, "games", number, "since", number, "millirate", number)
        t.redis.ask("SADD", "test:runs", f"r{i}", f"s{i}")
        t.redis.ask("HSET", f"test:run:r{i}", "games", number, "done", number)
        t.redis.ask("HSET", f"test:run:s{i}", "games", number, "done", "0")
        shown = t.queue()
        assert shown["workers"] == i + 1 and len(shown["runs"]) == 2 * i + 2, shown
        worker = t.worker()
        assert t.document(*MATCH, "--queue", t.redis.url())["games"] == 2
        worker.terminate()
        worker.wait()
    server = Server(XLEN=lambda _: b":5\r\n", XPENDING=lambda _: b"*1\r\n:-9223372036854775808\r\n",
                    TIME=lambda _: b"*2\r\n$19\r\n9223372036854775807\r\n$1\r\n0\r\n", HGETALL=lambda _: b"*0\r\n",
                    **{name: lambda _: b"*0\r\n" for name in ("XREVRANGE", "ZRANGEBYSCORE", "SMEMBERS")})
    assert t.queue(server.url)["workers"] == 0


def test_slow_server(t):
    """Ctrl-C ends `pessoi queue`, however slowly a server answers."""
    def slow(_):
        time.sleep(1)
        return b"*0\r\n"

    many = b"*200\r\n" + b"$1\r\nx\r\n" * 200
    server = Server(HGETALL=slow, ZRANGEBYSCORE=lambda _: many, SMEMBERS=lambda _: many, XREVRANGE=lambda _: b"*0\r\n",
                    TIME=lambda _: b"*2\r\n$1\r\n1\r\n$1\r\n0\r\n")
    shown = t.start("queue", server.url)
    lab.wait_until(lambda: server.seen.get("HGETALL", 0) > 1, "it asks")
    shown.terminate()
    lab.finish(shown, 3)
    assert server.seen["HGETALL"] < 100, server.seen


def test_abandoned(t):
    """A game that never ends and that nobody wants any more: its worker plays others."""
    worker = t.worker()
    for end in ("killed", "stopped"):
        sender = t.start("match", "gomoku", "mcts:movetime=36000000", "random", "--games", "2", "--queue", t.redis.url())
        lab.wait_until(lambda: t.queue()["running"] > 0, "it plays")
        if end == "killed":
            sender.kill()
            sender.wait()
            for run in t.redis.ask("SMEMBERS", "test:runs"):  # the lease would end after 30 s
                t.redis.ask("DEL", b"test:run:" + run)
        else:
            sender.terminate()
            lab.finish(sender, 3)
        assert t.document(*MATCH, "--queue", t.redis.url())["games"] == 2
    log = worker.log.read_text()
    assert log.count("event=abandoned") >= 2 and "event=refused" not in log, log
    lab.wait_until(lambda: t.queue()["running"] + t.queue()["waiting"] == 0, "nothing is left")


lab.main(test_abandoned, test_sentences, test_paths, test_log, test_poison, test_short_connections, test_dead_connection, test_endless_results, test_numbers,
         test_slow_server)
