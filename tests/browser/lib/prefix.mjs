/* A host that serves the application below a path, as a reverse proxy does: it removes the path from requests, and
 * answers none outside it. */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** The page as `pessoi serve --prefix` writes it. */
const rebase = (page, prefix) => page.replace('<base href="/">', `<base href="${prefix}/">`);

export class PrefixHost {
  #target;
  #prefix;
  #host;
  #sockets = new Set(); /* upgraded sockets: the HTTP server no longer closes them */
  /** Requests outside the path. */
  strays = [];

  static async start(target, prefix) {
    const own = new PrefixHost();
    own.#target = new URL(target.origin);
    own.#prefix = prefix;
    own.#host = createServer((asked, answer) => own.#forward(asked, answer));
    own.#host.on('upgrade', (asked, socket, head) => own.#upgrade(asked, socket, head));
    await new Promise((resolve) => own.#host.listen(0, '127.0.0.1', resolve));
    return own;
  }

  get origin() {
    return `http://127.0.0.1:${this.#host.address().port}`;
  }

  #below(url) {
    if (url.startsWith(`${this.#prefix}/`)) return url.slice(this.#prefix.length);
    this.strays.push(url);
    return null;
  }

  /* The server compares the origin with the host: both are set to its own, as a proxy does. */
  #headers({ headers }) {
    const { host, origin } = this.#target;
    return { ...headers, host, ...(headers.origin ? { origin } : {}), 'accept-encoding': 'identity' };
  }

  #forward(asked, answer) {
    const path = this.#below(asked.url);
    if (path === null) {
      answer.writeHead(404).end();
      return;
    }
    const { hostname, port } = this.#target;
    const onward = request({ hostname, port, path, method: asked.method, headers: this.#headers(asked) }, (told) => {
      const parts = [];
      told.on('data', (part) => parts.push(part));
      told.on('end', () => {
        const isPage = told.headers['content-type']?.startsWith('text/html');
        const whole = Buffer.concat(parts);
        const body = isPage ? Buffer.from(rebase(whole.toString(), this.#prefix)) : whole;
        const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = told.headers;
        answer.writeHead(told.statusCode, { ...headers, 'content-length': body.length }).end(body);
      });
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }

  #upgrade(asked, socket, head) {
    const path = this.#below(asked.url);
    if (path === null) {
      socket.destroy();
      return;
    }
    const lines = Object.entries(this.#headers(asked)).map(([name, value]) => `${name}: ${value}\r\n`);
    const onward = connect(Number(this.#target.port), this.#target.hostname, () => {
      onward.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const [one, other] of [[socket, onward], [onward, socket]]) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => { other.destroy(); this.#sockets.delete(one); });
    }
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#host.closeAllConnections();
    return new Promise((resolve) => this.#host.close(resolve));
  }
}
