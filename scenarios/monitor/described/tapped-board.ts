/** One of two boards of a described conversation that talk to each other, judged from the cable between them. */
import type { Side } from '../../../devices/tap/tap';
import type { Chunk } from '../../../protocols/chunk';
import type { AnyConversation, AnyConversationSession } from '../../../protocols/conversation/session';
import { ConversationMonitor } from '../../../judge/described/monitor';
import { micros, type Micros } from '../../../protocols/time';
import type { GameMonitor, GameMonitorKind, GameMonitorOptions } from '../tap/game-monitor';
import { nameMeasurement, recordJudgement, type RecordOptions } from '../trace/monitor-trace';

/** The traffic of a board: bytes that it sent, and bytes that reached it. Findings go to the ledger of its side. */
export class TappedBoard<State> {
  private monitor: ConversationMonitor<State>;
  /** It has sent bytes that are not a message: nothing after this can be judged. */
  hasFailedForm = false;

  constructor(
    private readonly session: AnyConversationSession,
    private readonly side: Side,
    private readonly options: GameMonitorOptions,
    private readonly clauses: readonly string[],
  ) {
    this.monitor = this.watch(options.fresh);
    if (options.fresh) this.monitor.reset(micros(0));
  }

  get state(): State {
    return this.monitor.state;
  }

  /** What is known about it before any traffic. */
  assume(state: State): void {
    this.monitor.assume(state);
  }

  rx(chunk: Chunk): void {
    this.monitor.rx(chunk, this.link);
    this.record();
  }

  tx(chunk: Chunk): void {
    this.monitor.tx(chunk, this.link);
    this.record();
  }

  tick(now: Micros): void {
    this.monitor.tick(now);
    this.record();
  }

  /** It was switched off and on. */
  restart(now: Micros): void {
    this.monitor.reset(now);
    this.record();
  }

  /** Gives the reason for each clause that was not judged. */
  finish(why: (clause: string) => string): void {
    const ledger = this.options.ledgers[this.side];
    const judged = ledger.scenarioStandings();
    for (const clause of this.clauses)
      if (!judged.has(clause)) ledger.record(clause, 'skip', { title: `board ${this.side}: ${why(clause)}` });
  }

  private get link(): string {
    return this.session.links[0]?.name ?? '';
  }

  private watch(known: boolean): ConversationMonitor<State> {
    const { ledgers, exact } = this.options;
    const ledger = ledgers[this.side];
    // The author's state is that of the session.
    return new ConversationMonitor(this.session, {
      known,
      onPass: (clause, _kind, _request, measurement) => {
        if (measurement !== undefined)
          ledger.measure(clause, nameMeasurement(measurement, this.side), !exact);
        ledger.record(clause, 'pass', { title: '' });
      },
    }) as ConversationMonitor<State>;
  }

  private record(): void {
    for (const judgement of this.monitor.judgements()) {
      this.hasFailedForm ||= judgement.kind === 'malformed';
      recordJudgement(judgement, this.recordOptions);
    }
  }

  private get recordOptions(): RecordOptions {
    const { ledgers, exact } = this.options;
    const board = this.session.links[0]?.board;
    const fields: RecordOptions['fields'] = (raw) => board?.codec.fields(raw) ?? [];
    return { ledger: ledgers[this.side], exact, link: this.side, side: this.side, fields };
  }
}

/** Judges a game of two boards. */
export type TapMaker<State> = (
  boards: Readonly<Record<Side, TappedBoard<State>>>,
  options: GameMonitorOptions,
) => GameMonitor;

export function conversationTap(protocol: AnyConversation, make: TapMaker<unknown>): GameMonitorKind {
  const { id, title, requirements, parameters, links } = protocol;
  const [link] = links;
  if (link === undefined) throw new Error(`${id} has no link`);
  return {
    id,
    title: `${title}: two boards play each other`,
    link,
    requirements,
    parameters,
    create: (options) => {
      const session = protocol.at(options.parameters);
      const clauses = requirements.map((one) => one.id);
      const board = (side: Side) => new TappedBoard<unknown>(session, side, options, clauses);
      return make({ a: board('a'), b: board('b') }, options);
    },
  };
}
