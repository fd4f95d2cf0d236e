/* Parts that several pages share. */
import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { StillBoard } from '../board/still';
import { memo } from '../memo';
import { gameFile, type End, type GameFile, type Log, type Row, type Tournament } from './data';
import { tallies, type Outcome, type Tally } from './results';
import { botAddress } from './route';
import { secondsText, useSpeech, type SaidKey, type SiteSpeech } from './words';

/** The tournament and what was counted from it. */
export interface Known {
  data: Tournament;
  tallies: Tally[];
  byNumber: Map<number, Row>;
}

export const known = (data: Tournament): Known => ({
  data, tallies: tallies(data), byNumber: new Map(data.games.map((game) => [game[0], game])),
});

export const KnownContext = createContext<Known | null>(null);
export const useKnown = (): Known => useContext(KnownContext)!;

/** A name that a stranger chose: isolated, so that its direction does not change the text around it. */
export const Name = ({ children }: { children: string }) => <bdi>{children}</bdi>;

export function BotLink({ player }: { player: number }) {
  const { data } = useKnown();
  const { name } = data.players[player]!;
  return <a class="bot-link" href={botAddress(name)}><Name>{name}</Name></a>;
}

/** ● won, ◐ drawn, ○ lost. */
export const Glyph = memo(({ of }: { of: Outcome }) => (
  <svg class={`gl gl-${of}`} viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="4.6" />
    {of === 'drawn' && <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" />}
  </svg>
));

const outcomes: readonly Outcome[] = ['won', 'drawn', 'lost'];
const counted: Record<Outcome, SaidKey> = { won: 'nWon', drawn: 'nDrawn', lost: 'nLost' };

/** "● 8 won ◐ 0 drawn ○ 20 lost". */
export function Counts({ of }: { of: Tally }) {
  const { say } = useSpeech();
  return (
    <p class="wdl">
      {outcomes.map((outcome) => <span key={outcome}><Glyph of={outcome} />{say(counted[outcome], of[outcome])}</span>)}
    </p>
  );
}

export const countWords = (of: Tally, { say }: SiteSpeech): [string, string, string] =>
  [say('nWon', of.won), say('nDrawn', of.drawn), say('nLost', of.lost)];

/** The games of a pair as glyphs, the won ones first; as numbers if they are many. */
export function Glyphs({ of }: { of: Tally }) {
  const { n } = useSpeech();
  if (of.sides.length > 6) return <span class="gls nums-only">{n(of.won)}·{n(of.drawn)}·{n(of.lost)}</span>;
  return (
    <span class="gls">
      {outcomes.flatMap((outcome) => of.sides.filter((side) => side.outcome === outcome))
        .map((side) => <Glyph key={side.game[0]} of={side.outcome} />)}
    </span>
  );
}

export const endKey: Record<End, SaidKey> = {
  rules: 'endRules', repetition: 'endRepetition', plies: 'endPlies', resign: 'endResign', time: 'endTime',
  forfeit: 'endForfeit', agreed: 'endAgreed',
};

export const resultText: Record<Row[4], string> = { '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½' };

/** A panel with a heading. */
export const Panel = ({ title, aside, class: extra = '', children }: {
  title?: string; aside?: ComponentChildren; class?: string; children: ComponentChildren;
}) => (
  <section class={`panel ${extra}`}>
    {title !== undefined && <header class="sect"><h3>{title}</h3>{aside !== undefined && <small>{aside}</small>}</header>}
    {children}
  </section>
);

/** A box for what may be wider than a phone: it scrolls by itself, with the keyboard too. */
export const Wide = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="xscroll" role="region" aria-label={label} tabIndex={0}>{children}</div>
);

/** The file of a game: undefined while it loads, null if it is missing. */
export function useGameFile(number: number | null): GameFile | null | undefined {
  const [told, setTold] = useState<{ number: number; file: GameFile | null } | null>(null);
  useEffect(() => {
    if (number === null) return undefined;
    let gone = false;
    gameFile(number).then(
      (file) => { if (!gone) setTold({ number, file }); },
      () => { if (!gone) setTold({ number, file: null }); },
    );
    return () => { gone = true; };
  }, [number]);
  return told && told.number === number ? told.file : undefined;
}

/** The last position of a game, small. */
export function Thumb({ number }: { number: number }) {
  const { data: { game } } = useKnown();
  const file = useGameFile(number);
  return (
    <span class="thumb" aria-hidden="true">
      {file?.end && game.board && game.look && <StillBoard look={game.look} board={game.board} position={file.end} />}
    </span>
  );
}

/** What a program wrote for its author. */
export function LogText({ log }: { log: Log | null }) {
  const { say } = useSpeech();
  if (!log) return <p class="log-none">{say('stderrNone')}</p>;
  return (
    <>
      {log.cut && <p class="log-none">{say('stderrCut')}</p>}
      <pre class="log" tabIndex={0}><bdi>{log.text}</bdi></pre>
    </>
  );
}

/** The time limit in words. */
export function clockText({ movetime_ms, clock_ms, increment_ms }: Tournament, words: SiteSpeech): string {
  const { say } = words;
  const parts: string[] = [];
  if (clock_ms !== null && increment_ms > 0)
    parts.push(say('perGame', secondsText(clock_ms, words), secondsText(increment_ms, words)));
  else if (clock_ms !== null) parts.push(say('perGameOnly', secondsText(clock_ms, words)));
  if (movetime_ms !== null) parts.push(say('perMove', secondsText(movetime_ms, words)));
  return parts.join(', ') || say('noLimit');
}

/** Is the interval so wide that the number would say nothing? The table in the terminal has the same bound. */
export const isVague = ([, low, high]: [number, number | null, number | null]): boolean =>
  low === null || high === null || high - low > 3000;

/** Half the width of a rating's interval. */
export const plusMinus = ([rating, low, high]: [number, number | null, number | null]): number | null =>
  low === null || high === null ? null : Math.round(Math.max(high - rating, rating - low));

