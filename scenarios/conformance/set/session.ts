/** The harness at the two links of a Set board: it sends stimuli, and waits for what is due by the monitor, which judges what comes. */
import type { Card, CardEncoding } from '../../../protocols/set/card';
import { ASPECTS, type Aspect } from '../../../protocols/set/monitor/clauses';
import { CONSOLE, SCANNER, SetMonitor } from '../../../protocols/set/monitor/monitor';
import { setParameters, type SetParameters } from '../../../protocols/set/monitor/parameters';
import type { Table, TableRules } from '../../../protocols/set/rules';
import { scannerLink, type ScannerFrame } from '../../../protocols/set/scanner-link';
import { deck } from '../../../protocols/set/set.arbitrary';
import { thirdCard } from '../../../protocols/set/solver';
import { consoleLines, type ConsoleLine } from '../../../protocols/terminal/console-line';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { after, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';
import { sortByTime } from '../../bench/traffic-order';
import type { BytesRecord } from '../../record';
import { byteStimulus, cardStimulus, writesOf, type Stimulus } from './stimulus';

/** Exchanges in a row without a line before the scenario is given up. */
const SILENT_EXCHANGES = 5;
/** What a scenario leaves out where its clause failed often: more of it shows nothing new, and takes long. */
const LEFT_OUT: readonly (readonly [Aspect, string])[] = [
  ['end', 'SET-FR-01'],
  ['count', 'SET-SO-02'],
];
/** No card in either encoding. */
const NO_CARD = 0x03;
/** A monitor that waits for a quiet line is waited for in steps of this. */
const QUIET_STEP = millis(100);
const LONGEST_NOISE = millis(30_000);

/** What came of stimuli. */
export interface Reaction {
  readonly judgements: readonly Judgement[];
  /** This host paused so that nobody knows how the board reads it: nothing was judged. */
  readonly isVague: boolean;
}

export class SetSession {
  /** All cards, in random order. */
  private readonly deck: readonly Card[];
  private readonly own: SetParameters;
  private readonly scanner: Channel<ScannerFrame, ScannerFrame>;
  private readonly console: Channel<ConsoleLine, ConsoleLine>;
  protected readonly monitor: SetMonitor;
  protected hasCleared = false;
  private hasReceived = false;
  private silentExchanges = 0;
  /** How long to wait for lines beyond those that are due. */
  private readonly grace: Micros;

  constructor(readonly bench: Bench) {
    this.own = setParameters(bench.parameters);
    const [link, lines] = [scannerLink(this.own.link), consoleLines()];
    this.scanner = bench.channel(SCANNER, link, link);
    this.console = bench.channel(CONSOLE, lines, lines);
    this.monitor = new SetMonitor(this.own, { table: 'unknown' });
    this.deck = bench.sample(deck(), 1)[0] ?? [];
    this.grace = bench.exhaustive ? millis(250) : millis(35);
  }

  get rules(): TableRules {
    return this.own.rules;
  }

  get encoding(): CardEncoding {
    return this.rules.encoding;
  }

  get idleReset(): Micros {
    return this.own.link.idleReset;
  }

  get rxBuffer(): number {
    return this.own.link.longest;
  }

  /** true: the board can be reset, so that its table is known. */
  get resettable(): boolean {
    return this.bench.board.reset !== undefined;
  }

  get table(): Table {
    return this.monitor.table;
  }

  /** The cards on the table that are known, in the order in which they came. */
  get cards(): readonly Card[] {
    return this.table.cards;
  }

  /** Resets the board; without a reset recipe, waits until it has nothing more to report. */
  async clearTable(): Promise<void> {
    const { bench, monitor } = this;
    await this.listen(bench.now());
    monitor.finish();
    this.hasCleared = true;
    if (await bench.reset()) {
      this.console.discardInput();
      monitor.reset(bench.now());
      return this.listen(after(bench.now(), this.own.boot));
    }
    monitor.gap(bench.now());
    const limit = after(bench.now(), LONGEST_NOISE);
    while (monitor.desynchronised && bench.now() < limit) await this.listen(after(bench.now(), QUIET_STEP));
  }

  /** A card that is not on the table. If possible it completes a set. */
  nextCard(besides: readonly Card[] = []): Card {
    return this.cardCompletingSet(this.cards, besides);
  }

  /** A card that completes a set of `cards`, or any other card if there is none. It is not in `besides`. */
  cardCompletingSet(cards: readonly Card[], besides: readonly Card[] = []): Card {
    const taken = new Set([...cards, ...besides]);
    for (let j = cards.length - 1; j > 0; j--)
      for (let i = 0; i < j; i++) {
        const third = thirdCard(cards[i]!, cards[j]!);
        if (!taken.has(third)) return third;
      }
    return this.deck.find((card) => !taken.has(card)) ?? 0;
  }

  /** `count` cards that are not on the table, in random order. */
  unusedCards(count: number): Card[] {
    const taken = new Set(this.cards);
    return this.deck.filter((card) => !taken.has(card)).slice(0, count);
  }

  /** Sends stimuli and waits for what is due. Nothing is written down. `aspects`: what is judged. */
  async exchange(stimuli: readonly Stimulus[], aspects: readonly Aspect[] = ASPECTS): Promise<Reaction> {
    const { bench, monitor } = this;
    await this.listen(bench.now());
    const left = LEFT_OUT.filter(([, clause]) => bench.failedEnough(clause)).map(([aspect]) => aspect);
    monitor.aspects = aspects.filter((one) => !left.includes(one));
    const wasFollowed = !monitor.desynchronised;
    const judgements = [...monitor.judgements()];
    this.hasReceived = false;
    for (const write of writesOf(stimuli)) {
      if (write.pause > 0) await this.listen(after(bench.now(), write.pause));
      await this.send(write.bytes);
    }
    judgements.push(...monitor.judgements());
    const isVague = wasFollowed && monitor.desynchronised && !judgements.some(isFault);
    await this.settle();
    judgements.push(...monitor.judgements());
    this.countSilence(judgements);
    return { judgements, isVague };
  }

  /** Sends bytes, and waits for nothing. */
  async send(bytes: Uint8Array): Promise<void> {
    this.monitor.tx(await this.scanner.sendBytes(bytes), SCANNER);
  }

  /** Those since it was last asked. */
  judgements(): readonly Judgement[] {
    return this.monitor.judgements();
  }

  /** Whether a frame has any line on the console: a byte that is no card, or the n-th card. */
  async isAnswered(n: number): Promise<boolean> {
    const { bench } = this;
    const stimulus = n % 2 === 0 ? byteStimulus(NO_CARD) : cardStimulus(this.deck[n] ?? 0, this.encoding);
    for (const { bytes } of writesOf([stimulus])) await this.scanner.sendBytes(bytes);
    return (await this.console.nextChunk(after(bench.now(), millis(1000)))) !== undefined;
  }

  /** Lets the monitor get what comes until then. */
  async listen(until: Micros): Promise<void> {
    while (await this.receive(until));
  }

  /** Lets the monitor get the next bytes by `until`. false: none came. */
  private async receive(until: Micros): Promise<boolean> {
    const chunk = await this.console.nextChunk(until);
    if (chunk === undefined) {
      this.monitor.tick(until);
      return false;
    }
    this.hasReceived = true;
    this.monitor.rx(chunk, CONSOLE);
    return true;
  }

  /** Waits until nothing is due, and a little longer: what comes then is too much. */
  private async settle(): Promise<void> {
    const { bench, monitor } = this;
    for (let due = monitor.due(); due !== undefined; due = monitor.due()) await this.receive(due.until);
    await this.listen(after(bench.now(), this.grace));
    monitor.finish();
  }

  protected evidence(): BytesRecord[] {
    return sortByTime([...this.scanner.evidence(6), ...this.console.evidence(10)]);
  }

  private countSilence(judgements: readonly Judgement[]): void {
    const isSilent =
      !this.hasReceived && judgements.some(({ kind, verdict }) => kind === 'silence' && verdict === 'fail');
    this.silentExchanges = isSilent ? this.silentExchanges + 1 : 0;
    if (this.silentExchanges >= SILENT_EXCHANGES)
      throw new BoardSilent(`the console said nothing to the last ${SILENT_EXCHANGES} frames`);
  }
}

export function isFault({ verdict }: Judgement): boolean {
  return verdict === 'fail';
}
