#!/usr/bin/env python3
"""Questions about positions, over HTTP, from well-behaved and hostile clients.

    study.py PESSOI [TEST ..]
"""

import gzip
import json
import random
import socket
import sys
import threading
import time
import unittest

from client import TIMEOUT, Server, Socket, trouble

PROGRAM = "pessoi"
ME = {"who": "me"}
SMALL = 16384  # bytes of a body
LARGE = 256 << 10  # bytes of one that holds a tree
NODES = 2000
RECORD = '[Format "1"]\n[Game "boats"]\n[Variant "%s"]\n[Position "4432132344 0 11 r -"]\n[Result "*"]\n\n%s *\n'


class Asking(unittest.TestCase):
    OPTIONS = ()

    def setUp(self):
        self.server = Server(PROGRAM, *self.OPTIONS)
        self.addCleanup(self.server.close)

    def tearDown(self):
        if self.server.process.poll() is None:
            code, _, log = self.server.stop()
            self.assertEqual((code, trouble(log)), (0, ""))

    def ask(self, path="", **body):
        status, got = self.server.post("/api/1/study" + path, body)
        self.assertEqual(status, 200, got)
        return got

    def refused(self, code, path="", **body):
        status, got = self.server.post("/api/1/study" + path, body)
        self.assertEqual(got["error"]["code"], code, got)
        self.assertGreaterEqual(status, 400)
        return got["error"]


def line_of(nodes, at):
    """The moves of a node of a tree and of all above it."""
    moves = []
    while at >= 0:
        moves = nodes[at]["moves"] + moves
        at = nodes[at]["parent"]
    return " ".join(moves)


