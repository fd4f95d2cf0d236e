#!/usr/bin/env python3
"""A bot that plays any game of Pessoi: it reads its legal moves and answers with a random one.

Change choose() to make it stronger. docs/howto/write-a-bot.md explains every line."""
import random
import sys


def choose(position, legal):
    """Your idea goes here. `position` is "startpos moves h8 i9", `legal` is ["a1", "a2", ..]."""
    return random.choice(legal)


def say(line):
    print(line, flush=True)  # without flush the line would wait in a buffer


position, legal = "startpos", []
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        say("id name Random in Python")
        say("id author The Pessoi authors")
        say("option name Legal type check default false")  # "tell me my legal moves"
        say("option name seed type spin default 1 min 0 max 2147483647")
        say("ugiok")
    elif words[0] == "isready":
        say("readyok")
    elif words[:3] == ["setoption", "name", "seed"]:
        random.seed(int(words[4]))  # the same seed plays the same game
    elif words[0] == "position":
        position = " ".join(words[1:])
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        say("bestmove " + choose(position, legal))
    elif words[0] == "quit":
        break
    # Every other line is ignored: setoption name Legal, uginewgame, stop ..
