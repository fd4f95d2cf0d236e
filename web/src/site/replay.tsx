/* A game, move by move: ← → Home End, a slider, the list of moves, or by itself. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Film, plainly, still } from '../anim/film';
import { ownTime, plan, type Frame } from '../anim/plan';
import { reconcile } from '../anim/sprites';
import type { PlayerName, Position } from '../api';
import { MovingBoard } from '../board/moving';
import { lookOf } from '../looks';
import type { Layout, Look } from '../looks/look';
import { Icon } from '../parts/icon';
import { MoveList, MoveSteps } from '../parts/moves';
import { motionOf, settings } from '../settings';
import type { GameFile, Row } from './data';
import { BotLink, endKey, LogText, Name, resultText, useGameFile, useKnown } from './parts';
import { replayOf, type Replay } from './pack';
import { offBoard, outcomeOf } from './results';
import { gameAddress, place, replacePlace } from './route';
import { secondsText, useSpeech, type SiteSpeech } from './words';

/** Between two moves that play by themselves, in milliseconds. */
const pause = 650;

interface Picture {
  frame: Frame;
  moving: boolean;
}

/** The picture of a ply: the next one is animated, any other one is shown at once. */
function usePicture(replay: Replay, ply: number, look: Look, layout: Layout): Picture {
  const spritesOf = (position: Position) => look.sprites(layout, position);
  const [picture, setPicture] = useState<Picture>(() => ({
    frame: still(reconcile([], spritesOf(replay.positions[ply]!)))[0]!.frame, moving: false,
  }));
  const shown = useRef({ replay, ply, sprites: picture.frame.sprites });
  const film = useMemo(() => new Film(({ frame }, moving) => {
    shown.current.sprites = frame.sprites;
    setPicture({ frame, moving });
  }), []);
  useEffect(() => {
    const was = shown.current;
    if (was.replay === replay && was.ply === ply) return;
    const motion = motionOf(settings.get());
    const after = spritesOf(replay.positions[ply]!);
    const next = was.replay === replay && ply === was.ply + 1 && motion > 0;
    /* An animation that is cut short leaves sprites of pieces that are gone: begin with the position itself. */
    const before = reconcile(was.sprites, spritesOf(replay.positions[next ? was.ply : ply]!));
    shown.current = { replay, ply, sprites: before };
    film.play(next ? plainly(plan(look, layout, before, replay.steps[was.ply]!, after, motion, ownTime)) : still(before));
  }, [replay, ply]);
  useEffect(() => () => film.stop(), []);
  return picture;
}

/** `now` is asked for each key: keys may come faster than the page is drawn. */
function useReplayKeys(now: () => number, last: number, go: (ply: number) => void, toggle: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.matches('input,select,textarea,pre')) return;
      const to = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: last }[event.key];
      const space = event.key === ' ' && !(event.target instanceof Element && event.target.closest('button,a,summary'));
      if (to === undefined && !space) return;
      event.preventDefault();
      if (space) toggle();
      else go(to!);
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  });
}

function Seat({ game, seat, role, look }: { game: Row; seat: 0 | 1; role: PlayerName | undefined; look: Look | null }) {
  const words = useSpeech();
  const outcome = outcomeOf(game, seat);
  const longest = game[seat === 0 ? 7 : 8];
  const parts = [words.w(role?.title), longest >= 5 ? words.say('thinkMax', secondsText(longest, words)) : ''];
  return (
    <div class={outcome === 'won' ? 'player on' : 'player'}>
      <span class="disc">{look && role && <look.Disc player={role} seat={seat} />}</span>
      <div class="who">
        <b><BotLink player={game[seat === 0 ? 2 : 3]} /></b>
        <small><span>{parts.filter(Boolean).join(' · ')}</span></small>
      </div>
      <span class="nums"><span class="score">{outcome === 'won' ? '1' : outcome === 'drawn' ? '½' : '0'}</span></span>
    </div>
  );
}

/** How the game ended, as the head and the rest of a sentence. */
function endWords(game: Row, names: readonly string[], end: Position | undefined, words: SiteSpeech): [string, string] {
  const winner = game[4] === '1-0' ? game[2] : game[4] === '0-1' ? game[3] : null;
  const head = winner === null ? words.say('draw') : words.say('wins', names[winner]!);
  if (game[11] && winner !== null)
    return [`${head}.`, words.say('loses', names[winner === game[2] ? game[3] : game[2]]!, words.w(game[11]))];
  const why = end?.why?.[2] ? words.w(end.why[2]) : words.say(endKey[game[5]]);
  return [why ? `${head}:` : `${head}.`, why ? `${why}.` : ''];
}

