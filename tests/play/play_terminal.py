"""Plays `pessoi play` as people do: through a pipe, and on pseudo-terminals of several sizes.

Usage: play_terminal.py PESSOI [unittest arguments]
"""

import codecs
import fcntl
import os
import pty
import random
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

PESSOI = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "pessoi"
COLUMNS, ROWS = 80, 24
WAIT = 20  # seconds until a test gives up

# Red's moves of the printed game B against minimax, which answers -1 L L L -4 -5.
GAME_B = ["R", "+1", "R", "R", "R", "R"]
GAME_B_ALL = "R -1 +1 L R L R L R -4 R -5"

# Escape sequences that print nothing: colours, cursor movement, modes.
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][0-9A-B]|\x1b[=>78]|\x0f")


def plain(text):
    return ESCAPES.sub("", text)


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, args, env, columns=COLUMNS, rows=ROWS):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.slave = slave  # kept open: its settings are checked after the end
        self.before = termios.tcgetattr(slave)
        self.text = ""
        # A letter of two bytes may come in two reads.
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.process = subprocess.Popen(
            [PESSOI] + args, stdin=slave, stdout=slave, stderr=slave, env=env, close_fds=True,
            preexec_fn=self.own_terminal)

    def own_terminal(self):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            self.text += self.decoder.decode(os.read(self.master, 65536))

    def wait_for(self, words, since=0):
        """Reads until the words appear after position `since`; returns the text from there on."""
        end = time.monotonic() + WAIT
        while words not in plain(self.text[since:]):
            if time.monotonic() > end:
                raise AssertionError("no %r in %r" % (words, plain(self.text[since:])))
            self.read(0.05)
        return plain(self.text[since:])

    def prompted(self, since=0):
        """Reads until a prompt is the last thing after position `since`; returns the rows."""
        end = time.monotonic() + WAIT
        while not re.search(r"\n\w*> $", plain(self.text[since:])):
            if time.monotonic() > end:
                raise AssertionError("no prompt in %r" % plain(self.text[since:]))
            self.read(0.05)
        return plain(self.text[since:]).split("\r\n")

    def type(self, text):
        os.write(self.master, text.encode())

    def ask(self, line, words):
        """Types a line and waits for the words of the answer."""
        since = len(self.text)
        self.type(line + "\r")
        return self.wait_for(words, since)

    def play(self, move):
        """Plays a move and waits for the prompt after its effect: an earlier prompt may not have
        been read yet."""
        since = len(self.text)
        self.ask(move, "You: %s." % move)
        end = time.monotonic() + WAIT
        while "\nRed> " not in plain(self.text[since:]).partition("You: ")[2]:
            if time.monotonic() > end:
                raise AssertionError("no prompt in %r" % plain(self.text[since:]))
            self.read(0.05)

    def written(self):
        """Bytes that the program has written; constant while it waits for us to read."""
        with open("/proc/%d/io" % self.process.pid, encoding="ascii") as counters:
            return int(counters.read().split("wchar:")[1].split()[0])

    def end(self):
        """Waits for the end; returns the exit code."""
        end = time.monotonic() + WAIT
        while self.process.poll() is None:
            if time.monotonic() > end:
                self.process.kill()
                raise AssertionError("did not end: %r" % plain(self.text[-400:]))
            self.read(0.02)
        while select.select([self.master], [], [], 0.05)[0]:
            self.read(0)
        return self.process.returncode

    def restored(self):
        return termios.tcgetattr(self.slave) == self.before

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


