/* The games of this browser: which of them are shown, and their records in one file (docs/formats/record.md). */
import { ApiError, recordAddress, type Refusal } from './api';
import type { OwnGame } from './settings';

/** How a game ended for the person; `other`: nobody or both sides were theirs. */
export const outcomes = ['won', 'lost', 'drawn', 'running', 'other'] as const;
export type Outcome = (typeof outcomes)[number];

export function outcomeOf({ over, mine, result }: OwnGame): Outcome {
  if (mine.length !== 1 || (over && !result)) return 'other';
  if (!over) return 'running';
  if (result === '1/2-1/2') return 'drawn';
  return (result === '1-0' ? 0 : 1) === mine[0] ? 'won' : 'lost';
}

/** '' stands for all. */
export interface Filter {
  game: string;
  result: string;
}

export const narrowed = (list: readonly OwnGame[], { game, result }: Filter): OwnGame[] =>
  list.filter((own) => (!game || own.game === game) && (!result || outcomeOf(own) === result));

const patience = 8;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The record of a game; null: the server does not have the game. */
export async function recordOf(id: string): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(recordAddress(id));
      text = await answer.text();
    } catch {
      throw new ApiError(null);
    }
    if (answer.ok) return text;
    if (answer.status === 404) return null;
    const refusal = refusalIn(text);
    if (refusal?.wait_ms === undefined || attempt === patience) throw new ApiError(refusal);
    await pause(refusal.wait_ms); /* it is busy, or another server has the game for a moment */
  }
}

function refusalIn(text: string): Refusal | null {
  try {
    return (JSON.parse(text) as { error?: Refusal }).error ?? null;
  } catch {
    return null;
  }
}

/** One file of all records that the server has, and the games that it does not have. One request at a time: the server
 * counts them. */
export async function recordsOf(
  list: readonly OwnGame[], read: (id: string) => Promise<string | null> = recordOf,
): Promise<{ file: string; saved: number; gone: OwnGame[] }> {
  const records: string[] = [];
  const gone: OwnGame[] = [];
  for (const own of list) {
    const record = await read(own.id);
    if (record === null) gone.push(own);
    else records.push(record.trimEnd());
  }
  return { file: records.map((record) => `${record}\n`).join('\n'), saved: records.length, gone };
}
