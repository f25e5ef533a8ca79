/**
 * Watches a Durak board from its line: the monitor of the tap for one board. The other side may be anything, also a
 * suite.
 *
 * If the trace does not record resets, each hello may be the first after a reset, or may settle the role again. Then
 * findings shortly before it are dropped, and the game is unknown until the board has sent hello.
 */
import type { Chunk, Direction } from '../../../protocols/chunk';
import { DurakDecoder } from '../../../protocols/durak/decoder';
import { explain } from '../../../protocols/durak/fields';
import { micros, millis, type Micros } from '../../../protocols/time';
import { BoardMonitor } from '../../oracle/durak/board-monitor';
import { RandomnessCheck } from './randomness-check';
import { TimedDecoder } from '../../../protocols/monitor/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** A reset board sends hello by then (DRK-HS-01), with a margin. */
const HELLO = millis(12_000);

export class DurakMonitor implements TraceMonitor {
  private boardMonitor: BoardMonitor;
  private readonly recorder: VerdictRecorder;
  private readonly decoders = {
    rx: new TimedDecoder(new DurakDecoder()),
    tx: new TimedDecoder(new DurakDecoder()),
  };
  private readonly randomness: RandomnessCheck;
  private now = micros(0);

  constructor(private readonly options: TraceMonitorOptions) {
    const { ledger, exact, recordsResets } = options;
    this.recorder = new VerdictRecorder({
      link: 'main',
      ledger,
      exact,
      fields: explain,
      ...(recordsResets ? {} : { delay: HELLO }),
    });
    this.randomness = new RandomnessCheck(this.recorder);
    if (options.fresh) this.randomness.started(micros(0));
    this.boardMonitor = this.newBoardMonitor(micros(0), options.fresh);
  }

  tx(chunk: Chunk, whole: boolean): void {
    if (!whole) return this.desynchronise(chunk.notAfter);
    this.randomness.tx(chunk);
    this.boardMonitor.tx(this.restartAtHello('tx', chunk) ?? chunk);
  }

  rx(chunk: Chunk, whole: boolean): void {
    if (!whole) return this.desynchronise(chunk.notAfter);
    this.randomness.rx(chunk);
    this.boardMonitor.rx(this.restartAtHello('rx', chunk) ?? chunk);
  }

  reset(at: Micros): void {
    this.tick(at);
    this.randomness.started(at);
    this.boardMonitor = this.newBoardMonitor(at, true);
  }

  traceGap(): void {
    this.desynchronise(this.now);
  }

  tick(now: Micros): void {
    this.now = micros(Math.max(this.now, now));
    this.boardMonitor.tick(this.now);
    this.recorder.tick(this.now);
  }

  finish(): void {
    this.recorder.finish();
  }

  /** The hello that ends in this chunk, if it may follow an unseen reset: then everything begins with it. */
  private restartAtHello(direction: Direction, chunk: Chunk): Chunk | undefined {
    if (this.options.recordsResets) return undefined;
    const hello = this.decoders[direction]
      .push(chunk)
      .findLast(({ event }) => event.kind === 'frame' && event.value.type === 'hello');
    if (hello === undefined) return undefined;
    this.recorder.discardDelayed();
    this.desynchronise(chunk.notBefore);
    const { event, first, last } = hello;
    const times = { notBefore: first.notBefore, notAfter: last.notAfter, lastNotBefore: last.notBefore };
    return { ...chunk, ...times, bytes: event.raw };
  }

  private desynchronise(at: Micros): void {
    if (this.options.recordsResets) this.randomness.desynchronise();
    this.boardMonitor = this.newBoardMonitor(at, false);
  }

  private newBoardMonitor(since: Micros, started: boolean): BoardMonitor {
    const { parameters, recordsResets } = this.options;
    return new BoardMonitor({
      recorder: this.recorder,
      parameters,
      startedAt: started ? since : undefined,
      since,
      infers: false,
      recordsResets,
      moved: () => undefined,
      note: () => undefined,
    });
  }
}