function Scores({ position, players, look }: { position: Position; players: [PlayerName, PlayerName]; look: Look }) {
  const words = useSpeech();
  const { scores, hand } = position;
  const held = look.handOnBoard ? undefined : hand[0];
  if (!scores && !held) return null;
  const sprite = held && {
    id: 0, cell: -1, kind: held[0], player: held[1], number: held[2], layer: 0, x: 0, y: 0, scale: 1, opacity: 1,
  };
  return (
    <p class="scores">
      {scores?.map((score, seat) => (
        <span key={seat} role="img" aria-label={`${words.w(players[seat as 0 | 1].title)}: ${words.t('pointsLabel', score)}`}>
          <look.Disc player={players[seat as 0 | 1]} seat={seat} />{words.n(score)}
        </span>
      ))}
      {sprite && (
        <span class="in-hand" role="img" aria-label={`${words.t('inHand')}: ${held[2] || held[0]}`}>
          <small>{words.t('inHand')}</small><svg viewBox="-46 -54 92 100"><look.Piece sprite={sprite} /></svg>
        </span>
      )}
    </p>
  );
}

function CopyLink({ number, ply }: { number: number; ply: number }) {
  const words = useSpeech();
  const [told, setTold] = useState('');
  useEffect(() => setTold(''), [number, ply]);
  const copy = async () => {
    const address = new URL(gameAddress(number, ply), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      setTold(words.t('copied'));
    } catch {
      setTold(words.t('copyThis', address)); /* not allowed here, e.g. without https */
    }
  };
  return (
    <>
      <button type="button" class="btn quiet" title={words.say('copyLong')} onClick={() => void copy()}>
        <Icon name="link" />{words.say('copy')}
      </button>
      <span class="copied" role="status">{told}</span>
    </>
  );
}

function Footer({ game, ply, file }: { game: Row; ply: number; file: GameFile | null | undefined }) {
  const { data: { players } } = useKnown();
  const { say } = useSpeech();
  return (
    <div class="replay-foot">
      <div class="foot-row">
        <a class="btn quiet" href={`games/${game[0]}.pes`} download title={say('recordLong')}><Icon name="save" />{say('record')}</a>
        <CopyLink number={game[0]} ply={ply} />
      </div>
      {([0, 1] as const).map((seat) => file?.logs[seat] && (
        <details key={seat} class="stderr" open={offBoard(game[5]) && outcomeOf(game, seat) === 'lost'}>
          <summary><bdi>{say('stderrOf', players[game[seat === 0 ? 2 : 3]]!.name)}</bdi></summary>
          <LogText log={file.logs[seat]} />
        </details>
      ))}
    </div>
  );
}

function Told({ game, replay, ply, end }: { game: Row; replay: Replay | null; ply: number; end: Position | undefined }) {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  const last = replay ? replay.played.length : 0;
  const names = players.map(({ name }) => name);
  const move = ply > 0 ? words.w(replay?.played[ply - 1]?.[2]) : words.w(replay?.positions[0]?.said);
  const [head, rest] = endWords(game, names, end, words);
  return (
    <div class={ply === last && offBoard(game[5]) ? 'say threat' : 'say'}>
      {ply === last && offBoard(game[5]) && <Icon name="warn" />}
      <div class="say-text" role="status" aria-live="polite">
        {move && <p data-say>{move}</p>}
        {ply === last && <p data-end><strong><bdi>{head}</bdi></strong> <bdi>{rest}</bdi></p>}
      </div>
    </div>
  );
}

