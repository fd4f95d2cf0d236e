#!/usr/bin/env python3
"""Tests the server inside the sandbox of contrib/pessoi.service.

    sandbox.py PESSOI UNIT              checks the unit with systemd, then runs tests of the server
    sandbox.py --run FILTER PROGRAM ..  runs a program under a filter (a file made by the first form)

systemd need not run for this. systemd-analyze lists the system calls of a group such as
@system-service; they become a seccomp filter equivalent to SystemCallFilter,
SystemCallArchitectures, MemoryDenyWriteExecute and RestrictAddressFamilies, except that it kills
where systemd would return an error, so that a missing call cannot go unnoticed. Needs Linux on
x86-64 and systemd-analyze; skipped without them.
"""

import ctypes
import os
import platform
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77  # the exit code that Meson reads as "skipped"
NOBODY = 65534
EXPOSURE_MAX = 15  # of 100, by `systemd-analyze security`
NUMBERS = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"

# The tests of serve.py that run under the filter: each feature of the server once.
TESTS = (
    "Playing.test_two_people", "Playing.test_against_agents", "Returning.test_reconnect",
    "Returning.test_clean_end", "Returning.test_ends_while_agents_think",
    "Starting.test_loopback_in_any_spelling", "Starting.test_default_file", "Secure",
    "Files.test_pages",
)

# <linux/filter.h>, <linux/seccomp.h>, <linux/audit.h>
LOAD, JUMP_EQUAL, JUMP_ANY_BIT, AND, RETURN = 0x20, 0x15, 0x45, 0x54, 0x06
KILL, ALLOW, ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
AT_NUMBER, AT_ARCH, AT_ARGUMENTS = 0, 4, 16
X86_64, X32_BIT = 0xC000003E, 0x40000000
PROT_WRITE, PROT_EXEC, SHM_EXEC = 2, 4, 0o100000
EAFNOSUPPORT = 97


def read_unit(path):
    """The settings of a unit: name to all its values, in order."""
    settings = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = re.match(r"(\w+)=(.*)", line)
            if found:
                settings.setdefault(found.group(1), []).append(found.group(2).strip())
    return settings


def calls_of(name):
    """The system calls of a name in SystemCallFilter."""
    if not name.startswith("@"):
        return {name}
    out = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", name],
                         capture_output=True, text=True, check=True).stdout
    words = [line.split("#")[0].strip() for line in out.splitlines()[1:]]
    return set().union(*(calls_of(word) for word in words if word))


def allowed_calls(unit):
    allowed = set(calls_of("@default"))
    for line in unit["SystemCallFilter"]:
        names = set().union(*(calls_of(name) for name in line.lstrip("~").split()))
        # Calls that every program needs stay allowed, whatever group is removed.
        allowed = allowed - (names - calls_of("@default")) if line[0] == "~" else allowed | names
    return allowed


def call_numbers():
    with open(NUMBERS, encoding="utf-8") as file:
        return {name: int(number) for name, number in
                re.findall(r"#define __NR_(\w+) (\d+)", file.read())}


def op(code, value, yes=0, no=0):
    return struct.pack("<HBBI", code, yes, no, value)


def refuse_if_all(number, argument, bits):
    """Kills a call whose argument has all these bits."""
    body = [op(LOAD, AT_ARGUMENTS + 8 * argument), op(AND, bits),
            op(JUMP_EQUAL, bits, 0, 1), op(RETURN, KILL), op(LOAD, AT_NUMBER)]
    return [op(JUMP_EQUAL, number, 0, len(body)), *body]


def refuse_families(number, families):
    """socket() fails for all other address families, as with systemd."""
    body = [op(LOAD, AT_ARGUMENTS)]
    for i, family in enumerate(families):
        body.append(op(JUMP_EQUAL, family, len(families) - i, 0))
    body += [op(RETURN, ERRNO | EAFNOSUPPORT), op(LOAD, AT_NUMBER)]
    return [op(JUMP_EQUAL, number, 0, len(body)), *body]


def filter_of(unit):
    """The BPF program for seccomp."""
    numbers = call_numbers()
    code = [op(LOAD, AT_ARCH), op(JUMP_EQUAL, X86_64, 1, 0), op(RETURN, KILL),
            op(LOAD, AT_NUMBER), op(JUMP_ANY_BIT, X32_BIT, 0, 1), op(RETURN, KILL)]
    if unit.get("MemoryDenyWriteExecute") == ["yes"]:
        code += refuse_if_all(numbers["mmap"], 2, PROT_WRITE | PROT_EXEC)
        code += refuse_if_all(numbers["mprotect"], 2, PROT_EXEC)
        code += refuse_if_all(numbers["pkey_mprotect"], 2, PROT_EXEC)
        code += refuse_if_all(numbers["shmat"], 2, SHM_EXEC)
    families = [getattr(socket, name) for name in unit["RestrictAddressFamilies"][0].split()]
    code += refuse_families(numbers["socket"], families)
    for name in sorted(allowed_calls(unit) & numbers.keys()):
        code += [op(JUMP_EQUAL, numbers[name], 0, 1), op(RETURN, ALLOW)]
    return b"".join([*code, op(RETURN, KILL)])


