#!/usr/bin/env python3
"""`pessoi serve` from outside: whole games over HTTP and WebSocket, reconnecting, killing, and
everything that a server must refuse.

    serve.py PESSOI [TEST ..]
"""

import gzip
import json
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from client import TIMEOUT, Closed, Refused, Server, trouble

PROGRAM = "pessoi"
HERE = os.path.dirname(os.path.abspath(__file__))
ME, PERSON = {"who": "me"}, {"who": "person"}

# Variants with short games. Other games are played in their default variant, for at most PLIES_MAX
# moves.
SHORT = {
    "boats": "",
    "gomoku": "size=5",
    "abalone": "eject=1",
    "proximity": "",
    "crush": "limit=30",
}
PLIES_MAX = 400
BOT = os.path.normpath(os.path.join(HERE, "../../examples/bots/bot.py"))
BRAIN = os.path.normpath(os.path.join(HERE, "../gomocup/pbrain.py"))


def held(made):
    return [key for key in made["keys"] if key]


def code_of(answer):
    return answer["error"]["code"]


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as one:
            one.bind(("::1", 0))
    except OSError:
        return False
    return True


class Game(unittest.TestCase):
    """Each test has a server of its own."""

    OPTIONS = ()

    def setUp(self):
        self.server = Server(PROGRAM, *self.OPTIONS)
        self.sockets = []

    def tearDown(self):
        for one in self.sockets:
            one.close()
        self.server.close()

    def games(self):
        """Names of the games that the server lists."""
        status, games = self.server.get("/api/1/games")
        self.assertEqual(status, 200)
        return [game["name"] for game in games]

    def open(self, **how):
        one = self.server.socket(**how)
        self.sockets.append(one)
        return one

    def follow(self, made_id, keys=(), **more):
        """A new connection that follows a game, and the game."""
        one = self.open()
        answer = one.ask(do="follow", id=made_id, keys=list(keys), **more)
        return one, answer

    def move(self, one, game_id, position, choose=lambda legal: legal[0]):
        answer = one.ask(do="move", id=game_id, ply=position["ply"], move=choose(position["legal"])[0])
        self.assertEqual(answer["is"], "moved", answer)
        return answer


class Playing(Game):
    OPTIONS = ("--movetime", "50")

    def play_alone(self, game, agent):
        """Plays a whole game with one client at one or both seats."""
        luck = random.Random(game)
        seats = [ME, {"who": "agent", "agent": agent} if agent else ME]
        made = self.server.play(game, seats, variant=SHORT.get(game, ""), seed=7)
        one, got = self.follow(made["id"], held(made))
        self.assertEqual(got["is"], "game")
        self.assertEqual(got["mine"], [0] if agent else [0, 1])
        position, event = got["position"], got["event"]
        for _ in range(PLIES_MAX):
            if position["turn"] is None:
                break
            if position["turn"] in got["mine"]:
                answer = self.move(one, made["id"], position, luck.choice)
            else:
                answer = one.wait("moved")
            self.assertEqual(answer["event"], event + 1)
            position, event = answer["position"], answer["event"]
        if position["turn"] is not None and game not in SHORT:
            return
        self.assertIsNone(position["turn"], f"{game} does not end")
        self.assertIn(position["result"], ("1-0", "0-1", "1/2-1/2"))
        again = one.ask(do="move", id=made["id"], ply=position["ply"], move="a1")
        self.assertEqual(code_of(again), "over")
        status, whole = self.server.get(f"/api/1/play/{made['id']}")
        self.assertEqual((status, whole["position"]["result"]), (200, position["result"]))
        self.assertEqual(whole["mine"], [])
        status, headers, record = self.server.request("GET", f"/api/1/play/{made['id']}/record")
        self.assertEqual(status, 200)
        self.assertEqual(headers["content-type"], "text/plain; charset=utf-8")
        self.replay(record, position["result"])

    def replay(self, record, result):
        """`pessoi replay` reads the record, with the same result."""
        path = os.path.join(self.server.folder.name, "game.pes")
        with open(path, "wb") as file:
            file.write(record)
        out = subprocess.run(
            [PROGRAM, "replay", path, "--json"], capture_output=True, text=True, check=False
        )
        self.assertEqual(out.returncode, 0, out.stderr)
        self.assertIn(json.dumps(result), out.stdout)

    def test_alone(self):
        for game in self.games():
            with self.subTest(game=game):
                self.play_alone(game, None)

    def test_against_agents(self):
        for game in self.games():
            with self.subTest(game=game):
                self.play_alone(game, "random")

    def test_every_game_is_here(self):
        status, games = self.server.get("/api/1/games")
        self.assertEqual(status, 200)
        here = {game["name"] for game in games}
        self.assertLessEqual(set(SHORT), here)
        out = subprocess.run([PROGRAM, "games", "--json"], capture_output=True, text=True, check=True)
        self.assertLessEqual(here, {game["name"] for game in json.loads(out.stdout)})

    def test_two_people(self):
        for game in self.games():
            with self.subTest(game=game):
                self.play_two(game)

    def play_two(self, game):
        luck = random.Random(game)
        made = self.server.play(game, [ME, PERSON], variant=SHORT.get(game, ""))
        path = f"/api/1/play/{made['id']}/join"
        status, joined = self.server.post(path, {"name": "Άννα"})
        self.assertEqual((status, joined["seat"]), (200, 1))
        status, refused = self.server.post(path, {})
        self.assertEqual((status, code_of(refused)), (403, "seat"))
        players = [self.follow(made["id"], held(made)), self.follow(made["id"], [joined["key"]])]
        watcher, seen = self.follow(made["id"])
        self.assertEqual(seen["seats"][1]["name"], "Άννα")
        sockets = [one for one, _ in players]
        positions = [got["position"] for _, got in players]
        for _ in range(PLIES_MAX):
            turn = positions[0]["turn"]
            if turn is None:
                break
            self.assertEqual(positions[1 - turn]["legal"], [])
            answer = self.move(sockets[turn], made["id"], positions[turn], luck.choice)
            other = sockets[1 - turn].wait("moved", event=answer["event"])
            watched = watcher.wait("moved", event=answer["event"])
            self.assertEqual(watched["position"]["legal"], [])
            self.assertEqual(watched["position"]["text"], other["position"]["text"])
            positions[turn], positions[1 - turn] = answer["position"], other["position"]
        self.assertTrue(positions[0]["turn"] is None or game not in SHORT, f"{game} does not end")
        for one in sockets + [watcher]:
            one.close()

    def test_two_agents(self):
        agent = {"who": "agent", "agent": "random"}
        made = self.server.play("gomoku", [agent, agent], variant="size=5", pace_ms=1)
        one, got = self.follow(made["id"])
        self.assertEqual(got["mine"], [])
        while got["position"]["turn"] is not None:
            got = one.wait("moved")
        self.assertIsNotNone(got["position"]["result"])


