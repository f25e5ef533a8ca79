/** What players do in a session, as steps. Who is in turn, and which cells are free, is known when a step is played. */
import { dial, listen, millis, recipeStep, send } from '../../../api/index';
import type { ConversationSessions, FuzzStep, PlayedSession, SessionTable } from '../../../api/index';
import { seatsOf, type Game, type PlayerId, type TttValues } from '../game';
import { BYTE, CELLS, type Binding, type PlayerMessage } from '../wire';
import type { TttState } from '../state';

export type TttSessions = ConversationSessions<PlayerMessage, TttState, TttValues>;
export type TttSession = PlayedSession<PlayerMessage, TttState, TttValues>;
type Table = Parameters<TttSessions['sessions']>[0];

/** What is too much has come by then. */
const SHORT = millis(10);

export class Script {
  readonly steps: FuzzStep[] = [];

  /** Who is seated, in order, by the rules. */
  private seats: readonly PlayerId[] = [];

  constructor(private readonly table: Pick<SessionTable<TttValues>, 'links' | 'carrier' | 'p'>) {}

  /** Somebody without a seat. */
  get stranger(): PlayerId {
    return this.table.links.find((link) => !this.seats.includes(link)) ?? '';
  }

  join(link: PlayerId, rest: readonly number[] = []): this {
    const isFull = this.seats.length === seatsOf(this.table.p.game);
    if (!isFull && !this.seats.includes(link)) this.seats = [...this.seats, link];
    return this.table.carrier === 'tcp' ? this.add(dial(link, true)) : this.send(link, [BYTE.join, ...rest]);
  }

  leave(link: PlayerId, rest: readonly number[] = []): this {
    this.seats = this.seats.filter((seat) => seat !== link);
    return this.table.carrier === 'tcp'
      ? this.add(dial(link, false))
      : this.send(link, [BYTE.leave, ...rest]);
  }

  /** Players without a seat join until all seats are taken. Of two the second is in turn. */
  seat(order = this.table.links): this {
    const free = seatsOf(this.table.p.game) - this.seats.length;
    for (const link of order.filter((one) => !this.seats.includes(one)).slice(0, free)) this.join(link);
    return this;
  }

  send(link: PlayerId, bytes: readonly number[] | Uint8Array): this {
    return this.add(send(link, Uint8Array.from(bytes)));
  }

  /** Each byte in a step of its own. */
  sendEach(link: PlayerId, bytes: readonly number[]): this {
    for (const byte of bytes) this.send(link, [byte]);
    return this;
  }

  /** Recipes, one after the other. */
  turns(...recipes: readonly string[]): this {
    const [link = 'a'] = this.table.links;
    for (const recipe of recipes) this.add(recipeStep(link, recipe));
    return this;
  }

  moves(count: number): this {
    for (let n = 0; n < count; n++) this.turns('fence');
    return this;
  }

  /** What is too much shows before the next step. */
  quiet(): this {
    return this.add(listen(SHORT));
  }

  /** Plays rounds to their end. */
  rounds(count: number, recipe = 'line'): this {
    for (let n = 0; n < count; n++) this.turns(recipe, ...CELLS.slice(1).map(() => `on-${recipe}`)).quiet();
    return this;
  }

  /** The present round to its end, without a line if possible. */
  finish(): this {
    return this.turns('occupied').rounds(1, 'fence');
  }

  add(...steps: readonly FuzzStep[]): this {
    this.steps.push(...steps);
    return this;
  }
}

/** Everybody leaves; where it is known who is seated, they alone. */
export function everybodyLeaves({
  links,
  carrier,
}: Pick<SessionTable, 'links' | 'carrier'>): readonly FuzzStep[] {
  return links.map((link) =>
    carrier === 'tcp'
      ? dial(link, false)
      : { ...recipeStep(link, 'leave'), bytes: Uint8Array.of(BYTE.leave) },
  );
}

/** A table at which scenarios write their sessions. */
function sittingAt(table: Table) {
  const { p, links, carrier, random } = table;
  const seats = seatsOf(p.game);
  return {
    ...{ table, links, carrier, random, seats },
    isMachine: p.game === 'ttt-pve',
    /** Somebody can be without a seat. */
    hasStranger: links.length > seats,
    /** In virtual time everything is tried, else a few. */
    some: (all: number, few: number): number => (table.all ? all : few),
    session: (
      what: string,
      write: (script: Script) => unknown,
      more: Pick<TttSession, 'charge' | 'isPremise'> = {},
    ): TttSession => ({
      what,
      steps: () => {
        const script = new Script(table);
        write(script);
        return script.steps;
      },
      ...more,
    }),
  };
}

export type Sitting = ReturnType<typeof sittingAt>;

interface Options extends Omit<TttSessions, 'sessions' | 'unfit'> {
  /** Default: both. */
  readonly game?: Game;
  /** Default: all. */
  readonly carriers?: readonly Binding[];
  /** It needs somebody without a seat. */
  readonly ofStrangers?: true;
  /** Plain games may go wrong in it. */
  readonly isPlain?: true;
}

export function scenario(
  { game, carriers, ofStrangers, isPlain, ...about }: Options,
  write: (sitting: Sitting) => Iterable<TttSession>,
): TttSessions {
  return {
    ...about,
    unfit: (table) => whyUnfit(table, ofStrangers === true, game, carriers),
    *sessions(table) {
      const sitting = sittingAt(table);
      const plain = sitting.session('a plain game', (script) => script.seat().rounds(2), { isPremise: true });
      if (!isPlain) yield plain;
      yield* write(sitting);
    },
  };
}

/** Why a scenario is not for a board. */
export function whyUnfit(
  { p, links, carrier }: SessionTable<TttValues>,
  ofStrangers: boolean,
  game?: Game,
  carriers?: readonly Binding[],
): string | undefined {
  const served = p.game;
  if (game !== undefined && game !== served)
    return `of the game ${game}: this board serves ${served} (--param game=${game})`;
  if (carriers?.includes(carrier) === false)
    return `of ${carriers.join(' and ')}: this board is on ${carrier}`;
  const needed = seatsOf(served) + (ofStrangers ? 1 : 0);
  if (needed <= links.length) return undefined;
  const names = ['a', 'b', 'c'].slice(0, needed);
  return `needs ${needed} players${ofStrangers ? ', one of them not seated' : ''}: give --link ${names.join('=URL --link ')}=URL`;
}