def leave_root(folder):
    """Becomes an unprivileged user, as the service is (SQLite behaves differently as root), who owns all
    files of a folder."""
    for path, _, names in os.walk(folder):
        for name in ["", *names]:
            os.chown(os.path.join(path, name), NOBODY, NOBODY)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def run(filter_path, command):
    """Executes the program under the filter."""
    with open(filter_path, "rb") as file:
        code = file.read()
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() == 0 and "SANDBOX" in os.environ:
        leave_root(os.environ["SANDBOX"])
    set_no_new_privileges, set_seccomp, mode_filter = 38, 22, 2
    if (libc.prctl(set_no_new_privileges, 1, 0, 0, 0) != 0
            or libc.prctl(set_seccomp, mode_filter, program, 0, 0) != 0):
        sys.exit(f"sandbox.py: no filter: {os.strerror(ctypes.get_errno())}")
    os.execv(command[0], command)


class Unit(unittest.TestCase):
    """The checks of systemd itself."""

    PROGRAM = UNIT = FILTER = ""

    def analyze(self, *arguments):
        out = subprocess.run(["systemd-analyze", "--no-pager", *arguments], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(out.returncode, 0, out.stdout)
        return out.stdout

    def test_unit(self):
        with tempfile.TemporaryDirectory(prefix="pessoi-unit-") as folder:
            copy = os.path.join(folder, "pessoi.service")
            with open(self.UNIT, encoding="utf-8") as file:
                text = file.read()
            # The program is not installed yet: use the one in the build folder.
            text, count = re.subn(r"(?m)^ExecStart=\S+", f"ExecStart={self.PROGRAM}", text)
            self.assertEqual(count, 1)
            with open(copy, "w", encoding="utf-8") as file:
                file.write(text)
            self.assertEqual(self.analyze("verify", "--man=no", copy), "")
            print(self.analyze("security", "--offline=yes", f"--threshold={EXPOSURE_MAX}", copy)
                  .splitlines()[-1])

    def test_filter_bites(self):
        """Forbidden calls kill the process, so that the other tests prove something."""
        environment = {k: v for k, v in os.environ.items() if k != "SANDBOX"}
        for code in ("import os; os.setuid(0)", "import os; os.chown('/', -1, -1)",
                     "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)"):
            out = subprocess.run([sys.executable, __file__, "--run", self.FILTER, sys.executable,
                                  "-c", code], capture_output=True, check=False, env=environment)
            self.assertEqual(out.returncode, -31, code)  # SIGSYS
        code = "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)"
        out = subprocess.run([sys.executable, __file__, "--run", self.FILTER, sys.executable, "-c", code],
                             capture_output=True, text=True, check=False, env=environment)
        self.assertIn("Address family not supported", out.stderr)


def main(program, unit):
    if (platform.machine() != "x86_64" or not os.path.exists(NUMBERS)
            or not shutil.which("systemd-analyze")):
        return SKIPPED
    import serve  # the tests that run again under the filter

    with tempfile.TemporaryDirectory(prefix="pessoi-sandbox-") as folder:
        # The unprivileged user must be able to read all that the server needs.
        os.chmod(folder, 0o755)
        inner = shutil.copy(program, f"{folder}/program")
        shutil.copytree(os.path.join(serve.HERE, "tls"), f"{folder}/tls")
        serve.Secure.OPTIONS = [word.replace(serve.HERE, folder) for word in serve.Secure.OPTIONS]
        Unit.FILTER = f"{folder}/filter"
        with open(Unit.FILTER, "wb") as file:
            file.write(filter_of(read_unit(unit)))
        wrapper = f"{folder}/pessoi"
        with open(wrapper, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec "{sys.executable}" "{os.path.abspath(__file__)}"'
                       f' --run "{Unit.FILTER}" "{inner}" "$@"\n')
        os.chmod(wrapper, 0o755)
        os.environ["SANDBOX"] = tempfile.tempdir = tempfile.mkdtemp(dir=folder)
        Unit.PROGRAM, Unit.UNIT, serve.PROGRAM = inner, unit, wrapper
        suite = unittest.TestSuite([
            unittest.defaultTestLoader.loadTestsFromTestCase(Unit),
            unittest.defaultTestLoader.loadTestsFromNames(TESTS, serve)])
        good = unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
        tempfile.tempdir = None
        return 0 if good else 1


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        run(sys.argv[2], sys.argv[3:])
    sys.exit(main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))
