#!/usr/bin/env python3
"""Checks docs/howto/serve.md: extracts the nginx configuration and the commands from the guide and runs
them on loopback, with free ports and a self-made certificate.

    nginx.py PESSOI GUIDE [TEST ..]

Only ports and the paths of certificate and database are replaced. Skipped if nginx is missing: no
other build step or test needs it.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

from client import TIMEOUT, Refused, Server, Socket

SKIPPED = 77  # the exit code that Meson reads as "skipped"
HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = GUIDE = HELP = ""
NAME = "games.example.org"
ME = {"who": "me"}


def block(name):
    """The code block that follows a marker in the guide."""
    found = re.search(rf"<!-- nginx.py: {name} -->\n```\w+\n(.*?)```", GUIDE, re.S)
    assert found, f"the guide has no part '{name}'"
    return found.group(1)


def known(options):
    return all(option in HELP.split() for option in re.findall(r"--[a-z-]+", options))


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Nginx:
    """nginx with a site of the guide in front of servers, which the test has started; `servers` are their addresses in
    the guide, and those that replace them."""

    def __init__(self, site, port_plain, port_tls, servers):
        self.folder = tempfile.TemporaryDirectory(prefix="pessoi-nginx-")
        site = re.sub(r" *listen \[::\]:.*\n", "", site)
        for old, new in (("listen 80;", f"listen 127.0.0.1:{port_plain};"),
                         ("listen 443 ", f"listen 127.0.0.1:{port_tls} "),
                         (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{HERE}/tls/cert.pem"),
                         (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{HERE}/tls/key.pem"),
                         *servers.items()):
            assert old in site, f"the guide's site has no '{old}'"
            site = site.replace(old, new)
        where = self.folder.name
        paths = "".join(f"{kind}_temp_path {where}/{kind};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "scgi", "uwsgi"))
        with open(f"{where}/nginx.conf", "w", encoding="utf-8") as file:
            file.write("daemon off;\nmaster_process off;\n"
                       f"pid {where}/pid;\nerror_log {where}/error.log;\nevents {{}}\n"
                       f"http {{\naccess_log off;\n{paths}{site}}}\n")
        self.process = subprocess.Popen(["nginx", "-p", where, "-c", f"{where}/nginx.conf"],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        end = time.monotonic() + TIMEOUT
        while not self.listens(port_tls):
            assert self.process.poll() is None, self.process.stdout.read()
            assert time.monotonic() < end, "nginx does not listen"
            time.sleep(0.05)

    @staticmethod
    def listens(port):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) == 0

    def close(self):
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()


class Site(unittest.TestCase):
    """A server as the guide starts it, behind nginx as the guide configures it."""

    COMMANDS = ("command", "shared")  # the first whose options exist
    MORE = ()
    BASE = ""

    def site(self):
        return block("host")

    def options(self):
        """Of the server, as the guide has them."""
        self.plain, self.port = free_ports(2)
        self.authority = f"{NAME}:{self.port}"
        self.origin = f"https://{self.authority}"
        command = next((c for c in map(block, self.COMMANDS) if known(c)), None)
        if command is None:
            self.skipTest("the options do not exist")
        words = shlex.split(command.replace(f"https://{NAME}", self.origin))
        self.assertEqual(words[:2], ["pessoi", "serve"])
        return words[2:]

    def setUp(self):
        self.server = Server(PROGRAM, *self.options(), *self.MORE)
        self.addCleanup(self.server.close)
        self.nginx = Nginx(self.site(), self.plain, self.port,
                           {"http://127.0.0.1:8080": f"http://127.0.0.1:{self.server.port}"})
        self.addCleanup(self.nginx.close)

    def connect(self, source="127.0.0.1"):
        context = ssl.create_default_context(cafile=f"{HERE}/tls/cert.pem")
        one = socket.create_connection(("127.0.0.1", self.port), TIMEOUT, (source, 0))
        return context.wrap_socket(one, server_hostname="localhost")

    def raw(self, data, **how):
        """Everything received until the connection ends."""
        with self.connect(**how) as one:
            one.sendall(data)
            out = b""
            while more := one.recv(65536):
                out += more
        return out

    def request(self, method, path, body=None, origin=None, **how):
        head = [f"{method} {self.BASE}{path} HTTP/1.1", f"Host: {self.authority}", "Connection: close"]
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        if origin:
            head.append(f"Origin: {origin}")
        answer = self.raw("\r\n".join(head).encode() + b"\r\n\r\n" + data, **how)
        head, body = answer.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:])}
        return int(lines[0].split()[1]), headers, body

    def play(self, **how):
        game = {"game": "gomoku", "seats": [ME, ME], "variant": "size=5"}
        return self.request("POST", "/api/1/play", game, **how)

    def open(self, origin=None, source="127.0.0.1", game=None):
        one = ProxiedSocket(self.connect(source), self.authority, origin or self.origin,
                            f"{self.BASE}/api/1/socket" + (f"/{game}" if game else ""))
        self.addCleanup(one.close)
        return one


class ProxiedSocket(Socket):
    """A WebSocket over an existing connection."""

    def __init__(self, connection, authority, origin, path):
        real, socket.create_connection = socket.create_connection, lambda *_, **__: connection
        try:
            host, port = authority.split(":")
            super().__init__(int(port), host=host, origin=origin, path=path)
        finally:
            socket.create_connection = real


class Host(Site):
    def test_page(self):
        status, headers, page = self.request("GET", "/")
        self.assertEqual(status, 200)
        self.assertEqual(headers["strict-transport-security"], "max-age=31536000")
        self.assertIn("default-src", headers["content-security-policy"])
        for path in re.findall(rb'(?:src|href)="(/[^"]+)"', page):
            self.assertEqual(self.request("GET", path.decode())[0], 200, path)

    def test_plain_goes_to_tls(self):
        with socket.create_connection(("127.0.0.1", self.plain), TIMEOUT) as one:
            one.sendall(f"GET /g/x HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
            answer = one.makefile("rb").read()
        self.assertTrue(answer.startswith(b"HTTP/1.1 301 "), answer)
        self.assertIn(f"Location: https://{NAME}/g/x\r\n".encode(), answer)

    def test_game(self):
        status, _, body = self.play(origin=self.origin)
        self.assertEqual(status, 200, body)
        made = json.loads(body)
        player, watcher = self.open(), self.open()
        got = player.ask(do="follow", id=made["id"], keys=made["keys"])
        watcher.ask(do="follow", id=made["id"], keys=[])
        move = got["position"]["legal"][0][0]
        self.assertEqual(player.ask(do="move", id=made["id"], ply=0, move=move)["is"], "moved")
        self.assertEqual(watcher.wait("moved")["move"], move)

    def test_strangers(self):
        self.assertEqual(self.play(origin="https://evil.example")[0], 403)
        self.assertEqual(self.play(origin=f"https://{NAME}")[0], 403)  # another port
        with self.assertRaises(Refused) as refused:
            self.open(origin="https://evil.example")
        self.assertEqual(refused.exception.status, 403)

    def test_large_body(self):
        body = {"game": "gomoku", "seats": [ME, ME], "variant": "x" * 500000}
        status, _, page = self.request("POST", "/api/1/play", body, origin=self.origin)
        self.assertEqual(status, 413)
        self.assertIn(b"nginx", page)  # the server did not see it

    def test_flood_of_requests(self):
        """Beyond the burst nginx itself refuses. Many connections send at once, so that the rate is
        exceeded on a slow machine, too."""
        one = f"GET {self.BASE}/api/1/health HTTP/1.1\r\nHost: {self.authority}\r\n"
        many = ((one + "\r\n") * 20 + one + "Connection: close\r\n\r\n").encode()
        answers = b""
        with contextlib.ExitStack() as stack:
            sockets = [stack.enter_context(self.connect()) for _ in range(80)]
            for asking in sockets:
                asking.sendall(many)
            for asking in sockets:
                while more := asking.recv(65536):
                    answers += more
        self.assertGreater(answers.count(b"HTTP/1.1 200 "), 20)
        self.assertGreater(answers.count(b"<h1>429 Too Many Requests</h1>"), 20)
        self.assertEqual(self.server.get(f"{self.BASE}/api/1/health")[0], 200)

    def test_flood_of_connections(self):
        limit = int(re.search(r"limit_conn pessoi_connections (\d+);", self.site()).group(1))
        # The limit of the server itself is not higher, if it knows the address of the player.
        opened = 0
        with self.assertRaises(Refused) as refused:
            for _ in range(limit + 1):
                self.open()
                opened += 1
        self.assertEqual(refused.exception.status, 429)
        self.assertGreaterEqual(opened, 210)

    @unittest.skipUnless(shutil.which("curl"), "needs curl")
    def test_http2(self):
        out = subprocess.run(
            ["curl", "-sS", "--http2", "--insecure", "--noproxy", "*", "--max-time", str(TIMEOUT),
             "--connect-to", f"::127.0.0.1:{self.port}", "-H", f"Origin: {self.origin}",
             "--json", json.dumps({"game": "boats", "seats": [ME, ME]}),
             "-w", "\n%{http_version} %{http_code}", f"{self.origin}/api/1/play"],
            capture_output=True, text=True, check=False)
        self.assertEqual(out.stdout.splitlines()[-1:], ["2 200"], out)


class Players(Site):
    """With --proxy the limits apply per player."""

    COMMANDS = ("command",)
    MORE = ("--max-connections", "3")

    def test_limits_are_per_player(self):
        for _ in range(3):
            self.open(source="127.0.0.2")
        with self.assertRaises(Refused) as refused:
            self.open(source="127.0.0.2")
        self.assertEqual(refused.exception.status, 429)
        self.open(source="127.0.0.3")
        self.assertEqual(self.play(origin=self.origin, source="127.0.0.3")[0], 200)


class Prefix(Host):
    """The same below a path, with all tests of the other site."""

    COMMANDS = ("prefix-command",)
    BASE = "/games"

    def site(self):
        return re.sub(r"(?m)^    location / \{.*?^    \}\n", lambda _: block("prefix"),
                      block("host"), flags=re.S)

    def test_page(self):
        status, _, page = self.request("GET", "/")
        self.assertEqual(status, 200)
        paths = re.findall(rb'(?:src|href)="(/[^"]+)"', page)
        for path in paths:
            self.assertTrue(path.startswith(b"/games/"), path)
            self.assertEqual(self.request("GET", path.decode()[len(self.BASE):])[0], 200, path)

    def test_without_slash(self):
        status, headers, _ = self.request("GET", "")
        self.assertEqual((status, headers["location"][-7:]), (301, "/games/"))

    test_http2 = None  # its address has no path


class Guide(unittest.TestCase):
    """Other statements of the guide."""

    def test_options(self):
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", GUIDE))
        others = set(re.findall(r"(?:useradd|setpriv|env|systemctl|ninja|nice)\b.*", GUIDE))
        foreign = {o for line in others for o in re.findall(r"--[a-z-]+", line.split("pessoi serve")[0])}
        foreign |= {"--inh-caps", "--no-new-privs", "--fast"}  # the last is a program's own
        self.assertEqual(named - foreign - set(HELP.split()), set())

    @unittest.skipUnless(shutil.which("sqlite3"), "needs sqlite3")
    def test_backup(self):
        server = Server(PROGRAM)
        self.addCleanup(server.close)
        made = server.play("gomoku", [ME, ME])
        copy = f"{server.folder.name}/copy.db"
        command = block("backup").replace("/var/lib/pessoi/games.db", server.db)
        subprocess.run(["sh", "-ec", command.replace("/var/backups/pessoi.db", copy)], check=True,
                       timeout=TIMEOUT)
        server.kill()
        os.replace(copy, server.db)
        for tail in ("-wal", "-shm"):
            if os.path.exists(server.db + tail):
                os.remove(server.db + tail)
        server.start()
        self.assertEqual(server.get(f"/api/1/play/{made['id']}")[0], 200)


def prepare(program, *guides):
    """Reads the guides; must come before any test."""
    global PROGRAM, GUIDE, HELP
    if not shutil.which("nginx"):
        sys.exit(SKIPPED)
    PROGRAM = os.path.abspath(program)
    for name in guides:
        with open(name, encoding="utf-8") as guide:
            GUIDE += guide.read()
    HELP = subprocess.run([PROGRAM, "serve", "--help", "--lang", "en"], capture_output=True,
                          text=True, check=True).stdout


if __name__ == "__main__":
    prepare(*sys.argv[1:3])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
