/* The table of results and the games of the class. */
import { dateWords } from '../parts/owngames';
import { Icon } from '../parts/icon';
import { useWords } from '../words';
import { points, ranked, type ClassState } from './class';
import { nameIn } from './live';
import { say } from './words';

/** Halves as people write them. */
const half = (value: number): string => (value % 1 === 0 ? String(value) : `${Math.floor(value) || ''}½`);

function Table({ state }: { state: ClassState }) {
  const words = useWords();
  const heads = [say.gamesCount, say.points, say.won, say.drawn, say.lost];
  return (
    <div class="class-scroll">
      <table class="class-table">
        <thead>
          <tr>
            <th scope="col" class="rank"><span class="vh">#</span></th>
            <th scope="col" class="name">{words.s(say.person)}</th>
            {heads.map((head) => (
              <th key={head[0]} scope="col" class={head === say.points ? undefined : 'wide'}>{words.s(head)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranked(state.people).map((person, place) => (
            <tr key={person.person} class={person.person === state.me ? 'me' : undefined}>
              <td class="rank">{words.n(place + 1)}</td>
              <th scope="row" class="name"><bdi>{person.name}</bdi>
                <small class="tally">{words.s(say.tally, person.won, person.drawn, person.lost)}</small>
              </th>
              <td class="wide">{words.n(person.won + person.drawn + person.lost)}</td>
              <td><b>{half(points(person))}</b></td>
              <td class="wide">{words.n(person.won)}</td>
              <td class="wide">{words.n(person.drawn)}</td>
              <td class="wide">{words.n(person.lost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const shownResult = (result: string): string => result.replace('1/2-1/2', '½–½').replace('-', '–');

export function Results({ state, onDrop }: { state: ClassState; onDrop: (id: string) => void }) {
  const words = useWords();
  const over = state.games.filter(({ result }) => result !== null);
  const name = (person: number) => nameIn(state, person) ?? words.s(say.gone);
  return (
    <div class="class-results">
      <section>
        <h2 id="table-head">{words.s(say.table)}</h2>
        <Table state={state} />
      </section>
      <section aria-labelledby="list-head">
        <h2 id="list-head">{words.s(say.list)}</h2>
        {over.length === 0 && <p class="quiet">{words.s(say.noGames)}</p>}
        <ul class="class-list">
          {over.map(({ id, title, players, result, began }) => (
            <li key={id}>
              <a href={`g/${id}`}>
                <span><bdi>{name(players[0])}</bdi> – <bdi>{name(players[1])}</bdi></span>
                <b>{shownResult(result!)}</b>
                <small>{`${words.w(title)} · ${dateWords(began, Date.now(), words.language)}`}</small>
              </a>
              {state.teacher && (
                <button
                  type="button" class="round" aria-label={words.s(say.drop, name(players[0]), name(players[1]))}
                  onClick={() => onDrop(id)}
                >
                  <Icon name="x" />
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
