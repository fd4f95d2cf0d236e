#!/usr/bin/env python3
"""Two servers on one PostgreSQL behind nginx, as docs/howto/several-servers.md configures it: every game finds its
server by its address, and goes on when that server is killed.

    several_nginx.py PESSOI SERVE.md SEVERAL-SERVERS.md [TEST ..]

Skipped if nginx or PostgreSQL is missing.
"""

import json
import signal
import sys
import time
import unittest

import nginx
import several
from client import Closed, Refused
from nginx import ME, Nginx, Site, block

GAMES = 12
PATIENCE_S = 120


class Proxied(Site):
    def site(self):
        inside = "        proxy_pass http://127.0.0.1:8080;\n"
        site = block("host")
        self.assertIn(inside, site)
        return block("upstream") + site.replace(
            inside, "        proxy_pass http://pessoi;\n" + block("location"))

    def setUp(self):
        self.pg = several.Postgres()
        self.addCleanup(self.pg.close)
        options = self.options()
        self.servers = []
        for _ in range(2):
            self.servers.append(several.Member(self.pg.url, "--metrics", *options))
            self.addCleanup(self.servers[-1].close)
        self.nginx = Nginx(self.site(), self.plain, self.port, {
            f"server 10.0.0.{number}:8081 ": f"server 127.0.0.1:{one.port} "
            for number, one in enumerate(self.servers, 1)})
        self.addCleanup(self.nginx.close)

    def make(self):
        status, _, body = self.request("POST", "/api/1/play", {"game": "gomoku", "seats": [ME, ME]}, origin=self.origin)
        self.assertEqual(status, 200, body)
        return json.loads(body)

    def follow(self, made):
        """Connects until the game is shown, as a browser does."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                one = self.open(game=made["id"])
                got = one.ask(do="follow", id=made["id"], keys=made["keys"])
                if got["is"] == "game":
                    return one, [move[0] for move in got["played"]]
                self.assertIn(got["error"]["code"], ("elsewhere", "busy"))
                one.close()
            except (Closed, Refused, OSError):
                pass
            time.sleep(0.2)
        raise AssertionError("the game is never shown")

    def move(self, one, made, ply, move):
        self.assertEqual(one.ask(do="move", id=made["id"], ply=ply, move=move)["is"], "moved")

    def test_addresses(self):
        """Every address of a game leads to one server, and both servers have some."""
        games = [self.make() for _ in range(GAMES)]
        lines = [self.follow(made)[0] for made in games]
        for made, one in zip(games, lines):
            self.move(one, made, 0, "h8")
            for path in (f"/g/{made['id']}", f"/api/1/play/{made['id']}", f"/api/1/play/{made['id']}/record"):
                self.assertEqual(self.request("GET", path)[0], 200, path)
        for one in self.servers:
            self.assertEqual(one.metric("elsewhere_total"), 0)
            self.assertEqual(one.metric("handed_over_games_total"), 0)
            self.assertGreater(one.health()[1]["rooms"], 0)

    def test_killed(self):
        """One of the servers is killed and started again: every game goes on, with all its moves."""
        games = [self.make() for _ in range(GAMES)]
        for made in games:
            self.move(self.follow(made)[0], made, 0, "h8")
        self.servers[0].end(signal.SIGKILL)
        for made in games:
            one, played = self.follow(made)
            self.assertEqual(played, ["h8"])
            self.move(one, made, 1, "a1")
        self.servers[0].start()
        for made in games:
            one, played = self.follow(made)
            self.assertEqual(played, ["h8", "a1"])


if __name__ == "__main__":
    if several.missing():
        sys.exit(nginx.SKIPPED)
    nginx.prepare(*sys.argv[1:4])
    several.PROGRAM = nginx.PROGRAM
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=2)
