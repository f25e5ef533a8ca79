/**
 * The random choices of a Durak board at each start: the wait before its hello (DRK-HS-02), and its deal (DRK-DL-02).
 */
import type { Chunk } from '../../../protocols/chunk';
import { DurakDecoder } from '../../../protocols/durak/decoder';
import { millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { TimedDecoder } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

/** The number of starts that are compared, and the least difference between two of their waits. */
const STARTS = 5;
const APART = millis(100);

interface DelayBounds {
  readonly low: number;
  readonly high: number;
}

export class RandomnessCheck {
  private decoder = new TimedDecoder(new DurakDecoder());
  private startedAt: Micros | undefined;
  /** A deck was sent or received since the start: later decks are no deal. */
  private dealt = true;
  private helloDelays: DelayBounds[] = [];
  private dealtDecks: string[] = [];

  constructor(private readonly recorder: VerdictRecorder) {}

  /** The board was switched on, or reset. */
  started(at: Micros): void {
    this.decoder = new TimedDecoder(new DurakDecoder());
    this.startedAt = at;
    this.dealt = false;
  }

  /** An unknown part of the traffic is missing. */
  desynchronise(): void {
    this.startedAt = undefined;
    this.dealt = true;
  }

  /** Received bytes can cause a hello. After the other board's deal, this board is player 2. */
  tx({ bytes }: Chunk): void {
    this.startedAt = undefined;
    // Longer than an acknowledgement or a hello.
    if (bytes.length > 8) this.dealt = true;
  }

  rx(chunk: Chunk): void {
    for (const { event, first } of this.decoder.push(chunk)) {
      if (event.kind !== 'frame') continue;
      if (event.value.type === 'hello') this.rxHello(first);
      if (event.value.type === 'deck' && !this.dealt) this.rxDeal(hex(event.raw));
    }
  }

  private rxHello({ notBefore, notAfter }: { readonly notBefore: number; readonly notAfter: number }): void {
    const { startedAt, helloDelays } = this;
    this.startedAt = undefined;
    if (startedAt === undefined) return;
    helloDelays.push({ low: notBefore - startedAt, high: notAfter - startedAt });
    if (helloDelays.length < STARTS) return;
    this.helloDelays = [];
    const least =
      Math.max(...helloDelays.map(({ low }) => low)) - Math.min(...helloDelays.map(({ high }) => high));
    const most =
      Math.max(...helloDelays.map(({ high }) => high)) - Math.min(...helloDelays.map(({ low }) => low));
    if (least < APART && most >= APART) return;
    this.recorder.check('DRK-HS-02', least >= APART, () => ({
      title: `${STARTS} starts, each to its hello`,
      expected: 'at least 2 waits that differ by 100 ms or more',
      seen: helloDelays.map(({ high }) => `${(high / 1000).toFixed(0)} ms`).join(', '),
    }));
  }

  private rxDeal(deck: string): void {
    this.dealt = true;
    const again = this.dealtDecks.indexOf(deck);
    this.dealtDecks.push(deck);
    if (again >= 0)
      this.recorder.fail(
        'DRK-DL-02',
        `deal ${this.dealtDecks.length} since they were compared last`,
        'no two deals the same',
        `the same as deal ${again + 1}`,
      );
    else if (this.dealtDecks.length === STARTS) this.recorder.pass('DRK-DL-02');
    if (this.dealtDecks.length === STARTS) this.dealtDecks = [];
  }
}
