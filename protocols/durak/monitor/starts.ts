/** The random choices of a Durak board at each start: the wait before its hello (DRK-HS-02), and its deal (DRK-DL-02). */
import { latin1 } from '../../bytes';
import type { JudgementLog } from '../../monitor/judgement-log';
import { between, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import { millis } from '../../time';
import type { Packet } from '../packet';

/** The number of starts that are compared, and the least difference between two of their waits. */
const STARTS = 5;
const APART = millis(100);
/** A wait that is known no better than this tells nothing. */
const VAGUE = APART / 2;

interface Wait {
  readonly low: number;
  readonly high: number;
}

export class StartStatistics {
  private startedAt: Bounds | undefined;
  /** A deck was sent or received since the start: later decks are no deal. */
  private dealt = true;
  private waits: Wait[] = [];
  private deals: string[] = [];

  constructor(private readonly log: JudgementLog<Packet>) {}

  /** The board was switched on, or reset. */
  started(at: Bounds): void {
    this.startedAt = at;
    this.dealt = false;
  }

  /** An unknown part of the traffic is missing. */
  desynchronise(): void {
    this.startedAt = undefined;
    this.dealt = true;
  }

  /** Received bytes can cause a hello. */
  txBytes(): void {
    this.startedAt = undefined;
  }

  /** After the other board's deal, this board is player 2. */
  tx({ event }: TimedEvent<Packet>): void {
    if (event.kind === 'frame' && event.value.type === 'deck') this.dealt = true;
  }

  rx({ event, first }: TimedEvent<Packet>): void {
    if (event.kind !== 'frame') return;
    if (event.value.type === 'hello') this.rxHello(first);
    if (event.value.type === 'deck' && !this.dealt) this.rxDeal(latin1(event.raw));
  }

  private rxHello(at: Bounds): void {
    const { startedAt, waits } = this;
    this.startedAt = undefined;
    if (startedAt === undefined) return;
    const wait = between(startedAt, at);
    if (wait.high - wait.low >= VAGUE) return;
    waits.push(wait);
    if (waits.length < STARTS) return;
    this.waits = [];
    const [lows, highs] = [waits.map(({ low }) => low), waits.map(({ high }) => high)];
    if (Math.max(...lows) - Math.min(...highs) >= APART) return this.log.pass('DRK-HS-02', 'answer');
    // They may differ enough, or not.
    if (Math.max(...highs) - Math.min(...lows) >= APART) return;
    this.log.fail('DRK-HS-02', undefined, {
      kind: 'answer',
      title: `${STARTS} starts, each to its hello`,
      expected: 'at least 2 waits that differ by 100 ms or more',
      seen: highs.map((high) => `${(high / 1000).toFixed(0)} ms`).join(', '),
    });
  }

  private rxDeal(deck: string): void {
    this.dealt = true;
    const again = this.deals.indexOf(deck);
    this.deals.push(deck);
    if (again >= 0)
      this.log.fail('DRK-DL-02', undefined, {
        kind: 'answer',
        title: `deal ${this.deals.length} since they were compared last`,
        expected: 'no two deals the same',
        seen: `the same as deal ${again + 1}`,
      });
    else if (this.deals.length === STARTS) this.log.pass('DRK-DL-02', 'answer');
    if (this.deals.length === STARTS) this.deals = [];
  }
}
