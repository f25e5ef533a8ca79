/**
 * A tap run: two boards play each other through the tap. The findings of a monitor go into a journal, as in any run.
 */
import { seededPlan, type FaultEvent } from '../../../devices/faults/faults';
import { LinkError } from '../../../devices/links/link';
import type { Chunk } from '../../../protocols/chunk';
import { runTap, type Side, type TapSink } from '../../../devices/tap/tap';
import { after, millis, type Micros, micros } from '../../../protocols/time';
import { VerdictLedger } from '../../runner/verdict-ledger';
import type { RunEnd } from '../../record';
import { ChunkLog } from './chunk-log';
import type { GameResult, GameMonitor } from './game-monitor';
import { scenarioId, SIDES, tapStart, tapVerdicts, type TapRunOptions } from './tap-record';

/** The result for both boards. */
export interface TapResult {
  readonly end: RunEnd;
  /** undefined: the game did not end, or the boards disagree. */
  readonly winner: Side | undefined;
  /** How often both boards were switched off and on because the protocol offered no step. */
  readonly restarts: number;
  /** How often the cards were counted. */
  readonly counts: number;
}

type Outcome = Pick<RunEnd, 'outcome' | 'reason'> & { readonly winner?: Side | undefined };

const TICK = millis(100);
/** After the end of the game nothing may be repeated, and no move made, for 7 s. */
const AFTERMATH = millis(8000);
/** A last packet may need many repetitions where faults are injected. */
const LONGEST_AFTERMATH = millis(120_000);
/** After this silence of both boards an unfinished game is stuck. */
const SILENCE = { auto: millis(40_000), operator: millis(600_000) };
/**
 * After this time without a move, with any traffic, the boards refuse each other's moves. Bad cables need many tries.
 */
const MOVELESS = { auto: millis(1_800_000), operator: millis(7_200_000) };
/** How often boards are switched off and on when the protocol offers no step. */
const RESTARTS = 20;

/** Runs to the end of the game, of the time, or of a link. Errors of the boards never reject it. */
export async function tapRun(options: TapRunOptions): Promise<TapResult> {
  return new TapRun(options).execute();
}

