/**
 * One session with a Set board: sends frames on the scanner link, reads the console, and compares the reports with the table
 * by the rules.
 *
 * Without a reset recipe the table is unknown. Then a card frame must draw one of its three lines, and no more.
 */
import { consoleLines } from '../../../protocols/terminal/console-line';
import type { Card, CardEncoding } from '../../../protocols/set/card';
import { EMPTY_TABLE, type Expectation, type TableRules } from '../../../protocols/set/rules';
import { scannerLink, type ScannerFrame } from '../../../protocols/set/scanner-link';
import { deck } from '../../../protocols/set/set.arbitrary';
import type { Report } from '../../../protocols/set/set';
import { thirdCard } from '../../../protocols/set/solver';
import type { Discrepancy } from '../../../protocols/set/discrepancies';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel, Sent } from '../../bench/channel';
import { sortByTime } from '../../bench/traffic-order';
import type { BytesRecord } from '../../record';
import { ALL, kindOf, type FaultKind } from '../../oracle/set/clauses';
import { ExpectedReports } from '../../oracle/set/expected-reports';
import { ConsoleReader, type TimedReport } from './console-reader';
import { byteStimulus, cardStimulus, sendStimuli, type Stimulus } from './stimulus';

/** Exchanges in a row without a line before the scenario is given up. */
const SILENT_EXCHANGES = 5;
/** An unfinished line is waited for this long. */
const LINE_SILENCE = millis(2000);
/** No card in either encoding. */
const NO_CARD = 0x03;

/** The lines after stimuli. */
export interface Reaction {
  readonly reports: readonly TimedReport[];
  readonly faults: readonly Discrepancy[];
  readonly expected: readonly Expectation[];
  readonly sent: Sent;
  /** This host paused longer than a stimulus allows. */
  readonly late: boolean;
}

export class SetSession {
  readonly rules: TableRules;
  readonly idleReset: Micros;
  readonly rxBuffer: number;
  /** All cards, in random order. */
  protected readonly deck: readonly Card[];
  /** The cards on the board's table may differ from the expected ones. */
  protected tableUnknown = true;
  private readonly scanner: Channel<ScannerFrame, ScannerFrame>;
  private readonly console: ConsoleReader;
  private readonly expected: ExpectedReports;
  /** How long to wait for reports that are due. The grace time is for further ones. */
  private readonly answerTimeout: Micros;
  private readonly grace: Micros;
  private unansweredExchanges = 0;

  constructor(readonly bench: Bench) {
    const encoding: CardEncoding = bench.text('cardEncoding') === '0..2' ? '0..2' : '1..3';
    const multiByte = bench.text('multiByte') === 'first' ? 'first' : 'reject';
    this.rules = { encoding, tableLimit: bench.number('tableLimit'), multiByte };
    this.idleReset = millis(bench.number('idleResetMs'));
    this.rxBuffer = bench.number('rxBufferBytes');
    const link = scannerLink({ encoding, idleReset: this.idleReset, longest: this.rxBuffer });
    this.scanner = bench.channel('scanner', link, link);
    const lines = consoleLines({ silence: LINE_SILENCE });
    this.console = new ConsoleReader(bench, bench.channel('console', lines, lines));
    this.expected = new ExpectedReports(this.rules);
    this.deck = bench.sample(deck(), 1)[0] ?? [];
    const solve = bench.number('solveMs');
    this.answerTimeout = bench.exhaustive
      ? millis(Math.max(8000, 8 * solve))
      : millis(Math.max(3000, 3 * solve));
    this.grace = bench.exhaustive ? millis(250) : millis(35);
  }

  /** true: the board can be reset, so that its table is known. */
  get resettable(): boolean {
    return this.bench.board.reset !== undefined;
  }

  get encoding(): CardEncoding {
    return this.rules.encoding;
  }

  /** The cards on the table that are known, in the order in which they came. */
  get cards(): readonly Card[] {
    return this.expected.table.cards;
  }

