/* The rules of a game in pictures, in a dialog above the page from which it was opened. It is not part of the first
 * load. The move of a picture plays when it comes into view, and again at a touch. */
import './rules.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, rulesOf, type GameInfo, type Position, type Rule } from '../api';
import { Film, plainly, stillFrame } from '../anim/film';
import { plan, type Frame } from '../anim/plan';
import { reconcile } from '../anim/sprites';
import { corner, place } from '../board/marks';
import { MovingBoard } from '../board/moving';
import { lessonOf, type Lesson } from '../lesson';
import { lookOf } from '../looks';
import type { Layout, Look } from '../looks/look';
import { Cross } from '../looks/marks';
import { onDialogKey } from '../parts/dialog';
import { useTitle } from '../parts/frame';
import { Icon } from '../parts/icon';
import { LearnLink } from '../parts/ruleslink';
import { SetUpLink } from '../parts/studylink';
import { closeDialog } from '../router';
import { motionOf, settings } from '../settings';
import { useGames } from '../usegames';
import { useWords, type Sentences } from '../words';

/** Before the move, so that the position can be seen; and how much slower than in a game the move is. */
const pause = 700;
const slowness = 1.6;

interface Shown {
  frame: Frame;
  stage: 'before' | 'moving' | 'after';
}

/** Plays the move of a picture on request. Without motion the position after it is shown at once, and a request shows
 * the position before it, or after it again. */
function usePlayed(rule: Rule, look: Look, layout: Layout): { shown: Shown; play: () => void } {
  const frameOf = (position: Position): Frame =>
    ({ ...stillFrame, sprites: reconcile([], look.sprites(layout, position)) });
  const [shown, setShown] = useState<Shown>(() =>
    motionOf(settings.get()) > 0
      ? { frame: frameOf(rule.before), stage: 'before' }
      : { frame: frameOf(rule.after), stage: 'after' });
  const film = useMemo(() => new Film(({ frame }, moving) =>
    setShown({ frame, stage: !moving ? 'after' : frame.anims.length > 0 ? 'moving' : 'before' })), []);
  const play = () => {
    const before = frameOf(rule.before);
    const motion = motionOf(settings.get()) * slowness;
    if (motion === 0) {
      setShown(shown.stage === 'after'
        ? { frame: before, stage: 'before' }
        : { frame: frameOf(rule.after), stage: 'after' });
      return;
    }
    const frames = plan(look, layout, before.sprites, rule.steps, look.sprites(layout, rule.after), motion);
    film.play(plainly([{ ...before, duration: pause }, ...frames]));
  };
  useEffect(() => () => film.stop(), []);
  return { shown, play };
}

/** Calls `seen` once, when most of the element is in view. */
function useSeen(element: { current: Element | null }, seen: () => void): void {
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      seen();
    }, { threshold: 0.7 });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
}

/** Scores that the move changes, and the piece to place, of the position that is shown. */
function Tally({ rule, look, position }: { rule: Rule; look: Look; position: Position }) {
  const words = useWords();
  const { hand } = position;
  const scored = rule.before.scores?.some((score, seat) => score !== rule.after.scores?.[seat]);
  const scores = scored ? position.scores : null;
  const held = look.handOnBoard ? undefined : hand[0];
  if (!scores && !held) return null;
  const sprite = held && {
    id: 0, cell: -1, kind: held[0], player: held[1], number: held[2], layer: 0, x: 0, y: 0, scale: 1, opacity: 1,
  };
  return (
    <div class="rule-tally">
      {scores?.map((score, seat) => {
        const player = rule.players[seat as 0 | 1];
        return (
          <span key={seat} role="img" aria-label={`${words.w(player.title)}: ${words.t('pointsLabel', score)}`}>
            <look.Disc player={player} seat={seat} />{words.n(score)}
          </span>
        );
      })}
      {sprite && (
        <span class="rule-hand" role="img" aria-label={`${words.t('inHand')}: ${held[2] || held[0]}`}>
          <small>{words.t('inHand')}</small><svg viewBox="-46 -54 92 100"><look.Piece sprite={sprite} /></svg>
        </span>
      )}
    </div>
  );
}

const isTaken = (position: Position, cell: number): boolean => position.pieces.some((piece) => piece[0] === cell);

