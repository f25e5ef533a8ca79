/**
 * The time of a campaign. `--time` bounds the whole command:
 *
 *     cases, and triage of each failure │ resynchronisation │ end
 *                       └ a share each ─┘
 */
import { TimeUsedUp } from '../../../scenarios/time-limit';
import type { FuzzPlan } from './fuzz-plan';

/** Resynchronisation has this share of the time, and at most this much. */
const RESYNC_SHARE = 0.25;
const MOST_RESYNC_MS = { virtual: 5000, real: 120_000 } as const;
/** A failure is minimised for this share, and on a real board at most this long. Its whole triage may take twice that. */
const MINIMISING_SHARE = 0.1;
const MOST_MINIMISING_MS = { virtual: Infinity, real: 120_000 } as const;

interface CampaignTimeOptions {
  /** Milliseconds; undefined: the number of cases ends the campaign. */
  readonly total: number | undefined;
  /** Milliseconds of the campaign before it was resumed. */
  readonly earlier: number;
  readonly board: 'virtual' | 'real';
  readonly measuresResync: boolean;
}

/** `earlier`: milliseconds of the campaign before it was resumed. */
export function campaignTime({ time, board, target, parameters }: FuzzPlan, earlier = 0): CampaignTime {
  return new CampaignTime({
    total: time,
    earlier,
    board: board.real === undefined ? 'virtual' : 'real',
    measuresResync: target.session(parameters).resync !== undefined,
  });
}

export class CampaignTime {
  private readonly began = performance.now();
  private readonly total: number;
  private readonly casesEnd: number;
  private readonly minimising: number;
  private triageEnd = Infinity;

  constructor(private readonly options: CampaignTimeOptions) {
    const { total = Infinity, board, measuresResync } = options;
    this.total = total;
    const resync = measuresResync ? Math.min(RESYNC_SHARE * total, MOST_RESYNC_MS[board]) : 0;
    this.casesEnd = total === Infinity ? Infinity : total - resync;
    this.minimising = Math.min(MINIMISING_SHARE * total, MOST_MINIMISING_MS[board]);
  }

  /** Milliseconds since the campaign began. */
  get elapsed(): number {
    return this.options.earlier + performance.now() - this.began;
  }

  /** Milliseconds until the end. */
  get left(): number {
    return this.total - this.elapsed;
  }

  casesOver(): boolean {
    return this.elapsed >= this.casesEnd;
  }

  /** Throws {@link TimeUsedUp}. */
  check(): void {
    const { elapsed } = this;
    if (elapsed >= this.total) throw new TimeUsedUp('the time limit of the campaign was reached');
    if (elapsed >= this.triageEnd) throw new TimeUsedUp('the time limit of a triage was reached');
  }

  /** Within it, {@link check} throws once the share of a triage is used up. */
  async triage<T>(work: () => Promise<T>): Promise<T> {
    this.triageEnd = Math.min(this.elapsed + 2 * this.minimising, this.casesEnd);
    try {
      return await work();
    } finally {
      this.triageEnd = Infinity;
    }
  }

  /** Says whether the share of minimising, which begins now, is used up. */
  minimisingOver(): () => boolean {
    const end = Math.min(this.elapsed + this.minimising, this.casesEnd);
    return () => this.elapsed >= end;
  }
}
