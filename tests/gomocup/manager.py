#!/usr/bin/env python3
"""A small strict tournament manager: does `pbrain-pessoi` follow the Gomocup protocol?

    manager.py PROGRAM

It has its own board and its own test for a win, measures the time of every answer, and plays the
program against itself through pipes. Managers tolerate an answer that is about a second late; so does
this one, but it prints the largest time beyond the limit.
"""

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

FORGIVEN_S = 1.0
ANSWER_S = 10.0  # for commands that need no search
SELF_PLAY_S = 2.5  # per size and rule
MEMORY_KB = 64 * 1024

# Meson lets malloc() write to all memory that is freed; then it counts as used.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "MALLOC_PERTURB_"}


class Wrong(Exception):
    """A violation of the protocol."""


class Brain:
    """One running program; a thread reads its lines."""

    worst_ms = {}  # milliseconds per move: the longest answer

    def __init__(self, *args, end="\n"):
        self.end = end
        self.process = subprocess.Popen(
            [PROGRAM, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=ENVIRONMENT,
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode())
        self.lines.put(None)

    def send(self, *lines):
        self.send_bytes("".join(line + self.end for line in lines).encode())

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, seconds=ANSWER_S):
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise Wrong(f"no answer within {seconds} s") from None
        if line is None:
            raise Wrong("the program ended")
        if not line.endswith("\n"):
            raise Wrong(f"a line without an end: {line!r}")
        return line[:-1]

    def answer(self, seconds=ANSWER_S):
        """The next line that is not MESSAGE or DEBUG."""
        while True:
            line = self.line(seconds)
            if not line.startswith(("MESSAGE ", "DEBUG ")):
                return line

    def ask(self, *lines, limit_ms=None):
        """Sends lines and waits for one answer, at most limit_ms plus the tolerance."""
        begin = time.monotonic()
        self.send(*lines)
        if limit_ms is None:
            return self.answer()
        line = self.answer(limit_ms / 1000 + FORGIVEN_S)
        took = (time.monotonic() - begin) * 1000
        Brain.worst_ms[limit_ms] = max(Brain.worst_ms.get(limit_ms, 0.0), took)
        return line

    def expect(self, expected, *lines):
        got = self.ask(*lines)
        if not re.fullmatch(expected, got):
            raise Wrong(f"to {lines[-1]!r} the answer is {got!r}, not {expected}")
        return got

    def silent(self, seconds=0.15):
        try:
            raise Wrong(f"unasked: {self.lines.get(timeout=seconds)!r}")
        except queue.Empty:
            pass

    def ended(self, seconds):
        """Waits for the program to end; its exit code must be 0."""
        try:
            code = self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Wrong(f"still there {seconds} s after END") from None
        said = self.process.stderr.read().decode()
        if code != 0 or said:
            raise Wrong(f"exit code {code}, and on standard error: {said}")

    def finish(self):
        self.send("END")
        self.ended(5)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


class Board:
    """The board: {(x, y): 0 or 1}."""

    def __init__(self, size, exact=False):
        self.size, self.exact = size, exact
        self.stones = {}
        self.moves = []

    def put(self, text):
        """Places the next stone as an answer says; returns whether it wins."""
        match = re.fullmatch(r"(\d+),(\d+)", text)
        if not match:
            raise Wrong(f"no move: {text!r}")
        point = int(match[1]), int(match[2])
        if not (point[0] < self.size and point[1] < self.size):
            raise Wrong(f"{text} is outside")
        if point in self.stones:
            raise Wrong(f"{text} is taken")
        player = len(self.moves) % 2
        self.stones[point] = player
        self.moves.append(point)
        return self.wins(point, player)

    def wins(self, point, player):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                x, y = point[0] + sign * dx, point[1] + sign * dy
                while self.stones.get((x, y)) == player:
                    length, x, y = length + 1, x + sign * dx, y + sign * dy
            if length == 5 or (length > 5 and not self.exact):
                return True
        return False

    def lines(self, player, rng):
        """The body of BOARD for a player, in random order."""
        lines = [f"{x},{y},{1 if owner == player else 2}" for (x, y), owner in self.stones.items()]
        rng.shuffle(lines)
        return ["BOARD", *lines, "DONE"]


