#!/usr/bin/env python3
"""A small Gomocup engine for tests: it plays the first free point, and has one habit.

    pbrain.py [HABIT]

Its habits are the branches below; the first ones are allowed, the others lose. Every engine says at its
end on standard error which commands it was sent, so that tests can see them.
"""

import os
import sys
import time

HABIT = sys.argv[1] if len(sys.argv) > 1 else "good"
END = "\r\n" if HABIT == "crlf" else "\n"


def say(line):
    sys.stdout.write(line + END)
    sys.stdout.flush()


class Board:
    def __init__(self, size):
        self.size, self.taken = size, set()

    def free(self):
        for y in range(self.size):
            for x in range(self.size):
                if (x, y) not in self.taken:
                    return x, y
        return None


def misbehave(moves):
    """What the engine does instead of its third answer; True if it has answered."""
    if moves < 3:
        return False
    if HABIT == "crash":
        os.abort()
    if HABIT == "leave":
        sys.exit(3)
    if HABIT == "silent":
        time.sleep(3600)
    if HABIT == "garbage":
        say("I play in the middle")
    elif HABIT == "outside":
        say("99,99")
    elif HABIT == "twice":
        say("0,0")
    elif HABIT == "error":
        say("ERROR I have lost my board")
    elif HABIT == "unknown":
        say("UNKNOWN")
    elif HABIT == "points":
        say("1,1 2,2")
    elif HABIT == "flood":
        sys.stdout.write("x" * 200000)
        sys.stdout.flush()
    else:
        return False
    return True


def answer(board, moves):
    if HABIT == "chatty":
        say("MESSAGE thinking about move %d" % moves)
        say("DEBUG depth 1")
        say("")
    if misbehave(moves):
        return
    point = board.free()
    board.taken.add(point)
    say("%d,%d" % point)


def read_stones():
    stones = []
    for line in sys.stdin:
        if line.strip() == "DONE":
            break
        stones.append(tuple(int(n) for n in line.split(",")[:2]))
    return stones


def swap2(board, stones):
    if HABIT != "swap2":
        say("UNKNOWN")
    elif len(stones) == 0:
        say("2,2 3,3 2,4")
    elif len(stones) == 3:
        board.taken = set(stones)
        say("%d,%d %d,%d" % (board.free() + (4, 0)))
    else:
        say("SWAP")


def main():
    board, moves, sent = Board(15), 0, []
    if HABIT == "dumb":
        time.sleep(3600)
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        verb = words[0]
        sent.append(verb if verb != "INFO" else "INFO-" + words[1])
        if verb == "START":
            board, moves = Board(int(words[1])), 0
            say("ERROR only size 15" if HABIT == "picky" else "OK")
        elif verb == "RESTART" and HABIT != "no-restart":
            board, moves = Board(board.size), 0
            say("OK")
        elif verb == "BEGIN":
            moves += 1
            answer(board, moves)
        elif verb == "TURN":
            moves += 1
            board.taken.add(tuple(int(n) for n in words[1].split(",")))
            answer(board, moves)
        elif verb == "BOARD" and HABIT != "no-board":
            moves += 1
            board.taken = set(read_stones())
            answer(board, moves)
        elif verb == "SWAP2BOARD":
            swap2(board, read_stones())
        elif verb == "ABOUT":
            say("UNKNOWN" if HABIT == "nameless"
                else 'name="Twig", version="0.3", author="A. Tester", country="GR"')
        elif verb == "END":
            break
        elif verb == "INFO":
            if HABIT == "unknown-info":
                say("UNKNOWN")
        else:
            say("UNKNOWN")
        if verb in ("BEGIN", "TURN", "BOARD") and HABIT == "tell":
            print("sent:", " ".join(sent), file=sys.stderr, flush=True)
            sent.clear()


main()
