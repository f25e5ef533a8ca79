/** Sittings at a server: everybody has left before, and nothing else is judged where plain games go wrong. */
import type { ConversationHost, ConversationScenario } from '../../../api/index';
import { gameOf, seatsOf, type Game, type PlayerId } from '../game';
import { BYTE, type Binding, type PlayerMessage } from '../message';
import type { TttValues } from '../parameters';
import type { TttState } from '../state';
import { Plan } from './plan';

export type Host = ConversationHost<PlayerMessage, TttState, TttValues>;
export type TttScenario = ConversationScenario<PlayerMessage, TttState, TttValues>;

export class Sitting {
  readonly game: Game;
  readonly seats: number;
  readonly binding: Binding;
  readonly links: readonly PlayerId[];

  constructor(readonly host: Host) {
    this.game = gameOf(host.p.game);
    this.seats = seatsOf(this.game);
    this.binding = host.carrier;
    this.links = host.links;
  }

  get isMachine(): boolean {
    return this.game === 'ttt-pve';
  }

  /** The clause of joins. */
  get joinClause(): string {
    return this.isMachine ? 'TTT-20' : 'TTT-30';
  }

  /** Somebody can be without a seat. */
  get hasStranger(): boolean {
    return this.links.length > this.seats;
  }

  /** In virtual time everything is tried, else some of it. */
  all<T>(items: readonly T[], few: number): readonly T[] {
    return this.host.bench.exhaustive ? items : items.slice(0, few);
  }

  plan(): Plan {
    return new Plan(this.game, this.binding, this.links);
  }

  /** Plays a plan after everybody has left. Resolves to whether all was right. */
  async play(what: string, make: (plan: Plan) => Plan, charge?: string): Promise<boolean> {
    await this.leaveAll();
    const { steps } = make(this.plan());
    if (charge !== undefined) this.host.charge(charge);
    const isRight = await this.host.play(what, ...steps);
    if (charge !== undefined) this.host.charge();
    return isRight;
  }

  /** Everybody leaves; of two players the second first. */
  async leaveAll(): Promise<void> {
    const { host, links, binding } = this;
    const { table } = host.state;
    const isOpen = binding === 'tcp' || !host.isKnown;
    const leaving = isOpen ? links : [...(table?.seats ?? [])].reverse();
    if (leaving.length === 0) return;
    const plan = this.plan();
    for (const link of leaving) plan.leave(link);
    await host.play('everybody leaves', ...plan.steps);
  }

  /** Rounds without anything that must change nothing. */
  plainGame(): Promise<boolean> {
    return this.play('a plain game', (plan) => plan.seat().rounds(2));
  }
}

export interface ScenarioOptions extends Omit<TttScenario, 'run' | 'unfit'> {
  /** Default: both. */
  readonly game?: Game;
  /** Default: all. */
  readonly bindings?: readonly Binding[];
  /** Plain games may go wrong in it. */
  readonly isPlain?: true;
}

export function scenario(
  { game, bindings, isPlain, ...about }: ScenarioOptions,
  run: (sitting: Sitting) => Promise<void>,
): TttScenario {
  return {
    ...about,
    unfit: (board, parameters) => {
      const served = gameOf(parameters['game']);
      const [first] = board.linkUrls;
      const needed = seatsOf(served);
      if (game !== undefined && game !== served)
        return `of the game ${game}: this board serves ${served} (--param game=${game})`;
      if (first !== undefined && bindings?.includes(board.binding(first.name)) === false)
        return `of ${bindings.join(' and ')}: this board is on ${board.binding(first.name)}`;
      if (needed > board.linkUrls.length)
        return `needs ${needed} players: give --link ${['a', 'b', 'c'].slice(0, needed).join('=URL --link ')}=URL`;
      return undefined;
    },
    run: async (host) => {
      const sitting = new Sitting(host);
      if (isPlain || (await sitting.plainGame())) await run(sitting);
      await sitting.leaveAll();
    },
  };
}

/** Whether a server is there, which answers a player who joins: undefined, or a sentence why not. */
export async function reach(host: Host): Promise<string | undefined> {
  const sitting = new Sitting(host);
  const first = await answerOf(sitting);
  if (first !== 'F') return first;
  // Somebody else is seated: a restart frees the seats.
  if (!(await host.reset()) || (await answerOf(sitting)) === 'F')
    return 'the game is full before anybody here has joined: free its seats, or give a --reset recipe';
  return undefined;
}

async function answerOf(sitting: Sitting): Promise<string | undefined> {
  const { host, links } = sitting;
  const leave = (): Promise<boolean> => {
    const plan = sitting.plan();
    for (const link of links) plan.leave(link);
    return host.isAlive(...plan.steps);
  };
  await leave();
  const answer = await host.isAlive(...sitting.plan().join(links[0]).steps);
  const isFull = host.received.at(-1)?.[0] === BYTE.full;
  await leave();
  if (isFull) return 'F';
  return answer
    ? undefined
    : 'a player who joins receives nothing: is the server running, is it the right port?';
}