def random_board(size, count, rng, exact=False):
    """This many stones near the middle, none of which wins."""
    while True:
        board = Board(size, exact)
        middle = [(x, y) for x in range(size // 2 - 3, size // 2 + 3)
                  for y in range(size // 2 - 3, size // 2 + 3)]
        rng.shuffle(middle)
        if not any(board.put(f"{x},{y}") for x, y in middle[:count]):
            return board


BRAINS = []


def brain(*args, **how):
    one = Brain(*args, **how)
    BRAINS.append(one)
    return one


def start(one, size, turn_ms=50, rule=0):
    one.expect("OK", f"START {size}")
    one.send(f"INFO timeout_turn {turn_ms}", "INFO timeout_match 0", f"INFO rule {rule}",
             f"INFO max_memory {MEMORY_KB * 1024}", "INFO game_type 2", "INFO folder /nowhere at all")


def play_game(brains, board, rng, turn_ms):
    """One game from a set-up board, or from the empty one."""
    size = board.size
    for one in brains:
        one.expect("OK", "RESTART")
    mover = len(board.moves) % 2
    if board.moves:
        reply = brains[mover].ask(*board.lines(mover, rng), limit_ms=turn_ms)
    else:
        reply = brains[0].ask("BEGIN", limit_ms=turn_ms)
    told = False  # the other side has not seen the board yet
    while not board.put(reply) and len(board.moves) < size * size:
        mover = 1 - mover
        for one in brains:
            one.send("INFO time_left 2147483647")
        if told or len(board.moves) == 1:
            reply = brains[mover].ask(f"TURN {reply}", limit_ms=turn_ms)
        else:
            reply = brains[mover].ask(*board.lines(mover, rng), limit_ms=turn_ms)
        told = told or len(board.moves) > 1


def self_play(size, rule, turn_ms=50):
    rng = random.Random(size * 10 + rule)
    brains = brain(), brain()
    for one in brains:
        start(one, size, turn_ms, rule)
    begin = time.monotonic()
    games = moves = 0
    while games == 0 or time.monotonic() < begin + SELF_PLAY_S:
        # Under renju no stone that is set up may be a forbidden one: use only a few.
        count = 0 if games == 0 else rng.randrange(1, 6 if rule == 4 else 13)
        board = random_board(size, count, rng, exact=rule == 1)
        play_game(brains, board, rng, turn_ms)
        games += 1
        moves += len(board.moves) - count
    memory = max(memory_kb(one) for one in brains)
    for one in brains:
        one.finish()
    print(f"{size}x{size}, rule {rule}: {games} games, {moves} moves, {memory} kB")
    if memory > MEMORY_KB and not SANITIZED:
        raise Wrong(f"{memory} kB of memory")


def memory_kb(one):
    status = pathlib.Path(f"/proc/{one.process.pid}/status")
    match = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(match[1]) if match else 0


def test_freestyle_15():
    self_play(15, 0)


def test_freestyle_20():
    self_play(20, 0)


def test_standard_15():
    self_play(15, 1)


def test_renju_15():
    self_play(15, 4)


def test_as_fast_as_possible():
    self_play(20, 0, turn_ms=0)


def test_end_while_thinking():
    """END stops an agent that would think for hours, without delay."""
    for delay in (0.5, 0.0):
        one = brain("--agent", "minimax:depth=8")
        start(one, 20, 3600000)
        one.send("BEGIN")
        time.sleep(delay)
        if not one.lines.empty():
            raise Wrong("it should still be thinking")
        begin = time.monotonic()
        one.send("END")
        one.ended(1.0)
        print(f"END after {delay} s of thought: gone in {(time.monotonic() - begin) * 1000:.0f} ms")


def test_stream_ends():
    """A conversation piped in is answered to its end, with END or without."""
    for last in ("", "END\n"):
        text = f"START 15\nINFO timeout_turn 200\nBEGIN\nTURN 0,0\n{last}"
        run = subprocess.run([PROGRAM], input=text, capture_output=True, text=True, timeout=20,
                             check=False)
        if not re.fullmatch(r"OK\n7,7\n\d+,\d+\n", run.stdout) or run.returncode != 0:
            raise Wrong(f"{run.stdout!r}, exit code {run.returncode}")


def test_cr_lf():
    one = brain(end="\r\n")
    start(one, 15)
    board = Board(15)
    board.put(one.ask("", "BEGIN"))
    board.put("0,14")
    board.put(one.ask("TURN 0,14", ""))
    one.silent()
    one.expect("UNKNOWN", "BEGINNING")
    one.finish()


def test_takeback():
    """TAKEBACK leaves no trace: the same moves get the same answers."""
    one = brain("--agent", "heuristic")
    start(one, 15)
    first = one.ask("BEGIN")
    second = one.ask("TURN 6,6")
    one.expect("ERROR .*", "TAKEBACK 6,6")  # not the last one
    one.expect("OK", f"TAKEBACK {second}")
    one.expect("OK", "TAKEBACK 6,6")
    one.expect(second, "TURN 6,6")
    for move in (second, "6,6", first):
        one.expect("OK", f"TAKEBACK {move}")
    one.expect("ERROR .*", f"TAKEBACK {first}")
    one.expect(first, "BEGIN")
    # After BOARD too, which gives no order.
    one.expect("OK", "RESTART")
    third = one.expect(r"\d+,\d+", "BOARD", "7,7,2", "6,7,1", "6,6,2", "DONE")
    one.expect("OK", f"TAKEBACK {third}")
    one.expect("OK", "TAKEBACK 6,6")
    one.expect(third, "TURN 6,6")
    one.finish()


def test_restart():
    one = brain("--agent", "heuristic")
    start(one, 15)
    first = one.ask("BEGIN")
    one.ask("TURN 3,3")
    one.expect("OK", "RESTART")
    one.expect(first, "BEGIN")
    one.expect("OK", "START 20")
    one.expect("9,9", "BEGIN")
    one.expect("OK", "RESTART")
    one.expect(r"\d+,\d+", "TURN 19,19")
    one.finish()


def test_board_in_any_order():
    rng = random.Random(7)
    one = brain("--agent", "minimax:depth=1")
    start(one, 15, 2000)
    for count in range(0, 20):
        board = random_board(15, count, rng)
        answers = {one.ask(*board.lines(count % 2, rng)) for _ in range(4)}
        if len(answers) != 1:
            raise Wrong(f"the order of {count} stones made a difference: {answers}")
        board.put(answers.pop())
    one.finish()


def test_wins_and_blocks():
    """Four in a row in every direction: completed if its own, blocked if the opponent's."""
    one = brain()
    start(one, 20, 50)
    far = ["0,0", "0,19", "19,0", "19,19"]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        row = [f"{8 + i * dx},{8 + i * dy}" for i in range(6)]
        for own in (1, 2):
            lines = [f"{p},{own}" for p in row[1:5]] + [f"{p},{3 - own}" for p in far[:3] + row[:1]]
            got = one.ask("BOARD", *lines, "DONE", limit_ms=50)
            if got != row[5]:
                raise Wrong(f"{got} where {row[5]} makes or stops five")
    one.finish()


def test_impossible_boards():
    one = brain()
    start(one, 15)
    for body in (["1,1,1"], ["1,1,2", "2,2,2"], ["1,1,1", "1,1,2"], ["15,0,2"], ["0,-1,2"], ["x"],
                 ["1,1"], ["1,1,4"], ["1,1,1,1"], [f"{x},0,2" for x in range(500)],
                 [f"{x},0,1" for x in range(5)] + [f"{2 * x},9,2" for x in range(5)]):
        one.expect("ERROR .*", "BOARD", *body, "DONE")
    one.expect("7,7", "BEGIN")
    one.finish()


def test_garbage():
    """Arbitrary bytes: every command gets its answer, and the program does not end."""
    rng = random.Random(11)
    one = brain()
    start(one, 15)
    for _ in range(300):
        length = rng.choice((1, 3, 20, 200, 5000))
        line = "Z" + "".join(chr(rng.choice((*range(32, 127), 0, 9, 27, 200, 255)))
                             for _ in range(length))
        one.expect("UNKNOWN", line)
    one.send_bytes(b"\xff\xfe\x80 TURN\n")
    if one.answer() != "UNKNOWN":
        raise Wrong("bytes that are no UTF-8 were understood")
    one.send("INFO", "INFO timeout_turn", "INFO timeout_turn soon", "INFO rule -", "", "   ",
             "INFO nothing 1 2 3", "INFO time_left 99999999999999999999")
    one.silent()
    one.expect("7,7", "BEGIN")
    one.finish()


def test_changing_limits():
    one = brain()
    start(one, 20, 1000)
    rng = random.Random(5)
    for turn_ms, left_ms in ((1000, 2147483647), (50, 2147483647), (0, 60000), (200, 300),
                             (200, 0), (200, -500), (30, 1000), (500, 2147483647), (1, 1)):
        board = random_board(20, rng.randrange(16), rng)
        one.send(f"INFO timeout_turn {turn_ms}", f"INFO time_left {left_ms}")
        board.put(one.ask(*board.lines(len(board.moves) % 2, rng), limit_ms=turn_ms))
    one.finish()


def test_time_of_a_game():
    """Forty moves within the time of a game, with INFO time_left and without."""
    for tells in (False, True):
        one = brain("--agent", "minimax:depth=8")
        one.expect("OK", "START 15")
        one.send("INFO timeout_turn 1000", "INFO timeout_match 1500")
        rng = random.Random(3)
        used = 0.0
        for _ in range(40):
            board = random_board(15, rng.randrange(16), rng)
            if tells:
                one.send(f"INFO time_left {int(1500 - used * 1000)}")
            begin = time.monotonic()
            reply = one.ask(*board.lines(len(board.moves) % 2, rng))
            used += time.monotonic() - begin
            board.put(reply)
        print(f"forty moves in {used:.2f} s of 1.50")
        if used > 1.5 + FORGIVEN_S:
            raise Wrong(f"{used:.2f} s of 1.50")
        one.finish()


def test_rules():
    """Six in a row end a game unless exactly five win; the rule is sent before the board or after."""
    six = [f"{x},3,1" for x in range(4, 10)] + [f"{x},{y},2" for x in (0, 14) for y in (0, 7, 14)]
    one = brain()
    one.expect("OK", "START 15")
    one.send("INFO timeout_turn 50")
    one.expect("ERROR .*", "BOARD", *six, "DONE")
    one.send("INFO rule 1")
    one.expect(r"\d+,\d+", "BOARD", *six, "DONE")
    one.expect("OK", "RESTART")
    one.send("INFO rule 0")
    one.expect("ERROR .*", "BOARD", *six, "DONE")
    # Caro is not supported: one message about it, and only when a move is due.
    one.send("INFO rule 8")
    one.silent()
    one.send("BEGIN")
    if not one.line().startswith("MESSAGE ") or one.line() != "7,7":
        raise Wrong("caro is played without a word")
    one.expect("OK", "RESTART")
    if one.ask("BEGIN") != "7,7":
        raise Wrong("the word about caro came twice")
    one.finish()


def test_swap2():
    one = brain()
    start(one, 15, 300, rule=1)
    answer = one.ask("SWAP2BOARD", "DONE", limit_ms=300)
    board = Board(15, exact=True)
    for point in answer.split(" "):
        board.put(point)
    if len(board.moves) != 3:
        raise Wrong(f"three stones were wanted: {answer}")
    one.expect("OK", "RESTART")
    for stones, most in ((["7,7", "8,7", "9,9"], 2), (["7,7", "8,7", "9,9", "8,8", "8,6"], 1)):
        answer = one.ask("SWAP2BOARD", *stones, "DONE", limit_ms=300)
        board = Board(15, exact=True)
        for point in stones:
            board.put(point)
        if answer != "SWAP":
            for point in answer.split(" "):
                board.put(point)
            if len(board.moves) - len(stones) > most:
                raise Wrong(f"too many stones: {answer}")
        # The game continues by BOARD, with the program in either colour.
        if len(board.moves) % 2 == 1:
            board.put("0,0")
        board.put(one.ask(*board.lines(len(board.moves) % 2, random.Random(1)), limit_ms=300))
        one.expect("OK", "RESTART")
    for bad in (["7,7"], ["7,7", "7,7", "8,8"], ["7,7", "8,8", "15,15"], ["7,7", "8,8", "x"]):
        one.expect("ERROR .*", "SWAP2BOARD", *bad, "DONE")
    one.finish()


def test_first_moves():
    """The first stone is in the middle; the answer to one there touches it."""
    for size in (15, 20):
        one = brain()
        start(one, size, 200)
        x, y = (int(n) for n in one.ask("BEGIN").split(","))
        if abs(2 * x - size + 1) > 1 or abs(2 * y - size + 1) > 1:
            raise Wrong(f"{x},{y} is not in the middle of {size}")
        one.expect("OK", "RESTART")
        second = [int(n) for n in one.ask(f"TURN {x},{y}").split(",")]
        if max(abs(second[0] - x), abs(second[1] - y)) != 1:
            raise Wrong(f"{second} to {x},{y}")
        one.finish()


def test_stop():
    """YXSTOP is answered at once by the move so far, and the next search is not stopped."""
    one = brain()
    start(one, 15, 3600000)
    one.expect("7,7", "BEGIN")
    one.send("TURN 8,8")
    time.sleep(0.5)
    if not one.lines.empty():
        raise Wrong("it should still be thinking")
    begin = time.monotonic()
    one.send("YXSTOP")
    one.answer(1.0)
    print(f"YXSTOP: answered in {(time.monotonic() - begin) * 1000:.0f} ms")
    one.send("YXSTOP", "STOP")  # nothing is under way
    one.silent()
    one.send("YXBOARD", "7,7,1", "8,8,2", "DONE", "YXNBEST 1")
    one.silent(0.5)
    one.send("STOP")
    one.answer(1.0)
    one.finish()


def test_best_lines():
    """YXBOARD is silent; YXNBEST reports the lines, and answers with the first of them."""
    one = brain("--agent", "max:table=1")
    one.send("YXSHOWINFO")
    if not (re.fullmatch(r"MESSAGE INFO MAX_THREAD_NUM \d+", one.line())
            and re.fullmatch(r"MESSAGE INFO MAX_HASH_SIZE \d+", one.line())):
        raise Wrong("no limits after YXSHOWINFO")
    one.expect("OK", "START 15")
    one.send("INFO timeout_turn 60000", "INFO max_depth 3", "INFO max_node 200000",
             "INFO thread_num 2", "INFO hash_size 2048", "INFO show_detail 2",
             "YXBOARD", "7,7,1", "8,8,2", "6,7,1", "DONE")  # 1 is Black: White is to move
    one.silent()
    one.send("YXNBEST 3")
    said = []
    while not said or not re.fullmatch(r"\d+,\d+", said[-1]):
        said.append(one.line())
    depths = {int(line.split()[2]) for line in said if line.startswith("INFO DEPTH ")}
    lines = [line for line in said if line.startswith("INFO BESTLINE ")]
    if depths != {1, 2, 3} or said.count("INFO PV 2") != 3 or said.count("INFO PV DONE") != 9:
        raise Wrong(f"{depths}, {said}")
    firsts = [line.split()[2] for line in lines[-3:]]
    if firsts[0] != said[-1] or len(set(firsts)) != 3:
        raise Wrong(f"{firsts}, but {said[-1]} was played")
    if sum(line.startswith("MESSAGE (") for line in said) != 3:
        raise Wrong(f"no summary: {said}")
    one.send("INFO show_detail 0", "INFO max_depth 0", "INFO max_node 500")
    one.expect(r"\d+,\d+", f"TURN {'0,0' if said[-1] != '0,0' else '0,1'}")
    one.expect("ERROR .*", "YXBOARD", "1,1,1", "2,2,1", "DONE")
    one.send("INFO rule 2")  # Yixin's number for renju
    one.expect(r"FORBID 0707\.", "YXBOARD", "7,5,1", "7,6,1", "5,7,1", "6,7,1", "0,0,2", "0,2,2",
               "0,4,2", "0,14,2", "DONE", "YXSHOWFORBID")
    one.send("YXHASHCLEAR")
    one.silent()
    one.finish()


def test_memory():
    """The process stays within INFO max_memory, and uses more where more is allowed."""
    used = {}
    for megabytes in (32, 64, 128):
        one = brain()
        start(one, 15, 1500)
        one.send(f"INFO max_memory {megabytes << 20}")
        one.ask("TURN 7,7")
        one.ask("BOARD", "7,7,2", "8,8,1", "6,9,2", "6,6,1", "9,6,2", "DONE")
        used[megabytes] = memory_kb(one)
        one.finish()
    print("memory: " + ", ".join(f"{kb} kB of {mb} MB" for mb, kb in used.items()))
    if not SANITIZED and any(kb > mb << 10 for mb, kb in used.items()):
        raise Wrong(f"{used}")


def test_full_board():
    """The last point of a small board is still a move; after it there is none."""
    one = brain("--agent", "random")
    start(one, 5)
    rows = ["1122", "2211", "1122", "2211", "1122"]
    rows = [r + c for r, c in zip(rows, "12121")]
    lines = [f"{x},{y},{f}" for y, row in enumerate(rows) for x, f in enumerate(row)]
    own = sum(line.endswith(",1") for line in lines)
    drop = next(line for line in lines if line.endswith(",1" if own > 12 else ",2"))
    lines.remove(drop)
    one.expect(drop[:3], "BOARD", *lines, "DONE")
    one.expect("ERROR .*", "TURN 0,0")
    one.expect("OK", "RESTART")
    one.expect("2,2|[0-4],[0-4]", "BEGIN")
    one.finish()


def main():
    failed = passed = 0
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    for name, test in tests:
        begin = time.monotonic()
        try:
            test()
            passed += 1
        except Wrong as wrong:
            failed += 1
            print(f"{name}: {wrong}")
        finally:
            while BRAINS:
                BRAINS.pop().kill()
        print(f"{name}: {time.monotonic() - begin:.1f} s")
    for limit_ms, worst in sorted(Brain.worst_ms.items()):
        print(f"limit {limit_ms} ms: the longest answer took {worst:.1f} ms")
    # In cmocka's format, so that tools/count-tests counts all tests.
    print(f"[  PASSED  ] {passed} test(s).")
    if failed:
        print(f"[  FAILED  ] {failed} test(s)")
    return 1 if failed else 0


if len(sys.argv) != 2:
    sys.exit("usage: manager.py PROGRAM")
FOLDER = tempfile.TemporaryDirectory()
PROGRAM = str(pathlib.Path(FOLDER.name, "pbrain-pessoi"))
os.symlink(pathlib.Path(sys.argv[1]).resolve(), PROGRAM)
SANITIZED = any(mark in pathlib.Path(sys.argv[1]).read_bytes() for mark in (b"__asan_", b"__tsan_"))
sys.exit(main())
