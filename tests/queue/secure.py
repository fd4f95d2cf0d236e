#!/usr/bin/env python3
"""Passwords and certificates.

    secure.py PROGRAM [TEST ..]
"""

import pathlib
import re
import subprocess

import lab

MATCH = ["match", "boats", "random", "random", "--games", "4", "--json"]
SECRET = "open sesame"


def seen_by_others(process):
    """What `ps` shows of a process."""
    return pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def rights():
    """What docs/formats/queue.md says a user needs."""
    page = pathlib.Path(__file__).resolve().parents[2] / "docs/formats/queue.md"
    return re.search(r"ACL SETUSER lab on >PASSWORD ~lab:\* (.*)", page.read_text())[1].split()


def test_password(t):
    """From a file or from the environment; wrong or missing, it is said at once; never shown."""
    local = t.document(*MATCH[:-1])
    t.redis.ask("ACL", "SETUSER", "lab", "on", ">" + SECRET, "~test:*", *rights())
    t.redis.ask("CONFIG", "SET", "requirepass", SECRET)
    secret = t.path / "secret"
    secret.write_text(SECRET + "\n")
    wrong = t.path / "wrong"
    wrong.write_text("close sesame\n")
    for name, options, env, code, why in (
            ("", [], {}, 2, "wants a password"),
            ("", ["--queue-password-file", wrong], {}, 2, "does not accept"),
            ("", ["--queue-password-file", t.path / "none"], {}, 3, "none"),
            ("", [], {"PESSOI_QUEUE_PASSWORD": "x"}, 2, "does not accept"),
            ("lab@", ["--queue-password-file", wrong], {}, 2, "does not accept")):
        url = t.tcp.url().replace("//", "//" + name)
        for command in ([*MATCH, "--queue", url], ["queue", url], ["worker", "--queue", url]):
            _, err = t.run(*command, *options, env=env, code=code)
            assert why in err and "sesame" not in err, err
    url = t.tcp.url()
    worker = t.worker("--queue-password-file", secret, url=url.replace("//", "//lab@"))
    other = t.worker(url=url, env={"PESSOI_QUEUE_PASSWORD": SECRET})
    for process in (worker, other):
        t.wait_for_log(process, "event=connected")
        assert "sesame" not in seen_by_others(process) + process.log.read_text()
    for times, name in enumerate(("", "lab@"), 2):
        url = t.tcp.url().replace("//", "//" + name)
        out, err = t.run(*MATCH, "--queue", url, env={"PESSOI_QUEUE_PASSWORD": SECRET})
        assert lab.document(out) == local and "sesame" not in out + err
        t.run("queue", url, "--clear", env={"PESSOI_QUEUE_PASSWORD": SECRET})
        t.wait_for_log(worker, "event=connected", times)  # before the next --clear: it might see both as one
    worker.terminate()  # one that leaves needs rights, too
    assert worker.wait(lab.PATIENCE_S) == 0 and "event=left" in worker.log.read_text(), worker.log.read_text()


def make_certificate(folder):
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test authority",
            "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "req.pem")
    (folder / "ext").write_text("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", "req.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "ext", "-out", "cert.pem")


def test_tls(t):
    """The same through TLS; a certificate of an unknown authority, or for another host, is refused."""
    make_certificate(t.path)
    port = lab.free_port()
    t.redis.kill()
    t.redis.options += ["--tls-port", str(port), "--tls-cert-file", str(t.path / "cert.pem"), "--tls-key-file",
                        str(t.path / "key.pem"), "--tls-ca-cert-file", str(t.path / "ca.pem"), "--tls-auth-clients", "no"]
    t.redis.start()
    url, ca = f"rediss://localhost:{port}/test", ["--queue-ca", t.path / "ca.pem"]
    _, err = t.run(*MATCH, "--queue", url, code=2)
    assert "TLS" in err and "certificate" in err, err
    _, err = t.run(*MATCH, "--queue", url.replace("localhost", "127.0.0.1"), *ca, code=2)
    assert "TLS" in err and "mismatch" in err, err
    _, err = t.run(*MATCH, "--queue", url, "--queue-ca", t.path / "key.pem", code=2)
    assert "authorities" in err, err
    worker = t.worker(*ca, url=url)
    found = t.document(*MATCH[:-1], "--queue", url, *ca)
    assert found == t.document(*MATCH[:-1])
    big = ["match", "boats", "minimax:depth=1", "random", "--games", "300", "--queue", url, *ca]
    assert t.document(*big)["games"] == 300
    assert worker.poll() is None


def with_tcp(test):
    """Gives the Redis of a lab a TCP port through a proxy."""
    def run(t):
        t.tcp = lab.Proxy(str(t.redis.path))
        test(t)

    run.__name__ = test.__name__
    return run


lab.main(with_tcp(test_password), test_tls)
