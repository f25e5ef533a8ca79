/**
 * A Durak board watched from its line: the watch of the tap, on one board whose other one may be anybody, a suite too.
 *
 * Where a trace does not tell of resets, each hello may be the board's first after one, or may settle its part anew: what
 * was found shortly before is forgiven, and what it is in the game is not known until it has said hello.
 */
import type { Chunk } from '../../../devices/links/link';
import { DurakDecoder } from '../../../protocols/durak/decoder';
import { explain } from '../../../protocols/durak/fields';
import { micros, millis, type Micros } from '../../../protocols/time';
import { BoardWatch } from '../../oracle/durak/board-watch';
import { DurakChances } from './randomness-check';
import { TimedDecoder } from '../../oracle/timed-decoder';
import { VerdictRecorder, type Way } from '../../oracle/verdict-recorder';
import type { TraceObserver, TraceObserverOptions } from '../trace/trace-observer';

export function durakTraceObserver(options: TraceObserverOptions): TraceObserver {
  return new DurakTrace(options);
}

/** A board that was reset says hello by then (DRK-HS-01), with a margin. */
const HELLO = millis(12_000);

class DurakTrace implements TraceObserver {
  private watch: BoardWatch;
  private readonly notes: VerdictRecorder;
  private readonly ears = {
    said: new TimedDecoder(new DurakDecoder()),
    heard: new TimedDecoder(new DurakDecoder()),
  };
  private readonly chances: DurakChances;
  private now = micros(0);

  constructor(private readonly options: TraceObserverOptions) {
    const { ledger, exact, tellsResets } = options;
    this.notes = new VerdictRecorder({
      link: 'main',
      ledger,
      exact,
      fields: explain,
      ...(tellsResets ? {} : { hold: HELLO }),
    });
    this.chances = new DurakChances(this.notes);
    if (options.fresh) this.chances.started(micros(0));
    this.watch = this.fresh(micros(0), options.fresh);
  }

  heard(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    if (!whole) return this.lost(chunk.notAfter);
    this.chances.heard(chunk);
    this.watch.heard(this.greeted('heard', chunk) ?? chunk);
  }

  said(chunk: Chunk, whole: boolean): void {
    this.tick(chunk.notBefore);
    if (!whole) return this.lost(chunk.notAfter);
    this.chances.said(chunk);
    this.watch.said(this.greeted('said', chunk) ?? chunk);
  }

  reset(at: Micros): void {
    this.tick(at);
    this.chances.started(at);
    this.watch = this.fresh(at, true);
  }

  missed(until: Micros): void {
    this.tick(until);
    this.lost(this.now);
  }

  tick(now: Micros): void {
    this.now = micros(Math.max(this.now, now));
    this.watch.tick(this.now);
    this.notes.tick(this.now);
  }

  finish(now: Micros): void {
    this.tick(now);
    this.notes.finish();
  }

  /** The hello that ends in this chunk, where it may be of a reset that nobody saw: all begins with it. */
  private greeted(way: Way, chunk: Chunk): Chunk | undefined {
    if (this.options.tellsResets) return undefined;
    const hello = this.ears[way]
      .push(chunk)
      .findLast(({ event }) => event.kind === 'frame' && event.value.type === 'hello');
    if (hello === undefined) return undefined;
    this.notes.forgive();
    this.lost(chunk.notBefore);
    const { event, first, last } = hello;
    const times = { notBefore: first.notBefore, notAfter: last.notAfter, lastNotBefore: last.notBefore };
    return { ...chunk, ...times, bytes: event.raw };
  }

  private lost(at: Micros): void {
    if (this.options.tellsResets) this.chances.lost();
    this.watch = this.fresh(at, false);
  }

  private fresh(since: Micros, started: boolean): BoardWatch {
    const { parameters, tellsResets } = this.options;
    return new BoardWatch({
      notes: this.notes,
      parameters,
      startedAt: started ? since : undefined,
      since,
      infers: false,
      tellsResets,
      moved: () => undefined,
      note: () => undefined,
    });
  }
}