  /** Resets the board; without a reset recipe, waits until it has nothing more to report. */
  async clearTable(): Promise<void> {
    const { bench, console } = this;
    console.restart();
    const bootTime = this.resettable ? millis(bench.number('bootMs')) : micros(1.2 * this.idleReset);
    await bench.reset();
    const until = after(bench.now(), bootTime);
    while (bench.now() < until && (await console.next(until)) !== undefined);
    if (bench.now() < until) await bench.pause(micros(until - bench.now()));
    console.restart();
    this.expected.begin(this.resettable ? EMPTY_TABLE : undefined);
    this.tableUnknown = false;
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

  /** Sends stimuli and reads the console to the end of what is due. Judges nothing but SET-FR-08. */
  async exchange(stimuli: readonly Stimulus[], kinds: readonly FaultKind[] = ALL): Promise<Reaction> {
    const { bench, console, expected } = this;
    const frames = stimuli.flatMap((stimulus) => stimulus.frames);
    const due = expected.of(frames);
    const faultsOf = (some: readonly TimedReport[]): readonly Discrepancy[] =>
      expected.faults(due, frames, plainReports(some), kinds);
    console.clearLines();
    const { sent, late } = await sendStimuli(bench, this.scanner, stimuli);
    let reports: readonly TimedReport[] = await this.collectReports((some) =>
      this.isLineMissing(faultsOf(some)),
    );
    if (this.isLineMissing(faultsOf(reports))) reports = console.splitLines() ?? reports;
    const faults = faultsOf(reports);
    this.countSilence(reports.length === 0 && this.isLineMissing(faults));
    expected.follow(frames, plainReports(reports), kinds);
    // Numbers in lines that run together are ambiguous. That was judged.
    const reportable = console.linesRunTogether ? faults.filter(affectsTable) : faults;
    return { reports, faults: reportable, expected: due, sent, late };
  }

  /** Whether a frame has any line on the console: a byte that is no card, or the n-th card. */
  async isAnswered(n: number): Promise<boolean> {
    const { bench } = this;
    const stimulus = n % 2 === 0 ? byteStimulus(NO_CARD) : cardStimulus(this.deck[n] ?? 0, this.encoding);
    await sendStimuli(bench, this.scanner, [stimulus]);
    return (await this.console.next(after(bench.now(), millis(1000)))) !== undefined;
  }

  protected evidence(): BytesRecord[] {
    return sortByTime([...this.scanner.evidence(6), ...this.console.channel.evidence(10)]);
  }

  private async collectReports(isWaiting: (some: readonly TimedReport[]) => boolean): Promise<TimedReport[]> {
    const { bench } = this;
    const reports: TimedReport[] = [];
    let span = this.answerTimeout;
    let deadline = after(bench.now(), span);
    for (;;) {
      if (span === this.answerTimeout && !isWaiting(reports)) {
        span = this.grace;
        deadline = after(bench.now(), span);
      }
      const lines = await this.console.next(deadline);
      if (lines === undefined) return reports;
      reports.push(...lines);
      if (lines.length > 0) deadline = after(bench.now(), span);
    }
  }

  /** true: a due line is missing, of a kind that the board does not always leave out. */
  private isLineMissing(faults: readonly Discrepancy[]): boolean {
    return faults.some((fault) => {
      if (!fault.code.startsWith('missing')) return false;
      const kind = kindOf(fault);
      if (this.console.linesRunTogether && !affectsTable(fault)) return false;
      if (kind === 'end') return !this.bench.failedEnough('SET-FR-01');
      return kind !== 'count' || !this.bench.failedEnough('SET-SO-02');
    });
  }

  private countSilence(isSilent: boolean): void {
    this.unansweredExchanges = isSilent ? this.unansweredExchanges + 1 : 0;
    if (this.unansweredExchanges >= SILENT_EXCHANGES)
      throw new BoardSilent(`the console said nothing to the last ${SILENT_EXCHANGES} frames`);
  }
}

/** Whether the board's table may differ from the expected one after this fault. */
export function affectsTable(fault: Discrepancy): boolean {
  return kindOf(fault) === 'card' || kindOf(fault) === 'set';
}

/** Reports without their times. */
export function plainReports(reports: readonly TimedReport[]): Report[] {
  return reports.map(({ report }) => report);
}
