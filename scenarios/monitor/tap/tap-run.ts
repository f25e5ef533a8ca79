/**
 * A tap run: two boards play each other through the tap, and what an observer finds goes into a journal as that of
 * any run does.
 */
import { seededPlan, type FaultEvent } from '../../../devices/faults/faults';
import { LinkError, type Chunk } from '../../../devices/links/link';
import { runTap, type Side, type TapSink } from '../../../devices/tap/tap';
import { after, millis, type Micros } from '../../../protocols/time';
import { VerdictLedger } from '../../runner/verdict-ledger';
import type { RunEnd } from '../../record';
import { ChunkLog } from './chunk-log';
import { splitChunk } from './split-chunk';
import type { GameResult, GameMonitor } from './game-monitor';
import { scenarioId, SIDES, tapStart, tapVerdicts, type TapRunOptions } from './tap-record';

/** What has become of two boards. */
export interface TapResult {
  readonly end: RunEnd;
  /** undefined: the game has not ended, or the boards disagree. */
  readonly winner: Side | undefined;
  /** How often both boards were switched off and on, as nothing in the protocol helped on. */
  readonly restarts: number;
  /** How often the cards were counted. */
  readonly counts: number;
}

type Outcome = Pick<RunEnd, 'outcome' | 'reason'> & { readonly winner?: Side | undefined };

const TICK = millis(100);
/** After the end of the game nothing may be sent again, and no move made, for 7 s. */
const AFTERMATH = millis(8000);
/** A last packet may need many repetitions where faults are injected. */
const LONGEST_AFTERMATH = millis(120_000);
/** Nothing from either board for so long in an unfinished game: it stands still. */
const SILENCE = { auto: millis(40_000), operator: millis(600_000) };
/** No move for so long, whatever is said: two boards that refuse each other's moves. Bad cables take many tries. */
const MOVELESS = { auto: millis(1_800_000), operator: millis(7_200_000) };
/** How often boards that nothing in the protocol helps on are switched off and on. */
const RESTARTS = 20;

/** Runs to the end of the game, of the time, or of a link. Never rejects for what the boards do. */
export async function tapRun(options: TapRunOptions): Promise<TapResult> {
  return new TapRun(options).whole();
}

class TapRun implements TapSink {
  private readonly ledgers: Readonly<Record<Side, VerdictLedger>>;
  private readonly observer: GameMonitor;
  private readonly log: ChunkLog;
  /** Sends on their way to each board: what it says meanwhile waits for their times. */
  private readonly leavings: Record<Side, number> = { a: 0, b: 0 };
  private readonly early: Readonly<Record<Side, Chunk[]>> = { a: [], b: [] };
  private lastSaid: Micros;
  private lastMoved: Micros;
  private moves = 0;
  private restarts = 0;

  constructor(private readonly options: TapRunOptions) {
    const { emit, kind, parameters, fresh } = options;
    const ledger = (side: Side): VerdictLedger => {
      const one = new VerdictLedger(emit, () => this.now());
      one.begin(scenarioId(kind, side));
      return one;
    };
    this.ledgers = { a: ledger('a'), b: ledger('b') };
    this.log = new ChunkLog(emit);
    this.lastSaid = this.lastMoved = this.now();
    this.observer = kind.create({
      ledgers: this.ledgers,
      parameters,
      fresh,
      exact: this.clock.virtual,
      onMove: (link, player, at, text) => {
        this.moves++;
        this.lastMoved = this.now();
        emit({ type: 'move', at: Math.round(at), link, player, text });
      },
      note: (side, event, detail) => this.line(side, event, detail),
    });
  }

  async whole(): Promise<TapResult> {
    const { kind, boards, emit } = this.options;
    emit(tapStart(this.options));
    emit({ type: 'scenario', at: 0, suite: kind.id, scenario: scenarioId(kind, 'a') });
    const { winner, ...outcome } = await this.played();
    const at = Math.round(this.now());
    this.log.end(at);
    this.observer.finish();
    for (const side of SIDES) this.endScenario(side, at);
    for (const side of SIDES) for (const event of this.ledgers[side].histograms(kind.id)) emit(event);
    const end: RunEnd = {
      type: 'run-end',
      at,
      ...outcome,
      verdicts: tapVerdicts(kind.requirements, this.ledgers),
      exchanges: this.moves,
    };
    emit(end);
    await Promise.all(SIDES.map((side) => boards[side].close()));
    return { end, winner, restarts: this.restarts, counts: this.observer.counts };
  }

  rx(side: Side, chunk: Chunk): void {
    this.lastSaid = this.now();
    this.log.add(side, 'rx', chunk);
    if (this.leavings[side] > 0) this.early[side].push(chunk);
    else this.observer.rx(side, chunk);
  }

  beforeTx(side: Side): void {
    this.leavings[side]++;
  }

  tx(side: Side, chunk: Chunk | undefined): void {
    this.leavings[side]--;
    const early = this.early[side].splice(0);
    let rest = chunk;
    if (chunk !== undefined) this.log.add(side, 'tx', chunk);
    // What a board said while bytes were on their way to it: it had heard the first of them, or all.
    for (const one of early) {
      if (rest !== undefined) rest = this.heardBefore(side, rest, one);
      this.observer.rx(side, one);
    }
    if (rest !== undefined) this.observer.tx(side, rest);
  }

