/** The host's side of the line: the second board. The rules judge all that passes: scenarios only say what to try. */
import {
  fc,
  micros,
  millis,
  type ConversationHost,
  type ConversationScenario,
  type HostStep,
  type Micros,
} from '../../../api/index';
import { deal, type Choose } from '../game/deal';
import { afterMove, type State } from '../game/game';
import { illegalMoves, type IllegalMove } from '../game/illegal-moves';
import { judge } from '../game/judge';
import { legalMoves, type Move } from '../game/moves';
import type { Deck, Packet } from '../wire/packet';
import type { DurakValues } from '../parameters';
import { isOver, waitingOf, type DurakState } from '../state';
import { encode, keyOf } from '../wire/wire';

type Host = ConversationHost<Packet, DurakState, DurakValues>;
export type DurakScenario = ConversationScenario<Packet, DurakState, DurakValues>;
export type Step = HostStep<Packet, DurakState>;

export const ACK = encode({ type: 'ack' });
export const HELLO = encode({ type: 'hello' });
/** An acknowledgement, if its packet waits for one. */
export const ack: Step = { make: (state) => (waitingOf(state) === undefined ? undefined : ACK) };
/** Latest hello after a start (DRK-HS-01), and latest repetition, with what a late one still needs. */
const LATEST_HELLO = millis(13_350);
export const REPEATED = millis(6600);
/** A board that nobody has switched on again sends by itself no more after so long. */
const DRAINED = millis(3700);
const MOST_TRIES = 4;

export function deckOf(cards: Deck): Uint8Array {
  return encode({ type: 'deck', cards });
}

export function pause(ms: number): Step {
  return { pause: millis(ms) };
}

/** Those of the legal moves that we like best; none: any. */
export type Preference = (game: State, moves: readonly Move[]) => readonly Move[];

export function preferKinds(...kinds: readonly Move['kind'][]): Preference {
  return (_, moves) => moves.filter(({ kind }) => kinds.includes(kind));
}

/** How we choose a move: at random, or mostly towards long tables, full hands, or an empty stock. */
const STYLES = {
  any: preferKinds(),
  thrower: preferKinds('throw-in', 'defence'),
  taker: preferKinds('take', 'throw-in'),
  drainer: preferKinds('defence', 'bito'),
};
export type Style = keyof typeof STYLES;
export const STYLE_NAMES: readonly Style[] = ['any', 'thrower', 'taker', 'drainer'];

export class DurakHost {
  private readonly numbers: readonly number[];
  private chosen = 0;
  readonly auto: boolean;
  /** Nobody made the board's move at its buttons, so the board is not to blame. */
  operatorAbsent = false;
  /** Told of each legal move, ours and the board's, with the game before it. */
  onMove: (before: State, move: Move) => void = () => undefined;

  constructor(readonly host: Host) {
    this.numbers = host.bench.sample(fc.nat(0x7fffffff), 4096);
    this.auto = host.p.moves === 'auto';
  }

  get bench(): Host['bench'] {
    return this.host.bench;
  }

  get state(): DurakState {
    return this.host.state;
  }

  /** There is no game that can go on. */
  get broken(): boolean {
    return this.operatorAbsent || !this.state.isKnown || this.state.game === undefined;
  }

  /** The game, if it is our turn. */
  get ourGame(): State | undefined {
    const { game, role } = this.state;
    return this.broken || isOver(this.state) || game?.turn === role ? undefined : game;
  }

  /** So long an answer to an illegal move may take, with so many milliseconds on top. */
  answerTime(more: number): Micros {
    return millis(this.host.p.moveMs + more);
  }

  /** A number below a bound, from the run's seed. */
  readonly choose: Choose = (below) => (this.numbers[this.chosen++ % this.numbers.length] ?? 0) % below;

  /** Sends these steps, and waits for what is due; `what`: the situation, for people. */
  play(what: string, ...steps: readonly Step[]): Promise<boolean> {
    return this.host.play(what, ...steps);
  }

  /** Switches the board off and on, on a line that is quiet. */
  async powerCycle(): Promise<void> {
    this.operatorAbsent = false;
    await this.host.listen(millis(20));
    await this.host.reset();
  }

  /** Does it again where this machine left something of it open: so less is to be played again. Resolves to what it came to. */
  async retry(once: () => Promise<boolean>): Promise<boolean> {
    const { bench } = this;
    for (let tried = 1; ; tried++) {
      let result = false;
      const open = await bench.holdOpen(async () => {
        result = await once();
      });
      if (open.length > 0 && result && tried < MOST_TRIES) continue;
      for (const finding of open) bench.record(finding);
      return result;
    }
  }

  /** What comes next that is no acknowledgement; false: nothing did. */
  async next(what: string, span: Micros): Promise<boolean> {
    const { packets } = this.state.notes;
    await this.host.listen(span, what, ({ notes }) => notes.packets > packets);
    return this.state.notes.packets > packets;
  }

  /** Sends a packet, and waits for its acknowledgement alone. false: it was not acknowledged. */
  async sendPacket(what: string, bytes: Uint8Array): Promise<boolean> {
    const { acks } = this.state.notes;
    await this.host.listen(micros(0), what);
    await this.host.write(bytes);
    const late = millis(this.host.p.ackMs + 3100);
    await this.host.listen(late, what, ({ notes }) => notes.pending.length === 0);
    return this.state.notes.acks > acks;
  }

  /** Acknowledges what a board in an unknown state sends, until it sends nothing more. */
  async drain(): Promise<void> {
    for (let n = 0; n < 8 && (await this.next('what it sends by itself', DRAINED)); n++)
      await this.host.write(ACK);
  }

