#!/usr/bin/env python3
"""A fuzzer for connections: whole streams of HTTP and WebSocket bytes, cut, mixed and damaged.

    fuzz_raw.py PESSOI [--seed N] [--count N] [--seconds N]

Best with a server built with AddressSanitizer. After every batch the server must reply to a
well-behaved client; at the end it must stop on SIGTERM without any output. The bytes are a function
of the seed and of the number of the connection, which is printed on failure.
"""

import argparse
import base64
import json
import os
import random
import select
import socket
import struct
import sys
import time

import raw
from client import Server, trouble

BATCH = 25


def masked(luck, payload, opcode, final=True, mask=True):
    head = bytes([(0x80 if final else 0) | (luck.randint(0, 7) << 4 if luck.random() < 0.02 else 0) | opcode])
    size = len(payload) if luck.random() < 0.95 else luck.choice([0, 5, 126, 65535, 2**32, 2**62, 2**63 + 1])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not mask:
        return head + payload
    key = luck.randbytes(4)
    return head + key + bytes(b ^ key[i % 4] for i, b in enumerate(payload))


def message(luck, ids):
    words = ["follow", "leave", "move", "undo", "redo", "resign", "offer", "accept", "decline", "rematch",
             "hint", "threats", "judge", "at", "pace", "step", "stop", "why", "try", "x"]
    body = {"do": luck.choice(words), "id": luck.choice(ids), "seq": luck.choice([1, 2**53, -1, "x"]),
            "ply": luck.choice([0, 1, 10**9]), "move": luck.choice(["h8", "a1", "\u0000", "x" * 100]),
            "cells": luck.choice([[0], [3, 4], [10**9], "x"]), "step": luck.randint(0, 4), "ms": luck.choice([-1, 0, 1, 60000, 10**12])}
    for key in luck.sample(list(body), luck.randint(0, 3)):
        del body[key]
    return json.dumps(body).encode()


def websocket(luck, ids):
    head = [b"GET /api/1/socket HTTP/1.1", b"Host: x", b"Upgrade: websocket", b"Connection: Upgrade",
            b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: " + base64.b64encode(luck.randbytes(16)),
            b"Sec-WebSocket-Protocol: pessoi.1"]
    if luck.random() < 0.1:
        head.pop(luck.randrange(1, len(head)))
    out = b"\r\n".join(head) + b"\r\n\r\n"
    for _ in range(luck.randint(0, 12)):
        opcode = luck.choice([1, 1, 1, 1, 1, 0, 2, 8, 9, 10, 3, 15])
        payload = message(luck, ids) if opcode == 1 else luck.randbytes(luck.choice([0, 2, 20, 125, 200]))
        out += masked(luck, payload, opcode, luck.random() < 0.9, luck.random() < 0.98)
    return out


def http(luck, ids):
    lines = []
    for _ in range(luck.choice([0, 0, 0, 1, 2])):
        lines.append(luck.choice([
            b"Transfer-Encoding: chunked", b"Content-Length: 5", b"Content-Length: 99999",
            b"Expect: 100-continue",
            b"Connection: close", b"Connection: keep-alive", b"X: " + b"y" * luck.choice([1, 300, 9000]),
            b"Origin: http://x", b"X-Forwarded-For: 1.2.3.4, x", b"Content-Length: -1", b" folded",
            b":", b"Range: bytes=0-",
            b"Upgrade: h2c", b"Upgrade: websocket", b"If-None-Match: \"x\"", b"Accept-Encoding: gzip"]))
    game = luck.choice(ids).encode()
    path = luck.choice([b"/", b"/api/1/health", b"/api/1/games", b"/api/1/play", b"/api/1/play/" + game,
                        b"/api/1/play/" + game + b"/join", b"/api/1/play/" + game + b"/record",
                        b"/%2e%2e/x", b"*", b"/" + b"a" * 5000, b"/?a=b&c", b"http://x/"])
    if luck.random() < 0.5:
        method = luck.choice([b"GET", b"HEAD", b"PUT", b"get", b"CONNECT", b"OPTIONS"])
        return method + raw.get(path, *lines)[3:]
    body = luck.choice([b"", b"{}", raw.NEW, luck.randbytes(50), b"x" * 17000])
    length = len(body) if luck.random() < 0.7 else luck.choice([-1, 0, 1, 2, 300, 5000, 16384, 16385])
    return raw.post(body, *lines, path=luck.choice([path, b"/api/1/play"]), length=length)


def damage(luck, data):
    data = bytearray(data)
    for _ in range(luck.choice([0, 0, 0, 1, 3, 10])):
        if not data:
            break
        at = luck.randrange(len(data))
        what = luck.randrange(4)
        if what == 0:
            data[at] = luck.randrange(256)
        elif what == 1:
            del data[at:at + luck.randint(1, 20)]
        elif what == 2:
            data[at:at] = luck.choice([b"\r\n", b"\n", b"\0", b"\r\n\r\n", luck.randbytes(5)])
        else:
            data[at:at] = data[at:at + luck.randint(1, 200)]
    return bytes(data)


def stream(luck, ids):
    """The pieces of one connection."""
    data = b"".join(luck.choice([http, http, http, websocket])(luck, ids) for _ in range(luck.randint(1, 6)))
    data = damage(luck, data)
    pieces = []
    while data:
        size = luck.choice([1, 10, 100, 4096, 4097, len(data), len(data)])
        pieces.append(data[:size])
        data = data[size:]
    return pieces[:40]


def send(port, luck, ids):
    source = f"127.0.1.{luck.randint(1, 250)}"
    one = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(source, 0))
    reads = luck.random() < 0.7
    one.setblocking(False)
    try:
        for piece in stream(luck, ids):
            try:
                one.send(piece)
            except BlockingIOError:
                pass
            if reads and select.select([one], [], [], luck.choice([0, 0, 0.002]))[0]:
                one.recv(65536)
    except OSError:
        pass
    return one


def run(program, seed, count, seconds):
    server = Server(program, "--max-games", "1000000", "--max-connections", "1000", "--movetime", "20",
                    "--max-requests", "100000")
    me = {"who": "me"}
    agent = {"who": "agent", "agent": "random"}
    ids = [server.play("gomoku", [me, me])["id"], server.play("crush", [me, agent])["id"], "A" * 16, ""]
    end = time.monotonic() + seconds
    number = 0
    while number < count and time.monotonic() < end:
        batch = [send(server.port, random.Random(f"{seed}/{number + i}"), ids) for i in range(BATCH)]
        for one in batch:
            one.close()
        number += BATCH
        answer = server.get("/api/1/health")
        assert answer[0] == 200, f"seed {seed}, connections {number - BATCH}..{number}: {answer}"
        assert server.process.poll() is None, f"seed {seed}, connections up to {number}"
    code, out, err = server.stop()
    server.close()
    print(f"{number} connections, seed {seed}: exit code {code}")
    if (code, trouble(err)) != (0, ""):
        sys.exit(f"the server ended with {code}: {out}{err}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=10.0**9)
    args = parser.parse_args()
    run(os.path.abspath(args.program), args.seed, args.count, args.seconds)


if __name__ == "__main__":
    main()
