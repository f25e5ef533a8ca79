/**
 * The harness on both links: it sends frames to the scanner link, hears the console, and holds what it hears
 * against the table that the rules have, whatever a scenario is about.
 *
 * Without a reset recipe the table is not known: then a card frame must draw one of its three lines, no more.
 */
import { consoleLines } from '../../../protocols/terminal/console-line';
import { cardOf, type Card, type CardEncoding } from '../../../protocols/set/card';
import { EMPTY_TABLE, type Expectation, type TableRules } from '../../../protocols/set/rules';
import { scannerLink, type ScannerFrame } from '../../../protocols/set/scanner-link';
import { deck } from '../../../protocols/set/set.arbitrary';
import type { Report } from '../../../protocols/set/set';
import { thirdCard } from '../../../protocols/set/solver';
import type { Discrepancy } from '../../../protocols/set/verdict';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import type { Channel, Sent } from '../../bench/channel';
import { sortByTime } from '../../bench/traffic-order';
import { latency } from '../../bench/judge';
import type { BytesRecord } from '../../record';
import { perform, plainByte, plainCard, type Act } from './act';
import { ALL, clauseOf, kindOf, SMALL_TABLE, tellingFaults, type FaultKind } from '../../oracle/set/clauses';
import { Expected } from '../../oracle/set/expected';
import { firstCards } from './first-cards';
import { Listener, type Heard } from './listener';

/** Exchanges in a row that may draw nothing before the scenario is given up. */
const SILENT_EXCHANGES = 5;
/** Cards on the table above which a trial begins with an empty one: what comes stays within SET-TM-01. */
const TRIAL_TABLE = 17;
/** An unfinished line is waited for this long. */
const LINE_SILENCE = millis(2000);
const BACK_TO_BACK = 'SET-FR-06';
/** What a frame draws is mostly said by then. */
const BREATH: Act = { what: 'a pause', parts: [{ pause: millis(40) }], frames: [] };
/** What is due for a plain card, by its kinds. */
const PLAIN = ['missing-card', 'missing-set', 'missing-count', 'missing-end-of-frame'] as const;
/** No card in either encoding. */
const NO_CARD = 0x03;

/** No empty table can be had: the rest of the scenario cannot be judged. */
export class NoEmptyTable extends Error {
  override readonly name = 'NoEmptyTable';
}

/** What acts drew. */
export interface Reaction {
  readonly heard: readonly Heard[];
  readonly faults: readonly Discrepancy[];
  readonly expected: readonly Expectation[];
  readonly sent: Sent;
  readonly late: boolean;
}

export interface TrialOptions {
  /** Nothing good is sent behind the acts: they are good themselves. */
  readonly alone?: boolean;
  /** The good card comes without a pause behind the acts. */
  readonly close?: boolean;
  /** The clause that sets reported wrongly break, where every card was taken; that of the trial unless given. */
  readonly sets?: string;
  /** What is looked at; all unless given. Where frames run together, SetCnt and NoSets may not be told for each. */
  readonly heed?: readonly FaultKind[];
}

/** A trial that was made: what it drew, all cards that lay there in the end, and those that came in a row. */
interface Tried {
  readonly reaction: Reaction;
  readonly cards: readonly Card[];
  readonly row: readonly Card[];
}

export class SetHost {
  readonly rules: TableRules;
  readonly idleReset: Micros;
  readonly rxBuffer: number;
  private readonly scanner: Channel<ScannerFrame, ScannerFrame>;
  private readonly listener: Listener;
  private readonly expected: Expected;
  private readonly deck: readonly Card[];
  private readonly patience: Micros;
  private readonly grace: Micros;
  private silent = 0;
  private spoilt = true;
  private resetTried = false;

  constructor(readonly bench: Bench) {
    const encoding: CardEncoding = bench.text('cardEncoding') === '0..2' ? '0..2' : '1..3';
    const multiByte = bench.text('multiByte') === 'first' ? 'first' : 'reject';
    this.rules = { encoding, tableLimit: bench.number('tableLimit'), multiByte };
    this.idleReset = millis(bench.number('idleResetMs'));
    this.rxBuffer = bench.number('rxBufferBytes');
    const link = scannerLink({ encoding, idleReset: this.idleReset, longest: this.rxBuffer });
    this.scanner = bench.channel('scanner', link, link);
    const lines = consoleLines({ silence: LINE_SILENCE });
    this.listener = new Listener(bench, bench.channel('console', lines, lines));
    this.expected = new Expected(this.rules);
    this.deck = bench.sample(deck(), 1)[0] ?? [];
    const solve = bench.number('solveMs');
    this.patience = bench.exhaustive ? millis(Math.max(8000, 8 * solve)) : millis(Math.max(3000, 3 * solve));
    this.grace = bench.exhaustive ? millis(250) : millis(35);
  }

