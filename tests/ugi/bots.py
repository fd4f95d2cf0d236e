#!/usr/bin/env python3
"""Programs as players: `cmd:` from outside.

    bots.py PROGRAM EXAMPLES HOWTO

EXAMPLES is the folder of the example bots, HOWTO the document about them. The bots of both must play
whole games; the lines that a
program is sent are compared with what docs/formats/ugi.md promises; programs that do something wrong
must lose with a reason that helps their author.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BOT_LINES_MAX = 60
WAIT_S = 300

# A program that answers as its first argument says; {seen} collects what it was sent.
BOT = r"""#!/usr/bin/env python3
import os, sys, time
how = sys.argv[1]
seen = open(sys.argv[2], "a") if len(sys.argv) > 2 else None
legal, games = [], 0
def say(line):
    print(line, flush=True)
if how == "crash":
    sys.exit("cannot find my brain")
for line in sys.stdin:
    if seen:
        seen.write(line)
        seen.flush()
    words = line.split()
    if words[0] == "ugi":
        if how == "no-ugiok":
            sys.exit(0)
        say("id name Test")
        say("id author Nobody")
        if how != "plain":
            say("option name Legal type check default false")
            say("option name variant type string default <empty>")
        say("option name Clear Hash type button")
        say("ugiok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "uginewgame":
        games += 1
        if how == "leaves" and games == 2:
            sys.exit(1)
    elif words[0] == "legal":
        legal = words[1:]
    elif words[0] == "go":
        if how == "first" or how == "leaves":
            say("info depth 3 seldepth 4 score cp 250 nodes 77 pv " + legal[0] + " zz9 " + legal[0])
            say("bestmove " + legal[0] + " ponder " + legal[0])
        elif how == "crlf":
            sys.stdout.write("hello\r\ninfo string hi\r\nbestmove " + legal[0] + "\r\n")
            sys.stdout.flush()
        elif how == "twice":
            say("bestmove " + legal[0] + "\nbestmove " + legal[0])
        elif how == "exit":
            sys.exit(3)
        elif how == "signal":
            os.abort()
        elif how == "eof":
            os.close(1)
            time.sleep(1000)
        elif how == "long":
            say("x" * 100000)
        elif how != "silent":
            say(how.replace("_", " "))
    elif words[0] == "quit":
        sys.exit(0)
"""

# What a program does, how its game ends, and what its author reads.
FAULTS = [
    ("bestmove_zz9", "forfeit", r"illegal move zz9 at ply 1; legal were( \S+)+ \.\. \(\d+ in all\)"),
    ("bestmove_0000", "forfeit", r"illegal move 0000 at ply 1; legal were( \S+)+ \.\. \(\d+ in all\)"),
    ("bestmove", "forfeit", "answered 'bestmove' without a move at ply 1"),
    ("bestmov_h8", "forfeit",
     "answered 'bestmov h8' instead of 'bestmove MOVE' within 3000 ms at ply 1"),
    ("silent", "time", r"no answer within 300 ms at ply 1; does it flush its output\?"),
    ("exit", "forfeit", "ended with exit code 3 at ply 1"),
    ("signal", "forfeit", r"was killed by signal 6 .*at ply 1"),
    # bubblewrap keeps the other end of the pipe open: then it is only silent.
    ("eof", "forfeit|time", r"(closed its output|no answer within 3000 ms) at ply 1(; does it flush its output\?)?"),
    ("long", "forfeit", "wrote a line of more than 65536 bytes at ply 1"),
    ("crash", "forfeit", "ended with exit code 1 before the first move"),
    ("no-ugiok", "forfeit", "ended with exit code 0 before the first move"),
]


class Wrong(Exception):
    pass


def run(*words, code=0):
    done = subprocess.run([PROGRAM, *words, *SANDBOX], cwd=FOLDER, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=WAIT_S, text=True)
    if done.returncode != code:
        raise Wrong(f"{words}: exit code {done.returncode}: {done.stderr}")
    return done


def games():
    return [game["name"] for game in json.loads(
        subprocess.run([PROGRAM, "games", "--json"], stdout=subprocess.PIPE, check=True).stdout)]


def match(game, first, second, *options):
    # Time is not what these games test.
    words = "match", game, first, second, "--json", "--movetime", "20000", *options
    document = json.loads(run(*words).stdout)
    if document["forfeits"] != 0:
        raise Wrong(f"{first} forfeits {document['forfeits']} games of {game}")
    return document


def example_bots():
    """The example bots as commands, by language; each is copied and, if it must be, compiled."""
    bots = {}
    for path in sorted(EXAMPLES.iterdir()):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines >= BOT_LINES_MAX:
            raise Wrong(f"{path.name} has {lines} lines")
        shutil.copy(path, FOLDER)
        if path.suffix == ".c":
            subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", "bot", path.name],
                           cwd=FOLDER, check=True)
            bots["C"] = "cmd:./bot"
        elif path.suffix != ".js" or shutil.which("node"):
            bots[path.suffix[1:]] = f"cmd:./{path.name}"
    return bots


def test_examples():
    bots = example_bots()
    if not {"C", "py"} <= set(bots):
        raise Wrong("example bots are missing")
    for bot in bots.values():
        for game in games():
            match(game, bot, "random", "--games", "2")
    for name, jobs in (("one", "1"), ("two", "2")):
        match("gomoku", "cmd:./bot", "cmd:./bot.py", "--games", "8", "--jobs", jobs, "--save", name)
    one, two = ({p.name: p.read_text() for p in (FOLDER / name).iterdir()} for name in ("one", "two"))
    if one != two or len(one) < 8:
        raise Wrong("--jobs 2 plays other games than --jobs 1")


def test_howto():
    """The bots that the document prints: the first plays every game, the second plays one well."""
    blocks = re.findall(r"^```python\n(.*?)^```", HOWTO.read_text(encoding="utf-8"), re.M | re.S)
    for i, block in enumerate(blocks):
        path = FOLDER / f"howto{i}.py"
        path.write_text(block, encoding="utf-8")
        path.chmod(0o755)
    for game in games():
        match(game, "cmd:./howto0.py", "random", "--games", "2")
    document = match("gomoku", "cmd:./howto1.py", "random", "--games", "20")
    if document["score"] < 0.75:
        raise Wrong(f"the second bot of the document scores {document['score']}")


def bot(how, *more):
    return " ".join(["cmd:./test-bot", how, *more])


def reason(record):
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', record, re.M))
    return tags["Termination"], tags.get("Reason", "")


def test_faults():
    for how, end, why in FAULTS:
        save = f"fault-{how}"
        # Only silence may lose on time, however busy the machine is.
        limit = re.search(r"within (\d+) ms", why)
        document = json.loads(run("match", "gomoku", bot(how), "random", "--games", "2", "--json",
                                  "--movetime", limit[1] if limit else "20000", "--openings", "random:0", "--save", save).stdout)
        if document["forfeits"] != 2 or document["losses"] != 2:
            raise Wrong(f"{how}: {document['forfeits']} forfeits, {document['losses']} losses")
        found_end, found = reason((FOLDER / save / "000001.pes").read_text(encoding="utf-8"))
        if not re.fullmatch(end, found_end) or not re.fullmatch(why, found):
            raise Wrong(f"{how}: {found_end}: {found}")


def test_good():
    """Odd but allowed: CR LF, unknown lines, ponder, a second answer, ending between two games."""
    for how in ("first", "crlf", "twice", "leaves"):
        match("boats", bot(how), bot("first"), "--games", "4")
    document = json.loads(run("best", "gomoku", "--agent", bot("first"), "--json").stdout)
    expected = {"move": "a1", "score": 2.5, "depth": 3, "nodes": 77, "pv": ["a1"], "mate": None}
    for key, value in expected.items():
        if document[key] != value:
            raise Wrong(f"best: {key} is {document[key]}, not {value}")


def test_refused():
    done = run("best", "gomoku", "--agent", "cmd", code=2)
    if "cmd:./bot" not in done.stderr:
        raise Wrong(done.stderr)
    for agent in ("cmd:./nowhere", "cmd:'./test-bot"):
        run("best", "gomoku", "--agent", agent, code=2)
    done = run("best", "gomoku", "--agent", bot("exit"), "--lang", "el", code=3)
    if "κωδικό εξόδου 3 στην κίνηση 1" not in done.stderr:
        raise Wrong(done.stderr)


def sent(game, how, *options):
    """What a program is sent in the question for one move; not confined, so that it may write."""
    path = FOLDER / "seen"
    path.unlink(missing_ok=True)
    command = [PROGRAM, "best", game, "--agent", bot(how, str(path)), "--no-sandbox", *options]
    subprocess.run(command, cwd=FOLDER, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                   timeout=WAIT_S, check=how != "plain")
    return path.read_text(encoding="utf-8").split("\n")


def check_sent(lines, expected):
    if len(lines) != len(expected) or not all(map(re.fullmatch, expected, lines)):
        raise Wrong(f"sent {lines}")


def test_dialogue():
    check_sent(sent("boats", "first", "--variant", "start=s2,rule=ko", "--moves", "R L",
                    "--movetime", "250"), [
        "ugi", "setoption name Legal value true",
        "setoption name variant value start=s2,rule=ko", "isready", "uginewgame", "isready",
        "position startpos moves R L", r"legal( \S+)+", "go movetime 250", "quit", ""])
    # The default variant is not mentioned; a rolled start is a position; without limits: 1 s.
    check_sent(sent("boats", "first"), [
        "ugi", "setoption name Legal value true", "isready", "uginewgame", "isready",
        r"position fen \d+ 0 11 r -", r"legal( \S+)+", "go movetime 1000", "quit", ""])
    # Outcomes of chance are among the moves.
    check_sent(sent("proximity", "first", "--moves", "#7 a1 #3"), [
        "ugi", "setoption name Legal value true", "isready", "uginewgame", "isready",
        "position startpos moves #7 a1 #3", r"legal a2( \S+)+", "go movetime 1000", "quit", ""])
    # A program that lists nothing is told nothing; this one answers nothing useful either.
    check_sent(sent("boats", "plain", "--variant", "start=s2"), [
        "ugi", "isready", "uginewgame", "isready", "position startpos", "go movetime 1000", ""])


def test_beside():
    """A module beside the program is hidden from it: the examination says what to do."""
    if SANDBOX:
        return
    team = FOLDER / "team"
    team.mkdir()
    (team / "helper.py").write_text("", encoding="utf-8")
    for name in "bot.py", "run":
        text = (EXAMPLES / "bot.py").read_text(encoding="utf-8")
        (team / name).write_text(text.replace("\nimport ", "\nimport helper\nimport ", 1), encoding="utf-8")
        (team / name).chmod(0o755)
    for name, code in ("bot.py", 1), ("run", 0):
        done = subprocess.run([PROGRAM, "check-bot", "boats", f"cmd:./team/{name}", "--movetime", "5000"],
                              cwd=FOLDER, capture_output=True, text=True)
        if done.returncode != code or ("cmd:FOLDER/run" in done.stdout) != (code == 1):
            raise Wrong(f"{name}: exit code {done.returncode}: {done.stdout}{done.stderr}")


def find_sandbox():
    """Options with which programs run here: none if the machine can confine them."""
    done = subprocess.run([PROGRAM, "best", "gomoku", "--agent", bot("first")], cwd=FOLDER,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode == 0:
        return []
    if "--no-sandbox" not in done.stderr:
        raise Wrong(done.stderr)
    return ["--no-sandbox"]


def main():
    global SANDBOX
    (FOLDER / "test-bot").write_text(BOT, encoding="utf-8")
    (FOLDER / "test-bot").chmod(0o755)
    SANDBOX = find_sandbox()
    for test in (test_good, test_refused, test_faults, test_dialogue, test_beside, test_examples,
                 test_howto):
        try:
            test()
        except Wrong as wrong:
            sys.exit(f"{test.__name__}: {wrong}")
        print(f"{test.__name__}: good", flush=True)


if len(sys.argv) != 4:
    sys.exit("usage: bots.py PROGRAM EXAMPLES HOWTO")
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
HOWTO = pathlib.Path(sys.argv[3]).resolve()
with tempfile.TemporaryDirectory() as folder:
    FOLDER = pathlib.Path(folder)
    main()
