/**
 * The host of a described conversation: it sends on any link, waits for what is due, and a monitor judges by the rules what comes. After a
 * failure the board is reset, if it can be.
 */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { AnyConversationSession } from '../../../protocols/conversation/definition';
import { ConversationMonitor } from '../../../judge/described/monitor';
import type { FieldSpan } from '../../../protocols/frame';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Accounting, Monitor } from '../../../protocols/monitor/monitor';
import type { Message } from '../../../protocols/request-response/definition';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import { chunkRecords, evidenceRecord } from '../../bench/evidence';
import { sortByTime } from '../../bench/traffic-order';
import type { Model } from '../../player/model';
import { play, type Play } from '../../player/play';
import { listen, send, type FuzzStep } from '../../player/step';
import type { BytesRecord } from '../../record';
import { lessUnjudged } from '../../runner/accounting';
import type { CheckDetail } from '../../runner/verdict-ledger';

/** Plays in a row that a board may leave without any byte before the scenario is given up. */
const SILENT_PLAYS = 5;
/** What comes so soon after all that was due is too much. */
const REST = { virtual: millis(250), real: millis(35) };
/** A board that goes on sending is listened to for no longer. */
const LONGEST = millis(60_000);

/** A pause between bytes, in which the host sends nothing. */
export interface Pause {
  readonly pause: Micros;
}

/** Bytes, a message, or a pause. `link`: default the first on which the host sends. */
export type HostStep<Host extends Message> =
  Uint8Array | Pause | { readonly message: Host; readonly link?: string };

/** The host's side of a board, as scenarios use it. Times are microseconds. */
export class ConversationHost<Host extends Message, State, Values> {
  private readonly monitor: ConversationMonitor<State>;
  private readonly listening: readonly string[];
  private readonly link: string;
  private passed: { readonly link: string; readonly chunk: Chunk }[] = [];
  private silentPlays = 0;
  private superseded: Accounting['unjudged'] = {};
  /** The monitor, and what has passed. */
  private readonly told: Model;

  constructor(
    /** Whatever else a scenario needs: checks of its own, samples, notes. */
    readonly bench: Bench,
    private readonly session: AnyConversationSession,
    /** The parameters of this run. */
    readonly p: Values,
    /** `recovers`: whether the board is reset after a failure that leaves its state open. Default true. */
    private readonly options: { readonly recovers?: boolean } = {},
  ) {
    // The author's state is that of the session.
    this.monitor = new ConversationMonitor(session, { known: false }) as ConversationMonitor<State>;
    this.listening = session.links.filter(({ board }) => board !== undefined).map(({ name }) => name);
    this.link = session.links.find(({ host }) => host !== undefined)?.name ?? '';
    this.told = listenedBy(this.monitor, (chunk, link) => void this.passed.push({ link, chunk }));
    bench.countExchanges(this);
    bench.addEvidenceSource(this);
  }

  /** Where the board stands by the rules. */
  get state(): State {
    return this.monitor.state;
  }

  /** The board's state is known, and nothing that came contradicts it. */
  get isKnown(): boolean {
    return !this.monitor.desynchronised;
  }

  get canReset(): boolean {
    return this.bench.board.reset !== undefined;
  }

  /** How much was judged, but for tries of which a later one counts. */
  accounting(): Accounting {
    const { judged, unjudged } = this.monitor.accounting();
    return { judged, unjudged: lessUnjudged(unjudged, this.superseded) };
  }

  /** What could not be judged so far does not count: it is tried again. */
  supersede(): void {
    this.superseded = this.monitor.accounting().unjudged;
  }

  /** Resets the board and waits until it is ready; false: it cannot be reset. Then its state stays unknown. */
  async reset(): Promise<boolean> {
    const { bench, monitor } = this;
    await this.perform([]);
    this.record('before a reset');
    if (!(await bench.reset())) {
      monitor.gap(bench.now());
      await this.perform([]);
      return false;
    }
    monitor.reset(bench.now());
    await this.perform([]);
    this.record('after a reset');
    return true;
  }

  /**
   * Sends bytes and messages with pauses between them, waits for what is due, and writes down what was found; `what`: the situation, for
   * people. Resolves to whether all was right. Parts without a pause between them go in one write.
   */
  async play(what: string, ...steps: readonly HostStep<Host>[]): Promise<boolean> {
    await this.perform(this.writesOf(steps));
    const isRight = this.record(what);
    const { recovers = true } = this.options;
    if (recovers && !isRight && !this.isKnown && this.canReset) await this.reset();
    return isRight;
  }

  /** Sends bytes on a link, and waits for nothing. */
  async write(bytes: Uint8Array, link = this.link): Promise<void> {
    await this.bench.play(this.writing(bytes, link));
  }

  /** Listens for a time, whatever is due, and writes down what was found by then. */
  async listen(span: Micros, what = 'nothing was sent'): Promise<boolean> {
    await this.bench.play(this.listeningFor(span));
    return this.record(what);
  }

  private *writing(bytes: Uint8Array, link: string): Play<void> {
    const { chunk } = yield { op: 'send', link, bytes };
    if (chunk !== undefined) this.told.tx(chunk, link);
  }

