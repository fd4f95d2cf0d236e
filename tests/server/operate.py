#!/usr/bin/env python3
"""`pessoi serve` for operators: one owner per database, retention, damaged and locked
databases, health, metrics, logs, renewed certificates, a prefix.

    operate.py PESSOI [TEST ..]
"""

import contextlib
import gzip
import hashlib
import json
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from client import TIMEOUT, Closed, Refused, Server, Socket

PROGRAM = "pessoi"
HERE = os.path.dirname(os.path.abspath(__file__))
ME = {"who": "me"}
DAY_MS = 86400000


# `nohup make test` ignores it, and so would every server that is started here.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Lines:
    """The log of a server, read by a thread."""

    def __init__(self, stream):
        self.lines = []
        self.more = threading.Condition()
        self.thread = threading.Thread(target=self.read, args=(stream,), daemon=True)
        self.thread.start()

    def read(self, stream):
        for line in stream:
            with self.more:
                self.lines.append(line.rstrip("\n"))
                self.more.notify_all()

    def wait(self, pattern):
        """Waits for the first line that matches the pattern."""
        end = time.monotonic() + TIMEOUT
        with self.more:
            while True:
                for line in self.lines:
                    if re.search(pattern, line):
                        return line
                if not self.more.wait(end - time.monotonic()):
                    raise AssertionError(f"no line {pattern!r} in {self.lines}")


