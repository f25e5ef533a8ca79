/** Writes down what the monitor finds, with the situation that is tried, and whether the game can go on after it. */
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { PassListener } from '../../../protocols/monitor/judgement-log';
import type { Bench } from '../../bench/bench';

/** Why a game could not go on. `malformed`: nothing that the board sends after this can be judged. */
export type BreakReason = 'malformed' | 'fault' | 'silent';

export class VerdictWriter {
  /** What is tried, for people. */
  situation = '';
  /** Something went wrong since the last start that leaves the game open. */
  broken: BreakReason | undefined;
  /** Times that were not known well enough, of a situation that is tried again. */
  private vague: Judgement[] | undefined;

  constructor(private readonly bench: Bench) {}

  readonly onPass: PassListener = (clause, _kind, _packet, measurement) => {
    if (measurement === undefined) this.bench.check(clause, true, () => ({ title: '' }));
    else this.bench.measure(clause, measurement, () => this.situation);
  };

  /** The board was started again. */
  restart(): void {
    this.situation = '';
    this.broken = undefined;
  }

  write(judgements: readonly Judgement[]): void {
    for (const judgement of judgements) {
      if (this.vague !== undefined && judgement.verdict === 'inconclusive') this.vague.push(judgement);
      else this.writeOne(judgement);
    }
  }

  /** Tries again while a time was not known well enough to be judged. `once` gives undefined where there is nothing to try any more. */
  async retryVague<T>(once: () => Promise<T | undefined>): Promise<T | undefined> {
    const result = await this.bench.retryWhile(
      async () => {
        this.vague = [];
        return once();
      },
      (told) => told !== undefined && (this.vague?.length ?? 0) > 0,
    );
    const left = this.vague ?? [];
    this.vague = undefined;
    this.write(left);
    return result;
  }

  private writeOne({ clause, verdict, kind, measurement, title, expected, seen }: Judgement): void {
    const { bench, situation } = this;
    const full = situation === '' ? title : `${title}, ${situation}`;
    if (measurement !== undefined) return void bench.measure(clause, measurement, () => full);
    if (verdict === 'inconclusive') return bench.inconclusive(clause, full);
    bench.check(clause, false, () => ({ title: full, expected, seen }));
    // Times, hellos and repetitions leave the game as it is.
    if (kind === 'malformed') this.broken = 'malformed';
    else if (kind === 'answer' || kind === 'silence' || clause.startsWith('DRK-PL')) this.broken ??= 'fault';
  }
}
