/* The tree as a list: the main line in rows of two, variations below the move they replace. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../store';
import { useWords, type Sentences, type Speech } from '../words';
import { ClassMark, classWords } from './classmark';
import type { Reviewed } from './messages';
import type { Study } from './study';
import { nodeOf, onwards, type Node, type Tree } from './tree';

const own = {
  variation: ['Variation', 'Παραλλαγή'],
  commented: ['with a comment', 'με σχόλιο'],
  more: ['{1} more {1|move|moves}', '{1} ακόμη {1|κίνηση|κινήσεις}'],
} satisfies Sentences;

interface Of {
  tree: Tree;
  at: string;
  judged: ReadonlyMap<string, Reviewed>;
  /** Nodes after this one are not shown: the person is to find the move. */
  until: string | null;
  go: (id: string) => void;
}

/** The button of a move: its text and class. */
function MoveButton({ of: { at, judged, go }, node, lead }: { of: Of; node: Node; lead?: string }) {
  const words = useWords();
  const known = judged.get(node.id);
  const parts = [
    words.w(node.said) || node.moves[0]!, known ? classWords(known.class, words) : '', node.comment ? words.s(own.commented) : '',
  ];
  return (
    <button
      type="button" data-node={node.id} aria-current={node.id === at ? 'step' : undefined} title={parts.filter(Boolean).join(' · ')}
      onClick={() => go(node.id)}
    >
      {lead && <small aria-hidden="true">{lead}</small>}
      <span>{node.moves[0]}</span>
      {known && <ClassMark of={known.class} />}
      {node.comment && <i class="said" aria-hidden="true" />}
    </button>
  );
}

/** Rows of two: a second move of First begins a new row, as in the list of a game. */
function rowsOf(line: readonly Node[]): (Node | null)[][] {
  const rows: (Node | null)[][] = [];
  for (const node of line) {
    const last = rows[rows.length - 1];
    if (node.player === 1 && last?.length === 1) last.push(node);
    else rows.push(node.player === 1 ? [null, node] : [node]);
  }
  return rows;
}

const siblings = (tree: Tree, node: Node): Node[] =>
  node.parent === null ? [] : nodeOf(tree, node.parent)!.children.slice(1).map((id) => nodeOf(tree, id)!);

/** A move that is the first at its branching has the others below it. */
const others = (of: Of, node: Node): Node[] =>
  of.until !== null || nodeOf(of.tree, node.parent ?? '')?.children[0] !== node.id ? [] : siblings(of.tree, node);

function shownLine({ tree, until }: Of, from: string): Node[] {
  const line = onwards(tree, from);
  const end = until === null ? -1 : line.findIndex(({ id }) => id === until);
  return end < 0 ? line : line.slice(0, end + 1);
}

/** One variation and, in lists of their own, those inside it. */
function Variation({ of, first, ply }: { of: Of; first: Node; ply: number }) {
  const words = useWords();
  const line = shownLine(of, first.id);
  /* Its text stops where other variations begin, and goes on below them. */
  const parts: ComponentChildren[] = [];
  line.forEach((node, i) => {
    const number = ply + i;
    const lead = i === 0 || number % 2 === 0 ? `${words.n((number >> 1) + 1)}${number % 2 ? '…' : '.'}` : undefined;
    parts.push(<MoveButton key={node.id} of={of} node={node} {...(lead ? { lead } : {})} />);
    const inner = others(of, node);
    if (i > 0 && inner.length > 0)
      parts.push(<ul key={`v${node.id}`}>{inner.map((one) => <Variation key={one.id} of={of} first={one} ply={number} />)}</ul>);
  });
  return <li class={line.some(({ id }) => id === of.at) ? 'br here' : 'br'} aria-label={words.s(own.variation)}>{parts}</li>;
}

export function useMovesOf(study: Study): Of {
  const { tree, at } = useStore(study.view);
  const judged = useStore(study.judged);
  const quiz = useStore(study.quiz);
  return { tree, at, judged, until: quiz ? at : null, go: (id) => { study.stop(); void study.goTo(id); } };
}

/** Scrolls the chosen move into view, within its list only. */
function useFollow(at: string) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box) return;
    const top = current ? current.getBoundingClientRect().top - box.getBoundingClientRect().top : -1;
    if (!current) box.scrollTop = 0;
    else if (top < 0 || top + current.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 2;
  }, [at]);
  return list;
}

export function MoveTree({ study }: { study: Study }) {
  const of = useMovesOf(study);
  const list = useFollow(of.at);
  const words: Speech = useWords();
  const [, ...line] = shownLine(of, of.tree.root);
  if (line.length === 0) return <p class="no-moves">{words.t('noMoves')}</p>;
  let ply = 0;
  return (
    <ol class="movelist st-moves" ref={list}>
      {rowsOf(line).map((row, i) => {
        const first = ply;
        ply += row.filter(Boolean).length;
        const below = row.flatMap((node, k) => (node ? others(of, node).map((one) => ({ one, ply: first + (row[0] ? k : 0) })) : []));
        return [
          <li key={i}>
            <span aria-hidden="true">{i + 1}</span>
            {row.map((node, side) => (node ? <MoveButton key={node.id} of={of} node={node} /> : <span key={side} />))}
          </li>,
          below.length > 0 && (
            <li key={`v${i}`} class="brs"><ul>{below.map(({ one, ply: at }) => <Variation key={one.id} of={of} first={one} ply={at} />)}</ul></li>
          ),
        ];
      })}
    </ol>
  );
}
