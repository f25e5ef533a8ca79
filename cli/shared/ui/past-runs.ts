/** The runs and campaigns in a folder: listed, and drawn from their journals. A name is looked up among them, never followed. */
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { campaignReport } from '../../../reports/html/campaign/campaign-page';
import { runReport } from '../../../reports/html/run-page';
import { comparisonHtml } from '../../../reports/comparison/comparison-html';
import type { PastRun } from '../../../reports/html/live/live-page';
import { summarizeCampaign } from '../../../reports/summary/campaign';
import { summarize } from '../../../reports/summary/summary';
import { formatDate } from '../../../reports/text/quantity';
import { compareJournals } from '../output/compared-runs';
import { JOURNAL } from '../output/folder-claim';
import { loadFrameReaders } from '../output/frame-readers';
import { campaignEventsOf, eventsOf, isCampaign, journalsIn } from '../output/journal-file';

/** The youngest are listed. */
const LISTED = 60;
const RESULTS_BYTES = 4 << 20;

const results = z.object({
  results: z.object({
    environment: z.object({ testEnvironment: z.string() }),
    extra: z.object({ headline: z.string() }),
  }),
});

interface Found {
  readonly name: string;
  readonly folder: string;
  readonly at: number;
}

export class PastRuns {
  /** `depth`: of folders in one another. */
  constructor(
    private readonly folder: string,
    private readonly depth?: number,
  ) {}

  list(): { readonly runs: readonly PastRun[]; readonly left: number } {
    const all = this.find();
    return { runs: all.slice(0, LISTED).map(describeRun), left: Math.max(0, all.length - LISTED) };
  }

  /** The report of a run; undefined where there is no run of this name. Rejects with {@link UsageError} for a journal that cannot be read. */
  async report(name: string | null): Promise<string | undefined> {
    const journal = this.journalOf(name);
    if (journal === undefined) return undefined;
    if (isCampaign(journal)) return campaignReport(summarizeCampaign(campaignEventsOf(journal)));
    const summary = summarize(eventsOf(journal));
    return runReport(summary, await loadFrameReaders(summary.start));
  }

  async comparison(before: string | null, now: string | null): Promise<string | undefined> {
    const [one, other] = [this.journalOf(before), this.journalOf(now)];
    if (one === undefined || other === undefined) return undefined;
    const compared = await compareJournals(one, other, () => Promise.resolve());
    return comparisonHtml(compared.before, compared.after, compared.comparison, compared.answers);
  }

  private journalOf(name: string | null): string | undefined {
    const found = this.find().find((one) => one.name === name);
    return found === undefined ? undefined : join(found.folder, JOURNAL);
  }

  /** Of the folder itself and those in it, the youngest first. */
  private find(): readonly Found[] {
    const top = resolve(this.folder);
    return journalsIn(top, { depth: this.depth })
      .flatMap((journal) => {
        const at = lstatSync(journal, { throwIfNoEntry: false })?.mtimeMs;
        const folder = dirname(journal);
        return at === undefined
          ? []
          : [{ name: relative(top, folder).replaceAll(sep, '/') || basename(top), folder, at }];
      })
      .sort((one, other) => other.at - one.at);
  }
}

function describeRun({ name, folder, at }: Found): PastRun {
  const date = formatDate(new Date(at).toISOString());
  const path = join(folder, 'results.json');
  const file = lstatSync(path, { throwIfNoEntry: false });
  const unread = { name, headline: 'no verdict yet', board: '', date };
  if (file === undefined)
    return isCampaign(join(folder, JOURNAL)) ? { ...unread, headline: 'campaign' } : unread;
  if (!file.isFile() || file.size > RESULTS_BYTES) return unread;
  try {
    const { environment, extra } = results.parse(JSON.parse(readFileSync(path, 'utf8'))).results;
    return { name, headline: extra.headline, board: environment.testEnvironment, date };
  } catch {
    // Somebody else's file: the journal tells.
    return unread;
  }
}