  /** Restarts the board and greets it until it acknowledges: it is player 2 then. */
  async greetFirst(greeting: Uint8Array = HELLO): Promise<boolean> {
    await this.powerCycle();
    return this.greet('our hello, right after a start', greeting, millis(900));
  }

  /** Sends a packet until it is acknowledged. A real board that is still starting hears nothing. */
  async greet(what: string, bytes: Uint8Array, wait: Micros): Promise<boolean> {
    const { acks } = this.state.notes;
    for (let n = 0; n < 12 && this.state.notes.acks === acks; n++)
      if (await this.host.offer(bytes, wait))
        await this.host.listen(wait, what, ({ notes }) => notes.acks > acks);
    return this.state.notes.acks > acks;
  }

  /** Starts the board, and waits for its hello. */
  start(): Promise<boolean> {
    return this.retry(async () => {
      await this.powerCycle();
      return this.awaitHello();
    });
  }

  /** What comes first after a start: the hello. */
  async awaitHello(): Promise<boolean> {
    const what = 'the board after a start, receiving nothing';
    await this.host.listen(LATEST_HELLO, what, (state) => waitingOf(state) !== undefined);
    return waitingOf(this.state)?.kind === 'hello';
  }

  /** The board is player 1 in every other game, unless we are to deal. false: no game came about in which it is our turn. */
  async begin(n = 0, cards?: (choose: Choose) => Deck): Promise<boolean> {
    if (n % 2 === 0 || cards !== undefined) {
      if (!(await this.greetFirst())) return false;
      await this.play('our deal', deckOf((cards ?? deal)(this.choose)));
      return this.ourGame !== undefined;
    }
    if (!(await this.start())) return false;
    await this.play('its hello, acknowledged', ack);
    await this.play('its deal, acknowledged', ack);
    await this.awaitOperator();
    return this.ourGame !== undefined;
  }

  /** We deal and attack, and the board answers. false: it did not. */
  async attack(): Promise<boolean> {
    return (await this.begin()) && this.move();
  }

  /** Makes a move of ours, as its deck or otherwise, and waits for the board's. false: the game cannot go on. */
  async move(
    move = this.chooseMove(),
    what = `our move (${move?.text})`,
    steps: readonly Step[] = move === undefined ? [] : [ack, deckOf(move.cards)],
  ): Promise<boolean> {
    const before = this.ourGame;
    if (before === undefined || move === undefined) return false;
    await this.play(what, ...steps);
    const mine = afterMove(before, move.cards);
    if (!this.broken) this.onMove(before, move);
    await this.awaitOperator();
    if (this.broken) return false;
    const judged = judge(mine, this.state.game?.cards ?? []);
    if (judged.legal) this.onMove(mine, judged.move);
    return true;
  }

  /** A preference is followed always, a named style seven times of eight. */
  chooseMove(style: Style | Preference = 'any'): Move | undefined {
    const game = this.ourGame;
    const moves = game === undefined ? [] : legalMoves(game);
    const isNamed = typeof style === 'string';
    const liked = game === undefined ? [] : (isNamed ? STYLES[style] : style)(game, moves);
    const among = liked.length > 0 && (!isNamed || this.choose(8) > 0) ? liked : moves;
    return among[this.choose(Math.max(1, among.length))];
  }

  /** The illegal moves that the board would not take for a repeated packet (DRK-LK-14). */
  illegalMoves(): IllegalMove[] {
    const { applied, game } = this.state;
    const known = [applied?.key, game && keyOf({ type: 'deck', cards: game.cards })];
    const wrongs = this.ourGame === undefined ? [] : illegalMoves(this.ourGame);
    return wrongs.filter(({ cards }) => !known.includes(keyOf({ type: 'deck', cards })));
  }

  /** Asks the person at the board's buttons for its move. Throws if nobody is there. */
  async awaitOperator(): Promise<void> {
    const { bench, host, state } = this;
    const { game, role } = state;
    if (this.auto || game === undefined || game.turn !== role || isOver(state)) return;
    const seconds = `${host.p.operatorMs / 1000} s`;
    const since = bench.now();
    bench.operate(`make the board's move at its buttons (${seconds})`);
    const longest = millis(host.p.operatorMs + 2000);
    await host.listen(longest, "the board's move at its buttons", (now) => now.game !== game);
    this.operatorAbsent = this.state.game === game;
    const isInTime = bench.now() - since <= millis(host.p.operatorMs);
    if (this.operatorAbsent)
      bench.inconclusive('DRK-PL-11', `no move was made at the buttons within ${seconds}`);
    else if (isInTime) bench.check('DRK-PL-11', true, () => ({ title: '' }));
    else bench.inconclusive('DRK-PL-11', 'the move was made at the buttons, but late');
  }

  /** Gives the reason for the clauses that were not judged. */
  reportUnjudged(ids: readonly string[], reason: string): void {
    for (const id of ids) if (!this.bench.wasJudged(id)) this.bench.inconclusive(id, reason);
  }
}

/** A scenario of this suite, on a board that can be reset. */
export function scenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (host: DurakHost) => Promise<void>,
): DurakScenario {
  return { id, title, covers, needs: ['reset'], run: (host) => run(new DurakHost(host)) };
}

/** At a board that is player 2 before the deal, if it can be reset. Else everything that it sends is acknowledged first. */
export function idleScenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (host: DurakHost) => Promise<void>,
): DurakScenario {
  const idle = async (host: DurakHost): Promise<void> => {
    if (!host.host.canReset || !(await host.greetFirst())) await host.drain();
    await run(host);
  };
  return { id, title, covers, run: (host) => idle(new DurakHost(host)) };
}