def until(what, why):
    """Waits until the condition is true, and returns its value."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        got = what()
        if got:
            return got
        time.sleep(0.02)
    raise AssertionError(why)


class Operate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="pessoi-operate-")
        self.stack = contextlib.ExitStack()
        self.db = os.path.join(self.folder.name, "games.db")

    def tearDown(self):
        self.stack.close()
        self.folder.cleanup()

    def start(self, *options, db=None, env=None):
        """A server on the database of this test; it ends with the test."""
        server = Server.__new__(Server)
        server.program, server.options, server.port = PROGRAM, options, 0
        server.db = db or self.db
        server.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--db", server.db, "--lang", "en", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **(env or {})},
        )
        self.stack.callback(self.end, server)
        server.log = Lines(server.process.stderr)
        line = server.process.stdout.readline()
        found = re.search(r"https?://[^ ]+?:(\d+)/\S*", line)
        self.assertTrue(found, (line, server.log.lines))
        server.port, server.url = int(found.group(1)), found.group(0)
        return server

    @staticmethod
    def end(server):
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait(timeout=TIMEOUT)
        server.log.thread.join(TIMEOUT)
        server.process.stdout.close()
        server.process.stderr.close()

    def stop(self, server, how=signal.SIGTERM):
        server.process.send_signal(how)
        return server.process.wait(timeout=TIMEOUT)

    def refused(self, *options):
        """A server that does not start: its exit code and its error message."""
        out = subprocess.run([PROGRAM, "serve", "--port", "0", "--lang", "en", *options],
                             capture_output=True, text=True, stdin=subprocess.DEVNULL,
                             timeout=TIMEOUT, check=False)
        self.assertEqual(out.stdout, "")
        self.assertEqual(out.stderr.count("\n"), 1, out.stderr)
        return out.returncode, out.stderr

    def follow(self, server, made, **how):
        one = server.socket(**how)
        self.stack.callback(one.close)
        got = one.ask(do="follow", id=made["id"], keys=[key for key in made["keys"] if key])
        self.assertEqual(got["is"], "game", got)
        return one

    def play_one(self, server, move="h8"):
        """A game with one move."""
        made = server.play("gomoku", [ME, ME])
        one = self.follow(server, made)
        answer = one.ask(do="move", id=made["id"], ply=0, move=move)
        self.assertEqual(answer["is"], "moved", answer)
        return made, one

    def sql(self, *statements):
        """Runs SQL on the database, as another program would."""
        with contextlib.closing(sqlite3.connect(self.db, timeout=TIMEOUT)) as db:
            out = [db.execute(one).fetchall() for one in statements]
            db.commit()
        return out[-1]


class Owners(Operate):
    def test_one_owner(self):
        """A second server on the same file is refused, by whatever path it opens it."""
        link = os.path.join(self.folder.name, "link.db")
        os.symlink("games.db", link)
        first = self.start(db=link)  # whose target does not exist yet
        self.play_one(first)
        hard = os.path.join(self.folder.name, "hard.db")
        os.link(self.db, hard)
        for name in os.listdir(self.folder.name):
            if name.endswith("-lock"):
                os.remove(os.path.join(self.folder.name, name))
        for path in (self.db, link, hard):
            code, why = self.refused("--db", path)
            self.assertEqual(code, 3)
            self.assertIn("another server uses", why)
        os.remove(hard)
        self.assertEqual(self.stop(first), 0)
        self.start()

    def test_second_writer(self):
        """A second writer is noticed in spite of the lock: nothing is acknowledged or overwritten."""
        server = self.start()
        made, one = self.play_one(server)
        self.sql(f"UPDATE game SET event=99 WHERE id='{made['id']}'")
        one.send(do="move", id=made["id"], ply=1, move="a1", seq=77)
        with self.assertRaises(Closed):
            while True:
                got = one.receive()
                self.assertNotEqual(got.get("is"), "moved", got)
        self.assertEqual(server.process.wait(timeout=TIMEOUT), 3)
        server.log.wait("another program has changed game .* this server stops")
        server.log.wait("stopped after .*another program writes to its database")
        self.assertEqual(self.sql("SELECT event FROM game"), [(99,)])

    def test_removed(self):
        server = self.start()
        made, one = self.play_one(server)
        os.remove(self.db)
        one.send(do="move", id=made["id"], ply=1, move="a1", seq=77)
        with self.assertRaises(Closed):
            while True:
                self.assertNotEqual(one.receive().get("is"), "moved")
        self.assertEqual(server.process.wait(timeout=TIMEOUT), 3)
        server.log.wait("was removed or renamed while it was in use")

    def test_renamed(self):
        """Moves that would be in no file that the next server reads are not acknowledged; those before are kept."""
        for name, to in (("games.db", "old.db"), ("games.db-wal", "old.wal")):
            server = self.start()
            made, one = self.play_one(server)
            os.rename(os.path.join(self.folder.name, name), os.path.join(self.folder.name, to))
            one.send(do="move", id=made["id"], ply=1, move="a1", seq=77)
            with self.assertRaises(Closed):
                while True:
                    self.assertNotEqual(one.receive().get("is"), "moved")
            self.assertEqual(server.process.wait(timeout=TIMEOUT), 3)
            server.log.wait("was removed or renamed while it was in use")
            if to == "old.db":
                os.rename(os.path.join(self.folder.name, to), self.db)
            server = self.start()
            status, game = server.get(f"/api/1/play/{made['id']}")
            self.assertEqual((status, len(game["played"])), (200, 1))
            self.assertEqual(self.stop(server), 0)

    def test_modes(self):
        old = os.umask(0)
        try:
            server = self.start()
        finally:
            os.umask(old)
        self.play_one(server)
        for name in os.listdir(self.folder.name):
            mode = os.stat(os.path.join(self.folder.name, name)).st_mode
            self.assertEqual(stat.S_IMODE(mode), 0o600, name)


class Stored(Operate):
    def test_version_1(self):
        """A database of format version 1 is upgraded, and its games continue."""
        shutil.copy(os.path.join(HERE, "data/version-1.db"), self.db)
        server = self.start()
        status, game = server.get("/api/1/play/DsZU-4MdZCfguGJp")
        self.assertEqual((status, game["event"]), (200, 4))
        self.assertEqual([move[0] for move in game["played"]], ["h8", "h9", "a1"])
        keys = ["RWaM0NgzP1EngYdMvJDTFmFp", "PmoZA--7nyXSFhLx7f3Om03J"]
        one = self.follow(server, {"id": "DsZU-4MdZCfguGJp", "keys": keys})
        self.assertEqual(one.ask(do="move", id=game["id"], ply=3, move="b2")["is"], "moved")
        self.assertEqual(self.stop(server), 0)
        self.assertEqual(self.sql("PRAGMA user_version"), [(2,)])
        self.assertEqual(self.sql("SELECT event FROM game WHERE game='gomoku'"), [(5,)])
        # The checksum as the file format specifies it.
        row = self.sql("SELECT id, event, document, checksum FROM game WHERE game='boats'")[0]
        inner = hashlib.sha256(row[2].encode()).hexdigest()
        self.assertEqual(hashlib.sha256(f"{row[0]}\n{row[1]}\n{inner}".encode()).digest(), row[3])

    def test_damaged(self):
        """A changed document is refused and logged; the other games are served."""
        server = self.start()
        made, _ = self.play_one(server)
        other, _ = self.play_one(server)
        self.assertEqual(self.stop(server), 0)
        self.sql(f"UPDATE game SET document=replace(document, 'h8', 'h9') WHERE id='{made['id']}'")
        server = self.start()
        status, got = server.get(f"/api/1/play/{made['id']}")
        self.assertEqual((status, got["error"]["code"]), (500, "server"))
        self.assertIn("can no longer be read", got["error"]["why"]["en"])
        server.log.wait(f"game '{made['id']}' could not be read: its checksum")
        self.assertEqual(server.get(f"/api/1/play/{other['id']}")[0], 200)

    def test_swapped(self):
        """A row with the document of another game and a valid checksum does not give access to that game."""
        server = self.start()
        made, _ = self.play_one(server)
        other, _ = self.play_one(server)
        self.assertEqual(self.stop(server), 0)
        event, document = self.sql(f"SELECT event, document FROM game WHERE id='{other['id']}'")[0]
        inner = hashlib.sha256(document.encode()).hexdigest()
        check = hashlib.sha256(f"{made['id']}\n{event}\n{inner}".encode()).hexdigest()
        self.sql(f"UPDATE game SET document=(SELECT document FROM game WHERE id='{other['id']}'),"
                 f" checksum=x'{check}' WHERE id='{made['id']}'")
        server = self.start()
        self.assertEqual(server.get(f"/api/1/play/{made['id']}")[0], 500)
        server.log.wait("another game")
        self.assertEqual(server.get(f"/api/1/play/{other['id']}")[0], 200)

    def test_keep(self):
        """Old games are deleted; games in progress and games in use stay."""
        server = self.start("--keep", "0")
        made = [self.play_one(server)[0]["id"] for _ in range(5)]
        over, abandoned, recent, used, fresh = made
        self.assertEqual(self.stop(server), 0)
        now = int(time.time() * 1000)
        for game, days, result in ((over, 8, "1-0"), (abandoned, 31, "*"), (recent, 29, "*"), (used, 400, "*")):
            self.sql(f"UPDATE game SET updated_ms={now - days * DAY_MS}, result='{result}' WHERE id='{game}'")
        self.sql(*[f"INSERT INTO game SELECT 'filler{i}', game, variant, '1-0', 0, 0, 1, '', x''"
                   f" FROM game WHERE id='{fresh}'" for i in range(200)])
        # The first pass reaches it after it has been requested: the other rows come first.
        self.sql("UPDATE game SET rowid=1000000 WHERE id='" + used + "'")
        server = self.start("--keep", "7", "--metrics")
        one = server.socket()
        self.stack.callback(one.close)
        one.ask(do="follow", id=used)
        until(lambda: self.sql("SELECT count(*) FROM game") == [(3,)],
              "old games are not deleted")
        self.assertEqual({row[0] for row in self.sql("SELECT id FROM game")}, {recent, used, fresh})
        self.assertEqual(server.get(f"/api/1/play/{over}")[0], 404)
        self.assertEqual(server.get(f"/api/1/play/{recent}")[0], 200)
        self.assertIn(b"pessoi_expired_games_total 202\n", server.request("GET", "/metrics")[2])

    def test_max_db(self):
        server = self.start("--max-db", "1", "--max-games", "1000")
        body = {"game": "boats", "seats": [ME, ME]}
        for _ in range(3):
            self.assertEqual(server.post("/api/1/play", body)[0], 200)
        self.sql("INSERT INTO game SELECT 'large', game, variant, result, created_ms, updated_ms, 1,"
                 " hex(zeroblob(1000000)), x'' FROM game LIMIT 1")
        status, got = server.post("/api/1/play", body)
        self.assertEqual((status, got["error"]["code"]), (429, "busy"))
        self.assertIn("no disk space for new games", got["error"]["why"]["en"])
        server.log.wait("1 new game refused: the database is larger than --max-db")


class Locked(Operate):
    def setUp(self):
        super().setUp()
        self.server = self.start()
        self.made, self.one = self.play_one(self.server)
        self.other = self.server.play("gomoku", [ME, ME])
        self.watcher = self.follow(self.server, self.other)
        self.db_lock = sqlite3.connect(self.db, isolation_level=None, timeout=TIMEOUT)
        self.stack.callback(self.db_lock.close)
        self.db_lock.execute("BEGIN IMMEDIATE")

    def test_stops(self):
        """To wait for the lock at the end is no hang: the watchdog knows that."""
        self.db_lock.execute("ROLLBACK")
        self.assertEqual(self.stop(self.server), 0)
        server = self.start("--watchdog", "1")
        one = self.follow(server, self.made)
        self.db_lock.execute("BEGIN IMMEDIATE")
        one.send(do="move", id=self.made["id"], ply=1, move="a1", seq=50)
        server.log.wait("is locked by another program; changes wait")
        self.assertEqual(self.stop(server), 0)

    def test_waits(self):
        """While another program holds the lock, reads are served at once, moves wait, and none is lost."""
        self.one.send(do="move", id=self.made["id"], ply=1, move="a1", seq=50)
        self.server.log.wait("is locked by another program; changes wait")
        # The page and another game are served while the move waits.
        self.assertEqual(self.server.request("GET", "/")[0], 200)
        self.assertEqual(self.watcher.ask(do="at", id=self.other["id"], ply=0)["is"], "at")
        status, _, data = self.server.request("GET", "/api/1/health")
        health = json.loads(data)
        self.assertEqual((status, health["ok"], health["reason"]), (503, False, "locked"))
        with self.assertRaises(socket.timeout):
            self.one.receive_new(timeout=0.3)
        self.db_lock.execute("COMMIT")
        self.assertEqual(self.one.answer_to(50)["is"], "moved")
        self.server.log.wait("free again after")
        status, health = self.server.get("/api/1/health")
        self.assertEqual((status, health["ok"]), (200, True))
        self.assertEqual(self.sql(f"SELECT event FROM game WHERE id='{self.made['id']}'"), [(3,)])

    def test_left(self):
        """A client that leaves a game just after a move does not see the move before it is persistent."""
        self.one.send(do="move", id=self.made["id"], ply=1, move="a1", seq=50)
        self.one.send(do="leave", id=self.made["id"], seq=51)
        self.server.log.wait("changes wait")
        self.assertEqual(self.watcher.ask(do="at", id=self.other["id"], ply=0)["is"], "at")
        with self.assertRaises(socket.timeout):
            self.one.receive_new(timeout=0.3)
        self.db_lock.execute("COMMIT")
        self.assertEqual(self.one.answer_to(50)["is"], "moved")

    def test_http(self):
        """Replies about games made or joined meanwhile wait until these are persistent; others do not."""
        answers = []
        body = {"game": "boats", "seats": [ME, ME]}
        thread = threading.Thread(target=lambda: answers.append(self.server.post("/api/1/play", body)))
        thread.start()
        self.server.log.wait("changes wait")
        self.assertEqual(self.server.get(f"/api/1/play/{self.other['id']}")[0], 200)
        self.assertEqual(answers, [])
        self.db_lock.execute("COMMIT")
        thread.join(TIMEOUT)
        self.assertEqual(answers[0][0], 200)
        self.assertEqual(self.sql(f"SELECT count(*) FROM game WHERE id='{answers[0][1]['id']}'"), [(1,)])

    def test_fails(self):
        """After some seconds the turn fails as on a full disk, and the game goes back to its last commit."""
        self.one.send(do="move", id=self.made["id"], ply=1, move="a1", seq=50)
        with self.assertRaises(Closed):
            while True:
                self.assertNotEqual(self.one.receive().get("is"), "moved")
        self.server.log.wait("games could not be saved: .*locked by another program")
        self.assertEqual(self.server.request("GET", "/api/1/health")[0], 503)
        self.db_lock.execute("COMMIT")
        until(lambda: self.server.request("GET", "/api/1/health")[0] == 200, "health stays false")
        one = self.follow(self.server, self.made)
        self.assertEqual(one.ask(do="move", id=self.made["id"], ply=1, move="a1")["is"], "moved")

    def test_stop(self):
        """A server that is stopped meanwhile persists its changes once the lock is released."""
        self.one.send(do="move", id=self.made["id"], ply=1, move="a1", seq=50)
        self.server.log.wait("changes wait")
        self.server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        self.db_lock.execute("COMMIT")
        self.assertEqual(self.server.process.wait(timeout=TIMEOUT), 0)
        self.assertEqual(self.sql(f"SELECT event FROM game WHERE id='{self.made['id']}'"), [(3,)])


def metrics_of(text):
    """Parses the text format of Prometheus, checking every line."""
    out, typed = {}, set()
    for line in text.decode().splitlines():
        kind = re.fullmatch(r"# (HELP|TYPE) (pessoi_\w+) (.+)", line)
        if kind:
            typed.add(kind.group(2))
            continue
        value = re.fullmatch(r'((pessoi_\w+?)(_bucket|_sum|_count)?(\{\w+="[^"]*"\})?) (\S+)', line)
        assert value, line
        assert value.group(2) in typed or value.group(2) + (value.group(3) or "") in typed, line
        out[value.group(1)] = float(value.group(5))
    return out


class Watched(Operate):
    def test_metrics(self):
        server = self.start("--metrics", "--max-games", "2")
        made, one = self.play_one(server)
        server.play("boats", [ME, ME])
        self.assertEqual(server.post("/api/1/play", {"game": "boats", "seats": [ME, ME]})[0], 429)
        self.assertEqual(server.request("GET", "/nowhere")[0], 404)
        status, headers, data = server.request("GET", "/metrics")
        self.assertEqual((status, headers["content-type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        numbers = metrics_of(data)
        self.assertEqual(numbers["pessoi_games"], 2)
        self.assertEqual(numbers["pessoi_persisting"], 1)
        self.assertEqual(numbers['pessoi_refused_total{what="game"}'], 1)
        self.assertEqual(numbers['pessoi_http_answers_total{status="2xx"}'], 2)
        self.assertEqual(numbers['pessoi_http_answers_total{status="4xx"}'], 2)
        self.assertEqual(numbers["pessoi_messages_total"], 2)
        self.assertGreaterEqual(numbers["pessoi_commit_seconds_count"], 3)
        self.assertEqual(numbers['pessoi_commit_seconds_bucket{le="+Inf"}'], numbers["pessoi_commit_seconds_count"])
        self.assertGreater(numbers["pessoi_turn_seconds_count"], 0)
        self.assertGreater(numbers["pessoi_database_bytes"], 4096)
        self.assertIn('pessoi_info{version="', data.decode())
        # Clients behind a proxy do not see the metrics,
        for name, value in (("X-Forwarded-For", "192.0.2.1"), ("Forwarded", "for=192.0.2.1"), ("Via", "1.1 proxy")):
            self.assertEqual(server.request("GET", "/metrics", headers={name: value})[0], 404, name)
        # and without --metrics nobody does.
        self.assertEqual(self.start(db=self.db + "2").request("GET", "/metrics")[0], 404)

    def test_health(self):
        server = self.start()
        status, health = server.get("/api/1/health")
        self.assertEqual((status, health["ok"], health["last_commit"]), (200, True, None))
        self.play_one(server)
        health = server.get("/api/1/health")[1]
        self.assertLess(abs(health["last_commit"] - time.time() * 1000), TIMEOUT * 1000)
        for name in ("longest_turn_ms", "thinking", "waiting"):
            self.assertIsInstance(health[name], int)
        self.assertNotIn("reason", health)

    def test_full_disk(self):
        """/health reports a full disk, and when there is space again."""
        server = self.start()
        made, one = self.play_one(server)
        resource = ["prlimit", "--pid", str(server.process.pid)]
        subprocess.run(resource + ["--fsize=1000:unlimited"], check=True)
        one.send(do="move", id=made["id"], ply=1, move="a1")
        with self.assertRaises(Closed):
            while True:
                self.assertNotEqual(one.receive().get("is"), "moved")
        status, _, data = server.request("GET", "/api/1/health")
        health = json.loads(data)
        self.assertEqual((status, health["ok"], health["reason"]), (503, False, "write"))
        subprocess.run(resource + ["--fsize=unlimited:unlimited"], check=True)
        until(lambda: server.request("GET", "/api/1/health")[0] == 200, "health stays false")
        server.log.wait("games are saved again")

    def test_log(self):
        server = self.start("--max-connections", "3")
        line = server.log.wait(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ pessoi: version ")
        for part in (server.url, self.db, "3 connections per address", "2000 in total", "365 days"):
            self.assertIn(part, line)
        sockets = [self.stack.enter_context(contextlib.closing(server.socket())) for _ in range(3)]
        for _ in range(4):
            with self.assertRaises(Refused):
                server.socket()
        server.log.wait("1 connection refused: over a limit")
        self.assertEqual(len([one for one in server.log.lines if "refused" in one]), 1)  # per minute
        self.assertEqual(len(sockets), 3)
        self.assertEqual(self.stop(server), 0)
        server.log.wait("stopped after .* as asked")

    def test_journal(self):
        server = self.start(env={"JOURNAL_STREAM": "8:1"})
        server.log.wait("^pessoi: version ")

    def test_file_limit(self):
        """Logs that there are fewer connections than requested."""
        program = os.path.join(self.folder.name, "pessoi-few-files")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nulimit -n 100\nexec "{PROGRAM}" "$@"\n')
        os.chmod(program, 0o755)
        out = subprocess.Popen([program, "serve", "--port", "0", "--db", self.db, "--lang", "en"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out.stdout.readline()
        out.terminate()
        self.assertIn("only 36 connections instead of 2000", out.communicate(timeout=TIMEOUT)[1])

    def test_access_log(self):
        path = os.path.join(self.folder.name, "access.log")
        server = self.start("--access-log", path)
        made, one = self.play_one(server)
        server.request("GET", "/api/1/games")
        server.request("GET", f"/api/1/play/{made['id']}/record")
        server.request("GET", f"/g/{made['id']}?key=secret")
        server.request("GET", "/nowhere%22and%20more")
        server.request("GET", f"/api/1/game/{made['id']}")  # not a route
        server.request("GET", f"/x{made['id']}y")
        one.close()

        def lines():
            with open(path, encoding="utf-8") as file:
                return file.read().splitlines()

        until(lambda: any(" WS " in line for line in lines()), "no line of the WebSocket")
        stamp, number = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 127\.0\.0\.1", r"\d+ \d+"
        got = lines()
        short = made["id"][:4] + r"\.\."
        for pattern in (rf"{stamp} POST /api/1/play 200 {number}",
                        rf"{stamp} GET /api/1/games 200 {number}",
                        rf"{stamp} GET /api/1/play/{short}/record 200 {number}",
                        rf"{stamp} GET /g/{short} 200 {number}",
                        rf"{stamp} GET /nowhere\?and\?more 404 {number}",
                        rf"{stamp} GET /api/1/game/{short} 404 {number}",
                        rf"{stamp} WS /api/1/socket 101 {number}"):
            self.assertTrue(any(re.fullmatch(pattern, line) for line in got), (pattern, got))
        whole = "\n".join(got)
        for secret in [made["id"], "secret"] + made["keys"]:
            self.assertNotIn(secret, whole)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        # Rotation: renamed, then reopened by SIGHUP.
        os.rename(path, path + ".1")
        server.process.send_signal(signal.SIGHUP)
        server.log.wait("logs reopened")
        server.request("GET", "/api/1/games")
        until(lambda: os.path.exists(path) and len(lines()) == 1, "the log is not begun again")
        self.assertEqual(self.refused("--db", self.db + "2", "--access-log", "/no/such/folder/log")[0], 3)

    def test_pipes_do_not_block_the_start(self):
        pipe = os.path.join(self.folder.name, "pipe")
        os.mkfifo(pipe)
        cert, key = make_certificate(self.folder.name, "live")
        for options in (("--access-log", pipe), ("--tls-cert", pipe, "--tls-key", key),
                        ("--tls-cert", cert, "--tls-key", pipe)):
            self.assertEqual(self.refused("--db", self.db + "2", *options)[0], 3, options)


def make_certificate(folder, name, *more, kind=("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")):
    """A new certificate for 127.0.0.1, and its key."""
    cert, key = os.path.join(folder, name + ".pem"), os.path.join(folder, name + "-key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", *kind, "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                    "-keyout", key, "-out", cert, *(more or ["-nodes"])],
                   check=True, capture_output=True)
    return cert, key


class Certificates(Operate):
    def served(self, server):
        """The certificate that a new connection gets."""
        return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=TIMEOUT)

    @staticmethod
    def text(path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_renewal(self):
        cert, key = make_certificate(self.folder.name, "live")
        fresh, fresh_key = make_certificate(self.folder.name, "fresh")
        first, second = self.text(cert), self.text(fresh)
        server = self.start("--tls-cert", cert, "--tls-key", key)
        self.assertEqual(self.served(server), first)
        context = ssl.create_default_context(cafile=cert)
        old = context.wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT),
                                  server_hostname="127.0.0.1")
        self.stack.callback(old.close)
        # Certificate and key do not match: the old pair stays in use.
        shutil.copy(fresh, cert)
        server.process.send_signal(signal.SIGHUP)
        server.log.wait("the old certificate stays in use: .*not a matching")
        self.assertEqual(self.served(server), first)
        shutil.copy(fresh_key, key)
        server.process.send_signal(signal.SIGHUP)
        server.log.wait("certificate read again")
        self.assertEqual(self.served(server), second)
        old.sendall(b"GET /api/1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertIn(b"HTTP/1.1 200 ", old.recv(65536))
        self.assertEqual(self.stop(server), 0)

    def test_other_kind(self):
        """The log never says that a certificate was renewed while an old one is served."""
        cert, key = make_certificate(self.folder.name, "live")
        fresh, fresh_key = make_certificate(self.folder.name, "fresh", kind=("rsa:2048",))
        server = self.start("--tls-cert", cert, "--tls-key", key)
        shutil.copy(fresh, cert)
        shutil.copy(fresh_key, key)
        server.process.send_signal(signal.SIGHUP)
        server.log.wait("the old certificate stays in use: .*restart the server")
        self.assertEqual(self.stop(server), 0)
        server = self.start("--tls-cert", cert, "--tls-key", key)
        self.assertEqual(self.served(server), self.text(fresh))

    def test_passphrase(self):
        cert, key = make_certificate(self.folder.name, "locked", "-passout", "pass:secret")
        code, why = self.refused("--db", self.db, "--tls-cert", cert, "--tls-key", key)
        self.assertEqual(code, 3)
        self.assertIn("is protected by a passphrase", why)
        code, why = self.refused("--db", self.db, "--tls-cert", cert, "--tls-key", "/no/such/key")
        self.assertEqual(code, 3)
        self.assertIn("cannot read '/no/such/key'", why)
        self.assertFalse(os.path.exists(self.db))

    def get(self, server, cert, path):
        """The header of a reply over TLS."""
        context = ssl.create_default_context(cafile=cert)
        with context.wrap_socket(socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT),
                                 server_hostname="127.0.0.1") as one:
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while more := one.recv(65536):
                answer += more
        return answer.split(b"\r\n\r\n", 1)[0].decode().lower()

    def test_hsts(self):
        cert, key = make_certificate(self.folder.name, "live")
        server = self.start("--tls-cert", cert, "--tls-key", key, "--hsts", "86400")
        for path in ("/", "/api/1/games", "/nowhere", "/%zz"):
            head = self.get(server, cert, path)
            self.assertIn("\r\nstrict-transport-security: max-age=86400", head, path)
            self.assertEqual(head.count("content-security-policy"), 1, path)
        without = self.start("--tls-cert", cert, "--tls-key", key, db=self.db + "2")
        self.assertNotIn("strict-transport", self.get(without, cert, "/"))
        code, why = self.refused("--db", self.db + "3", "--hsts", "86400")
        self.assertEqual(code, 2)
        self.assertIn("--hsts needs --tls-cert", why)

    def test_failed_handshakes(self):
        cert, key = make_certificate(self.folder.name, "live")
        server = self.start("--tls-cert", cert, "--tls-key", key, "--metrics")
        with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                plain.recv(65536)
        server.log.wait("1 connection ended before a TLS handshake")


class Answers(Operate):
    def test_own_pages_of_the_library(self):
        """Replies of the library itself have the same headers."""
        server = self.start()
        for path in ("/%zz", "/../../x", "/%2"):
            answer = server.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), 3)
            head = answer.split(b"\r\n\r\n", 1)[0].lower()
            if head:
                self.assertEqual(head.count(b"content-security-policy: "), 1, (path, answer))
                self.assertEqual(head.count(b"x-content-type-options: nosniff"), 1, path)

    def test_games(self):
        """The list of games is compressed and can be cached."""
        server = self.start()
        _, plain, data = server.request("GET", "/api/1/games")
        status, packed, small = server.request("GET", "/api/1/games", headers={"Accept-Encoding": "gzip"})
        self.assertEqual((status, packed["content-encoding"], packed["vary"]), (200, "gzip", "accept-encoding"))
        self.assertEqual(gzip.decompress(small), data)
        self.assertLess(len(small), len(data) / 3)
        self.assertNotEqual(plain["etag"], packed["etag"])
        self.assertEqual(plain["cache-control"], "no-cache")
        for headers, tag in (({}, plain["etag"]), ({"Accept-Encoding": "gzip"}, packed["etag"])):
            status, got, data = server.request("GET", "/api/1/games", headers={**headers, "If-None-Match": tag})
            self.assertEqual((status, data, got["etag"]), (304, b"", tag))

    def test_large_body(self):
        """A client that sends too large a body gets the reply, not a reset connection."""
        server = self.start()
        for size, sent in ((20000, 20000), (900000, 900000)):
            # As a proxy does: sends header and body completely before it reads the reply.
            with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as one:
                one.sendall(f"POST /api/1/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            f"Content-Length: {size}\r\n\r\n".encode())
                self.assertTrue(select.select([one], [], [], TIMEOUT)[0])  # the reply has already arrived
                for _ in range(sent // 10000):
                    one.sendall(b"x" * 10000)
                    time.sleep(0.005)
                answer = b""
                while more := one.recv(65536):
                    answer += more
            self.assertTrue(answer.startswith(b"HTTP/1.1 413 "), answer[:100])
            self.assertEqual(json.loads(answer.split(b"\r\n\r\n", 1)[1])["error"]["code"], "large")
        # A client with "Expect: 100-continue" does not send the body; the server does not wait for it.
        begun = time.monotonic()
        with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as one:
            one.sendall(b"POST /api/1/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        b"Content-Length: 20000\r\nExpect: 100-continue\r\n\r\n")
            answer = b""
            while more := one.recv(65536):
                answer += more
        self.assertTrue(answer.startswith(b"HTTP/1.1 413 "), answer[:100])
        self.assertLess(time.monotonic() - begun, 8)
        # Bounded: an endless body ends the connection.
        with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as one:
            one.sendall(b"POST /api/1/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        b"Content-Length: 999999999\r\n\r\n")
            with self.assertRaises(ConnectionError):
                for _ in range(5000):
                    one.sendall(b"x" * 10000)
        self.assertEqual(server.get("/api/1/health")[0], 200)


class Prefix(Operate):
    def test_prefix(self):
        plain = self.start(db=self.db + "0")
        page = plain.request("GET", "/")[2]
        server = self.start("--prefix", "/games/", "--metrics")
        self.assertTrue(server.url.endswith("/games/"), server.url)
        status, headers, data = server.request("GET", "/games/")
        self.assertEqual(status, 200)
        self.assertEqual(data, page.replace(b'<base href="/">', b'<base href="/games/">'))
        self.assertIn("base-uri 'self'", headers["content-security-policy"])
        packed = server.request("GET", "/games/", headers={"Accept-Encoding": "gzip"})
        self.assertEqual(gzip.decompress(packed[2]), data)
        self.assertEqual(server.request("GET", "/games/", headers={"If-None-Match": headers["etag"]})[0], 304)
        status, headers, _ = server.request("GET", "/games")
        self.assertEqual((status, headers["location"]), (301, "/games/"))
        browser = {"Accept": "text/html"}
        for path in ("/games/new", "/games/g/" + "A" * 16):
            self.assertEqual(server.request("GET", path)[::2], (200, data), path)
        self.assertEqual(server.request("GET", "/games/nowhere", headers=browser)[::2], (404, data))
        for path in ("/", "/new", "/api/1/games", "/gamesx", "/games2/", "/metrics", "/sw.js"):
            self.assertEqual(server.request("GET", path, headers=browser)[0], 404, path)
        for path in ("/games/api/1/games", "/games/api/1/health", "/games/sw.js",
                     "/games/manifest.webmanifest", "/games/robots.txt"):
            self.assertEqual(server.request("GET", path)[0], plain.request("GET", path[6:])[0], path)
        self.assertEqual(server.request("GET", "/games/metrics")[0], 200)
        status, made = server.post("/games/api/1/play", {"game": "boats", "seats": [ME, ME]})
        self.assertEqual(status, 200)
        with self.assertRaises(Refused):
            server.socket()
        self.follow(server, made, path="/games/api/1/socket")

    def test_bad(self):
        for prefix in ("games", "//", "/a//b", "/..", "/a/../b", "/a b", "/<x>", "/" + "a" * 70, "/é"):
            code, why = self.refused("--db", self.db, "--prefix", prefix)
            self.assertEqual(code, 2, prefix)
            self.assertIn("is not a prefix", why)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