  private *listeningFor(span: Micros): Play<void> {
    const until = after((yield { op: 'now' }).now, span);
    for (const link of this.listening)
      for (;;) {
        const { chunk } = yield { op: 'receive', link, until };
        if (chunk === undefined) break;
        this.told.rx(chunk, link);
      }
    this.monitor.tick(until);
  }

  /** Whether anything at all comes within a second. Nothing is judged. */
  async isAlive(...steps: readonly HostStep<Host>[]): Promise<boolean> {
    await this.perform(this.writesOf(steps));
    this.monitor.judgements();
    return this.hasReceived;
  }

  evidence(): readonly BytesRecord[] {
    const { passed, session } = this;
    return sortByTime(
      session.links.flatMap(({ name }) => {
        const chunks = passed.filter(({ link }) => link === name).map(({ chunk }) => chunk);
        return chunkRecords(name, chunks, (direction, raw) => this.fieldsOf(name, direction, raw));
      }),
    );
  }

  private get hasReceived(): boolean {
    return this.passed.some(({ chunk }) => chunk.direction === 'rx');
  }

  private async perform(steps: readonly FuzzStep[]): Promise<void> {
    const { bench, monitor, listening } = this;
    this.passed = [];
    const rest = bench.exhaustive ? REST.virtual : REST.real;
    const note = (chunk: Chunk, link: string): void => void this.passed.push({ link, chunk });
    await bench.play(
      play(steps, listenedBy(monitor, note), { links: listening, quiet: rest, longest: LONGEST }),
    );
    monitor.tick(bench.now());
  }

  private writesOf(steps: readonly HostStep<Host>[]): readonly FuzzStep[] {
    const found: FuzzStep[] = [];
    let parts: Uint8Array[] = [];
    let to = this.link;
    let pause: number | undefined;
    const flush = (): void => {
      const bytes = Uint8Array.from(Buffer.concat(parts));
      if (bytes.length > 0) found.push(send(to, bytes, pause === undefined ? undefined : micros(pause)));
      if (bytes.length > 0) pause = undefined;
      parts = [];
    };
    for (const step of steps) {
      if (step instanceof Uint8Array) parts.push(step);
      else if ('pause' in step) {
        flush();
        pause = (pause ?? 0) + step.pause;
      } else {
        const { message, link = this.link } = step;
        if (link !== to) flush();
        to = link;
        parts.push(this.encode(message, link));
      }
    }
    flush();
    return pause === undefined ? found : [...found, listen(micros(pause))];
  }

  private encode(message: Message, name: string): Uint8Array {
    const side = this.session.links.find((link) => link.name === name)?.host;
    if (side === undefined) throw new RangeError(`the host sends nothing on ${name}`);
    return side.codec.encode(message);
  }

  private record(what: string): boolean {
    const found = this.monitor.judgements();
    for (const judgement of found) this.writeDown(judgement, what);
    const isFault = ({ verdict }: Judgement): boolean => verdict === 'fail';
    const isSilent = !this.hasReceived && found.some((one) => isFault(one) && one.kind === 'silence');
    this.silentPlays = isSilent ? this.silentPlays + 1 : 0;
    if (this.silentPlays >= SILENT_PLAYS)
      throw new BoardSilent(`the board said nothing to the last ${SILENT_PLAYS} messages`);
    return !found.some((one) => isFault(one));
  }

  private writeDown(judgement: Judgement, what: string): void {
    const { bench } = this;
    const { clause, verdict, measurement, title, expected, seen } = judgement;
    const situation = `${what}: ${title}`;
    if (measurement !== undefined) {
      const finding = bench.weigh(clause, measurement, () => situation);
      const { detail } = finding;
      bench.record(
        finding.verdict === 'pass' ? finding : { ...finding, detail: this.shown(detail, judgement) },
      );
    } else if (verdict === 'inconclusive')
      bench.record({ requirement: clause, verdict, detail: this.shown({ title: situation }, judgement) });
    else
      bench.check(clause, verdict === 'pass', () =>
        this.shown({ title: situation, expected, seen }, judgement),
      );
  }

  /** With the messages that the judge saw last, the wrong one at their end. */
  private shown(detail: CheckDetail, { evidence }: Judgement): CheckDetail {
    const records = evidence.map(({ direction, link = this.link, passed }) =>
      evidenceRecord(direction, link, passed, (raw) => this.fieldsOf(link, direction, raw)),
    );
    return { ...detail, evidence: sortByTime(records) };
  }

  private fieldsOf(name: string, direction: Direction, raw: Uint8Array): readonly FieldSpan[] {
    const link = this.session.links.find((one) => one.name === name);
    return (direction === 'tx' ? link?.host : link?.board)?.codec.fields(raw) ?? [];
  }
}

/** The monitor, whose listener gets each chunk before it. */
function listenedBy(monitor: Monitor, listener: (chunk: Chunk, link: string) => void): Model {
  return {
    tx: (chunk, link) => {
      listener(chunk, link);
      monitor.tx(chunk, link);
    },
    rx: (chunk, link) => {
      listener(chunk, link);
      monitor.rx(chunk, link);
    },
    tick: (now) => monitor.tick(now),
    due: () => monitor.due(),
    get desynchronised() {
      return monitor.desynchronised;
    },
    coverage: () => [],
  };
}
