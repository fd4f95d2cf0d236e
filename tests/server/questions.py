"""Questions over the WebSocket: lines, review, quiet. What the server says equals what the command
line says of the same position, in every game; a long question delays no game."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
import unittest

from client import TIMEOUT, Closed, Server, Socket

PROGRAM = None
LONG = bool(os.environ.get("LONG"))
GAMES = ["abalone", "boats", "crush", "gomoku", "proximity"]


def pessoi(*args):
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{args}: {done.stderr}")
    return done.stdout


def study(server, **question):
    status, answer = server.post("/api/1/study", question)
    if status != 200:
        raise AssertionError(f"{status}: {answer}")
    return answer


def play(server, game, plies, seed, **start):
    """A random game as a line: the moves, outcomes of chance included."""
    rng = random.Random(seed)
    moves = []
    position = study(server, game=game, **start)
    moves += position["added"]
    while len(position["position"]["legal"]) > 0 and position["position"]["ply"] < plies:
        move = rng.choice(position["position"]["legal"])[0]
        position = study(server, game=game, moves=" ".join(moves), play=move, **start)
        moves += position["added"]
    return moves, position


class Questions(unittest.TestCase):
    def setUp(self):
        self.tables = tempfile.TemporaryDirectory(prefix="pessoi-tables-")
        self.server = Server(PROGRAM, "--tables", self.tables.name, "--threads", "2")
        self.socket = Socket(self.server.port)

    def tearDown(self):
        self.socket.close()
        self.server.close()
        self.tables.cleanup()

    def last(self, seq):
        """All answers to a question; the last of them."""
        while True:
            got = self.socket.answer_to(seq)
            if got["is"] == "error" or got.get("last", False):
                return got

    def ask(self, **question):
        self.socket.seq += 1
        self.socket.send(seq=self.socket.seq, **question)
        return self.last(self.socket.seq)

    def test_equal_to_best(self):
        """Lines and exact values equal `pessoi best`, bit by bit, with limits by nodes or depth."""
        for game in GAMES:
            for seed, plies in ((1, 4), (2, 11)):
                moves, position = play(self.server, game, plies, seed)
                if not position["position"]["legal"]:
                    continue
                line = " ".join(moves)
                for count, limit in ((1, ("nodes", 2000)), (3, ("nodes", 4000)), (2, ("depth", 2))):
                    answer = self.ask(do="lines", game=game, moves=line, count=count, **dict([limit]))
                    told = json.loads(
                        pessoi("best", game, "--moves", line, "--lines", str(count), "--json", "--agent",
                               f"max:{limit[0]}={limit[1]}")
                    )
                    where = f"{game} {line} {count} {limit}"
                    self.assertEqual(answer["is"], "lines", answer)
                    self.assertEqual(len(answer["lines"]), len(told["lines"]), where)
                    self.assertEqual(answer["depth"], told["depth"] or 0, where)
                    self.assertEqual(answer["nodes"], told["nodes"], where)
                    for ours, theirs in zip(answer["lines"], told["lines"]):
                        self.assertEqual(ours["moves"], theirs["pv"] or [theirs["move"]], where)
                        self.assertEqual(ours["score"], theirs["score"], where)
                        self.assertEqual(ours.get("mate"), theirs["mate"], where)
                        self.assertEqual(len(ours["cells"]), len(ours["moves"]), where)
                        first = position["position"]["turn"] == 0
                        chance = theirs["win_probability"]
                        if theirs["mate"] is not None:
                            chance = 1 if theirs["mate"] > 0 else 0 if theirs["mate"] < 0 else 0.5
                        if chance is not None:
                            self.assertAlmostEqual(ours["chance"], chance if first else 1 - chance, 12)

    def test_review_all_games(self):
        for game in GAMES:
            moves, position = play(self.server, game, 6, 3)
            self.socket.send(do="review", seq=50, game=game, moves=" ".join(moves), nodes=1000)
            seen = {0: [], 1: []}
            while True:
                got = self.socket.answer_to(50)
                if got["is"] == "reviewed":
                    seen[got["pass"]].append(got["ply"])
                    self.assertTrue(0 <= got["accuracy"] <= 100 and 0 <= got["chance"] <= 1)
                    sign = 1 if got["player"] == 0 else -1
                    self.assertLessEqual(sign * got["after"], sign * got["chance"] + 1e-9)
                    self.assertEqual(len(got["cells"]), len(got["line"]))
                else:
                    self.assertEqual(got["is"], "review", got)
                    self.assertEqual(got["known"], 6)
                    if got["last"]:
                        break
            self.assertEqual(seen, {0: list(range(6)), 1: list(range(6))})
            self.assertEqual("luck" in got["players"][0], game in ("crush", "proximity"))

    def test_exact(self):
        """Exact values equal those of the oracle on the command line, and are known from then on."""
        variant = "columns=4,levels=3"
        self.assertTrue(study(self.server, game="boats", variant=variant)["solved"])
        self.assertFalse(study(self.server, game="gomoku")["solved"])
        for seed in range(4):
            moves, position = play(self.server, "boats", 4, seed, variant=variant)
            if not position["position"]["legal"]:
                continue
            answer = self.ask(do="lines", game="boats", variant=variant, moves=" ".join(moves),
                              agent="oracle", count=5)
            told = json.loads(
                pessoi("best", "boats", "--variant", variant, "--moves", " ".join(moves), "--json", "--lines",
                       "5", "--agent", f"oracle:table={self.tables.name}")
            )
            self.assertEqual([l["mate"] for l in answer["lines"]], [l["mate"] for l in told["lines"]])
            self.assertEqual([l["moves"] for l in answer["lines"]], [l["pv"] for l in told["lines"]])
            values = dict(answer["values"])
            self.assertEqual(set(values), {m[0] for m in position["position"]["legal"]})
            self.assertEqual(values[answer["lines"][0]["moves"][0]], answer["lines"][0]["mate"])
        self.assertEqual(len([f for f in os.listdir(self.tables.name) if f.endswith(".table")]), 1)
        got = self.ask(do="lines", game="boats", variant="columns=10,levels=4", agent="oracle")
        self.assertEqual(got["error"]["code"], "unfit")

    def test_quiet_and_next(self):
        for _ in range(5):
            self.socket.send(do="lines", seq=101, game="gomoku", moves="h8 i9", count=5)
            got = self.socket.answer_to(101)
            self.assertFalse(got["last"])
            self.socket.send(do="review", seq=102, game="gomoku", moves="h8 i9 g9 a1", ms=50)
            self.assertTrue(self.last(101)["last"])
            self.socket.answer_to(102)
            self.assertEqual(self.socket.ask(do="quiet")["is"], "done")
            self.assertTrue(any(e["is"] == "review" and e["last"] for e in self.socket.events))
            self.socket.events.clear()

    def test_at_most_four_per_second(self):
        self.socket.send(do="lines", seq=1, game="gomoku", moves="h8 i9", count=2, ms=2000)
        begun, count = time.monotonic(), 0
        while not self.socket.answer_to(1)["last"]:
            count += 1
        self.assertLessEqual(count, 2 + 4 * (time.monotonic() - begun))

    def test_refused(self):
        for question, code in (
            (dict(do="lines", game="gomok"), "unknown"),
            (dict(do="lines"), "syntax"),
            (dict(do="lines", game="gomoku", moves="h8 h8"), "illegal"),
            (dict(do="lines", game="gomoku", count=9), "range"),
            (dict(do="lines", game="gomoku", agent="level:n=1"), "unknown"),
            (dict(do="review", id="A" * 16), "unknown"),
            (dict(do="review", id="A" * 16, game="boats"), "syntax"),
        ):
            self.assertEqual(self.ask(**question)["error"]["code"], code, question)


class Attacked(unittest.TestCase):
    """Floods of questions, long lines, clients that leave or do not read: games go on."""

    def setUp(self):
        self.server = Server(PROGRAM, "--threads", "2", "--watchdog", "10")

    def tearDown(self):
        self.server.close()

    def moves_per_second(self, seconds):
        """Two seats of one person; how long each answer took, in seconds."""
        made = self.server.play("gomoku", [{"who": "me"}, {"who": "me"}])
        socket = Socket(self.server.port)
        socket.ask(do="follow", id=made["id"], keys=made["keys"])
        took, end, ply = [], time.monotonic() + seconds, 0
        while time.monotonic() < end:
            legal = f"{'abcdefghijklmno'[ply % 15]}{1 + ply // 15}"
            begun = time.monotonic()
            got = socket.ask(do="move", id=made["id"], ply=ply, move=legal)
            took.append(time.monotonic() - begun)
            if got["is"] != "moved" or got["position"]["turn"] is None:
                socket.ask(do="undo", id=made["id"])
            else:
                ply += 1
            socket.events.clear()
            time.sleep(0.05)
            if ply > 60 or got["is"] != "moved":
                made = self.server.play("gomoku", [{"who": "me"}, {"who": "me"}])
                socket.ask(do="follow", id=made["id"], keys=made["keys"])
                ply = 0
        socket.close()
        return took

    def test_flood(self):
        rng = random.Random(5)
        long_line = " ".join("R L".split() * 1000)
        questions = [
            dict(do="lines", game="gomoku", moves="h8 i9", count=5),
            dict(do="review", game="gomoku", moves="h8 i9 g9 a1 h7"),
            dict(do="lines", game="boats", variant="start=s0,repetition=0,plies=0", moves=long_line),
            dict(do="review", game="boats", variant="start=s0,repetition=0,plies=0", moves=long_line),
            dict(do="quiet"),
            dict(do="lines", game="abalone", nodes=1),
        ]
        sockets = [Socket(self.server.port) for _ in range(20)]
        for _ in range(150 if not LONG else 3000):
            i = rng.randrange(len(sockets))
            try:
                sockets[i].send(**rng.choice(questions))  # most of them never read
            except (Closed, OSError):
                sockets[i] = Socket(self.server.port)
            if rng.random() < 0.1:  # leaves in the middle
                sockets[i].close()
                sockets[i] = Socket(self.server.port)
        took = sorted(self.moves_per_second(4))
        self.assertGreater(len(took), 10)
        self.assertLess(took[len(took) // 2], 1.0)  # on a busy machine; bench/study.py has figures
        for socket in sockets:
            socket.close()
        end = time.monotonic() + TIMEOUT
        while self.server.get("/api/1/health")[1]["thinking"] > 0:
            self.assertLess(time.monotonic(), end, "thoughts of clients that have left still run")
            time.sleep(0.05)
        code, _, _ = self.server.stop()
        self.assertEqual(code, 0)

    def test_large_message(self):
        socket = Socket(self.server.port)
        socket.send(do="lines", game="gomoku", moves="h8 " * 30000)
        got = socket.receive()
        self.assertEqual(got["error"]["code"], "large")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
