/** What the live page shows of a run or a campaign, from the events so far. Its memory is bounded. */
import { partTexts, runsPart, toolsPart, type PageParts } from '../../../reports/html/live/live-page';
import { campaignParts, runParts } from '../../../reports/html/live/running';
import { RecentExchanges } from '../../../reports/html/live/recent-exchanges';
import { PageStore } from '../../../reports/html/page';
import type { FrameReaders } from '../../../reports/html/evidence/wire-frames';
import { CampaignCollector } from '../../../reports/summary/campaign';
import { createSummaryBuilder, type SummaryBuilder } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { loadFrameReaders, type FramedRun } from '../output/frame-readers';
import type { PastRuns } from './past-runs';

export interface LiveBatch {
  readonly events: readonly JournalEvent[];
  readonly progress: Progress | undefined;
  /** Chunks were left out before the events: more came than could be shown. */
  readonly gap: boolean;
}

type LiveState = 'running' | 'stopping' | 'ended';

export class LiveView {
  state: LiveState = 'ended';
  private run: SummaryBuilder | undefined;
  private campaign: CampaignCollector | undefined;
  private clauses: readonly string[] = [];
  private readers: FrameReaders = () => undefined;
  private recent = new RecentExchanges((...asked) => this.readers(...asked));
  private progress: Progress | undefined;
  private suite = '';
  private listed: { readonly at: number; readonly part: PageParts['runs'] } | undefined;
  private readonly store = new PageStore();

  /** `canRepeat`: a clause can be run again. */
  constructor(
    private readonly runs: PastRuns,
    private readonly canRepeat: boolean,
  ) {}

  add({ events, progress, gap }: LiveBatch): void {
    if (gap) this.recent.interrupt();
    this.progress = progress ?? this.progress;
    for (const event of events) this.addEvent(event);
  }

  /** The run is over, and its folder has its report. */
  end(): void {
    this.state = 'ended';
    this.listed = undefined;
  }

  hasClause(id: string): boolean {
    return this.clauses.includes(id);
  }

  parts(): ReadonlyMap<string, string> {
    const shown =
      this.campaign !== undefined
        ? campaignParts(this.campaign.summary(), this.recent, this.store)
        : this.run === undefined
          ? {}
          : runParts(this.run.summary(), this.recent, this.progress, this.store);
    const idle = this.run === undefined && this.campaign === undefined;
    const tools = idle ? undefined : toolsPart(this.state, this.canRepeat ? this.clauses : []);
    return partTexts({ ...shown, tools, runs: this.runsNow() });
  }

  private addEvent(event: JournalEvent): void {
    switch (event.type) {
      case 'run':
        this.begin();
        this.run = createSummaryBuilder({ wire: false });
        this.clauses = event.suites.flatMap(({ requirements }) => requirements.map(({ id }) => id));
        this.suite = event.suites[0]?.id ?? '';
        this.nameFrames(event);
        break;
      case 'fuzz':
        this.begin();
        this.campaign = new CampaignCollector();
        this.suite = event.suite;
        this.nameFrames({ board: event.board, suites: [{ id: event.suite, parameters: event.parameters }] });
        break;
      case 'fuzz-progress':
        // The bytes of one case may follow.
        this.recent.beginCase();
        break;
      case 'scenario':
        this.suite = event.suite;
        this.recent.interrupt();
        break;
      case 'chunk':
        this.recent.add(event, this.suite);
        return;
      default:
    }
    this.run?.add(event);
    this.campaign?.add(event);
  }

  private nameFrames(run: FramedRun): void {
    void loadFrameReaders(run).then((readers) => {
      this.readers = readers;
      this.recent.interrupt();
    });
  }

  private begin(): void {
    this.state = 'running';
    this.progress = undefined;
    this.listed = undefined;
    this.recent = new RecentExchanges((...asked) => this.readers(...asked));
  }

  /** The folder is read again when a run has ended, and now and then. */
  private runsNow(): PageParts['runs'] {
    const now = performance.now();
    if (this.listed === undefined || now - this.listed.at > LIST_MS) {
      const { runs, left } = this.runs.list();
      this.listed = { at: now, part: runsPart(runs, left) };
    }
    return this.listed.part;
  }
}

const LIST_MS = 5000;
