/* The connection to one of several servers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerMessage } from '../src/api';
import { seeGame } from '../src/api';
import { Connection } from '../src/socket';

class FakeSocket {
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: { do: string; id: string }[] = [];
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { do: string; id: string });
  }

  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const elsewhere = { code: 'elsewhere', why: { en: 'another server has this game', el: '..' }, wait_ms: 1000 };

beforeEach(() => {
  FakeSocket.made = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow(connection: Connection, id: string): ServerMessage[] {
  const heard: ServerMessage[] = [];
  connection.follow({ id, keys: () => [], from: () => null, hear: (message) => heard.push(message) });
  return heard;
}

test('the address names the game', () => {
  follow(new Connection('ws://host/api/1/socket'), 'abcdefghijklmnop');
  expect(FakeSocket.made.map((one) => one.address)).toEqual(['ws://host/api/1/socket/abcdefghijklmnop']);
});

test('a game that another server has: connects again, and shows nothing', () => {
  const connection = new Connection('ws://host/api/1/socket');
  const heard = follow(connection, 'abcdefghijklmnop');
  const [first] = FakeSocket.made;
  first!.open();
  expect(first!.sent.map((one) => one.do)).toEqual(['follow']);
  first!.hear({ is: 'error', re: 1, error: elsewhere });
  expect(heard).toEqual([]);
  expect(first!.readyState).toBe(3);
  expect(connection.line.get()).toBe('lost');
  vi.advanceTimersByTime(2000);
  expect(FakeSocket.made.length).toBe(2);
  FakeSocket.made[1]!.open();
  FakeSocket.made[1]!.hear({ is: 'same', id: 'abcdefghijklmnop', event: 3 });
  expect(heard.length).toBe(1);
  expect(connection.line.get()).toBe('open');
});

test('a server whose database is away: follows again when it says so', () => {
  const connection = new Connection('ws://host/api/1/socket');
  const heard = follow(connection, 'abcdefghijklmnop');
  const [first] = FakeSocket.made;
  first!.open();
  first!.hear({ is: 'error', re: 1, error: { code: 'busy', why: { en: '..', el: '..' }, wait_ms: 1000 } });
  expect(first!.sent.length).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(first!.sent.map((one) => [one.do, one.id])).toEqual([
    ['follow', 'abcdefghijklmnop'],
    ['follow', 'abcdefghijklmnop'],
  ]);
  first!.hear({ is: 'same', re: 2, id: 'abcdefghijklmnop', event: 3 });
  expect(heard.filter((message) => message.is === 'same').length).toBe(1);
  vi.advanceTimersByTime(5000);
  expect(first!.sent.length).toBe(2);
});

test('a question about a line gets its answers until the last, and is asked again after a lost connection', () => {
  const connection = new Connection('ws://host/api/1/socket');
  const heard: unknown[] = [];
  const asked = connection.study({ do: 'lines', game: 'gomoku', moves: 'h8', count: 2 }, (message) => heard.push(message));
  const [first] = FakeSocket.made;
  first!.open();
  expect(first!.sent).toEqual([{ do: 'lines', game: 'gomoku', moves: 'h8', count: 2, seq: 1 }]);
  const lines = { is: 'lines', re: 1, depth: 2, nodes: 9, ms: 1, last: false, lines: [] };
  first!.hear(lines);
  first!.hear({ ...lines, re: 7 }); /* of a question that nobody asks any more */
  expect(heard).toEqual([lines]);
  first!.close();
  vi.advanceTimersByTime(2000);
  const second = FakeSocket.made[1]!;
  second.open();
  expect(second.sent.map((one) => one.do)).toEqual(['lines']);
  asked.stop();
  expect(second.sent.map((one) => one.do)).toEqual(['lines', 'quiet']);
  second.hear({ ...lines, re: 2, last: true });
  second.hear({ ...lines, re: 2 });
  expect(heard.length).toBe(2);
  asked.stop(); /* it has ended */
  expect(second.sent.length).toBe(2);
});

test('a question takes the place of the one before, and a refusal ends it', () => {
  const connection = new Connection('ws://host/api/1/socket');
  const heard: string[] = [];
  const first = connection.study({ do: 'review', game: 'gomoku' }, (message) => heard.push(`1 ${message?.is ?? 'gone'}`));
  connection.study({ do: 'lines', game: 'gomoku' }, (message) => heard.push(`2 ${message?.is ?? 'gone'}`));
  expect(heard).toEqual(['1 gone']);
  const [socket] = FakeSocket.made;
  socket!.open();
  first.stop();
  first.forget();
  expect(socket!.sent.map((one) => one.do)).toEqual(['lines']);
  socket!.hear({ is: 'error', re: 1, error: { code: 'busy', why: { en: '..', el: '..' } } });
  socket!.hear({ is: 'lines', re: 1, depth: 1, nodes: 1, ms: 1, last: false, lines: [] });
  expect(heard).toEqual(['1 gone', '2 error']);
});

test('over HTTP it is asked again', async () => {
  const answers = [{ error: elsewhere }, { error: elsewhere }, { id: 'x' }];
  const fetched = vi.fn(() => {
    const body = answers.shift()!;
    return Promise.resolve({ ok: !('error' in body), json: () => Promise.resolve(body) });
  });
  vi.stubGlobal('fetch', fetched);
  const game = seeGame('abcdefghijklmnop');
  await vi.advanceTimersByTimeAsync(3000);
  expect((await game).id).toBe('x');
  expect(fetched).toHaveBeenCalledTimes(3);
});