  /** true: the board can be reset, so that what lies on its table is known. */
  get resettable(): boolean {
    return this.bench.board.resetText !== undefined;
  }

  get encoding(): CardEncoding {
    return this.rules.encoding;
  }

  /** The cards on the table, as far as they are known, in the order they came. */
  get cards(): readonly Card[] {
    return this.expected.table.cards;
  }

  /** An empty table, or, without a reset recipe, a board that has said all it had to say. */
  async empty(): Promise<void> {
    const { bench, listener } = this;
    listener.restart();
    const ready = this.resettable ? millis(bench.number('bootMs')) : micros(1.2 * this.idleReset);
    await bench.reset();
    const until = after(bench.now(), ready);
    while (bench.now() < until && (await listener.hear(until)) !== undefined);
    if (bench.now() < until) await bench.pause(micros(until - bench.now()));
    listener.restart();
    this.expected.begin(this.resettable ? EMPTY_TABLE : undefined);
    this.spoilt = false;
  }

  /** A table on which the next trial tells something, with room for some cards. false: plain cards went wrong, which has been judged. */
  async ready(room = 1): Promise<boolean> {
    const most = Math.min(TRIAL_TABLE, this.rules.tableLimit - room);
    if (!this.spoilt && this.cards.length <= most) return true;
    await this.empty();
    if (!this.resettable) return true;
    while (this.cards.length < Math.min(2, most)) if (!(await this.place(this.fresh()))) return false;
    return true;
  }

  /** A card that is not on the table; one that completes a set where there is such a card. */
  fresh(besides: readonly Card[] = []): Card {
    return this.completing(this.cards, besides);
  }

  /** A card that completes a set of `cards`, where one does that is neither of them nor of `besides`; else any other. */
  completing(cards: readonly Card[], besides: readonly Card[] = []): Card {
    const lying = new Set([...cards, ...besides]);
    for (let j = cards.length - 1; j > 0; j--)
      for (let i = 0; i < j; i++) {
        const third = thirdCard(cards[i]!, cards[j]!);
        if (!lying.has(third)) return third;
      }
    return this.deck.find((card) => !lying.has(card)) ?? 0;
  }

  /** `count` cards that are not on the table, in random order. */
  unused(count: number): Card[] {
    const lying = new Set(this.cards);
    return this.deck.filter((card) => !lying.has(card)).slice(0, count);
  }

  /** Sends acts and hears what they draw, up to the end of what is due; judges nothing but SET-FR-08. */
  async react(acts: readonly Act[], heed: readonly FaultKind[] = ALL): Promise<Reaction> {
    const { bench, expected } = this;
    const frames = acts.flatMap((act) => act.frames);
    const due = expected.of(frames);
    this.listener.mark();
    const { sent, late } = await perform(bench, this.scanner, acts);
    let heard: readonly Heard[] = await this.hear((sofar) =>
      this.missing(expected.faults(due, frames, reportsOf(sofar), heed)),
    );
    let faults = expected.faults(due, frames, reportsOf(heard), heed);
    const parted = this.missing(faults) ? this.listener.parted() : undefined;
    if (parted !== undefined) {
      heard = parted;
      faults = expected.faults(due, frames, reportsOf(heard), heed);
    }
    this.attend(heard.length === 0 && this.missing(faults));
    expected.follow(frames, reportsOf(heard), heed);
    // Numbers that run into each other tell nothing: the lines are at fault, and have been judged.
    if (this.listener.together) faults = faults.filter(ofTheTable);
    return { heard, faults, expected: due, sent, late };
  }

  /** Whether anything at all comes on the console for a frame: of a byte that is no card, or of the n-th card. */
  async speaks(n: number): Promise<boolean> {
    const { bench, listener } = this;
    const act = n % 2 === 0 ? plainByte(NO_CARD) : plainCard(this.deck[n] ?? 0, this.encoding);
    await perform(bench, this.scanner, [act]);
    return (await listener.hear(after(bench.now(), millis(1000)))) !== undefined;
  }

  /** A card laid on the table plainly. What is wrong is judged by the clause that it breaks; true: nothing is. */
  async place(card: Card, what = 'a card on the table'): Promise<boolean> {
    const act = plainCard(card, this.encoding);
    const reaction = await this.react([act]);
    return this.judge(reaction, `${act.what}: ${what}`);
  }

