#!/usr/bin/env python3
"""What a queue of jobs costs: its Redis, its overhead per game, its workers against --jobs.

    bench/queue.py BUILD ceiling [JOBS]   jobs per second of one Redis that has a core of its own
    bench/queue.py BUILD overhead [GAMES] CPU time per game that the queue adds, for games that cost nothing
    bench/queue.py BUILD workers [RUNS]   wall time of two slots of workers : --jobs 2, with an interval

BUILD is a build folder, best build-lto. Redis has an append-only file, as docs/howto/many-machines.md recommends.
The CPU time of Redis is that of its own statistics, of the others that of wait4(). `ceiling` and `overhead` may
run on a busy machine, `workers` needs an idle one. docs/adr/0028-a-queue-of-jobs.md has the results.
"""

import contextlib
import math
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "queue"))
import lab  # noqa: E402  (the path comes first)

FREE = ["match", "boats", "random", "random", "--seed", "3", "--json"]  # games that cost nothing
REAL = ["match", "gomoku", "alphabeta:nodes=20000", "alphabeta:nodes=15000", "--games", "40", "--seed", "3", "--json"]
CLIENTS = 4
# Student's t for an interval of 95 %, by degrees of freedom; above 30 that of the normal distribution is close.
T95 = [0, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10,
       2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04]


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Bench:
    """A Redis and programs beside it; with `apart` it has the first core and they have the others."""

    def __init__(self, build, apart):
        self.build = pathlib.Path(build).resolve()
        cores = sorted(os.sched_getaffinity(0))
        if apart and len(cores) < 2:
            sys.exit("bench/queue.py: this measurement needs two cores")
        self.cores = (cores[:1], cores[1:]) if apart else (cores, cores)

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="bq-")
        self.redis = lab.Redis(self.folder.name)
        self.redis.start()
        os.sched_setaffinity(self.redis.process.pid, self.cores[0])
        os.sched_setaffinity(0, self.cores[1])  # those that are started from now on have it, too
        return self

    def __exit__(self, *_):
        self.redis.kill()
        self.folder.cleanup()
        os.sched_setaffinity(0, set(self.cores[0]) | set(self.cores[1]))

    def redis_cpu(self):
        text = self.redis.ask("INFO", "cpu").decode()
        found = dict(line.split(":") for line in text.split() if ":" in line)
        return float(found["used_cpu_user"]) + float(found["used_cpu_sys"])

    def start(self, program, *words):
        return subprocess.Popen([self.build / program, *map(str, words)], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True)

    @contextlib.contextmanager
    def workers(self, count, slots):
        """Workers that are ready; afterwards they are gone, and their CPU time is known."""
        started = [self.start("pessoi", "worker", "--queue", self.redis.url(), "--jobs", slots) for _ in range(count)]
        lab.wait_until(lambda: self.redis.ask("ZCARD", "test:workers") == count, "workers connect")
        yield
        for worker in started:
            worker.terminate()
        for worker in started:
            worker.communicate()


def say_load(jobs, wall, cpu, what):
    print(f"{what:36} {jobs / wall:8.0f} jobs/s  Redis busy {100 * cpu / wall:3.0f} %  {1e6 * cpu / jobs:6.1f} us of"
          f" Redis per job, so {jobs / cpu:6.0f} jobs per second of its CPU", flush=True)


def load(bench, what, commands, jobs):
    """Runs the commands at once, and says what Redis did meanwhile."""
    before, start = bench.redis_cpu(), time.monotonic()
    running = [bench.start(*command) for command in commands]
    for process in running:
        process.communicate()
        assert process.returncode == 0, process.args
    say_load(jobs, time.monotonic() - start, bench.redis_cpu() - before, what)