class Study(Asking):
    def test_game_of_the_server(self):
        """A game is the line of its moves; an earlier ply is the beginning of it."""
        made = self.server.play("gomoku", [ME, ME], moves="h8 i9 j9")
        whole = self.ask(id=made["id"], nodes=True)
        self.assertEqual([node["moves"] for node in whole["nodes"]], [[], ["h8"], ["i9"], ["j9"]])
        for ply in range(4):
            by_id = self.ask(id=made["id"], ply=ply)
            moves = " ".join("h8 i9 j9".split()[:ply])
            self.assertEqual(by_id, self.ask(game="gomoku", moves=moves))
        self.refused("range", id=made["id"], ply=4)
        self.refused("unknown", id="A" * 16)
        self.refused("syntax", id=made["id"], game="gomoku")

    def test_people_are_not_helped(self):
        """Between people who go on it is refused, for both and for others."""
        made = self.server.play("gomoku", [ME, {"who": "person"}])
        self.refused("unfit", id=made["id"])
        joined = self.server.post(f"/api/1/play/{made['id']}/join", {})[1]
        self.refused("unfit", id=made["id"], ply=0)
        with_socket = Socket(self.server.port)
        self.addCleanup(with_socket.close)
        with_socket.ask(do="follow", id=made["id"], keys=[None, joined["key"]])
        with_socket.ask(do="resign", id=made["id"])
        self.assertEqual(self.ask(id=made["id"])["position"]["ply"], 0)

    def test_chance(self):
        """The luck of a study is not that of a game on the server."""
        rolls = set()
        for seed in range(8):
            made = self.server.play("proximity", [ME, ME], moves="#4", seed=seed)
            rolls.add(tuple(self.ask(id=made["id"], play="a1")["added"]))
        self.assertEqual(len(rolls), 1)

    def test_tree(self):
        text = RECORD % ("rule=ko", "{Quiet.} 1. R L {a} (1... -1 {b} 2. +7) 2. +7 +3")
        tree = self.ask("/read", text=text)
        tree["position"] = tree.pop("start")
        self.assertEqual(self.ask("/write", **tree), {"text": text})
        for at in range(len(tree["nodes"])):
            self.ask(game="boats", variant="rule=ko", position=tree["position"], moves=line_of(tree["nodes"], at))
        error = self.refused("syntax", "/read", text=text.replace("+3", "+33"))
        self.assertEqual((error["line"], error["column"]), (7, 1 + text.splitlines()[6].index("+3")))

    def test_compressed(self):
        body = {"game": "crush", "nodes": True}
        plain = self.server.request("POST", "/api/1/study", body)
        packed = self.server.request("POST", "/api/1/study", body, {"Accept-Encoding": "br, gzip"})
        self.assertNotIn("content-encoding", plain[1])
        self.assertEqual(packed[1]["content-encoding"], "gzip")
        for answer in plain, packed:
            self.assertEqual(answer[1]["vary"], "accept-encoding")
            self.assertEqual(int(answer[1]["content-length"]), len(answer[2]))
        self.assertEqual(gzip.decompress(packed[2]), plain[2])
        self.assertLess(len(packed[2]) * 4, len(plain[2]))
        small = {"game": "gomoku", "moves": "h8", "why": [112]}
        for headers, body in (({"Accept-Encoding": "gzip;q=0"}, body), ({"Accept-Encoding": "gzip"}, small)):
            got = self.server.request("POST", "/api/1/study", body, headers)
            self.assertNotIn("content-encoding", got[1])
            json.loads(got[2])

    def test_keys_are_not_compressed(self):
        seats = [{"who": "me", "name": "n" * 32}, {"who": "person"}]
        asks = {"Accept-Encoding": "gzip"}
        made = self.server.request("POST", "/api/1/play", {"game": "crush", "seats": seats}, asks)
        self.assertNotIn("content-encoding", made[1])
        path = "/api/1/play/" + json.loads(made[2])["id"]
        joined = self.server.request("POST", path + "/join", {}, asks)
        self.assertNotIn("content-encoding", joined[1])
        seen = self.server.request("GET", path, headers=asks)
        self.assertEqual(seen[1]["content-encoding"], "gzip")
        self.assertNotIn(json.loads(joined[2])["key"].encode(), gzip.decompress(seen[2]))

    def test_methods(self):
        for path in "", "/read", "/write":
            self.assertEqual(self.server.request("GET", "/api/1/study" + path)[0], 405)
        for path in "/", "/x", "/read/", "read":
            self.assertEqual(self.server.request("POST", "/api/1/study" + path, {})[0], 404, path)
        self.assertEqual(self.server.request("POST", "/api/1/study", "{}", {"Content-Type": "text/plain"})[0], 415)
        self.assertEqual(
            self.server.request("POST", "/api/1/study", {"game": "gomoku"}, {"Origin": "http://evil.example"})[0], 403
        )

    def test_forms(self):
        """What is not a question is refused, whatever it is."""
        luck = random.Random(3)
        values = [None, True, -1, 10**30, 1.5, "", "x", "h8" * 50, [], [[]], [1], {}, {"parent": 0}]
        keys = "game variant position moves id ply play try why nodes text tags paint".split()
        for _ in range(400):
            body = {key: luck.choice(values) for key in luck.sample(keys, luck.randint(0, 5))}
            if luck.random() < 0.5:
                body["game"] = luck.choice(["gomoku", "boats", "crush"])
            path = luck.choice(["", "/read", "/write", "/edit", "/explain"])
            status, _, data = self.server.request("POST", "/api/1/study" + path, body)
            self.assertIn(status, (200, 400, 403, 404, 409, 413, 422), (path, body, data))
            self.assertEqual("error" in json.loads(data), status != 200)
        for text in (
            '{"game":"gomoku","game":"gomoku"}',
            '{"nodes":[{"parent":-1,"parent":-1,"moves":[]}],"game":"gomoku"}',
            "[" * 5000,
            '{"game":' + "[" * 7 + "]" * 7 + "}",
            '{"a":' * 3000,
            "\0",
            '{"game":"gomoku","moves":"\\u0000"}',
            '{"text":"\\ud800"}',
        ):
            for path in "", "/read", "/write":
                status, got = self.server.post("/api/1/study" + path, text)
                self.assertEqual((status, got["error"]["code"]), (400, "syntax"), text[:40])

    def test_sizes(self):
        pad = {"game": "gomoku", "x": ""}
        for path, most in ("", SMALL), ("/explain", SMALL), ("/read", LARGE), ("/write", LARGE):
            for more in 0, 1:
                body = json.dumps(pad)[:-2]
                body = body + "x" * (most + more - len(body) - 2) + '"}'
                self.assertEqual(len(body), most + more)
                status, got = self.server.post("/api/1/study" + path, body)
                self.assertEqual(status == 413, more == 1, (path, more, got))

    def test_worst_records(self):
        """Records as large as they may be are read, or refused, and the server goes on."""
        deep = "R" + " (L" * 40 + ")" * 40
        wide = "R" + " (R)" * (NODES - 1)
        noted = "R {" + "\u03b1" * 100000 + "}"
        for text, code in (
            (RECORD % ("", wide), None),
            (RECORD % ("", wide + " (R)"), "range"),
            (RECORD % ("", deep), "range"),
            (RECORD % ("", noted), None),
            (RECORD % ("", "R L " * 30000), "range"),
            (RECORD % ("", "(" * 100000), "syntax"),
            (RECORD % ("", "{" * 100000), "syntax"),
            ("[" * 200000, "syntax"),
            ('[A "b"]\n' * 20000, "syntax"),
            ("\n" * 100000, "syntax"),
        ):
            status, got = self.server.post("/api/1/study/read", json.dumps({"text": text}, ensure_ascii=False))
            self.assertEqual(got["error"]["code"] if status != 200 else None, code, (text[-40:], str(got)[:300]))
        self.assertLess(self.server.get("/api/1/health")[1]["longest_turn_ms"], 2000)


