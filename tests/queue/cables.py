"""A switch and cables that can be pulled out: networks of their own for the workers of a test.

The switch is a network namespace with a bridge; a cable is a namespace with one end of a veth pair, whose other end is
a port of that bridge. Without its port a cable loses every packet, in both directions, and nobody gets a reset. Each
namespace belongs to a process that ends when its standard input is closed, so the kernel removes all of it with the
test, however that ends. Nothing outside these namespaces changes; they reach only each other. It takes root.
"""

import subprocess

ADDRESS = "10.77.0.1"  # of the switch


class Namespace:
    """A network namespace without a name, and the process that it belongs to."""

    def __init__(self):
        self.holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo && exec cat"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not self.holder.stdout.readline():
            raise OSError(self.holder.communicate()[1].decode().strip())
        self.enter = ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net", "--"]

    def ip(self, *words):
        done = subprocess.run([*self.enter, "ip", *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")

    def close(self):
        self.holder.communicate()


class Switch:
    """Raises OSError where the kernel or its owner allows no networks of our own."""

    def __init__(self):
        self.cables = []
        self.hub = Namespace()
        try:
            self.hub.ip("link", "set", "lo", "up")
            self.hub.ip("link", "add", "switch", "type", "bridge")
            self.hub.ip("addr", "add", f"{ADDRESS}/24", "dev", "switch")
            self.hub.ip("link", "set", "switch", "up")
        except OSError:
            self.hub.close()
            raise

    def cable(self):
        self.cables.append(Cable(self, len(self.cables) + 1))
        return self.cables[-1]

    def close(self):
        for cable in self.cables:
            cable.close()
        self.hub.close()


class Cable(Namespace):
    def __init__(self, switch, number):
        super().__init__()
        self.hub, self.port, self.plugged = switch.hub, f"port{number}", True
        self.hub.ip("link", "add", self.port, "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        self.ip("addr", "add", f"10.77.0.{number + 1}/24", "dev", "eth0")
        self.ip("link", "set", "eth0", "up")
        self.hub.ip("link", "set", self.port, "master", "switch", "up")

    def unplug(self):
        self.hub.ip("link", "set", self.port, "down")
        self.plugged = False

    def plug(self):
        self.hub.ip("link", "set", self.port, "up")
        self.plugged = True
