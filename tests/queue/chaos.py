#!/usr/bin/env python3
"""Every game exactly once, whatever dies.

    chaos.py PROGRAM [TEST ..]      LONG=1: 2,000 games instead of 400; SEED=N: other moments

Six workers play a match while they are killed (-9) and hung (SIGSTOP), Redis is killed and started again,
connections are cut, and cables are pulled out for longer than a worker may be silent (as root; see cables.py). The document must be that of a local run, and the stored games must be its games, byte for byte.
Then the same for a tournament whose results go to a PostgreSQL that is killed, too.
Moments are counted in finished games, not in seconds, so that the test is as hard on slow machines.
"""

import os
import pathlib
import random
import signal
import sys
import time

import lab

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "postgres"))
import postgres  # noqa: E402  (the path comes first)

GAMES = 2000 if os.environ.get("LONG") else 400
# About ten milliseconds per game in a debug build.
MATCH = ["match", "boats", "minimax:depth=2", "alphabeta:nodes=150", "--games", str(GAMES), "--seed", "3", "--json"]


# A round robin of four has six pairings.
PLAYERS = ["minimax:depth=2", "alphabeta:nodes=150", "crazy", "random"]
PER_PAIRING = 334 if os.environ.get("LONG") else 20
TOURNAMENT = ["tournament", "boats", *PLAYERS, "--games", str(PER_PAIRING), "--seed", "3", "--json"]


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


class Torment:
    """Six workers, two of them behind a proxy, two behind cables, and what may happen to them and to the servers."""

    CUT_S = 1.5  # a worker that was silent for 1 s is thought dead

    def __init__(self, t, cables, server=None):
        self.t, self.server, self.cables = t, server, cables
        self.rng = random.Random(int(os.environ.get("SEED", "1")))
        self.proxy = lab.Proxy(str(t.redis.path))
        self.hung, self.unplugged = [], []
        self.places = [{}, {"url": self.proxy.url()}, *({"cable": cable} for cable in cables)]
        self.workers = [t.worker(**place) for place in (*self.places[:2], *self.places)]

    def kill(self):
        victim = self.rng.choice(live(self.workers))
        victim.kill()
        victim.wait()
        self.workers.append(self.t.worker(**self.rng.choice(self.places)))

    def hang(self):
        self.hung.append(self.rng.choice([w for w in live(self.workers) if w not in self.hung]))
        lab.hang(self.hung[-1])
        self.workers.append(self.t.worker())

    def resume(self):
        wake(self.hung[-1])

    def cut(self):
        self.proxy.cut()

    def unplug(self):
        for cable in [c for c in self.cables if c.plugged][:1]:
            cable.unplug()
            self.unplugged.append((cable, time.monotonic()))

    def plug(self):
        for cable, since in self.unplugged[:1]:
            time.sleep(max(0, since + self.CUT_S - time.monotonic()))
            cable.plug()
        self.unplugged = self.unplugged[1:]

    def restart(self, server):
        server.kill()
        time.sleep(self.rng.random() * 0.3)
        server.start()

    def redis(self):
        self.restart(self.t.redis)

    def postgres(self):
        self.restart(self.server)

    def run(self, steps, games, count, sender):
        """Does the steps, spread over the games; `count` says how many are finished."""
        for number, step in enumerate(steps):
            goal = (number + 1) * games // (len(steps) + 2)
            before = count()
            # After a Redis that lost its last second the counter may be behind: then as many again.
            lab.wait_until(lambda: count() >= min(goal, before + games // len(steps)) or sender.poll() is not None,
                           f"{goal} games")
            step(self)
        for worker in self.hung:
            wake(worker)

    def end(self):
        """Nothing is left."""
        while self.unplugged:  # it was to the end of the run, which did not wait for its worker
            self.plug()
        for worker in live(self.workers):
            self.t.wait_for_log(worker, "event=start")  # it catches signals now
            worker.terminate()
        for worker in live(self.workers):
            assert worker.wait(lab.PATIENCE_S) == 0, worker.log.read_text()
        now = self.t.queue()
        assert now["failed"] == now["waiting"] == now["running"] == 0, now


def test_everything(t):
    """All of it at once; one of the cables is never plugged in again."""
    cables = t.lay_cables(2)
    local, sender = start(t, 0)
    torment = Torment(t, cables)
    steps = [Torment.unplug, Torment.kill, Torment.hang, Torment.redis, Torment.cut, Torment.kill, Torment.resume,
             Torment.plug, Torment.cut, Torment.redis, Torment.kill, Torment.cut] * (GAMES // 400) + [Torment.unplug]
    torment.run(steps, GAMES, lambda: done(t), sender)
    err = check_all(t, sender, local)
    assert "does not fit" not in err, err
    logs = "".join(worker.log.read_text() for worker in torment.workers)
    assert "event=lost" in logs and "event=claimed" in logs, logs  # it did happen
    torment.end()


def test_unplugged(t):
    """A worker without a network delays nobody, goes on when it has one again, and ends without one."""
    cables = t.lay_cables(2)
    if not cables:
        return
    begun = time.monotonic()
    local, sender = start(t, 0)
    alone_s = time.monotonic() - begun
    stays = t.worker()
    back, gone = (t.worker("--drain", "1", cable=cable) for cable in cables)
    for worker in (back, gone):
        t.wait_for_log(worker, "event=connected")
    before = done(t)
    lab.wait_until(lambda: done(t) > before + 30 or sender.poll() is not None, "some games")
    for cable in cables:
        cable.unplug()
    begun = time.monotonic()
    check_all(t, sender, local)
    # Far less than the minutes after which the kernel gives a connection up.
    assert time.monotonic() - begun < 30 + 10 * alone_s, (time.monotonic() - begun, alone_s)
    for worker in (back, gone):
        t.wait_for_log(worker, "event=lost")
    cables[0].plug()
    t.wait_for_log(back, "event=connected", 2)
    for worker in (stays, gone):
        worker.terminate()
        assert worker.wait(lab.PATIENCE_S) == 0, worker.log.read_text()
    assert t.document(*MATCH[:-1], "--queue", t.redis.url()) == local


def test_database(t):
    """A tournament through the queue into a PostgreSQL, which is killed and started again like the rest."""
    if postgres.missing():
        return
    games = 6 * PER_PAIRING
    local = t.document(*TOURNAMENT[:-1])
    assert local["games"] == games, local["games"]
    with postgres.Postgres() as server:
        def stored():
            found = server.psql("SELECT count(*) FROM pessoi_results.game", check=False)
            return int(found.stdout) if found.returncode == 0 else 0

        cables = t.lay_cables(2)
        sender = t.start(*TOURNAMENT, "--queue", t.redis.url(), "--db", server.url)
        torment = Torment(t, cables, server)
        steps = [Torment.unplug, Torment.kill, Torment.postgres, Torment.hang, Torment.redis, Torment.cut,
                 Torment.plug, Torment.resume, Torment.postgres, Torment.kill] * (4 if os.environ.get("LONG") else 1)
        torment.run(steps, games, stored, sender)
        out, err = lab.finish(sender)
        assert lab.document(out) == local, err
        numbers = sorted(int(row[0]) for row in server.rows("SELECT number FROM pessoi_results.game"))
        assert numbers == list(range(1, games + 1)), numbers
        torment.end()


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


lab.main(test_everything, test_unplugged, test_database, test_redis_forgets)
