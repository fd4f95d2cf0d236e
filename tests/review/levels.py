#!/usr/bin/env python3
"""Does the review of a game between two levels of play mark the moves of the weaker one more often?

    levels.py PROGRAM                    a few games per game, always the same: a test
    LONG=1 levels.py PROGRAM             50 games per game, and a sign test of each
    levels.py PROGRAM --games 50 --nodes 5000 crush boats

Plays games between two levels with sides swapped and reviews every one with `pessoi review`. A mark is a
move that is an inaccuracy, a mistake or a blunder. In each game the player with more marks counts; games
with equally many count for neither. The p-value is that of the sign test, one-sided: how probable it is to
find the weaker level marked in at least so many games if both were marked equally often. Everything
depends on seeds and node limits only.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARKS = ["inaccuracy", "mistake", "blunder"]
VARIANTS = {"boats": "rule=ko"}  # without ko most games of equal play end by repetition
OPENING = 4  # random plies with which games without chance begin, the same for both sides
P_MAX = 0.01


def pessoi(program, *words):
    run = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit {run.returncode}: {run.stderr.strip()}")
    return run.stdout


def levels_of(program, game):
    """Two levels that are three apart, or the first and the last."""
    agents = json.loads(pessoi(program, "agents", game, "--json"))
    level = next(a for a in agents if a["name"] == "level")
    option = next(o for o in level["options"] if o["key"] == "n")
    count = int(re.search(r"1\.\.(\d+)", option["help"]).group(1))
    weak = 2 if count > 4 else 1
    return weak, min(weak + 3, count)


def games_of(program, wanted):
    """The games, and whether chance plays in them after the start."""
    for game in json.loads(pessoi(program, "games", "--json")):
        name = game["name"]
        if not wanted or name in wanted:
            shown = json.loads(pessoi(program, "show", name, "--json"))
            move = shown["moves"][0]
            after = json.loads(pessoi(program, "show", name, "--position", shown["position"], "--moves", move, "--json"))
            yield name, after["turn"] == "chance"


def sign_test(more, less):
    n = more + less
    return sum(math.comb(n, k) for k in range(more, n + 1)) / 2**n


def review(program, path, nodes, skip):
    """The marks of First and Second, and the means of their moves' accuracies, after the opening."""
    doc = json.loads(pessoi(program, "review", str(path), "--nodes", str(nodes), "--json"))
    moves = [[m for m in doc["moves"][skip:] if m["player"] == player] for player in (1, 2)]
    marks = [sum(m["class"] in MARKS for m in own) for own in moves]
    return marks, [sum(m["accuracy"] for m in own) / max(1, len(own)) for own in moves]


def measure(program, game, has_chance, games, nodes):
    variant = VARIANTS.get(game, "")
    weak, strong = levels_of(program, game)
    names = [f"level:n={weak}", f"level:n={strong}"]
    marks, accuracy, more, less, better = [0, 0], [0.0, 0.0], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        pessoi(program, "match", game, *names, "--games", str(games), "--seed", "1", "--save", folder,
               "--variant", variant, "--openings", f"random:{0 if has_chance else OPENING}")
        records = sorted(pathlib.Path(folder).glob("*.pes"))
        for path in records:
            first = next(x for x in path.read_text().splitlines() if x.startswith("[First "))
            order = [1, 0] if names[1] in first else [0, 1]  # "level" alone is level 1
            by_side, accuracies = review(program, path, nodes, 0 if has_chance else OPENING)
            for k in range(2):
                marks[order[k]] += by_side[k]
                accuracy[order[k]] += accuracies[k] / len(records)
            own = by_side[order.index(0)] - by_side[order.index(1)]
            more, less = more + (own > 0), less + (own < 0)
            better += accuracies[order.index(0)] < accuracies[order.index(1)]
    p = sign_test(more, less)
    print(f"{game}: level {weak} marked more often in {more} of {len(records)} games, level {strong} in {less}; "
          f"p = {p:.2g}; marks per game {marks[0] / len(records):.1f} and {marks[1] / len(records):.1f}; "
          f"accuracy {accuracy[0]:.1f} and {accuracy[1]:.1f}; less accurate in {better}", flush=True)
    return p, marks


def main():
    long = os.environ.get("LONG", "") not in ("", "0")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=50 if long else 4)
    parser.add_argument("--nodes", type=int, default=5000 if long else 1000)
    args = parser.parse_args()
    program = str(pathlib.Path(args.program).resolve())
    failed = []
    for game, has_chance in games_of(program, args.game):
        p, marks = measure(program, game, has_chance, args.games, args.nodes)
        if marks[0] <= marks[1] or (args.games >= 50 and p > P_MAX):
            failed.append(game)
    if failed:
        sys.exit(f"the weaker level is not marked more often: {', '.join(failed)}")


main()
