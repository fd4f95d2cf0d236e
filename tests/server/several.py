#!/usr/bin/env python3
"""Several servers on one PostgreSQL: a game has one owner at a time, acknowledged moves are kept, and
followers find the present owner, whatever is killed or stopped.

    several.py PESSOI [TEST ..]

LONG=1: 200 games and ten kills in Killed, instead of 16 and three. SEED=n: other moments.
"""

import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time
import unittest
import zlib

from client import TIMEOUT, Closed, Refused, Server, Socket

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "postgres"))
from postgres import Cutter, CutOnce, Postgres, Relay, missing  # noqa: E402  (the path comes first)

PROGRAM = "pessoi"
ME = {"who": "me"}
LONG = os.environ.get("LONG") == "1"
PATIENCE_S = 600 if LONG else 120
LETTERS = "abcdefghijklmno"


def until(what, why, patience=TIMEOUT):
    """Waits until the condition is true, and returns its value."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        got = what()
        if got:
            return got
        time.sleep(0.02)
    raise AssertionError(why)


class Member(Server):
    """One of several servers."""

    def __init__(self, url, *options):
        self.program, self.options, self.db, self.port = PROGRAM, options, url, 0
        self.log = []
        self.start()

    def start(self):
        super().start()
        self.reader = threading.Thread(target=self.read_log, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def read_log(self, stream):
        for line in stream:
            self.log.append(line.rstrip("\n"))

    def logged(self, pattern):
        return until(lambda: [line for line in self.log if re.search(pattern, line)], f"no line {pattern!r} in {self.log}")

    def end(self, how):
        self.process.send_signal(how)
        code = self.process.wait(timeout=TIMEOUT)
        self.reader.join(TIMEOUT)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.end(signal.SIGKILL)

    def health(self):
        status, _, body = self.request("GET", "/api/1/health")
        return status, json.loads(body)

    def metric(self, name):
        text = self.request("GET", "/metrics")[2].decode()
        return float(re.search(rf"^pessoi_{name} (\S+)$", text, re.M).group(1))


class Several(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.pg = self.stack.enter_context(Postgres(durable=True))

    def server(self, *options, url=None):
        one = Member(url or self.pg.url, "--metrics", *options)
        self.stack.callback(one.close)
        return one

    def socket(self, server, made=None):
        one = server.socket(path="/api/1/socket" + (f"/{made['id']}" if made else ""))
        self.stack.callback(one.close)
        return one

    def follow(self, server, made, routed=True):
        """Follows as soon as the server has the game."""
        keys = [key for key in made["keys"] if key]

        def attempt():
            one = self.socket(server, made if routed else None)
            got = one.ask(do="follow", id=made["id"], keys=keys)
            if got["is"] == "game":
                return one
            self.assertIn(got["error"]["code"], ("elsewhere", "busy"))
            one.close()  # an address has a limited number of connections
            return None

        return until(attempt, "it never gets the game")

    def sent_away(self, one):
        """The server closes this connection, soon, and says nothing of a move before."""
        end = time.monotonic() + TIMEOUT
        with self.assertRaises(Closed):
            while True:
                self.assertNotEqual(one.receive(max(0.1, end - time.monotonic())).get("is"), "moved")

    def move(self, one, made, ply, move):
        got = one.ask(do="move", id=made["id"], ply=ply, move=move)
        self.assertEqual(got["is"], "moved", got)

    def played(self, server, made):
        status, got = server.get(f"/api/1/play/{made['id']}")
        return [move[0] for move in got["played"]] if status == 200 else None


class Leases(Several):
    def test_new_game_anywhere(self):
        """A game made by one server is followed at another one at once: nothing must expire or be asked for."""
        a, b = self.server(), self.server()
        for _ in range(5):
            made = a.play("gomoku", [ME, ME])
            began = time.monotonic()
            one = self.follow(b, made)
            self.assertLess(time.monotonic() - began, 4)
            self.move(one, made, 0, "h8")
        self.assertEqual(a.metric("handed_over_games_total"), 0)
        self.assertEqual(a.health()[1]["shared"], True)

    def test_no_class(self):
        """A class is on one server: on a database that several share it is refused, and nothing is stored."""
        ran = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--db", self.pg.url, "--lang", "en", "--class", "Chess club"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S)
        self.assertNotEqual(ran.returncode, 0)
        self.assertEqual(ran.stdout, "")
        self.assertIn("a class is on one server", ran.stderr)
        self.assertEqual(ran.stderr.count("\n"), 1)
        health = self.server().health()[1]
        self.assertEqual((health["games"], health["class"]), (0, False))

    def test_elsewhere(self):
        """A request for a game that another server has is refused in both languages, and nothing is changed."""
        a, b = self.server(), self.server()
        made = a.play("gomoku", [ME, ME])
        one = self.follow(a, made)
        got = self.socket(b).ask(do="follow", id=made["id"])
        self.assertEqual(got["error"]["code"], "elsewhere")
        self.assertIn("another server has this game", got["error"]["why"]["en"])
        self.assertIn("άλλος διακομιστής", got["error"]["why"]["el"])
        status, headers, body = b.request("GET", f"/api/1/play/{made['id']}/record")
        self.assertEqual((status, json.loads(body)["error"]["code"]), (503, "elsewhere"))
        self.assertEqual(headers["retry-after"], "1")
        self.assertEqual(b.get("/api/1/play/" + "x" * 16)[0], 404)
        self.move(one, made, 0, "h8")
        self.assertEqual(self.played(a, made), ["h8"])

    def test_handed_over(self):
        """A game moves to the server that its address leads to; one whose address does not name it moves nothing."""
        a, b = self.server(), self.server()
        made = a.play("gomoku", [ME, ME])
        one = self.follow(a, made)
        self.move(one, made, 0, "h8")
        stranger = self.socket(b)  # through no game's address
        self.assertEqual(stranger.ask(do="follow", id=made["id"])["error"]["code"], "elsewhere")
        self.assertEqual(self.pg.rows("SELECT wanted FROM pessoi_games.lease"), [["f"]])
        other = self.follow(b, made)
        with self.assertRaises(Closed):
            while True:
                one.receive()
        self.move(other, made, 1, "a1")
        self.assertEqual(self.played(b, made), ["h8", "a1"])
        self.assertEqual(a.metric("handed_over_games_total"), 1)
        self.assertGreater(b.metric("elsewhere_total"), 0)

    def test_stopped_owner(self):
        """An owner that was stopped for longer than its lease writes nothing, and sends its followers away."""
        a, b = self.server(), self.server()
        made = a.play("gomoku", [ME, ME])
        quiet = a.play("gomoku", [ME, ME])
        one, watcher = self.follow(a, made), self.follow(a, quiet)
        self.move(one, made, 0, "h8")
        a.process.send_signal(signal.SIGSTOP)
        one.send(do="move", id=made["id"], ply=1, move="o15", seq=77)  # read when it goes on
        other = self.follow(b, made)  # after the lease has expired
        self.move(other, made, 1, "a1")
        a.process.send_signal(signal.SIGCONT)
        for follower in (one, watcher):
            self.sent_away(follower)
        self.move(other, made, 2, "b2")
        self.assertEqual(self.played(b, made), ["h8", "a1", "b2"])
        a.logged("games that this server had are dropped")
        self.assertEqual(a.health()[0], 200)
        self.move(self.follow(a, quiet), quiet, 0, "h8")  # it goes on with a new name

    def test_new_name_in_doubt(self):
        """The answer to the registration under a new name is lost: the old games are dropped all the same."""
        with CutOnce(self.pg, b"INSERT INTO server") as line:
            a, b = self.server(url=line.url), self.server()
            made = a.play("gomoku", [ME, ME])
            one = self.follow(a, made)
            line.armed = True
            # As another server does it after the clock of the database has jumped ahead.
            self.pg.psql("DELETE FROM pessoi_games.server WHERE owner IN (SELECT owner FROM pessoi_games.lease)")
            other = self.follow(b, made)
            self.move(other, made, 0, "h8")
            self.sent_away(one)
            self.assertTrue(line.done)
            until(lambda: a.health()[0] == 200, "it is never well again")
            self.move(other, made, 1, "a1")

    def test_stop_gives_back(self):
        """A server that is stopped as asked leaves its games to the others at once."""
        a, b = self.server(), self.server()
        made = a.play("gomoku", [ME, ME])
        self.move(self.follow(a, made), made, 0, "h8")
        self.assertEqual(a.end(signal.SIGTERM), 0)
        self.assertEqual(self.pg.rows("SELECT count(*) FROM pessoi_games.lease"), [["0"]])
        self.assertEqual(self.played(b, made), ["h8"])


class Starting(Several):
    def start_at_once(self, count):
        members = []
        threads = [threading.Thread(target=lambda: members.append(self.server())) for _ in range(count)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(len(members), count)
        return members

    def test_at_once(self):
        """On an empty database, also if its transactions are stricter than ours must be."""
        for level in ("read committed", "repeatable read"):
            self.pg.psql("DROP SCHEMA IF EXISTS pessoi_games CASCADE")
            self.pg.psql(f"ALTER ROLE {self.pg.user} SET default_transaction_isolation='{level}'")
            members = self.start_at_once(8)
            made = members[0].play("gomoku", [ME, ME])
            self.move(self.follow(members[1], made), made, 0, "h8")
            for one in members:
                one.close()

    def test_upgrade_takes_long(self):
        """Another process creates the tables, and takes its time."""
        lock = "BEGIN; SELECT pg_advisory_xact_lock(1346720595, 1); SELECT pg_sleep(4)"
        with subprocess.Popen(["psql", "-X", "-q", "-d", self.pg.url, "-c", lock], stdout=subprocess.DEVNULL) as other:
            until(lambda: self.pg.rows("SELECT 1 FROM pg_locks WHERE locktype='advisory'"), "no lock")
            self.assertEqual(self.server().health()[0], 200)
            self.assertIsNotNone(other.poll())


class Played(Several):
    acknowledged = 0
    allowed = 1000  # moves that may be played so far
    slowest_s = 0  # answer; a server waits for its database for 5 s, then it gives up a turn

    def play_on(self, server, made, moves):
        """Plays a list of moves, connecting again when it must; each is acknowledged before the next."""
        one = None
        ply = 0
        end = time.monotonic() + PATIENCE_S
        while ply < len(moves):
            self.assertLess(time.monotonic(), end, "no progress")
            try:
                if one is None:
                    one = server.socket(path=f"/api/1/socket/{made['id']}")
                    got = one.ask(do="follow", id=made["id"], keys=made["keys"])
                    if got["is"] != "game":
                        raise Closed(None)
                    stored = [move[0] for move in got["played"]]
                    self.assertEqual(stored[:ply], moves[:ply], "an acknowledged move is lost")
                    self.assertEqual(stored, moves[:len(stored)])
                    self.assertLessEqual(len(stored), ply + 1)
                    ply = len(stored)
                    continue
                until(lambda: ply < self.allowed, "nobody allows more moves", PATIENCE_S)
                asked = time.monotonic()
                got = one.ask(do="move", id=made["id"], ply=ply, move=moves[ply])
                self.slowest_s = max(self.slowest_s, time.monotonic() - asked)
                if got["is"] != "moved":
                    raise Closed(None)
                ply += 1
                self.acknowledged = ply
            except (Closed, Refused, ConnectionError, OSError):
                if one is not None:
                    one.close()
                one = None
                time.sleep(0.05)
        one.close()


class Database(Played):
    def run_with(self, disturb, count):
        a = self.server()
        made = a.play("gomoku", [ME, ME])
        moves = sequence(1, count)
        self.acknowledged = 0
        failures = []

        def play():
            try:
                self.play_on(a, made, moves)
            except BaseException as error:  # reported by the main thread
                failures.append(error)

        player = threading.Thread(target=play)
        player.start()
        rounds = 0
        while player.is_alive():
            disturb(a, rounds)
            rounds += 1
        player.join()
        if failures:
            raise failures[0]
        until(lambda: self.played(a, made) == moves, "the game is not as it was played")
        return a, rounds

    def test_terminated(self):
        """Connections that end at any moment, also while a commit is answered: each move once."""

        def disturb(_, rounds):
            self.pg.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                         " WHERE application_name='pessoi'", check=False)
            time.sleep(0.001 * (rounds % 50))

        _, rounds = self.run_with(disturb, 120)
        self.assertGreater(rounds, 10)

    def test_crashed(self):
        """PostgreSQL is killed and started again: nothing acknowledged is lost, and the server says what is wrong."""
        crashes = 3

        def disturb(a, rounds):
            if rounds >= crashes:
                self.allowed = 1000
                time.sleep(0.01)
                return
            before = self.acknowledged
            self.allowed = before + 15
            until(lambda: self.acknowledged > before + 5, "no progress")
            self.pg.kill()
            until(lambda: a.health()[0] == 503, "it is never unwell")
            self.assertEqual(a.health()[1]["reason"], "away")
            self.assertEqual(a.metric("persisting"), 0)
            self.pg.start()
            until(lambda: a.health()[0] == 200, "it is never well again")

        self.allowed = 1
        _, rounds = self.run_with(disturb, 60)
        self.assertGreaterEqual(rounds, crashes)

    def test_stopped(self):
        """A database that does not answer does not stop the server: it replies, and goes on later."""
        a = self.server()
        made = a.play("gomoku", [ME, ME])
        one = self.follow(a, made)
        self.move(one, made, 0, "h8")
        pids = [int(row[0]) for row in self.pg.rows(
            "SELECT pid FROM pg_stat_activity WHERE application_name='pessoi'")]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        one.send(do="move", id=made["id"], ply=1, move="a1", seq=77)
        until(lambda: a.health()[0] == 503, "it is never unwell")
        self.assertLess(a.health()[1]["longest_turn_ms"], 5000)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        until(lambda: a.health()[0] == 200, "it is never well again")
        until(lambda: self.played(a, made) in (["h8"], ["h8", "a1"]), "the game is lost")


    def test_stalled(self):
        """A network that swallows everything, for longer than a lease: the owner drops its games, the other server goes on,
        and the first one is well again, also if nobody asks anything of it."""
        with Relay(self.pg) as line:
            a, b = self.server(url=line.url), self.server()
            made = a.play("gomoku", [ME, ME])
            one = self.follow(a, made)
            self.move(one, made, 0, "h8")
            line.flows.clear()
            stalled = time.monotonic()
            one.send(do="move", id=made["id"], ply=1, move="o15", seq=77)
            other = self.follow(b, made)
            self.sent_away(one)
            # After the lease, 6 s, although nothing else happens on this server: not only with the next ping, after 30 s.
            self.assertLess(time.monotonic() - stalled, 20)
            line.flows.set()
            until(lambda: a.health()[0] == 200, f"it is never well again: {a.health()}")
            stored = self.played(b, made)
            self.assertIn(stored, (["h8"], ["h8", "o15"]))  # nobody was told about the second
            self.move(other, made, len(stored), "a1")
            self.assertEqual(self.played(b, made), [*stored, "a1"])


class Answers(Played):
    """Every seventh commit is cut off, in turn before and after the database has done it."""

    def test_moves(self):
        with Cutter(self.pg, 7) as cutter:
            a = self.server(url=cutter.url)
            made = a.play("gomoku", [ME, ME])
            moves = sequence(2, 150)
            self.play_on(a, made, moves)
            self.assertEqual(self.played(a, made), moves)
            self.assertGreater(min(cutter.cut), 5)
            # A move in doubt is neither refused nor made twice. On a busy machine the server may give up waiting, and
            # lose its leases while it connects again; else a cut commit costs neither.
            if self.slowest_s < 2:
                self.assertEqual(a.metric("failed_turns_total"), 0)
            self.assertLessEqual(a.metric("lost_games_total"), sum(cutter.cut))

    def make(self, server):
        """A new game, and how many tries were refused: of those nobody knows whether they were stored."""
        body = {"game": "gomoku", "seats": [ME, ME]}
        end = time.monotonic() + PATIENCE_S
        for refused in itertools.count():
            status, _, made = server.request("POST", "/api/1/play", body)
            if status == 200:
                return json.loads(made), refused
            self.assertLess(time.monotonic(), end, made)
            time.sleep(0.5)

    def test_new_games(self):
        """The same with new games: their first commit may be the one that is cut."""
        with Cutter(self.pg, 3) as cutter:
            a = self.server(url=cutter.url)
            doubtful = 0
            for number in range(12):
                made, refused = self.make(a)
                doubtful += refused
                moves = sequence(number, 5)
                self.play_on(a, made, moves)
                self.assertEqual(self.played(a, made), moves)
            self.assertGreater(min(cutter.cut), 5)
        stored = int(self.pg.rows("SELECT count(*) FROM pessoi_games.game")[0][0])
        self.assertIn(stored, range(12, 12 + doubtful + 1))


def sequence(seed, count):
    """Moves of Gomoku without five in a row, another list for each seed."""
    rng = random.Random(seed)
    while True:
        cells = [(x, y) for x in range(15) for y in range(15)]
        rng.shuffle(cells)
        stones = [{}, {}]
        out = []
        for x, y in cells:
            mine = stones[len(out) % 2]
            if any(all((x + dx * (i - k), y + dy * (i - k)) in mine for i in range(5) if i != k)
                   for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) for k in range(5)):
                continue
            mine[(x, y)] = True
            out.append(f"{LETTERS[x]}{y + 1}")
            if len(out) == count:
                return out


class Game(threading.Thread):
    """Two people who play a list of moves, each over a connection of their own, through whichever server their
    game's address leads to."""

    def __init__(self, servers, number, count):
        super().__init__(daemon=True)
        self.servers, self.number = servers, number
        self.moves = sequence(number, count)
        self.acknowledged = 0
        self.failure = None
        self.made = None
        self.seats = [None, None]
        self.takeovers = 0  # connections through the server that is not the first choice

    def choose(self):
        """As a proxy does: by the hash of the id; the other server if that one does not answer."""
        first = zlib.crc32(self.made["id"].encode()) % len(self.servers)
        return [self.servers[first], self.servers[1 - first]]

    def connect(self, seat):
        for place, server in enumerate(self.choose()):
            try:
                one = Socket(server.port, path=f"/api/1/socket/{self.made['id']}")
            except (ConnectionError, Refused, OSError):
                continue
            got = one.ask(do="follow", id=self.made["id"], keys=[self.made["keys"][seat]])
            if got["is"] == "game":
                self.takeovers += place
                self.check(got)
                self.seats[seat] = one
                return
            assert got["error"]["code"] in ("elsewhere", "busy", "server"), got
            one.close()
            break
        raise Closed(None)

    def check(self, game):
        """It is this game, with every acknowledged move, and at most one more."""
        assert game["id"] == self.made["id"], "another game is shown"
        played = [move[0] for move in game["played"]]
        count = len(played)
        assert played == self.moves[:count], f"other moves are shown: {played}"
        assert self.acknowledged <= count <= self.acknowledged + 1, (count, self.acknowledged)
        self.acknowledged = count

    def play_next(self):
        ply = self.acknowledged
        seat = ply % 2
        for one in (seat, 1 - seat):
            if self.seats[one] is None:
                self.connect(one)
        if self.acknowledged != ply:  # it was stored, and its acknowledgement was lost
            return
        got = self.seats[seat].ask(do="move", id=self.made["id"], ply=ply, move=self.moves[ply])
        if got["is"] != "moved":
            raise Closed(None)
        assert got["id"] == self.made["id"] and got["event"] > 0
        self.acknowledged = ply + 1
        seen = self.seats[1 - seat].wait("moved")
        assert seen["id"] == self.made["id"], "the other player is shown another game"

    def play(self):
        end = time.monotonic() + PATIENCE_S
        while self.acknowledged < len(self.moves):
            assert time.monotonic() < end, f"no progress beyond {self.acknowledged}"
            try:
                if self.made is None:
                    self.made = random.choice(self.servers).play("gomoku", [ME, ME])
                self.play_next()
                time.sleep(0.05)
            except (Closed, Refused, OSError, json.JSONDecodeError):
                for seat, one in enumerate(self.seats):
                    if one is not None:
                        one.close()
                    self.seats[seat] = None
                time.sleep(0.3)

    def run(self):
        try:
            self.play()
        except BaseException as error:  # reported by the main thread
            self.failure = error
        for one in self.seats:
            if one is not None:
                one.close()


