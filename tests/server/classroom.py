#!/usr/bin/env python3
"""A class behind one address: thirty players at once meet no limit of a server with its default
settings; an address that floods the server does.

    classroom.py PESSOI [TEST ..]
"""

import base64
import hashlib
import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
import unittest

from client import TIMEOUT, Refused, Server, Socket, trouble

PROGRAM = "pessoi"
PLAYERS = 30
MOVES = 20  # of each game of two people
PAUSE = 0.05  # seconds that a player thinks: a person needs a hundred times as long
ME = {"who": "me"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Tab:
    """One player's browser: keep-alive connections to the server as a browser opens them."""

    CONNECTIONS = 6

    def __init__(self, port):
        self.port = port
        self.lines = [http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
                      for _ in range(self.CONNECTIONS)]
        self.socket = None
        self.next = 0

    def request(self, method, path, body=None, headers=None):
        line = self.lines[self.next % self.CONNECTIONS]
        self.next += 1
        if body is not None:
            body = json.dumps(body).encode()
            headers = {"Content-Type": "application/json", **(headers or {})}
        line.request(method, path, body, headers or {})
        answer = line.getresponse()
        data = answer.read()
        assert answer.status == 200, (method, path, answer.status, data)
        return data

    def load(self):
        """The page, everything it links to, and the list of games."""
        page = self.request("GET", "/", headers=BROWSER).decode()
        for path in sorted(set(re.findall(r'(?:src|href)="([^":#?]+\.\w+)"', page))):
            self.request("GET", "/" + path.lstrip("./"))
        self.request("GET", "/api/1/games")

    def follow(self, game, keys):
        self.socket = Socket(self.port)
        got = self.socket.ask(do="follow", id=game, keys=keys)
        assert got["is"] == "game", got
        return got

    def close(self):
        for line in self.lines:
            line.close()
        if self.socket is not None:
            self.socket.close()


def play_alternately(tab, game, seat, first):
    """Plays one seat: the first legal move, whenever it is this player's turn."""
    position = first["position"]
    while position["ply"] < MOVES:
        if position["turn"] == seat:
            time.sleep(PAUSE)
            got = tab.socket.ask(do="move", id=game, ply=position["ply"], move=position["legal"][0][0])
        else:
            got = tab.socket.wait("moved")
        assert got["is"] == "moved", got
        position = got["position"]


class Classroom(unittest.TestCase):
    def setUp(self):
        self.server = Server(PROGRAM)
        self.tabs = [Tab(self.server.port) for _ in range(PLAYERS)]

    def tearDown(self):
        for tab in self.tabs:
            tab.close()
        code, _, err = self.server.stop()
        self.server.close()
        self.assertEqual((code, trouble(err)), (0, ""))

    def all_at_once(self, work):
        """Calls work(i) for every player, each on a thread of its own; returns the results."""
        results, problems = [None] * PLAYERS, []

        def run(i):
            try:
                results[i] = work(i)
            except Exception as error:  # pylint: disable=broad-except # the test reports it
                problems.append(f"player {i}: {error!r}")

        threads = [threading.Thread(target=run, args=(i,)) for i in range(PLAYERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        return results

    def test_two_people_each(self):
        """Fifteen games of two people each."""
        self.all_at_once(lambda i: self.tabs[i].load())
        made = {}
        opened = threading.Barrier(PLAYERS)

        def player(i):
            tab, host = self.tabs[i], i - i % 2
            if i == host:
                seats = [ME, {"who": "person"}]
                answer = tab.request("POST", "/api/1/play", {"game": "gomoku", "seats": seats})
                made[host] = json.loads(answer)
            opened.wait(TIMEOUT)
            game = made[host]["id"]
            keys = made[host]["keys"]
            if i != host:
                keys = [json.loads(tab.request("POST", f"/api/1/play/{game}/join", {}))["key"]]
            first = tab.follow(game, [key for key in keys if key])
            play_alternately(tab, game, i % 2, first)
            return game

        games = self.all_at_once(player)
        self.assertEqual(len(set(games)), PLAYERS // 2)
        for game in set(games):
            self.assertEqual(self.server.get(f"/api/1/play/{game}")[1]["position"]["ply"], MOVES)

    def test_a_level_each(self):
        """Thirty games against levels: every player gets replies."""
        self.all_at_once(lambda i: self.tabs[i].load())

        def player(i):
            tab = self.tabs[i]
            seats = [ME, {"who": "agent", "agent": f"level:n={1 + i % 3}"}]
            made = json.loads(tab.request("POST", "/api/1/play", {"game": "gomoku", "seats": seats}))
            position = tab.follow(made["id"], [made["keys"][0]])["position"]
            for _ in range(3):
                time.sleep(PAUSE)
                move = position["legal"][0][0]
                got = tab.socket.ask(do="move", id=made["id"], ply=position["ply"], move=move)
                assert got["is"] == "moved", got
                position = tab.socket.wait("moved", player=1)["position"]
            return made["id"]

        self.assertEqual(len(set(self.all_at_once(player))), PLAYERS)


class Lobby(unittest.TestCase):
    """`--class`: thirty people enter, pair up and play at once; the class survives a kill; hostile
    clients change nothing."""

    def setUp(self):
        self.server = Server(PROGRAM, "--class", "Τάξη Α")
        self.read_links()

    def read_links(self):
        lines = self.server.process.stdout.readline() + self.server.process.stdout.readline()
        self.code = re.search(r"class#([0-9A-Z]{6})\n", lines).group(1)
        self.teacher = re.search(r"class#teacher=([\w-]{24}) ", lines).group(1)

    def tearDown(self):
        code, _, err = self.server.stop()
        self.server.close()
        self.assertEqual((code, trouble(err)), (0, ""))
        self.assertNotIn(self.teacher, err)

    def ask(self, **body):
        status, answer = self.server.post("/api/1/class", body)
        assert (status == 200) == ("error" not in answer), answer
        return answer

    def refused(self, **body):
        return self.ask(**body)["error"]["code"]

    def test_thirty(self):
        """They enter at once; everybody challenges, each challenge is accepted by exactly one of all
        who try; they resign; the sums are right, also after the server was killed."""
        keys = [None] * PLAYERS
        games = []
        barrier = threading.Barrier(PLAYERS)
        problems = []

        def player(i):
            try:
                keys[i] = self.ask(do="enter", code=self.code, name=f"Παίκτης {i}")["key"]
                barrier.wait(TIMEOUT)
                if i % 2 == 0:
                    self.ask(do="challenge", key=keys[i], game="gomoku", side="first")
                barrier.wait(TIMEOUT)
                taken = None
                if i % 2 == 1:
                    for challenge in self.ask(do="look", key=keys[i])["challenges"]:
                        answer = self.ask(do="accept", key=keys[i], challenge=challenge["challenge"])
                        if "id" in answer:
                            taken = answer
                            break
                        assert answer["error"]["code"] == "unfit", answer
                    assert taken is not None and taken["seat"] == 1, taken
                    games.append(taken["id"])
                barrier.wait(TIMEOUT)
                if taken is not None:
                    line = self.server.socket()
                    got = line.ask(do="follow", id=taken["id"], keys=[keys[i]])
                    assert got["mine"] == [1], got
                    line.ask(do="resign", id=taken["id"])
                    line.close()
            except Exception as error:  # pylint: disable=broad-except # the test reports it
                problems.append(f"player {i}: {error!r}")
                barrier.abort()

        threads = [threading.Thread(target=player, args=(i,)) for i in range(PLAYERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        self.assertEqual(len(set(games)), PLAYERS // 2)
        before = self.ask(do="csv", teacher=self.teacher)["csv"]
        self.assertEqual(before.count(",1,1,1,0,0\r\n"), PLAYERS // 2)
        self.assertEqual(before.count(",1,0,0,0,1\r\n"), PLAYERS // 2)
        old_teacher = self.teacher
        self.server.kill()
        self.server.start()
        self.read_links()
        self.assertNotEqual(old_teacher, self.teacher)
        for teacher in (old_teacher, self.teacher):
            self.assertEqual(self.ask(do="csv", teacher=teacher)["csv"], before)
        self.assertEqual(len(self.ask(do="look", key=keys[3])["games"]), PLAYERS // 2)

    def test_hostile(self):
        """Forged keys, other kinds, oversized and nested messages, and the row of the class as a game."""
        key = self.ask(do="enter", code=self.code, name="<script>alert(1)</script>")["key"]
        before = self.ask(do="look", key=key)
        for forged in ("", "x", "A" * 24, "A" * 25, key[:-1], key.swapcase(), key + "A"):
            answer = self.ask(do="challenge", game="gomoku", key=forged)
            self.assertIn(answer["error"]["code"], ("seat", "range"), forged)
            answer = self.ask(do="recode", teacher=forged)
            self.assertIn(answer["error"]["code"], ("seat", "range"), forged)
        for wrong in (7, True, [], {}, [key], {"key": key}):
            self.assertEqual(self.refused(do="challenge", game="gomoku", key=wrong), "syntax")
            self.assertEqual(self.refused(do="enter", code=wrong, name="x"), "syntax")
        for name in ("\u202ex", "a\u0000b", "\u200b", " x", "\n", "x" * 33, "\ud83d\ude00" * 33, "=1\t"):
            self.assertIn(self.refused(do="enter", code=self.code, name=name), ("range", "syntax"), name)
        self.assertEqual(self.refused(do="challenge", game="gomoku", variant="x" * 5000, key=key), "range")
        for body, status in ((b"", 400), (b"[", 400), (b"[[[[[[[[[[[[" * 50, 400), (b"\xff" * 20, 400),
                             (b'{"do":"look","do":"look"}', 400), (b'{"do":"' + b"x" * 20000 + b'"}', 413)):
            self.assertEqual(self.server.request("POST", "/api/1/class", body)[0], status, body[:20])
        self.assertEqual(self.server.request("GET", "/api/1/class")[0], 405)
        self.assertEqual(self.server.request("POST", "/api/1/class", "{}", {"Origin": "http://evil.example"})[0], 403)
        stored = hashlib.sha256("class\nΤάξη Α".encode()).hexdigest()[:16]
        self.assertEqual(self.server.get(f"/api/1/play/{stored}")[0], 404)
        after = self.ask(do="look", key=key)
        self.assertEqual({**before, "revision": 0}, {**after, "revision": 0})

    def test_flood(self):
        """Names by the hundred: a bound per minute, and the class stays usable."""
        key = self.ask(do="enter", code=self.code, name="Anna")["key"]
        answers = [self.ask(do="enter", code=self.code, name=f"n{i}") for i in range(100)]
        entered = [answer for answer in answers if "key" in answer]
        self.assertEqual(len(entered), 59)
        self.assertEqual({a["error"]["code"] for a in answers if "error" in a}, {"busy"})
        for _ in range(3):
            self.ask(do="challenge", game="boats", key=key)
        self.assertEqual(self.refused(do="challenge", game="boats", key=key), "busy")
        self.assertEqual(len(self.ask(do="look", key=key)["people"]), 60)

    def test_where(self):
        """Not with a database that servers share, and not with a name that nobody can read."""
        for options, words in ((["--class", " x"], "cannot be the name of a class"),
                               (["--class", "a\u202eb"], "cannot be the name of a class"),
                               (["--class", "x" * 61], "cannot be the name of a class")):
            run = subprocess.run([PROGRAM, "serve", "--port", "0", "--lang", "en", "--db", ":memory:", *options],
                                 capture_output=True, text=True, timeout=TIMEOUT, check=False)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(words, run.stderr)


class Flood(unittest.TestCase):
    """The default limits still stop an address that floods the server."""

    SOURCE = "127.0.0.66"

    def setUp(self):
        self.server = Server(PROGRAM)

    def tearDown(self):
        code, _, err = self.server.stop()
        self.server.close()
        self.assertEqual((code, trouble(err)), (0, ""))

    def test_requests(self):
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT,
                                          source_address=(self.SOURCE, 0))
        end = time.monotonic() + TIMEOUT
        status = 200
        while status == 200 and time.monotonic() < end:
            line.request("GET", "/favicon.ico", headers={"Accept": "*/*"})
            answer = line.getresponse()
            status, kind = answer.status, answer.getheader("content-type")
            data = answer.read()
            status = 200 if status == 404 else status
        line.close()
        self.assertEqual((status, kind), (429, "application/json"))
        self.assertGreater(json.loads(data)["error"]["wait_ms"], 0)
        self.assertEqual(self.server.request("GET", "/")[0], 200)  # other addresses notice nothing

    def test_games(self):
        body = {"game": "boats", "seats": [ME, ME]}
        statuses = []
        while len(statuses) < 400 and 429 not in statuses:
            statuses.append(self.server.request("POST", "/api/1/play", body, source=self.SOURCE)[0])
        self.assertEqual((statuses[-1], set(statuses[:-1])), (429, {200}))
        self.assertGreaterEqual(len(statuses), 300)

    def test_connections(self):
        sockets = []
        try:
            with self.assertRaises(Refused) as refused:
                while len(sockets) < 400:
                    sockets.append(Socket(self.server.port, source=self.SOURCE))
            self.assertEqual(refused.exception.status, 429)
            self.assertGreaterEqual(len(sockets), 7 * PLAYERS)
            self.check_page()
        finally:
            for one in sockets:
                one.close()

    def check_page(self):
        """A browser over a limit gets a page in words, in its language; a program gets JSON."""
        for accepted, lang, words in (
            ("en-GB,en;q=0.9,el;q=0.8", "en", ("Pessoi is busy", "Try again in 1 second.", "Your games are safe")),
            ("el-GR,el;q=0.9,en;q=0.8", "el", ("Δοκίμασε ξανά σε 1 δευτερόλεπτο.", "Οι παρτίδες σου είναι ασφαλείς")),
            ("fr, EL;q=0.5", "el", ("Τι έγινε:",)),
            ("", "en", ("What happened:",)),
        ):
            status, headers, page = self.server.request(
                "GET", "/", headers={**BROWSER, "Accept-Language": accepted}, source=self.SOURCE)
            page = page.decode()
            self.assertEqual((status, headers["content-type"]), (429, "text/html; charset=utf-8"))
            self.assertEqual(headers["retry-after"], "1")
            self.assertIn(f'<html lang="{lang}">', page)
            for sentence in words:
                self.assertIn(sentence, page)
            self.assertNotIn("<script", page)
            self.assertNotIn("style=", page)
            style = re.search(r"<style>(.*?)</style>", page, re.S).group(1)
            allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
            self.assertIn(f"'sha256-{allowed}'", headers["content-security-policy"])
        status, headers, data = self.server.request("GET", "/", source=self.SOURCE)
        self.assertEqual((status, headers["content-type"]), (429, "application/json"))
        self.assertEqual(json.loads(data)["error"]["code"], "busy")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
