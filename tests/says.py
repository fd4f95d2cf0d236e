#!/usr/bin/env python3
"""Runs a program; fails unless it exits with 0 and its output contains a text.

    says.py PROGRAM TEXT
"""

import subprocess
import sys

program, text = sys.argv[1:]
run = subprocess.run([program], capture_output=True, text=True, timeout=240, check=False)
print(run.stdout, end="")
print(run.stderr, end="", file=sys.stderr)
# In cmocka's format, so that tools/count-tests counts all tests.
good = run.returncode == 0 and text in run.stdout
print("[  PASSED  ] 1 test(s)." if good else f"[  FAILED  ] 1 test(s): it does not say '{text}'")
sys.exit(not good)
