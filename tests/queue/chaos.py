#!/usr/bin/env python3
"""Every game exactly once, whatever dies.

    chaos.py PROGRAM [TEST ..]      LONG=1: 2,000 games instead of 400; SEED=N: other moments

Four workers play a match while they are killed (-9) and hung (SIGSTOP), Redis is killed and started again, and
connections are cut. The document must be that of a local run, and the stored games must be its games, byte for byte.
Moments are counted in finished games, not in seconds, so that the test is as hard on slow machines.
"""

import os
import random
import signal
import time

import lab

GAMES = 2000 if os.environ.get("LONG") else 400
# About ten milliseconds per game in a debug build.
MATCH = ["match", "boats", "minimax:depth=2", "alphabeta:nodes=150", "--games", str(GAMES), "--seed", "3", "--json"]


def done(t):
    """Results so far; they begin again if Redis has lost them."""
    try:
        return int(t.redis.ask("HGET", "test:stats", "done") or 0)
    except (OSError, EOFError, RuntimeError):
        return 0


def check_all(t, sender, local):
    out, err = lab.finish(sender)
    assert lab.document(out) == local, err
    assert (t.path / "queue.pes").read_bytes() == (t.path / "local.pes").read_bytes()
    return err


def start(t, workers, url=None):
    local = t.document(*MATCH[:-1], "--records", t.path / "local.pes")
    for _ in range(workers):
        t.worker(url=url)
    return local, t.start(*MATCH, "--records", t.path / "queue.pes", "--queue", t.redis.url())


def wake(worker):
    if worker.poll() is None:  # a hung one may have been killed, too
        worker.send_signal(signal.SIGCONT)


def live(workers):
    return [w for w in workers if w.poll() is None]


def test_everything(t):
    """All of it at once."""
    rng = random.Random(int(os.environ.get("SEED", "1")))
    proxy = lab.Proxy(str(t.redis.path))
    local, sender = start(t, 2)
    workers = t.processes[-3:-1] + [t.worker(url=proxy.url()) for _ in range(2)]
    hung = []
    steps = ["kill", "hang", "redis", "cut", "kill", "resume", "cut", "redis", "kill", "cut"] * (GAMES // 400)
    for number, step in enumerate(steps):
        goal = (number + 1) * GAMES // (len(steps) + 2)
        before = done(t)
        # After a Redis that lost its last second the counter may be behind: then as many again.
        lab.wait_until(lambda: done(t) >= min(goal, before + GAMES // len(steps)) or sender.poll() is not None,
                       f"{goal} games")
        if step == "kill":
            victim = rng.choice(live(workers))
            victim.kill()
            victim.wait()
            workers.append(t.worker(url=rng.choice([None, proxy.url()])))
        elif step == "hang":
            hung.append(rng.choice([w for w in live(workers) if w not in hung]))
            lab.hang(hung[-1])
            workers.append(t.worker())
        elif step == "resume":
            wake(hung[-1])
        elif step == "cut":
            proxy.cut()
        else:
            t.redis.kill()
            time.sleep(rng.random() * 0.3)
            t.redis.start()
    for worker in hung:
        wake(worker)
    err = check_all(t, sender, local)
    assert "does not fit" not in err, err
    logs = "".join(worker.log.read_text() for worker in workers)
    assert "event=lost" in logs and "event=claimed" in logs, logs  # it did happen
    for worker in live(workers):
        t.wait_for_log(worker, "event=start")  # it catches signals now
        worker.terminate()
    for worker in live(workers):
        assert worker.wait(lab.PATIENCE_S) == 0, worker.log.read_text()
    now = t.queue()
    assert now["failed"] == now["waiting"] == now["running"] == 0, now


def test_redis_forgets(t):
    """A Redis that comes back empty: everything is added again."""
    local, sender = start(t, 2)
    for part in (1, 2):
        lab.wait_until(lambda: done(t) > 30, "some games")
        t.redis.kill()
        for path in t.path.glob("appendonlydir/*"):
            path.unlink()
        t.redis.start()
    lab.wait_until(lambda: done(t) > 30, "some games")
    t.redis.ask("FLUSHALL")
    check_all(t, sender, local)


lab.main(test_everything, test_redis_forgets)