  /** Tells of what had reached the board when it began to say `said`; what is left of the chunk. */
  private heardBefore(side: Side, chunk: Chunk, said: Chunk): Chunk | undefined {
    if (said.notAfter >= chunk.lastNotBefore) {
      this.observer.tx(side, chunk);
      return undefined;
    }
    const [head, rest] = splitChunk(chunk, said.notBefore);
    if (head !== undefined) this.observer.tx(side, head);
    return rest;
  }

  fault(side: Side, event: FaultEvent): void {
    this.line(side, 'fault', event.detail, event.at);
  }

  private get clock() {
    return this.options.boards.a.clock;
  }

  private now(): Micros {
    return this.clock.now();
  }

  private async played(): Promise<Outcome> {
    const { boards, signal } = this.options;
    try {
      for (const side of SIDES) await boards[side].open();
    } catch (error) {
      if (error instanceof LinkError) return { outcome: 'unreachable', reason: error.message };
      throw error;
    }
    const end = new AbortController();
    try {
      return await Promise.race([this.tapped(), this.watched(end.signal)]);
    } catch (error) {
      if (signal.aborted) return { outcome: 'interrupted', reason: 'the run was interrupted' };
      if (error instanceof LinkError) return { outcome: 'lost', reason: error.message };
      throw error;
    } finally {
      end.abort();
    }
  }

  private tapped(): Promise<never> {
    const { boards, faults, seed, kind } = this.options;
    const plan = (n: number) =>
      faults === undefined ? {} : { [SIDES[n] ?? 'a']: seededPlan({ ...faults, seed: seed * 2 + n }) };
    return runTap({
      links: { a: boards.a.link(kind.link.name), b: boards.b.link(kind.link.name) },
      clock: this.clock,
      faults: { ...plan(0), ...plan(1) },
      sink: this,
    });
  }

  /** Lets time pass for the observer until there is nothing more to wait for. */
  private async watched(end: AbortSignal): Promise<Outcome> {
    const { longest, signal, parameters } = this.options;
    const who = parameters['moves'] === 'operator' ? 'operator' : 'auto';
    const silence = SILENCE[who];
    let endedAt: Micros | undefined;
    for (;;) {
      await this.clock.until(after(this.now(), TICK));
      const now = this.now();
      signal.throwIfAborted();
      end.throwIfAborted();
      for (const side of SIDES) if (this.leavings[side] === 0) this.observer.tick(side, now);
      this.log.settle(now);
      const { result, dispute } = this.observer;
      if (result !== undefined) {
        endedAt ??= now;
        const rest = this.observer.unsettled ? LONGEST_AFTERMATH : AFTERMATH;
        if (now > endedAt + rest) return done(result);
      }
      if (longest !== undefined && now >= longest)
        return result === undefined
          ? { outcome: 'done', reason: 'the time was up before the game was over' }
          : done(result);
      if (dispute !== undefined) return { outcome: 'silent', reason: dispute };
      if (result === undefined && now > this.lastMoved + MOVELESS[who])
        return this.stopped(`neither board has made a move for ${MOVELESS[who] / 1e6} s`);
      if (now <= this.lastSaid + silence) continue;
      if (result !== undefined) return done(result);
      if (!(await this.restarted()))
        return this.stopped(`neither board has said anything for ${silence / 1e6} s`);
    }
  }

  private stopped(what: string): Outcome {
    const { standstill } = this.observer;
    if (standstill?.kind === 'ended') return done(standstill);
    return { outcome: 'silent', reason: standstill === undefined ? what : `${what}: ${standstill.reason}` };
  }

  /** Boards that can do nothing more are switched off and on, as a person would do: virtual ones by the harness. */
  private async restarted(): Promise<boolean> {
    const { standstill } = this.observer;
    if (standstill?.kind !== 'no-way-out' || !this.clock.virtual || this.restarts === RESTARTS) return false;
    this.restarts++;
    for (const side of SIDES) {
      this.line(side, 'reset', standstill.reason);
      await this.options.boards[side].reset?.run();
    }
    this.lastSaid = this.lastMoved = this.now();
    this.observer.restarted(this.now());
    return true;
  }

  private endScenario(side: Side, at: number): void {
    const { kind, emit } = this.options;
    const place = { suite: kind.id, scenario: scenarioId(kind, side) };
    // The journal has one scenario open at a time: both played all along.
    if (side === 'b') emit({ type: 'scenario', at: 0, ...place });
    const sorted = [...this.ledgers[side].scenarioStandings()].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    emit({ type: 'scenario-end', at, ...place, requirements: Object.fromEntries(sorted) });
  }

  private line(link: string, event: string, detail: string, at = this.now()): void {
    this.options.emit({ type: 'line', at: Math.round(at), link, event, detail });
  }
}

/** Boards that disagree have come to no end. */
function done({ winner, reason }: GameResult): Outcome {
  return { outcome: winner === undefined ? 'silent' : 'done', reason, winner };
}
