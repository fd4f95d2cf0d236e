#!/usr/bin/env python3
"""Mining survives being killed.

    kill.py PROGRAM

Mines a few games without interruption; then again while the program is killed with -9 at several moments: when the
file has grown, not after a time, so that the test is as hard on slow machines. After each kill the file must be whole
(the program reads it and goes on), and in the end it must be the same, byte for byte.
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import time

PATIENCE_S = 300
KILLS = 5
GAMES = 12


def searched(path):
    """How many games the file says were searched; 0 if there is none yet."""
    if not path.exists():
        return 0
    head = path.read_text(encoding="utf-8").split("\n")
    assert head[0] == "puzzles 1" and head[3].startswith("searched "), head[:4]
    return int(head[3].split()[1])


def start(program, path):
    return subprocess.Popen(
        [program, "puzzles", "boats", "--agent", "max", "--nodes", "1000", "--games", str(GAMES), "--seed", "5",
         "--jobs", "1", "--out", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process):
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, (process.returncode, err.decode())


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        whole, again = pathlib.Path(folder, "whole"), pathlib.Path(folder, "again")
        finish(start(program, whole))
        assert searched(whole) == GAMES and "\nid " in whole.read_text(), "nothing was found"
        last = killed = 0
        for wanted in sorted(rng.sample(range(1, GAMES), KILLS)):
            process = start(program, again)
            deadline = time.monotonic() + PATIENCE_S
            while searched(again) < wanted and process.poll() is None:
                assert time.monotonic() < deadline, "no progress"
                time.sleep(0.001)
            time.sleep(rng.random() * 0.005)
            process.kill()
            process.communicate()
            killed += process.returncode == -9
            assert searched(again) >= last, "games were lost"
            last = searched(again)
        assert killed > 0, "it always ended before it was killed"
        finish(start(program, again))
        assert again.read_bytes() == whole.read_bytes(), "the file differs after kills"


if __name__ == "__main__":
    main()