class Killed(Several):
    def test_killed(self):
        """Games of two people each while one server is killed at random: nothing lost, nothing twice, and
        everybody sees their own game."""
        games_count, kills, count = (200, 10, 60) if LONG else (16, 3, 40)
        rng = random.Random(int(os.environ.get("SEED", "1")))
        options = ("--max-connections", "2000", "--max-games", "10000")
        servers = [self.server(*options), self.server(*options)]
        games = [Game(servers, number, count) for number in range(games_count)]
        for game in games:
            game.start()

        def moves():
            for game in games:
                if game.failure:
                    raise game.failure
            return sum(game.acknowledged for game in games)

        total = games_count * count
        for kill in range(kills):
            at = total * (kill + 1) // (kills + 2)
            until(lambda at=at: moves() >= at, "no progress", PATIENCE_S)
            victim = rng.choice(servers)
            victim.end(signal.SIGKILL)
            # Started again at once, or after others have taken over some of its games.
            if rng.random() < 0.5:
                taken = sum(game.takeovers for game in games)
                until(lambda taken=taken: moves() == total or sum(game.takeovers for game in games) > taken,
                      "no game is taken over", PATIENCE_S)
            victim.start()
        for game in games:
            game.join(PATIENCE_S)
            self.assertFalse(game.is_alive(), f"game {game.number} hangs at {game.acknowledged}")
            if game.failure:
                raise game.failure
        for game in games:
            self.assertEqual(until(lambda game=game: self.played(game.choose()[0], game.made), "no answer"), game.moves)
        stored = self.pg.rows("SELECT id FROM pessoi_games.game")
        self.assertEqual(len(stored), len({row[0] for row in stored}))
        self.assertGreaterEqual(len(stored), games_count)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    if missing():
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
