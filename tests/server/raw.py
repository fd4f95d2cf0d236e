#!/usr/bin/env python3
"""`pessoi serve` at the level of bytes: well-formed and malformed streams over a connection.

    raw.py PESSOI [TEST ..]
"""

import os
import signal
import socket
import ssl
import sys
import time
import unittest

from client import TIMEOUT, Server, trouble

PROGRAM = "pessoi"
HERE = os.path.dirname(os.path.abspath(__file__))
CERTIFICATE = (
    "--tls-cert", os.path.join(HERE, "tls/cert.pem"), "--tls-key", os.path.join(HERE, "tls/key.pem"),
)

NEW = b'{"game":"boats","seats":[{"who":"me"},{"who":"me"}]}'


def get(path=b"/api/1/health", *lines):
    return b"\r\n".join([b"GET " + path + b" HTTP/1.1", b"Host: x", *lines]) + b"\r\n\r\n"


def post(body, *lines, path=b"/api/1/play", length=None):
    count = len(body) if length is None else length
    head = [b"POST " + path + b" HTTP/1.1", b"Host: x", b"Content-Type: application/json"]
    if count >= 0:
        head.append(b"Content-Length: %d" % count)
    return b"\r\n".join(head + list(lines)) + b"\r\n\r\n" + body


class Connection:
    """One connection; reads until the other side closes it or is silent for a while."""

    def __init__(self, port, tls=False):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        if tls:
            context = ssl.create_default_context(cafile=os.path.join(HERE, "tls/cert.pem"))
            self.socket = context.wrap_socket(self.socket, server_hostname="127.0.0.1")
        self.closed = False

    def send(self, *pieces):
        """Sends each piece as one segment."""
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for number, piece in enumerate(pieces):
                if number:
                    time.sleep(0.05)  # so that the kernel does not join them
                self.socket.sendall(piece)
        except OSError:
            self.closed = True
        return self

    def read(self, answers=10**9, seconds=3.0):
        """Everything received until the end, until `answers` replies, or until a silence."""
        out = b""
        self.socket.settimeout(seconds)
        try:
            while out.count(b"HTTP/1.1 ") < answers or not whole(out):
                more = self.socket.recv(65536)
                if not more:
                    self.closed = True
                    break
                out += more
        except ssl.SSLError:
            self.closed = True
        except socket.timeout:
            pass
        except OSError:
            self.closed = True
        return out

    def close(self):
        self.socket.close()


def whole(data):
    """Is the last reply complete?"""
    head, _, body = data[data.rfind(b"HTTP/1.1 "):].partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return False


def statuses(data):
    return [int(part[:3]) for part in data.split(b"HTTP/1.1 ")[1:]]


class Raw(unittest.TestCase):
    OPTIONS = ("--max-games", "100000")
    TLS = False

    def setUp(self):
        self.server = Server(PROGRAM, *self.OPTIONS)

    def tearDown(self):
        code, _, err = self.server.stop()
        self.server.close()
        self.assertEqual((code, trouble(err)), (0, ""), "the server did not end as it should")

    def alive(self):
        answer = self.talk(get(), answers=1)[0]
        self.assertEqual(statuses(answer), [200])

    def talk(self, *pieces, answers=10**9, seconds=3.0):
        one = Connection(self.server.port, self.TLS)
        try:
            return one.send(*pieces).read(answers, seconds), one.closed
        finally:
            one.close()