def ceiling(build, jobs=100000):
    print("raw: the commands alone, pipelined; real: senders and workers, players that cost nothing")
    with Bench(build, apart=True) as bench:
        for batch in (1, 4, 16, 64, 256):
            load(bench, f"raw, {CLIENTS} clients, batches of {batch}",
                 [("bench/queue_raw", bench.redis.url(), jobs // CLIENTS, batch)] * CLIENTS, jobs)
        for senders, workers, slots in ((1, 2, 1), (1, 2, 8), (2, 4, 8), (4, 4, 16), (4, 2, 64)):
            with bench.workers(workers, slots):
                games = jobs // 5 // senders
                load(bench, f"real, senders {senders}, workers {workers} x {slots} slots",
                     [("pessoi", *FREE, "--games", games, "--queue", bench.redis.url())] * senders, games * senders)


def overhead(build, games=20000):
    def local(bench):
        before = cpu_of_children()
        bench.start("pessoi", *FREE, "--games", games, "--jobs", 2).communicate()
        return cpu_of_children() - before, 0.0

    def queued(bench, workers, slots):
        before, redis = cpu_of_children(), bench.redis_cpu()
        with bench.workers(workers, slots):
            bench.start("pessoi", *FREE, "--games", games, "--queue", bench.redis.url()).communicate()
        return cpu_of_children() - before, bench.redis_cpu() - redis

    ways = {"--jobs 2": local, "queue, 2 workers of 1 slot": lambda b: queued(b, 2, 1),
            "queue, 2 workers of 8 slots": lambda b: queued(b, 2, 8)}
    found = {name: [] for name in ways}
    with Bench(build, apart=False) as bench:
        for _ in range(3):
            for name, way in ways.items():
                found[name].append(way(bench))
    for name, runs in found.items():
        whole = [1e6 * (own + redis) / games for own, redis in runs]
        redis = statistics.mean(1e6 * redis / games for _, redis in runs)
        print(f"{name:28} {statistics.mean(whole):6.0f} us of CPU per game ({min(whole):.0f} to {max(whole):.0f}),"
              f" Redis {redis:.0f} of them")


def ratio_of(a, b):
    """The mean of b / a over pairs of runs, and its interval of 95 %, by logarithms."""
    logs = [math.log(y / x) for x, y in zip(a, b)]
    free = len(logs) - 1
    half = (T95[free] if free < len(T95) else 1.96) * statistics.stdev(logs) / math.sqrt(len(logs))
    mean = statistics.mean(logs)
    return tuple(math.exp(value) for value in (mean, mean - half, mean + half))


def workers(build, runs=8):
    def timed(bench, *words):
        start = time.monotonic()
        assert bench.start("pessoi", *REAL, *words).wait() == 0
        return time.monotonic() - start

    found = {"--jobs 2": [], "2 workers of 1 slot": [], "1 worker of 2 slots": []}
    with Bench(build, apart=False) as bench:
        for _ in range(runs):
            found["--jobs 2"].append(timed(bench, "--jobs", 2))
            for name, count, slots in (("2 workers of 1 slot", 2, 1), ("1 worker of 2 slots", 1, 2)):
                with bench.workers(count, slots):
                    found[name].append(timed(bench, "--queue", bench.redis.url()))
    local = found.pop("--jobs 2")
    print(f"--jobs 2: {statistics.mean(local):.2f} s ({min(local):.2f} to {max(local):.2f}), {runs} runs of each, in turn")
    for name, times in found.items():
        mean, low, high = ratio_of(local, times)
        print(f"{name}: {statistics.mean(times):.2f} s ({min(times):.2f} to {max(times):.2f}),"
              f" {mean:.3f} times --jobs 2 (95 %: {low:.3f} to {high:.3f})")


def main():
    ways = {"ceiling": ceiling, "overhead": overhead, "workers": workers}
    if len(sys.argv) not in (3, 4) or sys.argv[2] not in ways or not all(n.isdigit() for n in sys.argv[3:]):
        print("usage: bench/queue.py BUILD ceiling|overhead|workers [COUNT]", file=sys.stderr)
        return 2
    if len(sys.argv) == 4 and int(sys.argv[3]) < 2:
        print("bench/queue.py: COUNT must be 2 or more", file=sys.stderr)
        return 2
    ways[sys.argv[2]](sys.argv[1], *map(int, sys.argv[3:]))
    return 0


sys.exit(main())