function Picture({ rule, number }: { rule: Rule; number: number }) {
  const words = useWords();
  const look = lookOf(rule.look);
  const layout = useMemo(() => look.layout(rule.board, 0, rule.before), [rule]);
  const { shown, play } = usePlayed(rule, look, layout);
  const svg = useRef<SVGSVGElement>(null);
  const moves = rule.steps.length > 0;
  useSeen(svg, () => { if (moves && motionOf(settings.get()) > 0) play(); });
  const after = shown.stage === 'after';
  const position = shown.stage === 'before' ? rule.before : rule.after;
  const board = (
    <MovingBoard look={look} layout={layout} frame={shown.frame} position={position} still={after} svg={svg}>
      {after && rule.crossed.map((cell) => (
        <g key={cell} transform={isTaken(position, cell) ? corner(layout, cell) : place(layout, cell)}>
          <Cross scale={look.mark * 1.3} />
        </g>
      ))}
    </MovingBoard>
  );
  return (
    <figure class="rule" data-stage={shown.stage}>
      <div class="rule-board">
        {board}
        {moves && (
          <button type="button" class="rule-touch" onClick={play} aria-label={words.t('replay', number)}>
            <span class="rule-again"><Icon name="again" /></span>
          </button>
        )}
      </div>
      <Tally rule={rule} look={look} position={position} />
      <figcaption><b>{number}</b>{words.w(rule.text)}</figcaption>
    </figure>
  );
}

/** The pictures; null while they are loading. */
function useRules(name: string): { rules: Rule[] | null; away: boolean; again: () => void } {
  const [rules, setRules] = useState<Rule[] | null>(null);
  const [away, setAway] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setRules(null);
    setAway(false);
    rulesOf(name).then(
      (all) => { if (!gone) setRules(all); },
      (error: unknown) => {
        if (gone) return;
        if (error instanceof ApiError && error.refusal) setRules([]); /* the server has none */
        else setAway(true);
      },
    );
    return () => { gone = true; };
  }, [name, attempt]);
  return { rules, away, again: () => setAttempt((n) => n + 1) };
}

const own = {
  source: ['Where it comes from', 'Από πού προέρχεται'],
  known: ['What is known', 'Τι είναι γνωστό'],
} satisfies Sentences;

/** Where the game comes from and what is known of it; nothing while this is loading, or if nothing is said. */
function Known({ name }: { name: string }) {
  const words = useWords();
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    let gone = false;
    lessonOf(name).then((told) => { if (!gone) setLesson(told); }, () => { /* the rules are complete without it */ });
    return () => { gone = true; };
  }, [name]);
  if (!lesson?.source && !lesson?.known) return null;
  return (
    <dl class="rule-words rule-known">
      {lesson.source && <><dt>{words.s(own.source)}</dt><dd>{words.w(lesson.source)}</dd></>}
      {lesson.known && <><dt>{words.s(own.known)}</dt><dd>{words.w(lesson.known)}</dd></>}
    </dl>
  );
}

/** The goal, and how moves are entered. */
function InWords({ game }: { game: GameInfo }) {
  const words = useWords();
  return (
    <dl class="rule-words">
      <dt>{words.t('goal')}</dt><dd>{words.w(game.goal)}</dd>
      <dt>{words.t('byTouch')}</dt><dd>{words.s(lookOf(game.look).touchHelp)}</dd>
      <dt>{words.t('howToMove')}</dt><dd>{words.w(game.how_to_move)}</dd>
    </dl>
  );
}

export default function Rules({ name }: { name: string }) {
  const words = useWords();
  const { games, away: noGames, again: askGames } = useGames();
  const { rules, away, again } = useRules(name);
  const game = games?.find((g) => g.name === name);
  const unknown = games !== null && !game;
  const dialog = useRef<HTMLDivElement>(null);
  const title = game ? words.t('rulesOf', words.w(game.title)) : words.t(unknown ? 'missingTitle' : 'rules');
  useTitle(title);
  useEffect(() => {
    dialog.current?.focus();
    /* After a touch of a picture or a text the focus may be outside the dialog. */
    const listener = (event: KeyboardEvent) => onDialogKey(event, dialog.current, closeDialog);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <div class="veil rules-veil" onClick={(event) => event.target === event.currentTarget && closeDialog()}>
      <div
        class="sheet rules" role="dialog" aria-modal="true" aria-labelledby="rules-title" tabIndex={-1} ref={dialog}
      >
        <header>
          <h2 id="rules-title">{title}</h2>
          <button type="button" class="round" aria-label={words.t('close')} onClick={closeDialog}>
            <Icon name="x" />
          </button>
        </header>
        <div class="body">
          {unknown && <p>{words.t('missingText')}</p>}
          {(away || noGames) && (
            <p class="problem" role="alert">
              <Icon name="warn" />{words.t('awayText')}
              <button type="button" class="btn" onClick={() => { again(); askGames(); }}>{words.t('tryAgain')}</button>
            </p>
          )}
          {!unknown && !away && !rules && <p>{words.t('loading')}</p>}
          {game && rules && rules.length > 0 && (
            <div class="rule-list">{rules.map((rule, i) => <Picture key={i} rule={rule} number={i + 1} />)}</div>
          )}
          {game && <InWords game={game} />}
          {game && <Known name={name} />}
          {game && (
            <p class="rule-ways">
              <LearnLink game={game} class="btn quiet" />
              <SetUpLink game={name} class="btn quiet" />
              <a class="btn" href={`new?game=${name}`}>{words.t('playGame', words.w(game.title))}</a>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