class Pipelined(Raw):
    """Pipelined requests: those with a body get a reply, or the connection ends after the replies
    before them; it never hangs."""

    def check(self, *pieces, first=(200,)):
        for _ in range(2):
            answer, closed = self.talk(*pieces)
            got = statuses(answer)
            self.assertEqual(got[: len(first)], list(first), answer)
            self.assertTrue(closed, answer)
            self.alive()
        return got

    def test_behind_a_get(self):
        self.check(get() + post(b"{}"))
        self.check(get() + post(NEW))
        self.check(get() + get() + post(NEW), first=(200, 200))
        self.check(get() + post(b"{}") + get())

    def test_behind_a_post(self):
        self.check(post(NEW) + post(NEW))
        self.check(post(NEW) * 3)
        self.check(post(b"{}") + post(b"{}"), first=(400,))
        self.check(post(NEW) + get())
        join = post(b"{}", path=b"/api/1/play/" + b"A" * 16 + b"/join")
        self.check(join * 3, first=(404,))

    def test_split(self):
        """The second request arrives in two pieces, split anywhere."""
        second = post(NEW)
        for cut in (1, 30, len(second) - len(NEW) - 1, len(second) - len(NEW), len(second) - 1):
            answer, _ = self.talk(get() + second[:cut], second[cut:], answers=2, seconds=2.0)
            self.assertEqual(statuses(answer)[0], 200)
            self.assertLessEqual(set(statuses(answer)), {200})
            self.alive()

    def test_body_is_not_the_head(self):
        """An incomplete body: no byte of the header is taken for the body."""
        for length in (len(NEW), 100, 300, 5000, 16384):
            answer, closed = self.talk(get() + post(NEW[:4], length=length))
            self.assertEqual(statuses(answer), [200])
            self.assertTrue(closed)
            self.alive()

    def test_get_with_a_body(self):
        self.check(get(b"/api/1/health", b"Content-Length: 2") + b"{}" + get())
        self.check(get() + get(b"/api/1/health", b"Content-Length: 2") + b"{}" + get())

    def test_gets_are_answered(self):
        last = get(b"/api/1/health", b"Connection: close")
        self.assertEqual(statuses(self.talk(get() * 30 + last)[0]), [200] * 31)

    def test_one_after_the_other(self):
        """Ordinary keep-alive without pipelining: every request gets a reply."""
        one = Connection(self.server.port, self.TLS)
        for request in (get(), post(NEW), get(), post(NEW), post(NEW), get()):
            self.assertEqual(statuses(one.send(request).read(1)), [200])
        for cut in (10, 60, 90, len(post(NEW)) - 3):
            whole_post = post(NEW)
            self.assertEqual(statuses(one.send(whole_post[:cut], whole_post[cut:]).read(1)), [200])
        one.close()

    def test_messages(self):
        """More WebSocket messages in one piece than are read in one turn, with the handshake or behind it."""
        shake = get(b"/api/1/socket", b"Upgrade: websocket", b"Connection: Upgrade",
                    b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: " + b"A" * 22 + b"==",
                    b"Sec-WebSocket-Protocol: pessoi.1")
        message = b"\x81\x82\0\0\0\0{}"
        for count in (200, 600, 2040, 5000):
            for pieces in ((shake, message * count), (shake + message * count,)):
                one = Connection(self.server.port, self.TLS)
                one.send(*pieces).socket.settimeout(TIMEOUT)
                self.assertEqual(statuses(one.socket.recv(4096)), [101])
                self.alive()
                one.close()

    def test_stops(self):
        """SIGTERM ends the server, whatever was sent."""
        open_ones = [Connection(self.server.port, self.TLS) for _ in range(2)]
        open_ones[0].send(get() + post(b"{}"))
        open_ones[1].send(post(b"{}") * 3)
        self.alive()
        self.assertEqual(self.server.stop(signal.SIGTERM)[0], 0)
        self.server.start()
        for one in open_ones:
            one.close()


class PipelinedSecure(Pipelined):
    TLS = True
    OPTIONS = Raw.OPTIONS + CERTIFICATE


class Framing(Raw):
    """The length of a body must be unambiguous, to prevent request smuggling behind a proxy."""

    def refused(self, request, status=400):
        answer, closed = self.talk(request + get(b"/api/1/games"))
        self.assertEqual(statuses(answer), [status], request)
        self.assertTrue(closed, request)
        self.alive()

    def test_transfer_encoding(self):
        chunked = b"Transfer-Encoding: chunked"
        for body in (b"0\r\n\r\n", b"2\r\n{}\r\n0\r\n\r\n"):
            self.refused(get(b"/api/1/health", chunked) + body)
            self.refused(post(body, chunked, length=-1))
            self.refused(post(body, chunked))
            self.refused(post(body, chunked, chunked))
        self.refused(get(b"/api/1/health", b"Transfer-Encoding: identity"))

    def test_lengths(self):
        self.refused(post(b"{}", b"Content-Length: 2"))
        self.refused(post(b"{}", b"Content-Length: 3"))
        self.refused(get(b"/api/1/health", b"Content-Length: 0", b"Content-Length: 0"))
        for length in (b"-1", b"+2", b"2x", b"0x2", b"2 2", b"2,2", b"99999999999999999999999"):
            self.refused(post(b"{}", b"Content-Length: " + length, length=-1))
            self.refused(get(b"/api/1/health", b"Content-Length: " + length) + b"{}")

    def test_continue(self):
        """"Expect: 100-continue" gets 100 or a refusal."""
        head, body = post(NEW, b"Expect: 100-continue").split(b"\r\n\r\n")
        one = Connection(self.server.port, self.TLS)
        one.send(head + b"\r\n\r\n")
        one.socket.settimeout(TIMEOUT)
        self.assertEqual(one.socket.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
        self.assertEqual(statuses(one.send(body).read(1)), [200])
        one.close()
        self.refused(post(b"", b"Expect: 100-continue", length=20000), 413)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
