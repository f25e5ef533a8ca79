/** The host's side of the STM line. A monitor by the rules judges all that it does: scenarios only say what to try. */
import { stmSession, type StmState } from '../../../protocols/stm/session';
import type { Game } from '../../../protocols/stm/rules';
import type { Request } from '../../../protocols/stm/stm';
import type { Parameters } from '../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { RequestResponseHost } from '../request-response/host';

const LATE = 'STM-TM-01';

export class StmHost extends RequestResponseHost<Request, Parameters> {
  readonly gap: Micros;
  readonly response: Micros;

  /** Late, or perhaps late, and that did not count yet. */
  private readonly lastAnswer: { isLate: boolean };

  constructor(bench: Bench) {
    const lastAnswer = { isLate: false };
    super(bench, stmSession(bench.parameters), bench.parameters, {
      onJudgement: ({ clause, verdict }) => {
        if (clause === LATE) lastAnswer.isLate = verdict === 'inconclusive';
      },
    });
    this.lastAnswer = lastAnswer;
    this.gap = millis(bench.number('idleGapMs'));
    this.response = millis(bench.number('responseMs'));
  }

  /** Waits for a quiet line, and begins a new game. */
  static async create(bench: Bench): Promise<StmHost> {
    const host = new StmHost(bench);
    await host.begin();
    return host;
  }

  /** The game so far by the rules. It is the board's own game while the board keeps to them. */
  get game(): Game {
    return (this.state as StmState).game;
  }

  start(): Promise<boolean> {
    return this.ask({ type: 'start' });
  }

  /** Sends a request and waits for what is due. true: all was right. */
  async ask(request: Request, situation = ''): Promise<boolean> {
    let isRight = await this.play(request, { what: situation });
    // On a real board three late answers decide. This request changes nothing, so that its situation can be had again.
    for (let left = 2; left > 0 && request.type === 'set-state' && this.lastAnswer.isLate; left--)
      isRight = (await this.play(request, { what: situation })) && isRight;
    return isRight;
  }

  async askAll(requests: readonly Request[], situation: string): Promise<void> {
    for (const request of requests) await this.ask(request, situation);
  }

  /** Sends bytes that must be refused. Tries again while this host was too busy to time it well. */
  async refuse(bytes: Uint8Array, what: string): Promise<boolean> {
    const { judgements } = await this.bench.retryWhile(
      () => this.transmit([bytes], micros(0)),
      (sent) => sent.isVague || sent.judgements.some(isUnclearTime),
    );
    return this.judge(judgements, undefined, what);
  }

  /** Sends bytes, and ignores what is answered to them. */
  async sendNoise(bytes: Uint8Array): Promise<void> {
    await this.transmit([bytes], micros(0));
  }

  /** Sends parts with the first of these pauses that this host keeps to. */
  async sendSlowly(
    requirement: string,
    parts: readonly Uint8Array[],
    pauses: readonly Micros[],
    what: string,
  ): Promise<boolean> {
    for (const pause of pauses) {
      const { isVague, judgements } = await this.transmit(parts, pause);
      if (!isVague) return this.judge(judgements, undefined, what);
      await this.judge(judgements);
    }
    const title = `${what}: this host paused longer than half the idle gap, ${pauses.length} times`;
    this.bench.inconclusive(requirement, title);
    return false;
  }

  /** Judges that nothing more comes within the time in which an Error at the gap would come. */
  async expectNoMore(what: string): Promise<boolean> {
    return this.quiet(micros(this.gap + this.response), `${what}: exactly one frame`);
  }
}

function isUnclearTime({ verdict, measurement }: Judgement): boolean {
  return verdict === 'inconclusive' && measurement !== undefined;
}
