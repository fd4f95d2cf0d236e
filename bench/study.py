#!/usr/bin/env python3
"""A review and a game at the same time: how long the review takes, and how fast the game's moves are answered.

    bench/study.py PROGRAM [GAME ..]    the default: all games

For each game: a server with two threads and default limits reviews a game of 60 random moves, while
somebody else plays another game, from the same address. Printed are the seconds of the review, and of the moves the
number, the median, the 99th percentile and the longest, in milliseconds: from the message with the move to the message
that it was made, which is stored by then; the agent's answer is not part of it. First the same without a review.
`--nodes`: the review is limited by nodes instead of time. docs/howto/serve.md has the results.
"""

import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "server"))
from client import Server, Socket  # noqa: E402  (the path comes first)

GAMES = ["abalone", "boats", "crush", "gomoku", "proximity"]
MOVES = 60


def line_of(server, game):
    """A game of MOVES moves between two weak levels, as text."""
    rng = random.Random(3)
    moves, position = [], None
    while position is None or (position["position"]["legal"] and position["position"]["ply"] < MOVES):
        ask = {"game": game, "moves": " ".join(moves)}
        if position is not None:
            ask["play"] = rng.choice(position["position"]["legal"])[0]
        status, position = server.post("/api/1/study", ask)
        assert status == 200, position
        moves += position["added"]
    return " ".join(moves), position["position"]["ply"]


class Player(threading.Thread):
    """Makes a move in a game against a level about twenty times per second, and measures the answers."""

    def __init__(self, server):
        super().__init__()
        self.server = server
        self.took = []
        self.stop = False

    def run(self):
        rng = random.Random(1)
        socket = Socket(self.server.port)
        while not self.stop:
            made = self.server.play("gomoku", [{"who": "me"}, {"who": "agent", "agent": "level:n=1"}])
            game = socket.ask(do="follow", id=made["id"], keys=made["keys"])
            position = game["position"]
            while not self.stop and position["turn"] is not None:
                if position["turn"] != 0 or not position["legal"]:
                    position = socket.wait("moved")["position"]
                    continue
                move = rng.choice(position["legal"])[0]
                begun = time.monotonic()
                got = socket.ask(do="move", id=made["id"], ply=position["ply"], move=move)
                self.took.append(time.monotonic() - begun)
                position = got["position"]
                time.sleep(0.08)  # a connection may send 20 messages per second for long
            socket.ask(do="leave", id=made["id"])
            socket.events.clear()
        socket.close()


def say(name, player):
    took = sorted(1000 * t for t in player.took)
    print(f"{name}: {len(took)} moves, median {took[len(took) // 2]:.1f} ms, "
          f"p99 {took[int(len(took) * 0.99)]:.1f} ms, longest {took[-1]:.1f} ms", flush=True)


def review(server, game, limits):
    line, plies = line_of(server, game)
    socket = Socket(server.port)
    player = Player(server)
    player.start()
    begun = time.monotonic()
    socket.send(do="review", seq=1, game=game, moves=line, **limits)
    quick = None
    while True:
        got = socket.answer_to(1)
        assert got["is"] in ("reviewed", "review"), got
        if got["is"] == "review":
            quick = quick or time.monotonic() - begun
            if got["last"]:
                break
    seconds = time.monotonic() - begun
    player.stop = True
    player.join()
    print(f"{game}: {plies} moves reviewed in {seconds:.1f} s, the quick pass in {quick:.1f} s", flush=True)
    say("  meanwhile", player)
    socket.close()


def main():
    args = sys.argv[1:]
    limits = {"nodes": 100000} if "--nodes" in args else {}
    args = [a for a in args if a != "--nodes"]
    program, games = args[0], args[1:] or GAMES
    with_database = Server(program, "--threads", "2", "--max-requests", "10000", "--max-games", "100000")
    try:
        player = Player(with_database)
        player.start()
        time.sleep(10)
        player.stop = True
        player.join()
        say("without a review", player)
        for game in games:
            review(with_database, game, limits)
    finally:
        with_database.close()


if __name__ == "__main__":
    main()
