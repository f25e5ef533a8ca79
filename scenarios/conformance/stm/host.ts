/** The host's side of the STM line. A monitor by the rules judges all that it does: scenarios only say what to try. */
import { stmSession, type StmState } from '../../../protocols/stm/session';
import type { Game } from '../../../protocols/stm/rules';
import type { Request } from '../../../protocols/stm/stm';
import type { Parameters } from '../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { RequestResponseHost } from '../request-response/host';

const SESSIONS = new WeakMap<Parameters, ReturnType<typeof stmSession>>();

/** The same for all scenarios of a run. */
function sessionAt(parameters: Parameters): ReturnType<typeof stmSession> {
  const session = SESSIONS.get(parameters) ?? stmSession(parameters);
  SESSIONS.set(parameters, session);
  return session;
}

export class StmHost extends RequestResponseHost<Request, Parameters> {
  readonly gap: Micros;
  readonly response: Micros;

  constructor(bench: Bench) {
    super(bench, sessionAt(bench.parameters), bench.parameters);
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
  ask(request: Request, situation = ''): Promise<boolean> {
    return this.play(request, { what: situation });
  }

  async askAll(requests: readonly Request[], situation: string): Promise<void> {
    for (const request of requests) await this.ask(request, situation);
  }

  /** Sends bytes that must be refused. */
  refuse(bytes: Uint8Array, what: string): Promise<boolean> {
    return this.raw(bytes, { what });
  }

  /** Sends bytes, and ignores what is answered to them. */
  sendNoise(bytes: Uint8Array): Promise<void> {
    return this.sendUnjudged(bytes);
  }

  /** Sends parts with this pause between each two. */
  async sendSlowly(
    requirement: string,
    parts: readonly Uint8Array[],
    pause: Micros,
    what: string,
  ): Promise<boolean> {
    const isRight = await this.send(parts, pause, { what });
    if (!this.bench.wasJudged(requirement))
      this.bench.inconclusive(requirement, `${what}: nothing was judged`);
    return isRight;
  }

  /** Judges that nothing more comes within the time in which an Error at the gap would come. */
  async expectNoMore(what: string): Promise<boolean> {
    return this.quiet(micros(this.gap + this.response), `${what}: exactly one frame`);
  }
}
