#!/usr/bin/env python3
"""A referee with rules of its own: does the program ever lose on time, memory or legality?

    referee.py PROGRAM [--games N] [--seed S]

The program plays against itself through pipes, on 15x15 and 20x20, by all three rules, at 100 ms per
move and at 5 s per game, with 64 MB. The rules are written here, from docs of the game and not from
Pessoi's code: five in a row, exactly five, and renju with its forbidden points (overlines, double fours,
double threes). Time is this program's wall clock; as managers do, it tolerates an answer that is a second
late, and says how late the latest was.

Without --games a few short games are played; with LONG=1 in the environment, 200 whole ones. Before the
games, the points that are forbidden by these rules are compared with those that the program says.
"""

import argparse
import os
import pathlib
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

MEMORY_MB = 64
TURN_MS = 100
MATCH_S = 5.0
SHORT_S = 2.0  # per game, of the short form
FORGIVEN_S = 1.0
ANSWER_S = 20.0  # for commands that need no search
FREESTYLE, STANDARD, RENJU = 0, 1, 4
NAMES = {FREESTYLE: "free-style", STANDARD: "standard", RENJU: "renju"}
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
BLACK, WHITE = 0, 1

# Meson lets malloc() write to all memory that is freed; then it counts as used.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "MALLOC_PERTURB_"}


class Lost(Exception):
    """The program loses the game, or breaks the protocol."""


class Board:
    """Stones by point, and the rules."""

    def __init__(self, size, rule):
        self.size, self.rule = size, rule
        self.stones = {}
        self.order = []

    def inside(self, point):
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size

    def empty(self, point):
        return self.inside(point) and point not in self.stones

    def run(self, point, step, colour):
        """The first and the last place, counted from the point, of the row through it."""
        ends = []
        for sign in (-1, 1):
            k = 0
            while self.stones.get((point[0] + (k + sign) * step[0],
                                   point[1] + (k + sign) * step[1])) == colour:
                k += sign
            ends.append(k)
        return ends[0], ends[1]

    def row(self, point, step, colour):
        first, last = self.run(point, step, colour)
        return last - first + 1

    def wins(self, point):
        colour = self.stones[point]
        exact = self.rule == STANDARD or (self.rule == RENJU and colour == BLACK)
        lengths = [self.row(point, step, colour) for step in DIRECTIONS]
        return any(n == 5 or (n > 5 and not exact) for n in lengths)

    def fives(self, point, step):
        """Places on the line, from the black stone at the point, that complete exactly five with it."""
        places = []
        for k in range(-4, 5):
            place = point[0] + k * step[0], point[1] + k * step[1]
            if k == 0 or not self.empty(place):
                continue
            self.stones[place] = BLACK
            first, last = self.run(place, step, BLACK)
            if last - first + 1 == 5 and first <= -k <= last:
                places.append(k)
            del self.stones[place]
        return places

    def fours(self, point, step):
        places = self.fives(point, step)
        if len(places) == 2 and places[1] - places[0] == 5:
            return 1  # four in a row, open at both ends
        return len(places)

    def open_four(self, point, step):
        places = self.fives(point, step)
        return len(places) == 2 and places[1] - places[0] == 5

    def three(self, point, step):
        """Can the row of the black stone become an open four by a stone that is not forbidden, and
        that does not make a five in another direction?"""
        for k in range(-4, 5):
            place = point[0] + k * step[0], point[1] + k * step[1]
            if k == 0 or not self.empty(place):
                continue
            self.stones[place] = BLACK
            first, last = self.run(place, step, BLACK)
            four = first <= -k <= last and self.open_four(place, step)
            four = four and all(self.row(place, other, BLACK) != 5 for other in DIRECTIONS)
            del self.stones[place]
            if four and not self.forbidden(place):
                return True
        return False

    def forbidden(self, point):
        """Is the empty point forbidden to Black under renju?"""
        self.stones[point] = BLACK
        try:
            lengths = [self.row(point, step, BLACK) for step in DIRECTIONS]
            if 5 in lengths:
                return False
            if max(lengths) > 5:
                return True
            if sum(self.fours(point, step) for step in DIRECTIONS) >= 2:
                return True
            return sum(self.three(point, step) for step in DIRECTIONS) >= 2
        finally:
            del self.stones[point]

    def colour_to_move(self):
        return len(self.order) % 2

    def put(self, point):
        """The next stone; True if it wins."""
        if not self.inside(point):
            raise Lost(f"{point} is outside")
        if point in self.stones:
            raise Lost(f"{point} is taken")
        colour = self.colour_to_move()
        if self.rule == RENJU and colour == BLACK and self.forbidden(point):
            raise Lost(f"{point} is forbidden")
        self.stones[point] = colour
        self.order.append(point)
        return self.wins(point)

    def full(self):
        return len(self.order) == self.size ** 2

    def stuck(self):
        """Has Black no move that is not forbidden?"""
        if self.rule != RENJU or self.colour_to_move() != BLACK or len(self.order) < 100:
            return False
        return not any(self.empty((x, y)) and not self.forbidden((x, y))
                       for x in range(self.size) for y in range(self.size))


