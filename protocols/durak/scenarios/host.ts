/** The host's side of the line: the second board. The rules judge all that passes: scenarios only say what to try. */
import { dice, fc, inTurn, millis } from '../../../api/index';
import type { ConversationHost, ConversationScenario, Dice, FuzzStep, Micros } from '../../../api/index';
import { CASES } from '../cases';
import type { State } from '../game/game';
import { anyDeal, type Hands, ACK, ackDue, HELLO, tx } from '../steps';
import type { DurakValues } from '../parameters';
import { isOver, waitingOf, type DurakState } from '../state';
import type { Packet } from '../wire/packet';

type Host = ConversationHost<Packet, DurakState, DurakValues>;
export type DurakScenario = ConversationScenario<Packet, DurakState, DurakValues>;

/** Latest hello after a start (DRK-HS-01), and latest repetition, with what a late one still needs. */
const LATEST_HELLO = millis(13_350);
export const REPEATED = millis(6600);
/** A board that nobody has switched on again sends by itself no more after so long. */
const DRAINED = millis(3700);
const MOST_TRIES = 4;
const ABSENT = 'no move was made at the buttons';

export class DurakHost {
  readonly dice: Dice;
  readonly auto: boolean;
  /** Nobody made the board's move at its buttons, so the board is not to blame. */
  operatorAbsent = false;

  constructor(readonly host: Host) {
    this.dice = dice(host.bench.sample(fc.nat(0x7fffffff), 1)[0] ?? 0);
    this.auto = host.p.moves === 'auto';
  }

  get bench(): Host['bench'] {
    return this.host.bench;
  }

  get state(): DurakState {
    return this.host.state;
  }

  /** The game, if it is our turn, and it can go on. */
  get ourGame(): State | undefined {
    const { game, role, isKnown } = this.state;
    return this.operatorAbsent || !isKnown || isOver(this.state) || game?.turn === role ? undefined : game;
  }

  /** So long an answer to an illegal move may take, with so many milliseconds on top. */
  answerTime(more: number): Micros {
    return millis(this.host.p.moveMs + more);
  }

  /** Sends these steps, and waits for what is due; `what`: the situation, for people. */
  readonly play = async (what: string, ...steps: readonly FuzzStep[]): Promise<boolean> => {
    const isRight = await this.host.play(what, ...steps);
    await this.awaitOperator();
    return isRight;
  };

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

  /** At a board that is player 2 before the deal, if it can be reset. Else everything that it sends is acknowledged first. */
  async makeIdle(): Promise<void> {
    if (this.host.canReset && (await this.greetFirst())) return;
    for (let n = 0; n < 8 && (await this.next('what it sends by itself', DRAINED)); n++)
      await this.host.write(ACK);
  }

  /** Restarts the board and greets it until it acknowledges: it is player 2 then. */
  async greetFirst(): Promise<boolean> {
    await this.powerCycle();
    return this.greet('our hello, right after a start', HELLO, millis(900));
  }

  /** Sends a packet until it is acknowledged. A real board that is still starting hears nothing. */
  async greet(what: string, bytes: Uint8Array, wait: Micros): Promise<boolean> {
    const { acks } = this.state.notes;
    for (let n = 0; n < 12 && this.state.notes.acks === acks; n++)
      if (await this.host.offer(bytes, wait))
        await this.host.listen(wait, what, ({ notes }) => notes.acks > acks);
    return this.state.notes.acks > acks;
  }

  start(): Promise<boolean> {
    return this.retry(async () => {
      await this.powerCycle();
      return this.awaitHello();
    });
  }

  async awaitHello(): Promise<boolean> {
    const what = 'the board after a start, receiving nothing';
    await this.host.listen(LATEST_HELLO, what, (state) => waitingOf(state) !== undefined);
    return waitingOf(this.state)?.kind === 'hello';
  }

  /** The board is player 1 in every other game, unless we are to deal. false: no game came about in which it is our turn. */
  async begin(n = 0, hands?: Hands): Promise<boolean> {
    if (n % 2 === 0 || hands !== undefined) {
      if (!(await this.greetFirst())) return false;
      await this.play('our deal', tx(anyDeal(this.dice, hands)));
      return this.ourGame !== undefined;
    }
    if (!(await this.start())) return false;
    await this.play('its hello, acknowledged', ackDue());
    await this.play('its deal, acknowledged', ackDue());
    return this.ourGame !== undefined;
  }

  /** Asks the person at the board's buttons for its move. Throws if nobody is there. */
  private async awaitOperator(): Promise<void> {
    const { bench, host, state } = this;
    const { game, role } = state;
    if (this.auto || game === undefined || game.turn !== role || isOver(state)) return;
    if (waitingOf(state) !== undefined) return;
    const seconds = `${host.p.operatorMs / 1000} s`;
    const since = bench.now();
    bench.operate(`make the board's move at its buttons (${seconds})`);
    const longest = millis(host.p.operatorMs + 2000);
    await host.listen(longest, "the board's move at its buttons", (now) => now.game !== game);
    this.operatorAbsent = this.state.game === game;
    const isInTime = bench.now() - since <= millis(host.p.operatorMs);
    if (this.operatorAbsent) bench.inconclusive('DRK-PL-11', `${ABSENT} within ${seconds}`);
    else if (isInTime) bench.check('DRK-PL-11', true, () => ({ title: '' }));
    else bench.inconclusive('DRK-PL-11', 'the move was made at the buttons, but late');
  }
}

/** A kind of input, and how often it is tried: in virtual time, and on a real board. */
export type Tried = readonly [name: string, virtual: number, real: number];

/** Tries the case for the n-th time, and then what `then` gives. */
export function tryCase(
  { dice, state, play }: DurakHost,
  name: string,
  n: number,
  ...then: readonly FuzzStep[]
): Promise<boolean> {
  const found = CASES.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`there is no case '${name}'`);
  return play(name, ...found.make(inTurn(dice, n), { state }), ...then);
}

/** A scenario of this suite, on a board that can be reset. */
export function scenario(
  id: string,
  title: string,
  covers: readonly string[],
  run: (host: DurakHost) => Promise<void>,
): DurakScenario {
  return {
    id,
    title,
    covers,
    needs: ['reset'],
    run: async (given) => {
      const host = new DurakHost(given);
      await run(host);
      if (host.operatorAbsent) for (const clause of covers) host.bench.inconclusive(clause, ABSENT);
    },
  };
}
