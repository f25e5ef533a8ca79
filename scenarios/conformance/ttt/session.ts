/** The host's side of a TTT server: the players on their links, and the monitor that judges all that passes. */
import type { LinkBinding } from '../../../devices/links/link';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Measurement } from '../../../protocols/monitor/measurement';
import type { Due } from '../../../protocols/monitor/monitor';
import { TttMonitor } from '../../../protocols/ttt/monitor/monitor';
import type { Asked } from '../../../protocols/ttt/monitor/turn';
import { gameOf, seatsOf, type Game, type RoundEnd } from '../../../protocols/ttt/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { sortByTime } from '../../bench/traffic-order';
import type { BytesRecord } from '../../record';
import { Player } from './player';

const EVIDENCE = 12;
/** A slow server gets longer where nothing may come. This is the most. */
const MAX_DELAY_US = 300_000;

const CHOICES = 'TTT-24';
const CLOSES = 'TTT-05';

export class TttSession {
  readonly game: Game;
  readonly binding: LinkBinding;
  /** The players' links, in the order of the suite. */
  readonly names: readonly string[];
  /** Players of a full game. */
  readonly seats: number;
  /** How long to wait for the answer to a probing move. */
  readonly probeTimeout: Micros;
  readonly monitor: TttMonitor;
  /** Gets the rounds that end. */
  onRoundEnd: (end: RoundEnd) => void = () => undefined;
  /** Moves to occupied cells were ignored at the beginning of a round. */
  refusesOccupied = false;
  garbledCount = 0;
  /** Times of answers, over many of them. */
  readonly timings: Measurement[] = [];
  /** What was found of the machine's choices: whether they are random. */
  readonly choices: { readonly isRandom: boolean; readonly seen: string }[] = [];
  protected readonly players: ReadonlyMap<string, Player>;
  private readonly minSettleTime: Micros;
  private recentDelay = 0;

  constructor(readonly bench: Bench) {
    this.game = gameOf(bench.text('game'));
    this.seats = seatsOf(this.game);
    this.names = bench.board.linkUrls.map(({ name }) => name);
    this.binding = bench.board.binding(this.names[0] ?? 'a');
    this.monitor = new TttMonitor(bench.parameters, {
      binding: this.binding,
      links: this.names,
      seesShutDown: true,
      onRoundEnd: (end) => this.onRoundEnd(end),
      onPass: (clause, _kind, _turn, measurement) => this.pass(clause, measurement),
    });
    this.players = new Map(
      this.names.map((name) => [name, new Player(bench, this.monitor, name, bench.board.binding(name))]),
    );
    this.minSettleTime = millis(bench.number('settleMs'));
    this.probeTimeout = millis(Math.max(200, 4 * bench.number('responseMs')));
  }

  /** How long to wait for what is due. */
  get answerTimeout(): Micros {
    return this.monitor.timeout;
  }

  /** The clause of joins. */
  get joinClause(): string {
    return this.game === 'ttt-pve' ? 'TTT-20' : 'TTT-30';
  }

  /** The wait before input on another link, and for what may not come. It is longer for a slow server. */
  get settleTime(): Micros {
    return micros(this.minSettleTime + 2 * Math.min(this.recentDelay, MAX_DELAY_US));
  }

  player(name: string): Player {
    const player = this.players.get(name);
    if (player === undefined) throw new Error(`no player ${name}`);
    return player;
  }

  /** Waits for all that is due. */
  async awaitDue(): Promise<void> {
    const begin = this.bench.now();
    let came = begin;
    for (let due = this.monitor.missingAt(); due !== undefined; due = this.monitor.missingAt()) {
      const rx = await this.player(due.link).receive(due.until);
      const isOver = rx === undefined || (rx.kind === 'closed' && this.isStill(due));
      if (!isOver) came = this.bench.now();
      else this.monitor.tick(due.until);
    }
    this.recentDelay = Math.max(0.9 * this.recentDelay, came - begin);
  }

  /** Listens to everybody for `span`. */
  async listen(span: Micros): Promise<void> {
    const until = after(this.bench.now(), span);
    for (const name of this.names) await this.player(name).listen(until);
    const left = until - this.bench.now();
    if (left > 0) await this.bench.pause(micros(left));
    this.monitor.tick(until);
  }

  /** Faults that were found. What ends no game is judged here. */
  takeFaults(): readonly Judgement<Asked>[] {
    return this.monitor.judgements().filter((judgement) => {
      const { clause, kind, measurement, seen } = judgement;
      const isOfMany = measurement !== undefined || clause === CHOICES;
      if (measurement !== undefined) this.timings.push(measurement);
      else if (clause === CHOICES) this.choices.push({ isRandom: false, seen });
      else if (kind === 'malformed' || clause === CLOSES) this.fail(judgement);
      return !isOfMany && kind !== 'malformed' && !(clause === CLOSES && kind === 'silence');
    });
  }

  /** What was found does not count. */
  dropFaults(): void {
    this.monitor.judgements();
  }

  evidence(): BytesRecord[] {
    const all = [...this.players.values()].flatMap(({ channel }) => channel.evidence());
    return sortByTime(all).slice(-EVIDENCE);
  }

  /** What is due on a link where nothing comes any more. */
  private isStill({ link, until }: Due): boolean {
    const due = this.monitor.missingAt();
    return due?.link === link && due.until === until;
  }

  private pass(clause: string, measurement: Measurement | undefined): void {
    if (measurement !== undefined) this.timings.push(measurement);
    else if (clause === CHOICES) this.choices.push({ isRandom: true, seen: '' });
    else if (clause === CLOSES) this.bench.check(clause, true, () => ({ title: '' }));
  }

  private fail({ clause, kind, title, expected, seen }: Judgement<Asked>): void {
    if (kind === 'malformed') this.garbledCount++;
    this.bench.check(clause, false, () => ({ title, expected, seen, evidence: this.evidence() }));
  }
}