class Brain:
    """One running program; a thread reads its lines and notes when they came."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=ENVIRONMENT)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.decode().rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def answer(self, seconds):
        """The next answer and when it came."""
        until = time.monotonic() + seconds
        while True:
            try:
                at, line = self.lines.get(timeout=max(until - time.monotonic(), 0.001))
            except queue.Empty:
                raise Lost(f"no answer within {seconds:.3f} s") from None
            if line is None:
                raise Lost("the program ended")
            if not line.startswith(("MESSAGE", "DEBUG")):
                return at, line

    def ask(self, *lines):
        self.send(*lines)
        return self.answer(ANSWER_S)[1]

    def memory_kb(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        match = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
        return int(match[1]) if match else 0

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()


class Numbers:
    """What was measured."""

    def __init__(self):
        self.games = self.moves = self.memory_kb = 0
        self.turns = []  # milliseconds of answers at a limit per move
        self.used = []  # seconds of the clocks at the end of games

    def show(self):
        print(f"{self.games} games, {self.moves} moves, at most {self.memory_kb} kB")
        if self.turns:
            turns = sorted(self.turns)
            late = sum(ms > TURN_MS for ms in turns)
            print(f"{TURN_MS} ms per move: median {turns[len(turns) // 2]:.1f}, latest {turns[-1]:.1f}, "
                  f"{late} of {len(turns)} beyond the limit")
        if self.used:
            print(f"{MATCH_S} s per game: at most {max(self.used):.2f} s used, "
                  f"on average {sum(self.used) / len(self.used):.2f}")


class Game:
    """One game of the program against itself."""

    def __init__(self, size, rule, by_clock, rng, plies_max):
        self.board = Board(size, rule)
        self.by_clock, self.rng, self.plies_max = by_clock, rng, plies_max
        self.left = [MATCH_S, MATCH_S]

    def set_up(self):
        """A few stones near the middle, none of which ends the game."""
        middle, count = self.board.size // 2, self.rng.choice((0, 0, 1, 2, 3, 4, 5))
        while len(self.board.order) < count:
            point = middle + self.rng.randrange(-4, 4), middle + self.rng.randrange(-4, 4)
            if self.board.empty(point) and not (self.board.rule == RENJU
                                                and self.board.forbidden(point)):
                self.board.put(point)

    def settings(self):
        limit = ("INFO timeout_turn 5000", f"INFO timeout_match {int(MATCH_S * 1000)}") \
            if self.by_clock else (f"INFO timeout_turn {TURN_MS}", "INFO timeout_match 0")
        return (f"INFO max_memory {MEMORY_MB << 20}", f"INFO rule {self.board.rule}", *limit,
                "INFO game_type 1")

    def question(self, told):
        board = self.board
        if not board.order:
            return ["BEGIN"]
        if told:
            return ["TURN %d,%d" % board.order[-1]]
        mine = board.colour_to_move()
        return ["BOARD", *("%d,%d,%d" % (*point, 1 if board.stones[point] == mine else 2)
                           for point in board.order), "DONE"]

    def move(self, brain, told, numbers):
        mine = self.board.colour_to_move()
        limit = self.left[mine] if self.by_clock else TURN_MS / 1000
        left = int(self.left[mine] * 1000) if self.by_clock else 2147483647
        begin = time.monotonic()
        brain.send(f"INFO time_left {left}", *self.question(told))
        at, line = brain.answer(max(limit, 0) + FORGIVEN_S)
        took = at - begin
        if took > max(limit, 0) + FORGIVEN_S:
            raise Lost(f"{took:.3f} s of {limit:.3f}")
        if self.by_clock:
            self.left[mine] -= took
        else:
            numbers.turns.append(took * 1000)
        match = re.fullmatch(r"(\d+),(\d+)", line)
        if not match:
            raise Lost(f"no move: {line!r}")
        return int(match[1]), int(match[2])

    def play(self, brains, numbers):
        board = self.board
        self.set_up()
        for brain in brains:
            answer = brain.ask(f"START {board.size}")
            if answer != "OK":
                raise Lost(f"to START: {answer!r}")
            brain.send(*self.settings())
        told = [not board.order, not board.order]  # do they know all stones but the last?
        plies = 0
        while not board.full() and not board.stuck() and plies < self.plies_max:
            mine = board.colour_to_move()
            point = self.move(brains[mine], told[mine], numbers)
            told[mine] = True
            plies += 1
            if board.put(point):
                break
        numbers.games += 1
        numbers.moves += plies
        numbers.memory_kb = max(numbers.memory_kb, *(brain.memory_kb() for brain in brains))
        if self.by_clock:
            numbers.used += [MATCH_S - left for left in self.left]
        if numbers.memory_kb > MEMORY_MB << 10 and not SANITIZED:
            raise Lost(f"{numbers.memory_kb} kB of memory")


def play_games(program, games, seed, plies_max):
    """All sizes, rules and limits in turn; returns how many were lost."""
    kinds = [(size, rule, by_clock) for by_clock in (False, True) for size in (15, 20)
             for rule in (FREESTYLE, STANDARD, RENJU)]
    numbers, lost = Numbers(), 0
    brains = [Brain(program), Brain(program)]
    for i in range(games):
        size, rule, by_clock = kinds[i * 5 % len(kinds)]  # every kind, and a few kinds first
        game = Game(size, rule, by_clock, random.Random(f"{seed} {i}"), plies_max)
        try:
            game.play(brains, numbers)
        except (Lost, BrokenPipeError) as fault:
            lost += 1
            print(f"game {i + 1}, {size}x{size}, {NAMES[rule]}, "
                  f"{'clock' if by_clock else 'turn'}: {fault}; {game.board.order}", flush=True)
            for brain in brains:
                brain.close()
            brains = [Brain(program), Brain(program)]
    numbers.show()
    for brain in brains:
        brain.send("END")
        brain.close()
    return lost


def compare_forbidden(program, positions, seed):
    """Random renju positions: which points are forbidden, by these rules and by the program's?"""
    rng, brain, differences, found = random.Random(seed), Brain(program), 0, 0
    brain.ask("START 15")
    brain.send("INFO rule 4")
    for _ in range(positions):
        board = Board(15, RENJU)
        count = 2 * rng.randrange(5, 20)
        while len(board.order) < count:
            point = rng.randrange(3, 12), rng.randrange(3, 12)
            if not board.empty(point):
                continue
            if board.colour_to_move() == BLACK and board.forbidden(point):
                continue
            board.put(point)
            if board.wins(point):
                del board.stones[board.order.pop()]
                if rng.random() < 0.2:
                    break
        if board.colour_to_move() != BLACK:
            continue
        lines = ["%d,%d,%d" % (*p, 1 + board.stones[p]) for p in board.order]
        said = brain.ask("YXBOARD", *lines, "DONE", "YXSHOWFORBID")
        match = re.fullmatch(r"FORBID ((?:\d{4})*)\.", said)
        if not match:
            raise Lost(f"to YXSHOWFORBID: {said!r}")
        theirs = {(int(match[1][i:i + 2]), int(match[1][i + 2:i + 4]))
                  for i in range(0, len(match[1]), 4)}
        ours = {(x, y) for x in range(15) for y in range(15)
                if board.empty((x, y)) and board.forbidden((x, y))}
        found += len(ours)
        if ours != theirs:
            differences += 1
            print(f"forbidden: {sorted(ours ^ theirs)} in {lines}")
    print(f"{positions} positions with {found} forbidden points, {differences} differ")
    brain.close()
    return differences


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    global MATCH_S
    whole = args.games is not None or os.environ.get("LONG") == "1"
    MATCH_S = MATCH_S if whole else SHORT_S
    games = args.games if args.games is not None else 200 if whole else 6
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "pbrain-pessoi")
        program.symlink_to(pathlib.Path(args.program).resolve())
        failed = [compare_forbidden(program, 1000 if whole else 100, args.seed) > 0,
                  play_games(program, games, args.seed, 1000 if whole else 24) > 0]
    # In cmocka's format, so that tools/count-tests counts all tests.
    print(f"[  PASSED  ] {len(failed) - sum(failed)} test(s).")
    if any(failed):
        print(f"[  FAILED  ] {sum(failed)} test(s)")
    return 1 if any(failed) else 0


SANITIZED = any(mark in pathlib.Path(sys.argv[1]).read_bytes() for mark in (b"__asan_", b"__tsan_")) \
    if len(sys.argv) > 1 and pathlib.Path(sys.argv[1]).exists() else False
sys.exit(main())