class TapRun implements TapSink {
  private readonly ledgers: Readonly<Record<Side, VerdictLedger>>;
  private readonly monitor: GameMonitor;
  private readonly chunkLog: ChunkLog;
  /** Sends in flight to each board: what the board sends meanwhile waits for their times. */
  private readonly sendsInFlight: Record<Side, number> = { a: 0, b: 0 };
  private readonly earlyChunks: Readonly<Record<Side, Chunk[]>> = { a: [], b: [] };
  private lastRxAt: Micros;
  private lastMoveAt: Micros;
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
    this.chunkLog = new ChunkLog(emit);
    this.lastRxAt = this.lastMoveAt = this.now();
    this.monitor = kind.create({
      ledgers: this.ledgers,
      parameters,
      fresh,
      exact: this.clock.virtual,
      onMove: (link, player, at, text) => {
        this.moves++;
        this.lastMoveAt = this.now();
        emit({ type: 'move', at: Math.round(at), link, player, text });
      },
      note: (side, event, detail) => this.emitLine(side, event, detail),
    });
  }

  async execute(): Promise<TapResult> {
    const { kind, boards, emit } = this.options;
    emit(tapStart(this.options));
    emit({ type: 'scenario', at: 0, suite: kind.id, scenario: scenarioId(kind, 'a') });
    const { winner, ...outcome } = await this.play();
    const at = Math.round(this.now());
    this.chunkLog.end(at);
    this.monitor.finish();
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
    return { end, winner, restarts: this.restarts, counts: this.monitor.counts };
  }

  rx(side: Side, chunk: Chunk): void {
    this.lastRxAt = this.now();
    this.chunkLog.add(side, 'rx', chunk);
    if (this.sendsInFlight[side] > 0) this.earlyChunks[side].push(chunk);
    else this.monitor.rx(side, chunk);
  }

  beforeTx(side: Side): void {
    this.sendsInFlight[side]++;
  }

  tx(side: Side, chunk: Chunk | undefined): void {
    this.sendsInFlight[side]--;
    const early = this.earlyChunks[side].splice(0);
    let rest = chunk;
    if (chunk !== undefined) this.chunkLog.add(side, 'tx', chunk);
    // A board sent this while bytes were in flight to it: it had received some of them, or all.
    for (const one of early) {
      if (rest !== undefined) rest = this.deliverBefore(side, rest, one);
      this.monitor.rx(side, one);
    }
    if (rest !== undefined) this.monitor.tx(side, rest);
  }

  /** Gives the monitor what had reached the board when it began to send; returns the rest of the chunk. */
  private deliverBefore(side: Side, chunk: Chunk, sent: Chunk): Chunk | undefined {
    if (sent.notAfter >= chunk.lastNotBefore) {
      this.monitor.tx(side, chunk);
      return undefined;
    }
    const [head, rest] = splitChunk(chunk, sent.notBefore);
    if (head !== undefined) this.monitor.tx(side, head);
    return rest;
  }

  fault(side: Side, event: FaultEvent): void {
    this.emitLine(side, 'fault', event.detail, event.at);
  }

  private get clock() {
    return this.options.boards.a.clock;
  }

  private now(): Micros {
    return this.clock.now();
  }

  private async play(): Promise<Outcome> {
    const { boards, signal } = this.options;
    try {
      for (const side of SIDES) await boards[side].open();
    } catch (error) {
      if (error instanceof LinkError) return { outcome: 'unreachable', reason: error.message };
      throw error;
    }
    const end = new AbortController();
    try {
      return await Promise.race([this.tap(), this.waitForEnd(end.signal)]);
    } catch (error) {
      if (signal.aborted) return { outcome: 'interrupted', reason: 'the run was interrupted' };
      if (error instanceof LinkError) return { outcome: 'lost', reason: error.message };
      throw error;
    } finally {
      end.abort();
    }
  }

  private tap(): Promise<never> {
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

  /** Lets time pass for the monitor until there is nothing to wait for. */
  private async waitForEnd(end: AbortSignal): Promise<Outcome> {
    const { longest, signal, parameters } = this.options;
    const who = parameters['moves'] === 'operator' ? 'operator' : 'auto';
    const silence = SILENCE[who];
    let endedAt: Micros | undefined;
    for (;;) {
      await this.clock.until(after(this.now(), TICK));
      const now = this.now();
      signal.throwIfAborted();
      end.throwIfAborted();
      for (const side of SIDES) if (this.sendsInFlight[side] === 0) this.monitor.tick(side, now);
      this.chunkLog.settle(now);
      const { result, dispute } = this.monitor;
      if (result !== undefined) {
        endedAt ??= now;
        const rest = this.monitor.unsettled ? LONGEST_AFTERMATH : AFTERMATH;
        if (now > endedAt + rest) return done(result);
      }
      if (longest !== undefined && now >= longest)
        return result === undefined
          ? { outcome: 'done', reason: 'the time was up before the game was over' }
          : done(result);
      if (dispute !== undefined) return { outcome: 'silent', reason: dispute };
      if (result === undefined && now > this.lastMoveAt + MOVELESS[who])
        return this.endSilent(`neither board has made a move for ${MOVELESS[who] / 1e6} s`);
      if (now <= this.lastRxAt + silence) continue;
      if (result !== undefined) return done(result);
      if (!(await this.restartBoards()))
        return this.endSilent(`neither board has said anything for ${silence / 1e6} s`);
    }
  }

  private endSilent(what: string): Outcome {
    const { deadlock } = this.monitor;
    if (deadlock?.kind === 'ended') return done(deadlock);
    return { outcome: 'silent', reason: deadlock === undefined ? what : `${what}: ${deadlock.reason}` };
  }

  /** Boards without a possible step are switched off and on: virtual ones by the harness, others by a person. */
  private async restartBoards(): Promise<boolean> {
    const { deadlock } = this.monitor;
    if (deadlock?.kind !== 'no-way-out' || !this.clock.virtual || this.restarts === RESTARTS) return false;
    this.restarts++;
    for (const side of SIDES) {
      this.emitLine(side, 'reset', deadlock.reason);
      await this.options.boards[side].reset?.run();
    }
    this.lastRxAt = this.lastMoveAt = this.now();
    this.monitor.restarted(this.now());
    return true;
  }

  private endScenario(side: Side, at: number): void {
    const { kind, emit } = this.options;
    const place = { suite: kind.id, scenario: scenarioId(kind, side) };
    // The journal has one open scenario at a time, although both boards played all the time.
    if (side === 'b') emit({ type: 'scenario', at: 0, ...place });
    const sorted = [...this.ledgers[side].scenarioStandings()].sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    emit({ type: 'scenario-end', at, ...place, requirements: Object.fromEntries(sorted) });
  }

  private emitLine(link: string, event: string, detail: string, at = this.now()): void {
    this.options.emit({ type: 'line', at: Math.round(at), link, event, detail });
  }
}

/** Boards that disagree have not ended the game. */
function done({ winner, reason }: GameResult): Outcome {
  return { outcome: winner === undefined ? 'silent' : 'done', reason, winner };
}

/** The bytes of a chunk up to `time`, and the others. Bytes are evenly spaced. */
function splitChunk(chunk: Chunk, time: Micros): readonly [Chunk | undefined, Chunk] {
  const { bytes, notBefore, notAfter, lastNotBefore } = chunk;
  const pace = (notAfter - notBefore) / bytes.length;
  const count = Math.min(bytes.length - 1, Math.floor((time - notBefore) / pace));
  if (!(count > 0)) return [undefined, chunk];
  const end = micros(notBefore + count * pace);
  const earliest = micros(Math.max(notBefore, end - (notAfter - lastNotBefore)));
  return [
    { ...chunk, bytes: bytes.subarray(0, count), notAfter: end, lastNotBefore: earliest },
    { ...chunk, bytes: bytes.subarray(count), notBefore: earliest },
  ];
}
