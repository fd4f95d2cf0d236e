#!/usr/bin/env python3
"""The zoo: bots that misbehave (beast.c), and a referee that survives them.

    zoo.py PROGRAM BEAST beasts|many|killed ..

Each beast must lose with a reason that its author understands, and its standard error is kept beside
the record. Over 1,000 games no process, descriptor or memory is left behind, and nothing survives
kill -9 of the referee.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

WAIT_S = 300  # for everything that must happen on a busy machine, too
GAMES = 1000
TOKEN = f"zoo-{os.getpid()}"  # among the arguments of our beasts: another zoo may run beside this one
# Time per move: for beasts that never answer, for those that write something else first, and for all
# others, which must not lose on time however busy the machine is.
SILENT_MS, ODD_MS, PATIENT_MS = 300, 3000, 20000

# Kind, how the game ends, the reason, and what its standard error contains. Without a reason the
# beast is odd, but allowed: it must not forfeit.
BEASTS = [
    ("illegal", "forfeit", r"illegal move zz9 at ply 1; legal were( \S+)+ \.\. \(\d+ in all\)", ""),
    ("illegal-in-the-middle", "forfeit", r"illegal move zz9 at ply 5; legal were .*", ""),
    ("garbage", "forfeit", r"answered '.* what\? \?' instead of 'bestmove MOVE' .* at ply 1", ""),
    ("nul-bytes", "forfeit", r"answered 'best\?move a1' instead of 'bestmove MOVE' .* at ply 1", ""),
    ("wrong-protocol", "forfeit|time",
     r"answered 'UNKNOWN command' instead of 'ugiok' .* before the first move", ""),
    ("silent", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("slow", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("stops", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("endless-output", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("endless-error", "time", r"no answer within 3000 ms at ply 1; does it flush its output\?", "oh no\n"),
    ("endless-line", "forfeit", "wrote a line of more than 65536 bytes at ply 1", ""),
    ("huge-line", "forfeit", "wrote a line of more than 65536 bytes at ply 1", ""),
    ("closes-output", "forfeit", "closed its output at ply 1", ""),
    ("closes-input", "forfeit", "closed its input at ply 7", ""),
    ("crash-at-start", "forfeit",
     r"was killed by signal 11 \(segmentation fault\) before the first move", "cannot find my brain"),
    ("crash-in-the-middle", "forfeit", r"was killed by signal 6 \(abort\) at ply 5",
     "my last words"),
    ("exit-at-start", "forfeit", "ended with exit code 0 before the first move", ""),
    ("exits-early", "forfeit", "ended with exit code 0 at ply 1", ""),
    ("daemon", "forfeit", "ended with exit code 0 at ply 1", ""),
    ("silent-daemon", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("fork-bomb", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("killer", "time", r"no answer within 300 ms at ply 1; does it flush its output\?", ""),
    ("memory", "forfeit", "used more than 64 MB of memory at ply 1", ""),
    ("spy SECRET", "forfeit", "ended with exit code 9 at ply 1", "refused: the other bot's file"),
    ("socket PORT", "forfeit", "ended with exit code 9 at ply 1", "refused: the network"),
    ("fills-tmp", "forfeit", "ended with exit code 9 at ply 1", "refused: more than /tmp has"),
    ("twice", None, None, ""),
    ("early", None, None, ""),
    ("ignores-quit", None, None, ""),
]


class Wrong(Exception):
    pass


def await_true(condition, what):
    until = time.monotonic() + WAIT_S
    while not condition():
        if time.monotonic() > until:
            raise Wrong(what)
        time.sleep(0.05)


def match_words(bot, save, *options):
    return [PROGRAM, "match", "gomoku", f"cmd:./beast {bot} {TOKEN}", "random", "--json",
            "--openings", "random:0", "--save", save, *options]


def match(bot, save, *options):
    done = subprocess.run(match_words(bot, save, *options), cwd=FOLDER, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=WAIT_S, text=True)
    if done.returncode != 0:
        raise Wrong(f"{bot}: exit code {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def processes(text):
    """The processes with this text among their arguments."""
    found = []
    for path in pathlib.Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                if text.encode() in (path / "cmdline").read_bytes():
                    found.append(int(path.name))
            except OSError:
                pass
    return found


def descendants(pid):
    """All descendants of a process."""
    found, waiting = [], [pid]
    while waiting:
        at = waiting.pop()
        try:
            for thread in pathlib.Path(f"/proc/{at}/task").iterdir():
                for child in map(int, (thread / "children").read_text().split()):
                    found.append(child)
                    waiting.append(child)
        except OSError:
            pass
    return found


def check_beast(beast, port):
    kind, end, why, log = beast
    name = kind.split()[0]
    bot = kind.replace("SECRET", "secret.txtx").replace("PORT", str(port))
    movetime = SILENT_MS if f"within {SILENT_MS} ms" in (why or "") else \
        ODD_MS if end == "time" or "answered" in (why or "") else PATIENT_MS
    limit = ["--memory", "64"] if name == "memory" else []
    document = match(bot, name, "--games", "2", "--movetime", str(movetime), *limit)
    record = (FOLDER / name / "000001.pes").read_text(encoding="utf-8")
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', record, re.M))
    if end is None:
        if document["forfeits"] != 0:
            raise Wrong(f"{name}: forfeits: {tags.get('Reason')}")
        return
    if document["forfeits"] != 2 or document["losses"] != 2:
        raise Wrong(f"{name}: {document['forfeits']} forfeits, {document['losses']} losses of 2")
    if not re.fullmatch(end, tags["Termination"]) or not re.fullmatch(why, tags.get("Reason", "")):
        raise Wrong(f"{name}: {tags['Termination']}: {tags.get('Reason')}")
    if log and KEEPS_LOGS:
        kept = (FOLDER / name / "000001.first.err").read_text(encoding="utf-8")
        if log not in kept or "LEAK" in kept or len(kept) > 1 << 16:
            raise Wrong(f"{name}: its standard error is kept as {kept[-200:]!r}")


def test_beasts():
    """Each beast loses with the right reason, while others misbehave beside it."""
    (FOLDER / "secret.txt").write_text("the other bot's plan")
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(4) as pool:
        port = server.getsockname()[1]
        results = {b[0]: pool.submit(check_beast, b, port) for b in BEASTS}
        wrong = [str(r.exception()) for r in results.values() if r.exception()]
    if wrong:
        raise Wrong("; ".join(wrong))
    if processes(TOKEN):
        raise Wrong("beasts are left behind")


def usage(pid):
    """Descriptors, resident kB and zombies of the referee and its runners; not of the beasts."""
    descriptors = resident = zombies = 0
    for one in [pid, *descendants(pid)]:
        try:
            status = pathlib.Path(f"/proc/{one}/status").read_text()
            zombies += "\nState:\tZ" in status
            if b"match" not in pathlib.Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")[1:2]:
                continue
            if re.search(r"^NSpid:\t\d+\t", status, re.M):
                continue  # in a sandbox
            descriptors = max(descriptors, len(os.listdir(f"/proc/{one}/fd")))
            resident = max(resident, int(re.search(r"RssAnon:\s+(\d+)", status).group(1)))
        except (OSError, AttributeError):
            pass
    return descriptors, resident, zombies


def test_many_games():
    """1,000 games, and as many programs that crash: nothing grows."""
    words = match_words("exits-early", "many", "--games", str(GAMES), "--jobs", "2",
                        "--movetime", "20000")
    samples = []
    with subprocess.Popen(words, cwd=FOLDER, stdout=subprocess.PIPE, text=True) as referee:
        while referee.poll() is None:
            played = len(list((FOLDER / "many").glob("*.pes"))) if (FOLDER / "many").is_dir() else 0
            samples.append((played, *usage(referee.pid)))
            time.sleep(0.1)
        document = json.load(referee.stdout)
    if document["games"] != GAMES or document["forfeits"] != GAMES:
        raise Wrong(f"{document['forfeits']} forfeits in {document['games']} games")
    early = [s for s in samples if 20 <= s[0] < GAMES // 2]
    late = [s for s in samples if s[0] >= GAMES // 2]
    if not early or not late:
        raise Wrong("too few samples")
    for what, at, slack in (("descriptors", 1, 3), ("kB", 2, 4096), ("zombies", 3, 3)):
        before, after = max(s[at] for s in early), max(s[at] for s in late)
        print(f"{what}: at most {before} in the first half, {after} in the second")
        if after > before + slack:
            raise Wrong(f"{what} grow from {before} to {after}")
    if processes(TOKEN):
        raise Wrong("beasts are left behind")


def test_killed_referee():
    """kill -9 of the referee at several moments."""
    for i, kind in enumerate(("ignores-quit", "fork-bomb", "silent", "endless-error", "silent-daemon")):
        token = f"killed-{os.getpid()}-{i}"
        words = match_words(f"{kind} {token}", token, "--games", "100", "--movetime", "20000")
        referee = subprocess.Popen(words, cwd=FOLDER, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        await_true(lambda: inside(token) or referee.poll() is not None, f"{kind} does not play")
        if referee.poll() is not None:
            raise Wrong(f"{kind}: the match ended with exit code {referee.returncode}")
        time.sleep(0.05 * i)
        referee.send_signal(signal.SIGKILL)
        referee.wait()
        await_true(lambda: not processes(token), f"{kind} survives: {processes(token)}")


def inside(token):
    """The processes of a beast: the arguments of the referee and its runners contain the token, too."""
    found = []
    for pid in processes(token):
        try:
            if pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"./beast\0"):
                found.append(pid)
        except OSError:
            pass
    return found


def main():
    global PROGRAM, FOLDER, KEEPS_LOGS
    PROGRAM = os.path.abspath(sys.argv[1])
    text = subprocess.run([PROGRAM, "match", "--help"], stdout=subprocess.PIPE, text=True).stdout
    KEEPS_LOGS = "--resume" in text
    # Not below /tmp, where a sandbox has a folder of its own.
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="pessoi-zoo-") as folder:
        FOLDER = pathlib.Path(folder)
        shutil.copy(sys.argv[2], FOLDER / "beast")
        tests = {"beasts": test_beasts, "many": test_many_games, "killed": test_killed_referee}
        for test in (tests[name] for name in sys.argv[3:]):
            started = time.monotonic()
            try:
                test()
            except Wrong as wrong:
                sys.exit(f"zoo: {test.__name__}: {wrong}")
            print(f"{test.__name__}: {time.monotonic() - started:.1f} s", flush=True)


main()
