"""HTTP and WebSocket clients for the tests of the server, with the standard library only, and a
server that can be started, killed and restarted."""

import base64
import http.client
import json
import os
import pathlib
import re
import select
import signal
import socket
import struct
import subprocess
import tempfile
import time

TIMEOUT = 30  # seconds; long enough for a busy machine


def trouble(log):
    """The log of a server without the lines about its start, its end and its limits."""
    usual = re.compile(r"pessoi: (version|stopped|\d+ (new )?(connections?|requests?|games?)) ")
    return "".join(line + "\n" for line in log.splitlines() if not usual.search(line))


class Closed(Exception):
    """The other side closed the WebSocket; `code` is that of its close frame, None without one."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Refused(Exception):
    """A WebSocket was not opened: the HTTP status and the body instead."""

    def __init__(self, status, body):
        super().__init__(f"refused with {status}: {body!r}")
        self.status = status
        self.body = body


class Socket:
    """A WebSocket of RFC 6455 as a client sees it."""

    def __init__(self, port, host="127.0.0.1", origin=None, protocol="pessoi.1", path="/api/1/socket",
                 source=None, headers=()):
        self.seq = 0
        self.events = []  # messages that were received and not yet returned
        self.buffer = b""
        self.socket = socket.create_connection(
            (host, port), timeout=TIMEOUT, source_address=(source, 0) if source else None
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
        ]
        if protocol:
            head.append(f"Sec-WebSocket-Protocol: {protocol}")
        if origin:
            head.append(f"Origin: {origin}")
        head.extend(headers)
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                self.close()
                raise Refused(0, self.buffer)
            self.buffer += more
        answer, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        status = int(answer.split(b" ")[1])
        if status != 101:
            length = re.search(rb"content-length: *(\d+)", answer, re.I)
            while length and len(self.buffer) < int(length.group(1)):
                more = self.socket.recv(65536)
                if not more:
                    break
                self.buffer += more
            self.close()
            raise Refused(status, self.buffer)

    def frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
        whole = (mask * (len(payload) // 4 + 1))[: len(payload)]
        number = int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")
        self.socket.sendall(head + mask + number.to_bytes(len(payload), "big"))

    def send_text(self, text):
        self.frame(1, text.encode() if isinstance(text, str) else text)

    def send(self, **message):
        self.send_text(json.dumps(message))

    def read(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            if not more:
                raise Closed(None)
            self.buffer += more
        out, self.buffer = self.buffer[:count], self.buffer[count:]
        return out

    def receive(self, timeout=TIMEOUT):
        """The next message, in order of arrival."""
        if self.events:
            return self.events.pop(0)
        return self.receive_new(timeout)

    def receive_new(self, timeout=TIMEOUT):
        end = time.monotonic() + timeout
        try:
            while True:
                self.socket.settimeout(max(0.01, end - time.monotonic()))  # pings do not prolong it
                first, second = self.read(2)
                opcode, length = first & 15, second & 127
                assert first & 0x80, "messages come whole"
                if length == 126:
                    length = struct.unpack(">H", self.read(2))[0]
                elif length == 127:
                    length = struct.unpack(">Q", self.read(8))[0]
                payload = self.read(length)
                if opcode == 1:
                    return json.loads(payload)
                if opcode == 8:
                    raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) > 1 else None)
                if opcode == 9:
                    self.frame(10, payload)
        except (ConnectionError, OSError) as error:
            if isinstance(error, socket.timeout):
                raise
            raise Closed(None) from error

    def ask(self, **message):
        """Sends a numbered request and returns its reply; other messages are kept for receive()."""
        self.seq += 1
        self.send(seq=self.seq, **message)
        return self.answer_to(self.seq)

    def answer_to(self, seq):
        while True:
            got = self.receive_new()
            if got.get("re") == seq:
                return got
            self.events.append(got)

    def wait(self, kind, **members):
        """The next message of a kind, skipping others."""
        while True:
            got = self.receive()
            if got["is"] == kind and all(got.get(k) == v for k, v in members.items()):
                return got

    def close(self):
        self.socket.close()


class Server:
    """A server on a free port, with its database in a temporary folder."""

    def __init__(self, program, *options):
        self.program = str(program)
        self.options = options
        self.folder = tempfile.TemporaryDirectory(prefix="pessoi-server-")
        self.db = str(pathlib.Path(self.folder.name) / "games.db")
        self.port = 0
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--db", self.db, "--lang", "en"]
            + list(self.options),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"https?://[^ ]+:(\d+)/", line)
        if not found:
            raise AssertionError(f"no address but {line!r}: {self.process.stderr.read()!r}")
        self.port = int(found.group(1))
        self.url = found.group(0)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, out, err

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.folder.cleanup()

    def request(self, method, path, body=None, headers=None, source=None):
        """Status, headers (names in lower case), body."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=TIMEOUT, source_address=(source, 0) if source else None
        )
        all_headers = dict(headers or {})
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            all_headers.setdefault("Content-Type", "application/json")
            if isinstance(body, str):
                body = body.encode()
        connection.request(method, path, body, all_headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, data

    def get(self, path, **headers):
        status, _, data = self.request("GET", path, headers=headers)
        return status, json.loads(data)

    def post(self, path, body, **headers):
        status, _, data = self.request("POST", path, body, headers)
        return status, json.loads(data)

    def raw(self, data, wait=5.0):
        """Sends raw bytes; returns everything received until the connection ends or a timeout."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as s:
            s.sendall(data)
            out = b""
            end = time.monotonic() + wait
            while time.monotonic() < end:
                if not select.select([s], [], [], max(0, end - time.monotonic()))[0]:
                    break
                try:
                    more = s.recv(65536)
                except ConnectionError:
                    break
                if not more:
                    break
                out += more
            return out

    def play(self, game, seats, source=None, **more):
        body = {"game": game, "seats": seats, **more}
        status, _, made = self.request("POST", "/api/1/play", body, source=source)
        assert status == 200, made
        return json.loads(made)

    def socket(self, **how):
        return Socket(self.port, **how)