class Bodies(Asking):
    """Large bodies have few places, and slow questions count as many."""

    OPTIONS = ("--max-requests", "5")

    def begin(self, source="127.0.0.1"):
        """Sends the head of a request with a large body, and none of the body."""
        s = socket.create_connection(("127.0.0.1", self.server.port), timeout=TIMEOUT, source_address=(source, 0))
        self.addCleanup(s.close)
        s.sendall(
            b"POST /api/1/study/read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100000\r\n\r\n{"
        )
        return s

    def test_places(self):
        senders = [self.begin() for _ in range(8)]
        full = '{"text":"' + "x" * 50000 + '"}'
        for _ in range(200):  # until the server has read the heads
            status, headers, data = self.server.request("POST", "/api/1/study/read", full)
            if status == 429:
                break
            self.assertEqual(status, 400, data)
            time.sleep(0.2)
        self.assertEqual((status, headers["retry-after"]), (429, "1"), data)
        # Small bodies and other addresses are not concerned.
        small = self.server.request("POST", "/api/1/study/read", '{"text":"x"}', source="127.0.0.2")
        self.assertEqual(small[0], 400)
        self.assertEqual(self.server.request("POST", "/api/1/study/read", full, source="127.0.0.2")[0], 400)
        for s in senders:
            s.close()
        end = time.monotonic() + TIMEOUT
        while self.server.request("POST", "/api/1/study/read", full, source="127.0.0.1")[0] == 429:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.5)

    def test_slow_questions_count_more(self):
        """A question of many milliseconds leaves fewer for the same address."""
        wide = json.dumps({"text": RECORD % ("", "R" + " (R)" * (NODES - 1))})
        answered = 0
        while self.server.request("POST", "/api/1/study/read", wide)[0] == 200:
            answered += 1
            self.assertLess(answered, 50)
        self.assertGreater(answered, 0)
        self.assertEqual(self.server.request("POST", "/api/1/study", {"game": "boats"}, source="127.0.0.2")[0], 200)


def p99(times):
    return sorted(times)[int(len(times) * 0.99)]


class Beside(Asking):
    """A game goes on while other addresses ask all that they may."""

    OPTIONS = ()
    FACTOR = 50  # by which the game's p99 may grow: this machine may be busy
    FLOOR = 0.010  # seconds: a quiet p99 below this counts as this

    def play(self, seconds):
        made = self.server.play("gomoku", [ME, ME], source="127.0.0.9")
        s = Socket(self.server.port, source="127.0.0.9")
        game = s.ask(do="follow", id=made["id"], keys=made["keys"])
        position, times, end = game["position"], [], time.monotonic() + seconds
        while time.monotonic() < end:
            if not position["legal"] or position["end"] or position["ply"] > 60:
                s.close()
                return times + self.play(end - time.monotonic())
            begin = time.monotonic()
            moved = s.ask(do="move", id=made["id"], ply=position["ply"], move=position["legal"][-1][0])
            times.append(time.monotonic() - begin)
            position = moved["position"]
            time.sleep(0.01)
        s.close()
        return times

    def test_game_beside(self):
        quiet = p99(self.play(1.5))
        bodies = [
            ("/read", json.dumps({"text": RECORD % ("", "R" + " (R)" * (NODES - 1))})),
            ("/read", json.dumps({"text": "{" * 200000, "game": "gomoku"})),
            ("", json.dumps({"game": "crush", "nodes": True})),
            ("", json.dumps({"game": "boats", "variant": "start=s2,plies=0", "moves": "R L L R " * 500, "nodes": True})),
        ]
        stop = threading.Event()
        count = [0]

        def attack(source):
            luck = random.Random(source)
            while not stop.is_set():
                path, body = luck.choice(bodies)
                try:
                    self.server.request("POST", "/api/1/study" + path, body, source=source)
                    count[0] += 1
                except OSError:
                    pass

        threads = [threading.Thread(target=attack, args=(f"127.0.0.{i}",)) for i in range(10, 14)]
        for t in threads:
            t.start()
        busy = p99(self.play(3))
        stop.set()
        for t in threads:
            t.join()
        longest = self.server.get("/api/1/health")[1]["longest_turn_ms"]
        print(f"p99 {quiet * 1000:.1f} ms, beside {count[0]} questions {busy * 1000:.1f} ms; longest turn {longest} ms")
        self.assertGreater(count[0], 20)
        self.assertLess(busy, max(quiet, self.FLOOR) * self.FACTOR)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