class Play(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pessoi-play-")
        self.state = os.path.join(self.folder, "pessoi")
        self.env = {"PATH": os.environ.get("PATH", ""), "HOME": self.folder, "TERM": "xterm-256color",
                    "LANG": "en_US.UTF-8", "XDG_STATE_HOME": self.folder}
        # Sanitizers read their options from the environment.
        self.env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})

    def tearDown(self):
        shutil.rmtree(self.folder)

    def pipe(self, lines, *args, code=0, **how):
        """Plays lines through a pipe; returns what was printed."""
        data = lines if isinstance(lines, bytes) else "".join(l + "\n" for l in lines).encode()
        done = subprocess.run([PESSOI, "play"] + list(args), input=data, env=self.env,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=WAIT, **how)
        self.err = done.stderr.decode("utf-8", "replace")
        self.assertEqual(done.returncode, code, self.err)
        return done.stdout.decode("utf-8", "replace")

    def terminal(self, *args, **how):
        t = Terminal(["play"] + list(args), self.env, **how)
        self.addCleanup(t.close)
        return t

    def saved(self, name="play-boats.pes"):
        with open(os.path.join(self.state, name), encoding="utf-8") as file:
            return file.read()

    def has_saved(self, name="play-boats.pes"):
        return os.path.exists(os.path.join(self.state, name))

    # A whole game -----------------------------------------------------------------------------

    def test_game_by_pipe(self):
        out = self.pipe(GAME_B[:-1], "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertIn("MiniMax Boat: value -1, move number 14.", out)
        self.assertIn("Your game is saved in", out)
        self.assertIn("1. R -1 {eval=-1} 2. +1 L {eval=0} 3. R L {eval=0} 4. R L {eval=0} 5. R -4 {eval=-999999}",
                      " ".join(self.saved().split()))
        out = self.pipe(["resume", GAME_B[-1], "save game.pes"], "boats", cwd=self.folder)
        self.assertIn("Red sinks on column 5: Green wins. You lost, 0-1.", out)
        self.assertFalse(self.has_saved())
        with open(os.path.join(self.folder, "game.pes"), encoding="utf-8") as file:
            text = file.read()
        for tag in ('[Format "1"]', '[Game "boats"]', '[Variant "start=s0"]', '[First "human"]',
                    '[Second "minimax"]', '[Result "0-1"]', '[Termination "rules"]'):
            self.assertIn(tag, text)
        self.assertRegex(text, r'\[Date "\d{4}-\d\d-\d\d"\]')
        self.assertRegex(text, r'\[Seed "\d+"\]')
        replay = subprocess.run([PESSOI, "replay", "game.pes"], cwd=self.folder, env=self.env,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(replay.returncode, 0, replay.stderr)

    def test_game_on_terminal(self):
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        for move in GAME_B[:-1]:
            t.play(move)
        t.ask(GAME_B[-1], "Green wins. You lost, 0-1.")
        t.ask("R", "The game is over: Red sinks on column 5: Green wins. You lost, 0-1.")
        t.ask("undo", "Taken back: R -5.")
        t.ask("resign", "You resigned.")
        t.ask("new swap", "You are Green")
        t.ask("quit", "quit")
        self.assertEqual(t.end(), 0)
        self.assertTrue(t.restored())

    def test_two_people(self):
        out = self.pipe(GAME_B_ALL.split(), "boats", "--variant", "start=s0", "--second", "human")
        self.assertIn("Green> -5", out)
        self.assertIn("Green wins. Result: 0-1.", out)
        out = self.pipe(["R", "L", "undo", "+5"], "boats", "--variant", "start=s0", "--second", "human")
        self.assertIn("Taken back: L.", out)
        self.assertIn("1. R +5", self.saved())

    def test_watching(self):
        args = ["boats", "--first", "crazy", "--second", "crazy", "--seed", "3"]
        out = self.pipe([], *args)
        self.assertRegex(out, r"(wins\. Result: (1-0|0-1)|A draw, 1/2-1/2)\.\n$")
        self.assertIn("Seed 3.", out)
        self.assertEqual(out, self.pipe([], *args))
        self.assertFalse(self.has_saved())
        t = self.terminal(*args, "--movetime", "200")
        t.wait_for("Green: ")
        t.type("\x03")
        t.wait_for("Stopped.")
        self.assertEqual(t.end(), 0)

    def test_stopped_while_the_terminal_is_slow(self):
        """A signal while a write waits for the terminal is no failed write. The first one may end a
        write that has begun; a later one meets one that has not."""
        args = ["abalone", "--first", "random", "--second", "random", "--seed", "3", "--movetime", "1"]
        t = self.terminal(*args)
        t.wait_for("White: ")
        end, written = time.monotonic() + WAIT, -1
        while written != t.written():
            self.assertLess(time.monotonic(), end)
            written = t.written()
            time.sleep(0.5)
        for _ in range(5):
            os.kill(t.process.pid, signal.SIGTERM)
            time.sleep(0.05)
        t.wait_for("Stopped.")
        self.assertEqual(t.end(), 0)

    # Leaving ----------------------------------------------------------------------------------

    def test_end_of_input(self):
        out = self.pipe([], "boats")
        self.assertNotIn("saved in", out)
        self.assertFalse(self.has_saved())
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        t.play("R")
        t.type("\x04")
        t.wait_for("Your game is saved in")
        self.assertEqual(t.end(), 0)
        self.assertTrue(t.restored())

    def test_interrupt_at_prompt(self):
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        t.play("R")
        t.type("hal\x03")
        t.wait_for("Your game is saved in")
        self.assertEqual(t.end(), 0)
        self.assertTrue(t.restored())
        self.assertIn("1. R -1", self.saved())

    def test_interrupt_while_thinking(self):
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax:depth=12")
        t.wait_for("Red> ")
        t.ask("R", "thinking")
        time.sleep(0.3)
        t.type("\x03")
        t.wait_for("Your game is saved in")
        self.assertEqual(t.end(), 0)
        self.assertTrue(t.restored())
        self.assertIn("1. R *", self.saved())

    # Keeping and resuming ----------------------------------------------------------------------

    def test_stopped_and_continued(self):
        """Ctrl-Z and fg: meanwhile the shell has changed the terminal's settings."""
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        t.type("xR")
        t.wait_for("xR")
        os.kill(t.process.pid, signal.SIGSTOP)
        termios.tcsetattr(t.slave, termios.TCSANOW, t.before)
        since = len(t.text)
        os.kill(t.process.pid, signal.SIGCONT)
        t.wait_for("Red> xR", since)
        t.type("\x01\x04")  # to the beginning, and delete the x
        t.ask("", "You: R.")
        t.wait_for("\nRed> ", since)
        t.type("\x04")
        self.assertEqual(t.end(), 0)
        self.assertTrue(t.restored())

    def test_terminal_goes_away(self):
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        t.ask("undo", "no move to take back")
        t.play("R")
        os.close(t.master)
        t.master = os.dup(t.slave)
        self.assertEqual(t.process.wait(WAIT), 3)
        self.assertIn("1. R -1", self.saved())
        self.assertIn("undo", self.saved("history"))
        self.assertEqual([n for n in os.listdir(self.state) if n.endswith(".tmp")], [])

    def test_resume_by_pipe(self):
        self.pipe(["R"], "boats", "--variant", "start=s0", "--second", "minimax")
        out = self.pipe(["resume", "show"], "boats")
        self.assertIn("A game is waiting (human - MiniMax Boat, 2 moves): 'resume' continues it.", out)
        self.assertIn("after 2 moves", out)
        self.assertIn("So far: R -1", out)

    def test_resume_on_terminal(self):
        self.pipe(["R"], "boats", "--variant", "start=s0", "--second", "minimax")
        t = self.terminal("boats")
        t.wait_for("Continue it? [Y/n] ")
        t.ask("", "Here is your game again, after 2 moves.")
        t.wait_for("Red> ")
        t.play("+1")
        t.ask("quit", "Your game is saved in")
        self.assertEqual(t.end(), 0)
        self.assertIn("1. R -1 {eval=-1} 2. +1 L", self.saved())

    def test_not_resumed_is_put_aside(self):
        self.pipe(["R"], "boats", "--variant", "start=s0", "--second", "minimax")
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Continue it? [Y/n] ")
        t.ask("n", "Red> ")
        self.assertFalse(self.has_saved("play-boats.previous.pes"))
        t.play("-5")
        self.assertIn("1. R -1", self.saved("play-boats.previous.pes"))
        self.assertIn("1. -5 ", self.saved())
        t.ask("resume", "after 2 moves")
        t.ask("quit", "quit")
        self.assertEqual(t.end(), 0)
        self.assertIn("1. R -1", self.saved("play-boats.previous.pes"))

    def test_broken_game_in_progress(self):
        os.mkdir(self.state)
        with open(os.path.join(self.state, "play-boats.pes"), "wb") as file:
            file.write(b"\x00\xff not a record")
        out = self.pipe(["R"], "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertIn("cannot be continued", out)
        self.assertIn("1. R -1", self.saved())
        self.assertTrue(self.has_saved("play-boats.previous.pes"))

    def test_no_place_to_keep_it(self):
        self.env["XDG_STATE_HOME"] = "/dev/null"
        out = self.pipe(["R", "+1", "R"], "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertEqual(out.count("not being saved"), 1)
        self.assertIn("You: +1.", out)
        del self.env["XDG_STATE_HOME"], self.env["HOME"]
        out = self.pipe(["R", "+1"], "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertEqual(out.count("not being saved"), 1)

    def test_full_disk(self):
        path = os.path.join(self.folder, "game.pes")
        self.pipe(["R", "save game.pes"], "boats", "--variant", "start=s0", "--second", "minimax", cwd=self.folder)
        with open(path, "rb") as file:
            before = file.read()

        def no_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

        out = self.pipe(["load game.pes", "+1", "save game.pes", "moves"], "boats", cwd=self.folder,
                        preexec_fn=no_room, restore_signals=False)
        self.assertEqual(out.count("Not saved: "), 1)
        self.assertEqual(out.count("not being saved"), 1)
        self.assertIn("moves: ", out)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertIn("1. R -1", self.saved())
        left = [f for f in os.listdir(self.folder) + os.listdir(self.state) if f.startswith(".")]
        self.assertEqual(left, [])

    # Strange input -----------------------------------------------------------------------------

    def test_endless_line(self):
        out = self.pipe(b"R" * (10 << 20) + b"\nR\n", "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertEqual(out.count("longer than 4096 bytes"), 1)
        self.assertIn("You: R.", out)
        self.assertLess(len(out), 20000)

    def test_line_without_end(self):
        with open("/dev/zero", "rb") as zeros:
            done = subprocess.run([PESSOI, "play", "boats"], stdin=zeros, env=self.env,
                                  stdout=subprocess.PIPE, timeout=WAIT)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.count(b"longer than 4096 bytes"), 1)

    def test_binary_input(self):
        data = random.Random(1).randbytes(20000)
        out = self.pipe(data + b"\n" + b"\0\0\n" + b"\xce\nR\n", "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertIn("You: R.", out)
        self.assertNotRegex(out, "[\x00-\x09\x0b-\x1f\x7f]")

    def test_paste_on_terminal(self):
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        t.type("x" * 1000)
        for _ in range(5):
            t.read(0.3)
            t.type("x" * 1000)
        t.ask("", "longer than 4096 bytes")
        t.play("R")
        t.ask("q", "Your game is saved in")
        self.assertEqual(t.end(), 0)

    def test_windows_line_ends(self):
        out = self.pipe(b"R\r\nundo\r\n", "boats", "--variant", "start=s0", "--second", "minimax")
        self.assertIn("Taken back: R -1.", out)

    def test_usage(self):
        for args in (["chess"], ["boats", "--first", "nobody"], ["boats", "--variant", "x=1"],
                     ["boats", "--moves", "R Q"], ["boats", "--position", "nonsense"], []):
            out = self.pipe([], *args, code=2)
            self.assertEqual(out, "")
            self.assertEqual(self.err.count("\n"), 1, self.err)

    # Editing -----------------------------------------------------------------------------------

    def test_completion_and_history(self):
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax")
        t.wait_for("Red> ")
        t.ask("und\t", "no move to take back")
        t.ask("υποδ\t", "'hint' again")
        t.type("-1\t")  # -1 or -10
        t.wait_for("-10")
        t.type("\x15")
        t.ask("\x1b[A\x1b[A", "no move to take back")
        t.ask("quit", "quit")
        self.assertEqual(t.end(), 0)
        t = self.terminal("boats")
        t.wait_for("Red> ")
        t.ask("\x1b[A\x1b[A", "no move to take back")

    # 80 by 24 ----------------------------------------------------------------------------------

    def fits(self, text, what):
        rows = text.split("\n")
        for row in rows:
            # After a carriage return the next words overwrite the line.
            for part in row.split("\r"):
                self.assertLessEqual(len(part), COLUMNS, what + ": " + part)
        self.assertLessEqual(len(rows), ROWS, what)

    def test_fits_the_screen(self):
        for lang, prompt, colour in (("en", "Red> ", "always"), ("el", "Κόκκινος> ", "always"),
                                     ("en", "Red> ", "never"), ("el", "Κόκκινος> ", "never")):
            what = lang + " " + colour
            t = self.terminal("boats", "--seed", "4", "--lang", lang, "--color", colour, "--position",
                              "4432132344 0 11 r -")
            self.fits(t.wait_for("\n" + prompt), what)
            for move in ("R", "+1", "help", "hint"):
                self.fits(t.ask(move, "\n" + prompt), what + " " + move)
            if colour == "never":
                self.assertNotIn("\x1b[38;5;", t.text)
            t.type("\x04")
            self.assertEqual(t.end(), 0)

    def test_other_commands_fit_too(self):
        """Lines break between words, not at the edge of the terminal."""
        long = "R L L R " * 2
        for args in (["match", "boats", "forward", "forward", "--games", "20", "--openings", "random:0"],
                     ["show", "boats", "--moves", long + "+5"], ["show", "boats", "--moves", long]):
            for lang in ("en", "el"):
                t = Terminal(args + ["--variant", "start=s0", "--lang", lang], self.env)
                self.addCleanup(t.close)
                self.assertEqual(t.end(), 0)
                for row in plain(t.text).split("\r\n"):
                    self.assertLessEqual(len(row), COLUMNS)

    # The first row of each picture, and a move.
    PICTURES = {"boats": (r"^ \w+ ▶", "R"), "gomoku": (r"^15 ", "h 8"), "abalone": (r"^ +i ", "a1a2"),
                "crush": (r"^1[0-9]  [A-G] ", "b5u"), "proximity": (r"^ +a +b +c", "f6")}

    def test_small_windows(self):
        """Every board is drawn in windows of 80 by 24, 60 by 20 and 40 by 20, and stays visible."""
        for columns, rows in ((80, 24), (60, 20), (40, 20)):
            for lang in ("en", "el"):
                for game, (first, move) in self.PICTURES.items():
                    what = "%s %s %dx%d" % (game, lang, columns, rows)
                    t = self.terminal(game, "--seed", "3", "--second", "random", "--lang", lang,
                                      columns=columns, rows=rows)
                    for line in (None, move, "show"):
                        since = len(t.text)
                        if line:
                            t.type(line + "\r")
                        lines = t.prompted(since)
                        for row in lines:
                            for part in row.split("\r"):
                                self.assertLessEqual(len(part), columns, what + ": " + part)
                        at = [i for i, row in enumerate(lines) if re.search(first, row)]
                        self.assertTrue(at, what + "\n" + "\n".join(lines))
                        self.assertLessEqual(len(lines) - at[-1], rows, what + "\n" + "\n".join(lines))
                    t.type("quit\r")
                    self.assertEqual(t.end(), 0)
                    shutil.rmtree(self.state, ignore_errors=True)

    def test_too_narrow(self):
        """If the terminal is too narrow for the smallest picture, the position's text is shown, once
        and broken between its rows."""
        for game, text in (("boats", "4432132344 0 11 r -"), ("crush", "/")):
            t = self.terminal(game, "--seed", "3", "--second", "random", columns=22)
            t.prompted()
            since = len(t.text)
            t.type("show\r")
            lines = t.prompted(since)
            self.assertLessEqual(max(len(row) for row in lines), 22, lines)
            joined = " ".join(" ".join(lines).split())
            self.assertEqual(joined.count("Position:"), 1, lines)
            self.assertIn(text, joined)
            if game == "crush":
                rows = re.findall(r"[0-9]{5,}", joined)
                self.assertEqual({len(row) for row in rows}, {10}, lines)
            t.type("quit\r")
            self.assertEqual(t.end(), 0)

    def test_colours(self):
        """Escape sequences fit the terminal: 256 colours, 8 colours or none."""
        sgr = re.compile(r"\x1b\[[0-9;]*m")
        for term, no_color, rich, any_colour in (
                ("xterm-256color", "", True, True), ("vt100", "", False, True),
                ("linux", "", False, True), ("xterm-16color", "", False, True),
                ("dumb", "", False, False), ("xterm-256color", "1", False, False)):
            for game in ("boats", "gomoku", "proximity"):
                self.env.update(TERM=term, NO_COLOR=no_color)
                t = Terminal(["show", game, "--seed", "3"], self.env)
                self.addCleanup(t.close)
                self.assertEqual(t.end(), 0)
                self.assertEqual(bool(sgr.search(t.text)), any_colour, term + repr(t.text))
                self.assertEqual("8;5;" in t.text, rich, term)

    def test_greek_words_in_ascii_pictures(self):
        """Without UTF-8 the shapes are ASCII; words are all in the language of the other text."""
        self.env.update(LANG="C", LC_ALL="C")
        for game, words in (("boats", "Πράσινου"), ("gomoku", "Μαύρος"), ("abalone", "χαμένες"),
                            ("crush", "νικούν"), ("proximity", "Μπλε")):
            done = subprocess.run([PESSOI, "show", game, "--lang", "el", "--seed", "3"], env=self.env,
                                  stdout=subprocess.PIPE, timeout=WAIT)
            text = done.stdout.decode()
            self.assertIn(words, text)
            self.assertNotRegex(text, "[●○·▄▒─]")
            self.assertNotRegex(text, r"Black|White|Red|Green|Blue|points|goal|level\b")

    # What people type ----------------------------------------------------------------------------

    def test_which_game(self):
        t = self.terminal()
        listed = t.wait_for("Name or number: ")
        for game in self.PICTURES:
            self.assertIn(game, listed)
        t.ask("chess", "There is no game 'chess'.")
        t.ask("Gomoku", "Black> ")
        t.type("quit\r")
        self.assertEqual(t.end(), 0)
        for leave in ("\x04", "quit\r"):
            t = self.terminal()
            t.wait_for("Name or number: ")
            t.type(leave)
            self.assertEqual(t.end(), 0)
        self.pipe([], code=2)
        for game in self.PICTURES:
            self.assertIn(game, self.err)
        self.assertIn("pessoi play boats", self.err)

    def test_level(self):
        out = self.pipe([], "gomoku", "--level", "5")
        self.assertIn("You are Black; level 5 (Careful) plays White.", out)
        self.assertNotIn("Seed", out)
        out = self.pipe(["seed"], "gomoku", "--level", "5", "--second", "human", "--seed", "9")
        self.assertIn("You are White; level 5 (Careful) plays Black.", out)
        self.assertIn("Seed 9.", out)
        for level, why in (("0", "levels 1 to 8, not 0"), ("99", "levels 1 to 8, not 99"), ("x", "--level")):
            self.pipe([], "gomoku", "--level", level, code=2)
            self.assertIn(why, self.err)
        for seats in (["--first", "max"], ["--second", "max"], ["--first", "human", "--second", "human"]):
            self.pipe([], "gomoku", "--level", "5", *seats, code=2)
            self.assertIn("--level chooses the opponent", self.err)

    def test_typing_while_thinking(self):
        """What is typed while the computer thinks is not echoed over its text, and is not lost."""
        t = self.terminal("boats", "--variant", "start=s0", "--second", "max:movetime=2000")
        t.wait_for("Red> ")
        t.ask("R", "Green is thinking...")
        since = len(t.text)
        t.type("moves\r")
        text = t.wait_for("\nRed> moves", since)
        self.assertNotIn("moves", text.partition("\r")[0])
        t.wait_for("moves: ", since)
        t.type("\x04")
        self.assertEqual(t.end(), 0)
        self.assertTrue(t.restored())

    def test_board_after_hints_and_help(self):
        """A hint that scrolls the board away draws it again; after help a sentence says how."""
        t = self.terminal("boats", "--variant", "start=s0", "--second", "minimax", rows=18)
        t.prompted()
        t.ask("help", "'show' draws the board again.")
        since = len(t.text)
        t.type("hint\r")
        t.wait_for("'hint' again", since)
        self.assertTrue(any("▶" in row for row in t.prompted(since)))
        t.type("\x04")
        self.assertEqual(t.end(), 0)

    def test_greek(self):
        self.env["LANG"] = "el_GR.UTF-8"
        out = self.pipe(["R", "ΑΝΑΙΡΕΣΗ", "υπόδειξη", "υποδειξι", "παραίτηση", "νέα αλλαγή", "έξοδος"],
                        "boats", "--variant", "start=s0", "--second", "minimax")
        for words in ("Η σειρά σου (Κόκκινος).", "Αναίρεση: R -1.", "Μήπως εννοείς «υπόδειξη»;",
                      "Παραιτήθηκες.", "Είσαι: Πράσινος."):
            self.assertIn(words, out)
        t = self.terminal("boats")
        t.wait_for("Κόκκινος> ") if not self.has_saved() else t.ask("ο", "Κόκκινος> ")
        t.ask("βοήθεια", "αποθήκευση ΑΡΧΕΙΟ")
        t.ask("έξοδος", "έξοδος")
        self.assertEqual(t.end(), 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[2:])