  /** Judges what one plain frame drew, each fault by its own clause. */
  async judge(reaction: Reaction, title: string): Promise<boolean> {
    const { bench } = this;
    const { faults, expected } = reaction;
    const only = expected.at(-1);
    if (faults.length > 0) await this.blame(faults, only, title);
    if (faults.some(ofTheTable)) return false;
    const cards = this.cards.length;
    for (const code of PLAIN) {
      const kind = kindOf({ code, expected: '', seen: '' });
      const asked = kind === 'end' || (this.resettable && (kind === 'card' || only?.outcome === 'new'));
      if (asked && !faults.some((fault) => kindOf(fault) === kind))
        bench.check(clauseOf({ code, expected: '', seen: '' }, only, cards), true, () => ({ title }));
    }
    if (only?.outcome === 'new' && this.resettable && cards <= SMALL_TABLE) this.time(reaction, title);
    return !this.spoilt;
  }

  /**
   * Acts that must draw no more than their frames do, and a card behind them that is taken as ever. What goes
   * wrong is charged to `id` where the same cards go well without the acts. true: nothing went wrong.
   */
  async trial(id: string, what: string, acts: readonly Act[], options: TrialOptions = {}): Promise<boolean> {
    const tried = await this.bench.retryWhile(
      () => this.tried(acts, options),
      (one) => one?.reaction.late === true,
    );
    if (tried === undefined) return this.unclear(id, what);
    if (!tried.reaction.late) return this.verdict(id, what, tried, options);
    this.bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
    return false;
  }

  /** undefined: plain cards went wrong, which has been judged. */
  private async tried(acts: readonly Act[], options: TrialOptions): Promise<Tried | undefined> {
    const own = cardsIn(acts, this.rules);
    if (!(await this.ready(own.length + 1))) return undefined;
    const before = this.cards;
    const behind = options.alone === true ? [] : [this.fresh(own)];
    const cards = [...new Set([...before, ...own, ...behind])];
    const plain = behind.map((card) => plainCard(card, this.encoding));
    const between = options.close === true || options.alone === true ? [] : [BREATH];
    const reaction = await this.react([...acts, ...between, ...plain], options.heed);
    if (reaction.late) this.spoilt = true;
    const row = acts.length > 1 || between.length === 0 ? [...new Set([...own, ...behind])] : [];
    return { reaction, cards, row };
  }

  private async verdict(
    id: string,
    what: string,
    { reaction: { faults }, cards, row }: Tried,
    { sets }: TrialOptions,
  ): Promise<boolean> {
    const { bench } = this;
    const own = faults.filter(ofTheTable);
    const first = own.find((fault) => kindOf(fault) === 'card') ?? own[0];
    if (first === undefined) {
      bench.check(id, true, () => ({ title: what }));
      const others = faults.filter(({ code }) => code !== 'extra-end-of-frame');
      if (others.length > 0) await this.blame(others, undefined, what);
      return true;
    }
    const evidence = this.evidence();
    this.spoilt = true;
    if (!(await this.plainly(cards))) return this.unclear(id, what);
    if (row.length > 1 && id !== BACK_TO_BACK && !(await this.inARow(row))) return this.unclear(id, what);
    const charged = kindOf(first) === 'set' ? (sets ?? id) : id;
    const told = own.filter((fault) => kindOf(fault) === kindOf(first));
    const detail = { expected: textOf(told, 'expected'), seen: textOf(told, 'seen') };
    bench.check(charged, false, () => ({ title: what, ...detail, evidence }));
    return false;
  }

  /** The same cards, plainly, on an empty table: true where each is taken as it must be. */
  private async plainly(cards: readonly Card[]): Promise<boolean> {
    await this.empty();
    for (const card of cards) if (!(await this.place(card, 'plainly sent'))) return false;
    return true;
  }

  /** The same cards without a pause: what is lost then is lost for that. */
  private async inARow(cards: readonly Card[]): Promise<boolean> {
    await this.empty();
    const { faults } = await this.react(
      cards.map((card) => plainCard(card, this.encoding)),
      ['card'],
    );
    const evidence = this.evidence();
    this.spoilt = true;
    return this.bench.check(BACK_TO_BACK, faults.length === 0, () => ({
      title: `${cards.length} cards in a row`,
      expected: textOf(faults, 'expected'),
      seen: textOf(faults, 'seen'),
      evidence,
    }));
  }