class Programs(Game):
    """Programs that the operator has named, and no others."""

    def setUp(self):
        programs = f"hal=cmd:{BOT}; gomoku/one-game = cmd:{BOT} --ignored; twig=gomocup:{BRAIN}"
        ask = [PROGRAM, "best", "gomoku", "--agent", f"cmd:{BOT}"]
        confined = subprocess.run(ask, capture_output=True, check=False).returncode == 0
        self.OPTIONS = ("--movetime", "3000", "--programs", programs)
        self.OPTIONS += () if confined else ("--no-sandbox",)
        super().setUp()

    def agents(self, game):
        status, games = self.server.get("/api/1/games")
        self.assertEqual(status, 200)
        return {a["name"]: a for g in games if g["name"] == game for a in g["agents"]}

    def test_listed(self):
        self.assertIn("hal", self.agents("boats"))
        self.assertNotIn("one-game", self.agents("boats"))
        self.assertIn("one-game", self.agents("gomoku"))
        self.assertIn("twig", self.agents("gomoku"))
        self.assertNotIn("twig", self.agents("boats"))
        self.assertNotIn("gomocup", self.agents("gomoku"))
        self.assertNotIn("cmd", self.agents("gomoku"))
        self.assertEqual(self.agents("gomoku")["hal"]["options"], [])
        self.assertNotIn(BOT, json.dumps(self.agents("gomoku")))

    def test_plays(self):
        for agent in ("hal", "one-game", "twig"):
            made = self.server.play("gomoku", [ME, {"who": "agent", "agent": agent}], variant="size=5")
            one, got = self.follow(made["id"], held(made))
            position = got["position"]
            for _ in range(2):
                position = self.move(one, made["id"], position)["position"]
                position = one.wait("moved")["position"]
            self.assertEqual(position["ply"], 4)

    def test_no_commands(self):
        for agent in (f"cmd:{BOT}", "cmd", f"gomocup:{BRAIN}", "gomocup", "twig:x", "programs", f"programs:{BOT}", f"hal:{BOT}",
                      f"hal:command={BOT}", "hal:x=1", "HAL"):
            body = {"game": "gomoku", "seats": [ME, {"who": "agent", "agent": agent}]}
            status, _, answer = self.server.request("POST", "/api/1/play", body)
            self.assertIn(status, (400, 404), agent)
            self.assertIn(code_of(json.loads(answer)), ("unknown", "syntax"), agent)

    def test_refused_at_the_start(self):
        for programs, why in (
            ("hal", "NAME=cmd:COMMAND"), (f"hal={BOT}", "NAME=cmd:COMMAND"), ("hal=cmd:./none", "none"),
            (f"Hal=cmd:{BOT}", "a-z"), (f"random=cmd:{BOT}", "already"), (f"chess/hal=cmd:{BOT}", "chess"),
            (f"hal=cmd:{BOT};hal=cmd:{BOT}", "already"), (f"boats/twig=gomocup:{BRAIN}", "Gomoku"),
            (f"hal=cmd:{BOT};hal=gomocup:{BRAIN}", "already"), (f"=cmd:{BOT}", "a-z"),
            (";".join(f"b{i}=cmd:{BOT}" for i in range(17)), "16"),
        ):
            out = subprocess.run([PROGRAM, "serve", "--port", "0", "--programs", programs],
                                 capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(out.returncode, 2, out.stderr)
            self.assertIn(why, out.stderr)
            self.assertEqual(out.stderr.count("\n"), 1)


class Returning(Game):
    OPTIONS = ("--movetime", "50")

    def test_reconnect(self):
        made = self.server.play("gomoku", [ME, ME])
        one, got = self.follow(made["id"], held(made))
        first = self.move(one, made["id"], got["position"])
        one.close()
        one, got = self.follow(made["id"], held(made), **{"from": first["event"]})
        self.assertEqual((got["is"], got["event"]), ("same", first["event"]))
        second = self.move(one, made["id"], first["position"])
        other, got = self.follow(made["id"], held(made), **{"from": first["event"]})
        self.assertEqual((got["is"], got["event"]), ("game", second["event"]))
        self.assertEqual([entry[0] for entry in got["played"]][0], first["move"])
        self.assertEqual(other.ask(do="leave", id=made["id"])["is"], "done")
        self.assertEqual(code_of(other.ask(do="resign", id=made["id"])), "unfit")

    def test_two_on_one_seat(self):
        made = self.server.play("gomoku", [ME, ME])
        one, got = self.follow(made["id"], held(made))
        other, _ = self.follow(made["id"], held(made))
        move = self.move(one, made["id"], got["position"])
        late = other.ask(do="move", id=made["id"], ply=0, move="a1")
        self.assertEqual(code_of(late), "late")
        self.assertEqual(other.receive()["event"], move["event"])

    def test_idle_games_are_dropped_and_read_again(self):
        made = self.server.play("boats", [ME, ME])
        one, got = self.follow(made["id"], held(made))
        move = self.move(one, made["id"], got["position"])
        one.close()
        end = time.monotonic() + TIMEOUT
        while self.server.get("/api/1/health")[1]["rooms"] > 0:
            self.assertLess(time.monotonic(), end, "the room stays in memory")
            time.sleep(0.5)
        _, got = self.follow(made["id"], held(made), **{"from": move["event"]})
        self.assertEqual(got["is"], "same")

    def test_clean_end(self):
        for how in (signal.SIGTERM, signal.SIGINT):
            made = self.server.play("boats", [ME, ME])
            one, got = self.follow(made["id"], held(made))
            move = self.move(one, made["id"], got["position"])
            begun = time.monotonic()
            self.server.process.send_signal(how)
            with self.assertRaises(Closed) as closed:
                one.wait("never")
            self.assertEqual(closed.exception.code, 1001)
            _, err = self.server.process.communicate(timeout=TIMEOUT)
            self.assertEqual(self.server.process.returncode, 0)
            self.assertRegex(err, r"\A\S+ pessoi: version .*\n\S+ pessoi: stopped .*as asked.*\n\Z")
            self.assertLess(time.monotonic() - begun, 10)
            self.server.start()
            _, got = self.follow(made["id"], held(made), **{"from": move["event"]})
            self.assertEqual(got["is"], "same")

    def test_ends_while_agents_think(self):
        seats = [ME, {"who": "agent", "agent": "mcts:movetime=10000"}]
        made = self.server.play("gomoku", seats)
        one, got = self.follow(made["id"], held(made))
        self.move(one, made["id"], got["position"])
        self.assertEqual(one.wait("thinking")["player"], 1)
        begun = time.monotonic()
        self.assertEqual(self.server.stop()[0], 0)
        self.assertLess(time.monotonic() - begun, 8)
        # The agent thinks again when a client comes back.
        self.server.start()
        one, got = self.follow(made["id"], held(made))
        self.assertEqual(got["position"]["turn"], 1)
        one.wait("thinking")
        self.assertEqual(one.ask(do="stop", id=made["id"])["is"], "done")
        self.assertEqual(one.wait("moved")["player"], 1)


class Killed(Game):
    OPTIONS = ("--max-connections", "100", "--max-games", "1000")

    def play_until_dead(self, made, seen):
        """Plays moves as fast as the server replies; seen[id] is the last acknowledged one."""
        luck = random.Random(made["id"])
        try:
            one, got = self.follow(made["id"], held(made))
            position = got["position"]
            seen[made["id"]] = (got["event"], position["text"])
            while position["turn"] is not None:
                answer = self.move(one, made["id"], position, luck.choice)
                position = answer["position"]
                seen[made["id"]] = (answer["event"], position["text"])
                time.sleep(0.02)
        except (Closed, Refused, OSError):
            pass

    def test_killed_under_fire(self):
        games = [self.server.play(game, [ME, ME]) for game in list(SHORT) * 4]
        for _ in range(3):
            seen = {}
            threads = [
                threading.Thread(target=self.play_until_dead, args=(made, seen)) for made in games
            ]
            for thread in threads:
                thread.start()
            time.sleep(0.7)
            self.server.kill()
            for thread in threads:
                thread.join()
            self.assertEqual(len(seen), len(games))
            self.server.start()
            for made in games:
                event, text = seen[made["id"]]
                one, got = self.follow(made["id"], held(made), **{"from": event})
                if got["is"] == "same":
                    got = one.ask(do="follow", id=made["id"], keys=held(made))
                    self.assertEqual(got["position"]["text"], text)
                # At most one move more, which was persisted and not sent.
                self.assertIn(got["event"] - event, (0, 1))
                if got["position"]["turn"] is not None:
                    self.move(one, made["id"], got["position"])
                one.close()

    def test_agents_go_on(self):
        """After a kill an agent plays the move that it would have played."""
        lines = []
        for kill in (False, True):
            seats = [ME, {"who": "agent", "agent": "random"}]
            made = self.server.play("boats", seats, seed=99)
            one, got = self.follow(made["id"], held(made))
            for number in range(6):
                while got["position"]["turn"] != 0:
                    got = one.wait("moved")
                if kill and number == 3:
                    self.server.kill()
                    self.server.start()
                    one, got = self.follow(made["id"], held(made))
                got = self.move(one, made["id"], got["position"])
            while got["position"]["turn"] != 0:
                got = one.wait("moved")
            lines.append(got["position"]["text"])
        self.assertEqual(lines[0], lines[1])


class Refusing(Game):
    def test_bad_messages(self):
        made = self.server.play("boats", [ME, ME])
        one, _ = self.follow(made["id"], held(made))
        for text in ("", "{", "[]", "null", '{"do":7,"id":"x"}', '{"do":"move"}', "{}" * 3,
                     '{"do":"leave","do":"leave","id":"x"}', "\x00", '{"do":' * 1000):
            one.send_text(text)
            self.assertEqual(code_of(one.receive()), "syntax", text)
        one.send_text(b'{"do":"\xff\xfe"}')
        self.assertEqual(code_of(one.receive()), "syntax")
        self.assertEqual(code_of(one.ask(do="fly", id=made["id"])), "unknown")
        got = one.ask(do="move", id=made["id"], ply=0, move="nonsense")
        self.assertEqual(code_of(got), "illegal")
        got = one.ask(do="follow", id="A" * 16)
        self.assertEqual(code_of(got), "unknown")
        got = one.ask(do="follow", id="../../etc/passwd")
        self.assertIn(code_of(got), ("unknown", "syntax"))

    def test_pieces(self):
        """A message in many frames, with a ping between them."""
        made = self.server.play("boats", [ME, ME])
        one, _ = self.follow(made["id"], held(made))
        text = json.dumps({"do": "follow", "id": made["id"], "seq": 77}).encode()
        for i, byte in enumerate(text):
            one.frame(1 if i == 0 else 0, bytes([byte]), final=i == len(text) - 1)
            if i == 5:
                one.frame(9, b"still there?")
        self.assertEqual(one.answer_to(77)["is"], "game")

    def check_large(self, send):
        one = self.open()
        send(one)
        self.assertEqual(code_of(one.receive()), "large")
        with self.assertRaises(Closed) as closed:
            one.receive()
        self.assertEqual(closed.exception.code, 1009)

    def test_large_messages(self):
        self.check_large(lambda one: one.send_text("x" * 16385))
        self.check_large(lambda one: one.send_text("x" * 300000))

        def pieces(one):
            one.frame(1, b"x" * 10000, final=False)
            one.frame(0, b"x" * 10000, final=True)

        self.check_large(pieces)
        one = self.open()
        one.send_text(json.dumps({"do": "follow", "id": "A" * 16, "x": "x" * 16000}))
        self.assertIn(code_of(one.receive()), ("unknown", "syntax"))

    def test_binary(self):
        one = self.open()
        one.frame(2, b"{}")
        self.assertEqual(code_of(one.receive()), "syntax")
        with self.assertRaises(Closed):
            one.receive()

    def test_noise(self):
        """An invalid frame ends its connection, and nothing else."""
        luck = random.Random(5)
        for _ in range(20):
            one = self.open()
            one.socket.sendall(bytes(luck.randrange(256) for _ in range(200)))
            one.close()
        self.assertEqual(self.server.get("/api/1/health")[0], 200)

    def test_other_keys(self):
        made = self.server.play("boats", [ME, PERSON])
        other = self.server.play("boats", [ME, ME])
        for keys in ([], ["A" * 24], held(other), [held(made)[0][:-1] + "!"]):
            one = self.open()
            got = one.ask(do="follow", id=made["id"], keys=keys)
            if got["is"] == "error":
                self.assertEqual(code_of(got), "syntax")
                continue
            self.assertEqual(got["mine"], [])
            self.assertEqual(got["position"]["legal"], [])
            for what in ({"do": "move", "ply": 0, "move": "R"}, {"do": "resign"}, {"do": "undo"},
                         {"do": "hint", "step": 0}):
                self.assertEqual(code_of(one.ask(id=made["id"], **what)), "seat", what)

    def test_keys_are_told_once(self):
        made = self.server.play("boats", [ME, ME])
        self.server.stop()
        with open(self.server.db, "rb") as file:
            kept = file.read()
        self.assertIn(made["id"].encode(), kept)
        for key in held(made):
            self.assertNotIn(key.encode(), kept)
        self.server.start()

    def test_bad_requests(self):
        post = self.server.post
        self.assertEqual(code_of(post("/api/1/play", "{")[1]), "syntax")
        self.assertEqual(post("/api/1/play", {"game": "chess", "seats": [ME, ME]})[0], 404)
        self.assertEqual(post("/api/1/play", {"game": "boats", "seats": [ME]})[0], 400)
        status, got = post("/api/1/play", " " * 20000)
        self.assertEqual((status, code_of(got)), (413, "large"))
        status, _, got = self.server.request("POST", "/api/1/play", "{}", {"Content-Type": "text/plain"})
        self.assertEqual(status, 415)
        self.assertEqual(self.server.post("/api/1/play/" + "A" * 16 + "/join", {})[0], 404)
        self.assertEqual(self.server.get("/api/1/play/" + "A" * 16)[0], 404)
        head = b"POST /api/1/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        self.assertIn(b" 411 ", self.server.raw(head + b"\r\n", 3).split(b"\r\n")[0])
        chunked = head + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        self.assertIn(b" 400 ", self.server.raw(chunked, 3).split(b"\r\n")[0])

    def test_origin(self):
        own = f"http://127.0.0.1:{self.server.port}"
        body = {"game": "boats", "seats": [ME, ME]}
        self.assertEqual(self.server.post("/api/1/play", body, Origin=own)[0], 200)
        self.open(origin=own)
        for origin in ("http://evil.example", "null", own + "1", own.replace("http", "https")):
            status, got = self.server.post("/api/1/play", body, Origin=origin)
            self.assertEqual((status, code_of(got)), (403, "origin"), origin)
            with self.assertRaises(Refused) as refused:
                self.open(origin=origin)
            self.assertEqual(refused.exception.status, 403)
            self.assertEqual(code_of(json.loads(refused.exception.body)), "origin")
        with self.assertRaises(Refused) as refused:
            self.open(origin="http://" + "a'<b>\u202e" * 15)
        why = json.loads(refused.exception.body)["error"]["why"]["en"]
        quoted = re.fullmatch("pages from '(.*)' may not use this server; .*", why).group(1)
        self.assertTrue(quoted.isascii() and quoted.isprintable() and len(quoted) <= 40, quoted)
        # DNS rebinding.
        name = f"evil.example:{self.server.port}"
        status, got = self.server.post("/api/1/play", body, Origin="http://" + name, Host=name)
        self.assertEqual((status, code_of(got)), (403, "origin"))

    def test_other_sockets(self):
        for how in ({"protocol": None}, {"protocol": "chat"}, {"path": "/"}, {"path": "/api/1/sock"}):
            with self.assertRaises(Refused):
                self.open(**how)

    def test_too_many_follows(self):
        one = self.open()
        games = [self.server.play("boats", [ME, ME]) for _ in range(17)]
        answers = [one.ask(do="follow", id=made["id"]) for made in games]
        self.assertEqual([got["is"] for got in answers], ["game"] * 16 + ["error"])
        self.assertEqual(code_of(answers[16]), "busy")
        one.ask(do="leave", id=games[0]["id"])
        self.assertEqual(one.ask(do="follow", id=games[16]["id"])["is"], "game")

    def test_one_who_does_not_read(self):
        made = self.server.play("gomoku", [ME, ME], variant="size=20")
        one, _ = self.follow(made["id"], held(made))
        one.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.socket.settimeout(TIMEOUT)
        with self.assertRaises(OSError):
            for _ in range(2000):
                one.send(do="follow", id=made["id"], keys=held(made))
                time.sleep(0.01)
        # Other clients are not affected.
        other, got = self.follow(made["id"], held(made))
        self.move(other, made["id"], got["position"])

    def test_slow_senders(self):
        """A client that sends one byte per second is disconnected; others are served meanwhile."""
        head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
        body = (
            b"POST /api/1/play HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000\r\n\r\n{"
        )
        slow = []
        for first in (b"", b"GE", head, body):
            one = socket.create_connection(("127.0.0.1", self.server.port), timeout=TIMEOUT)
            one.sendall(first)
            slow.append(one)
        begun = time.monotonic()
        alive = list(slow)
        while alive and time.monotonic() - begun < TIMEOUT:
            time.sleep(1)
            for one in list(alive):
                try:
                    if one is not slow[0]:
                        one.send(b"x")
                    one.setblocking(False)
                    if one.recv(1000) == b"":
                        alive.remove(one)
                except BlockingIOError:
                    pass
                except OSError:
                    alive.remove(one)
            quick = time.monotonic()
            self.assertEqual(self.server.get("/api/1/health")[0], 200)
            self.assertLess(time.monotonic() - quick, 5)
        self.assertEqual(alive, [], "they are still connected")
        for one in slow:
            one.close()


class Limits(Game):
    OPTIONS = ("--max-connections", "4", "--max-games", "3")

    def test_connections(self):
        for _ in range(4):
            self.open()
        with self.assertRaises(Refused) as refused:
            self.open()
        self.assertEqual(refused.exception.status, 429)
        status, got = self.server.get("/api/1/health")
        self.assertEqual((status, code_of(got)), (429, "busy"))
        self.assertGreater(got["error"]["wait_ms"], 0)
        self.sockets.pop().close()
        end = time.monotonic() + TIMEOUT
        # Each request has a connection of its own, which may still count when the next one begins.
        while (status := self.server.get("/api/1/health")[0]) != 200 and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(status, 200)

    def test_games(self):
        body = {"game": "boats", "seats": [ME, ME]}
        self.assertEqual([self.server.post("/api/1/play", body)[0] for _ in range(3)], [200] * 3)
        status, headers, got = self.server.request("POST", "/api/1/play", body)
        got = json.loads(got)
        self.assertEqual((status, code_of(got)), (429, "busy"))
        self.assertGreater(got["error"]["wait_ms"], 600000)
        self.assertGreater(int(headers["retry-after"]), 600)

    def test_messages(self):
        made = self.server.play("boats", [ME, ME])
        one, _ = self.follow(made["id"], held(made))
        begun = time.monotonic()
        for number in range(140):
            one.send(do="at", id=made["id"], ply=0, seq=number)
        for number in range(140):
            one.answer_to(number)  # none is lost,
        self.assertGreater(time.monotonic() - begun, 2)  # but they are slowed down to the rate


class Files(Game):
    def test_pages(self):
        status, headers, page = self.server.request("GET", "/")
        self.assertEqual(status, 200)
        self.assertEqual(headers["content-type"], "text/html; charset=utf-8")
        self.assertEqual(headers["cache-control"], "no-cache")
        for name, part in (
            ("content-security-policy", "default-src 'none'"),
            ("content-security-policy", "frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("permissions-policy", "camera=()"),
        ):
            self.assertIn(part, headers[name])
        self.assertNotIn("unsafe", headers["content-security-policy"])
        for path in ("/new", "/about", "/games", "/rules/boats", "/learn/boats", "/g/" + "A" * 16, "/index.html", "/?lang=el"):
            self.assertEqual(self.server.request("GET", path)[::2], (200, page), path)

    def test_rules(self):
        """The rules of every game in pictures; there are none of other games."""
        for game in self.games():
            path = "/api/1/games/%s/rules" % game
            status, headers, plain = self.server.request("GET", path)
            self.assertEqual((status, headers["content-type"]), (200, "application/json"), path)
            rules = json.loads(plain)
            self.assertTrue(3 <= len(rules) <= 6, path)
            for rule in rules:
                self.assertTrue(rule["text"]["en"] and rule["text"]["el"])
                self.assertLess(max(piece[0] for piece in rule["after"]["pieces"]), len(rule["board"]["cells"]))
                self.assertEqual(rule["before"]["text"] == rule["after"]["text"], not rule["steps"])
            status, _, data = self.server.request("GET", path, headers={"Accept-Encoding": "gzip"})
            self.assertTrue(status == 200 and gzip.decompress(data) == plain, path)
            status, _, data = self.server.request("GET", path, headers={"If-None-Match": headers["etag"]})
            self.assertEqual((status, len(data)), (304, 0), path)
        for path in ("/api/1/games/nothing/rules", "/api/1/games//rules", "/api/1/games/boats/rules/",
                     "/api/1/games/boats", "/api/1/games/boats/other", "/api/1/games/boat/rules",
                     "/api/1/games/boats2/rules"):
            self.assertEqual(self.server.request("GET", path)[0], 404, path)
        self.assertEqual(self.server.request("POST", "/api/1/games/boats/rules", b"{}")[0], 405)

    def test_lesson(self):
        """The lesson about every game, and questions about its steps, which need no game on the server."""
        for game in self.games():
            path = "/api/1/games/%s/lesson" % game
            status, headers, plain = self.server.request("GET", path)
            self.assertEqual((status, headers["content-type"]), (200, "application/json"), path)
            lesson = json.loads(plain)
            status, _, data = self.server.request("GET", path, headers={"If-None-Match": headers["etag"]})
            self.assertEqual((status, len(data)), (304, 0), path)
            if not lesson["steps"]:
                continue  # a game may have none
            self.assertTrue(5 <= len(lesson["steps"]) <= 10, path)
            step = lesson["steps"][0]
            self.assertTrue(all(step[key]["en"] and step[key]["el"] for key in ("title", "task", "done")))
            last = len(step["position"]["legal"]) - 1
            status, headers, data = self.server.request("GET", "%s/1/try/%d" % (path, last))
            self.assertEqual((status, headers["cache-control"]), (200, "no-store"), path)
            answer = json.loads(data)
            self.assertEqual(answer["move"], step["position"]["legal"][last][0])
            self.assertIn(answer["reached"], (True, False))
            self.assertEqual(answer["position"]["ply"], step["position"]["ply"] + 1)
            status, _, data = self.server.request("GET", "%s/1/why/0" % path)
            self.assertEqual((status, list(json.loads(data))), (200, ["said"]), path)
        for rest in ("/", "/0/try/0", "/1/try/9999", "/1/try/-1", "/99/try/0", "/1/why/9999", "/1/why/", "/1/x/0",
                     "/1/try/0/1", "s"):
            path = "/api/1/games/boats/lesson" + rest
            status, headers, data = self.server.request("GET", path)
            self.assertEqual((status, json.loads(data)["error"]["code"]), (404, "unknown"), path)
        self.assertEqual(self.server.request("GET", "/api/1/games/nothing/lesson")[0], 404)
        self.assertEqual(self.server.request("POST", "/api/1/games/boats/lesson/1/try/0", b"{}")[0], 405)

    def test_lost(self):
        """For an unknown path a browser gets the application, which says so; a script gets an error."""
        page = self.server.request("GET", "/")[2]
        browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for path in ("/nowhere", "/g/x", "/assets/gone.js"):
            self.assertEqual(self.server.request("GET", path, headers=browser)[::2], (404, page), path)
            status, headers, _ = self.server.request("GET", path, headers={"Accept": "*/*"})
            self.assertEqual((status, headers["content-type"]), (404, "application/json"), path)
        status, headers, _ = self.server.request("GET", "/api/1/nothing", headers=browser)
        self.assertEqual((status, headers["content-type"]), (404, "application/json"))

    def test_forms(self):
        _, plain, page = self.server.request("GET", "/")
        _, packed, data = self.server.request("GET", "/", headers={"Accept-Encoding": "br, gzip"})
        self.assertNotIn("content-encoding", plain)
        self.assertEqual(packed["content-encoding"], "gzip")
        self.assertEqual(packed["vary"], "accept-encoding")
        self.assertEqual(gzip.decompress(data), page)
        self.assertNotEqual(plain["etag"], packed["etag"])
        status, headers, data = self.server.request("GET", "/", headers={"If-None-Match": plain["etag"]})
        self.assertEqual((status, data, headers["etag"]), (304, b"", plain["etag"]))
        self.assertEqual(self.server.request("GET", "/", headers={"If-None-Match": '"x"'})[0], 200)
        status, headers, data = self.server.request("HEAD", "/")
        self.assertEqual((status, data), (200, b""))
        self.assertEqual(int(headers["content-length"]), len(page))

    def test_methods(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            status, headers, _ = self.server.request(method, "/", "x" if method != "OPTIONS" else None)
            self.assertEqual((status, headers.get("allow")), (405, "GET, HEAD"), method)
        status, headers, _ = self.server.request("GET", "/api/1/play")
        self.assertEqual((status, headers["allow"]), (405, "POST"))
        self.assertEqual(self.server.request("DELETE", "/api/1/play/" + "A" * 16)[0], 405)

    def test_path_tricks(self):
        """Every path gives an embedded file, or a refusal."""
        index = self.server.request("GET", "/")[2]
        for path in ("/../etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                     "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/etc/passwd", "/.git/config",
                     "/assets/", "/assets/../../etc/passwd", "/..\\..\\etc\\passwd", "/%5c..%5cetc",
                     "/%c0%ae%c0%ae/etc/passwd", "/index.html%00.js", "/a%00b", "/%", "/%zz", "/%2",
                     "/" + "a" * 300, "/" + "a/" * 2000, "/g/", "/g/../api/1/games", "/api/", "/api/1/",
                     "/api/2/games", "/api/1/play/../games", "*", "http://evil.example/etc/passwd"):
            answer = self.server.raw(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), 3)
            if answer == b"":
                continue  # closed by the server
            status = int(answer.split(b" ")[1])
            body = answer.split(b"\r\n\r\n", 1)[1]
            self.assertNotIn(b"root:", answer, path)
            if status == 200:  # dots and slashes that normalise to an embedded file
                self.assertTrue(body == index or body.startswith(b"[{"), path)
            else:
                self.assertIn(status, (400, 403, 404, 414, 431), path)
        self.assertEqual(self.server.get("/api/1/health")[0], 200)

    def test_kept_alive(self):
        """Several requests over one connection, also pipelined."""
        one = b"GET /api/1/health HTTP/1.1\r\nHost: x\r\n\r\n"
        last = b"GET /api/1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        answer = self.server.raw(one * 3 + last)
        self.assertEqual(answer.count(b"HTTP/1.1 200 "), 4)


class Starting(Game):
    def refused(self, *options):
        out = subprocess.run([PROGRAM, "serve", "--lang", "en", *options], capture_output=True,
                             text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(out.stdout, "")
        self.assertEqual(out.stderr.count("\n"), 1, out.stderr)
        return out.returncode, out.stderr

    def test_refusals(self):
        folder = self.server.folder.name
        free = os.path.join(folder, "other.db")
        code, why = self.refused("--port", str(self.server.port), "--db", free)
        self.assertEqual(code, 3)
        self.assertIn(f"port {self.server.port} of 127.0.0.1 is in use", why)
        code, why = self.refused("--port", "0", "--db", self.server.db)
        self.assertEqual(code, 3)
        self.assertIn("another server uses", why)
        code, why = self.refused("--port", "0", "--db", folder)
        self.assertEqual(code, 3)
        code, why = self.refused("--port", "0", "--db", free, "--bind", "203.0.113.77")
        self.assertEqual(code, 3)
        code, why = self.refused("--port", "0", "--db", free, "--tls-cert", free)
        self.assertEqual(code, 2)
        self.assertIn("must be given together", why)
        code, why = self.refused("--port", "0", "--db", free, "--tls-cert", __file__, "--tls-key", __file__)
        self.assertEqual(code, 3)
        code, why = self.refused("--port", "0", "--db", free, "--origin", "games.example.org")
        self.assertEqual(code, 2)
        with open(free, "w", encoding="utf-8") as file:
            file.write("not a database, but something that somebody may want to keep\n" * 20)
        code, why = self.refused("--port", "0", "--db", free)
        self.assertEqual(code, 3)
        self.assertIn("is not a database of Pessoi", why)

    def start(self, *options, user=None):
        """Its first output, and its exit code if it ends; optionally as another user."""
        folder = tempfile.mkdtemp(dir=self.server.folder.name)
        program = [PROGRAM]
        if user:  # that may not be able to read the build folder
            os.chmod(self.server.folder.name, 0o711)
            os.chown(folder, user, user)
            program = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups",
                       shutil.copy(PROGRAM, self.server.folder.name)]
        process = subprocess.Popen(
            [*program, "serve", "--lang", "en", "--port", "0", "--db", f"{folder}/games.db", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        # ThreadSanitizer loses a signal that arrives while the library starts: ask again.
        end = time.monotonic() + TIMEOUT
        while line and process.poll() is None and time.monotonic() < end:
            process.terminate()
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                continue
        _, err = process.communicate(timeout=TIMEOUT)
        return process.returncode, line, err

    def test_loopback_in_any_spelling(self):
        six = ("::1", "[::1]", "::ffff:127.0.0.1") if has_ipv6() else ()
        for bind in ("127.0.0.1", "127.0.0.2", "localhost", *six):
            code, line, err = self.start("--bind", bind)
            self.assertEqual((code, trouble(err)), (0, ""), bind)
            self.assertIn("http://", line)
        for bind in ("[::1", "::1]", "[]", "[127.0.0.1]", ""):
            code, line, err = self.start("--bind", bind)
            self.assertEqual((code, line), (3, ""), bind)
            self.assertIn("is not an address of this machine", err)

    @unittest.skipUnless(os.geteuid() == 0, "needs root, to be refused")
    def test_root_serves_this_machine_alone(self):
        for bind in ("0.0.0.0", "::", "[::]") if has_ipv6() else ("0.0.0.0",):
            code, line, err = self.start("--bind", bind)
            self.assertEqual((code, line, err.count("\n")), (2, "", 1), err)
            self.assertIn("--bind: as root", err)
            self.assertIn("--allow-root", err)
            code, line, err = self.start("--bind", bind, "--allow-root")
            self.assertEqual((code, trouble(err)), (0, ""), bind)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "needs root, to be another user")
    def test_others_serve_everybody(self):
        code, line, err = self.start("--bind", "0.0.0.0", user=65534)
        self.assertEqual((code, trouble(err)), (0, ""))
        self.assertIn("http://", line)

    def test_default_file(self):
        folder = os.path.join(self.server.folder.name, "data")
        process = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True,
                                   env={**os.environ, "XDG_DATA_HOME": folder})
        self.assertIn("http://127.0.0.1:", process.stdout.readline())
        self.assertTrue(os.path.exists(os.path.join(folder, "pessoi", "games.db")))
        process.terminate()
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0)


class Secure(Game):
    OPTIONS = (
        "--tls-cert", os.path.join(HERE, "tls/cert.pem"), "--tls-key", os.path.join(HERE, "tls/key.pem"),
    )

    def test_tls(self):
        self.assertTrue(self.server.url.startswith("https://127.0.0.1:"))
        context = ssl.create_default_context(cafile=os.path.join(HERE, "tls/cert.pem"))
        plain = socket.create_connection(("127.0.0.1", self.server.port), timeout=TIMEOUT)
        with context.wrap_socket(plain, server_hostname="127.0.0.1") as one:
            one.sendall(b"GET /api/1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            answer = b""
            while more := one.recv(65536):
                answer += more
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 "), answer[:100])
        names = {game["name"] for game in json.loads(answer.split(b"\r\n\r\n", 1)[1])}
        self.assertLessEqual(set(SHORT), names)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