function Player({ game, replay, file, ply: wanted, look, layout }: {
  game: Row; replay: Replay; file: GameFile; ply: number; look: Look; layout: Layout;
}) {
  const words = useSpeech();
  const { say } = words;
  const last = replay.played.length;
  const ply = Math.min(wanted, last);
  const [playing, setPlaying] = useState(false);
  const { frame, moving } = usePicture(replay, ply, look, layout);
  const step = (to: number) => replacePlace({ page: 'game', number: game[0], ply: Math.max(0, Math.min(last, to)) });
  const go = (to: number) => { setPlaying(false); step(to); };
  const toggle = () => {
    if (!playing && ply >= last) step(0);
    setPlaying(!playing);
  };
  const now = () => {
    const there = place.get();
    return there.page === 'game' && there.number === game[0] ? Math.min(there.ply ?? 0, last) : ply;
  };
  useReplayKeys(now, last, go, toggle);
  useEffect(() => {
    if (!playing || moving) return undefined;
    if (ply >= last) { setPlaying(false); return undefined; }
    const timer = setTimeout(() => step(ply + 1), pause);
    return () => clearTimeout(timer);
  }, [playing, moving, ply]);
  useEffect(() => setPlaying(false), [game]);
  const position = replay.positions[ply]!;
  const players = file.players!;
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => slider.current?.style.setProperty('--at', String(last > 0 ? ply / last : 0)), [ply, last]);
  return (
    <>
      <div class="stage">
        <div class="boardwrap">
          <div
            class="board" role="img" aria-label={say('boardAlt', ply, last)}
            ref={(node) => node?.style.setProperty('--ar', String(layout.width / layout.height))}
          >
            <MovingBoard look={look} layout={layout} frame={frame} position={position} still={!moving} />
          </div>
        </div>
      </div>
      <div class="rail replay-rail">
        <div class="players">
          {([0, 1] as const).map((seat) => <Seat key={seat} game={game} seat={seat} role={players[seat]} look={look} />)}
        </div>
        <div class="walk">
          <MoveSteps first={0} shown={ply} last={last} go={go}>
            <button type="button" class="auto" aria-label={say(playing ? 'pause' : 'play')} title={say(playing ? 'pause' : 'play')} onClick={toggle}>
              <Icon name={playing ? 'pause' : 'go'} />
            </button>
          </MoveSteps>
          <input
            type="range" min="0" max={last} value={ply} ref={slider} aria-label={say('moves')}
            aria-valuetext={say('moveOf', ply, last)} onInput={(event) => go(Number(event.currentTarget.value))}
          />
          <p class="at"><output>{words.n(ply)} / {words.n(last)}</output><span class="kbds" aria-hidden="true">{['←', '→', 'Home', 'End'].map((key) => <kbd key={key}>{key}</kbd>)}</span></p>
        </div>
        <Told game={game} replay={replay} ply={ply} end={file.end} />
        <Scores position={position} players={players} look={look} />
        <div class="moves replay-moves">
          <MoveList played={replay.played} first={0} shown={ply} go={go} title={(i) => words.w(replay.played[i]![2])} />
        </div>
        <Footer game={game} ply={ply} file={file} />
      </div>
    </>
  );
}

export function GamePage({ number, ply }: { number: number; ply: number | null }) {
  const { data, byNumber } = useKnown();
  const words = useSpeech();
  const game = byNumber.get(number)!;
  const file = useGameFile(number);
  const replay = useMemo(() => (file ? replayOf(file) : null), [file]);
  const { board, look: lookName } = data.game;
  const look = lookName ? lookOf(lookName) : null;
  const layout = useMemo(() => (replay && look && board ? look.layout(board, 0, replay.positions[0]!) : null), [replay]);
  const names = [game[2], game[3]].map((player) => data.players[player]!.name) as [string, string];
  return (
    <div class="play replay">
      <h2 class="vh" tabIndex={-1} data-heading>
        {words.say('number', number)}: <Name>{names[0]}</Name> – <Name>{names[1]}</Name>, {resultText[game[4]]}
      </h2>
      {file && replay && look && layout ? (
        <Player key={number} game={game} replay={replay} file={file} ply={ply ?? 0} look={look} layout={layout} />
      ) : (
        <>
          <div class="stage">
            <p class="problem">
              {file === undefined ? words.t('loading') : file === null ? words.say('fileMissing', number) : words.say('noBoard')}
            </p>
          </div>
          <div class="rail replay-rail">
            <div class="players">{([0, 1] as const).map((seat) => <Seat key={seat} game={game} seat={seat} role={undefined} look={null} />)}</div>
            <Told game={game} replay={null} ply={0} end={undefined} />
            <Footer game={game} ply={0} file={file} />
          </div>
        </>
      )}
    </div>
  );
}