  private unclear(id: string, what: string): false {
    this.bench.inconclusive(id, `${what}: cards that are sent plainly go wrong too`);
    return false;
  }

  /** Faults of one plain frame, or of the lines that a trial does not ask about. */
  private async blame(
    faults: readonly Discrepancy[],
    only: Expectation | undefined,
    title: string,
  ): Promise<void> {
    const { bench } = this;
    const cards = this.cards.length;
    const evidence = this.evidence();
    if (faults.some((fault) => kindOf(fault) !== 'end')) await this.trustReset();
    if (faults.some(ofTheTable)) this.spoilt = true;
    for (const fault of tellingFaults(faults)) {
      const { expected, seen } = fault;
      bench.check(clauseOf(fault, only, cards), false, () => ({ title, expected, seen, evidence }));
    }
  }

  /** Whether the table is empty after a reset: asked when something went wrong, once. */
  async trustReset(): Promise<void> {
    if (this.resetTried || !this.resettable) return;
    this.resetTried = true;
    this.spoilt = true;
    const [first, again] = [await firstCards(this, this.deck), await firstCards(this, this.deck)];
    this.spoilt = true;
    const same = first.text === again.text && !again.stale;
    const awake = !(first.asleep && again.asleep);
    const seen = awake ? `at first ${first.text}; then ${again.text}` : 'nothing to the first card';
    const expected = awake
      ? 'the same each time'
      : `a card taken ${this.bench.number('bootMs')} ms after the reset`;
    const title = 'the same cards after a reset, twice';
    if (this.bench.check('SET-RS-01', same && awake, () => ({ title, expected, seen }))) return;
    throw new NoEmptyTable(
      'no empty table to begin with: what follows a reset is not as it must be (SET-RS-01)',
    );
  }

  private time({ heard, sent }: Reaction, title: string): void {
    const last = heard.at(-1);
    if (last === undefined) return;
    const { low, high } = latency(sent, { notBefore: last.notBefore, notAfter: last.end });
    const max = this.bench.number('solveMs') * 1000;
    const name = 'card to its last line';
    this.bench.measure('SET-TM-01', { name, unit: 'us', low, high, max }, () => title);
  }

  private async hear(waiting: (sofar: readonly Heard[]) => boolean): Promise<Heard[]> {
    const { bench, listener } = this;
    const heard: Heard[] = [];
    let span = this.patience;
    let deadline = after(bench.now(), span);
    for (;;) {
      if (span === this.patience && !waiting(heard)) {
        span = this.grace;
        deadline = after(bench.now(), span);
      }
      const lines = await listener.hear(deadline);
      if (lines === undefined) return heard;
      heard.push(...lines);
      if (lines.length > 0) deadline = after(bench.now(), span);
    }
  }

  /** true: lines are due that did not come, of a kind that the board is not known to leave out. */
  private missing(faults: readonly Discrepancy[]): boolean {
    return faults.some((fault) => {
      if (!fault.code.startsWith('missing')) return false;
      const kind = kindOf(fault);
      if (this.listener.together && !ofTheTable(fault)) return false;
      if (kind === 'end') return !this.bench.failedEnough('SET-FR-01');
      return kind !== 'count' || !this.bench.failedEnough('SET-SO-02');
    });
  }

  private attend(nothing: boolean): void {
    this.silent = nothing ? this.silent + 1 : 0;
    if (this.silent >= SILENT_EXCHANGES)
      throw new BoardSilent(`the console said nothing to the last ${SILENT_EXCHANGES} frames`);
  }

  private evidence(): BytesRecord[] {
    const all = [...this.scanner.evidence(6), ...this.listener.channel.evidence(10)];
    return sortByTime(all);
  }
}

/** Faults after which the table is another than the rules have it. */
function ofTheTable(fault: Discrepancy): boolean {
  return kindOf(fault) === 'card' || kindOf(fault) === 'set';
}

/** Cards among the frames of acts, as the rules have them, each once. */
function cardsIn(acts: readonly Act[], { encoding }: TableRules): Card[] {
  const cards = acts.flatMap(({ frames }) =>
    frames.flatMap((frame) => (frame.type === 'byte' ? (cardOf(frame.byte, encoding) ?? []) : [])),
  );
  return [...new Set(cards)];
}

const reportsOf = (heard: readonly Heard[]): Report[] => heard.map(({ report }) => report);

function textOf(faults: readonly Discrepancy[], side: 'expected' | 'seen'): string {
  return faults.map((fault) => fault[side]).join('; ');
}
