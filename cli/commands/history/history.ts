/** `wirejig history`: a page of the runs in some folders, and on the terminal what fails now, and since when. */
import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import {
  failsText,
  historyOf,
  runLabel,
  type DatedRun,
  type History,
  historyPage,
  SHOWN_RUNS,
} from '../../../reports/html/history-page';
import { summarize } from '../../../reports/summary/summary';
import { printable } from '../../../reports/text/printable';
import { plural } from '../../../reports/text/quantity';
import { say, sayJson, remark, painter } from '../../shared/console';
import { writeNamedFile } from '../../shared/output/own-files';
import { openPage } from '../../shared/output/open-page';
import { eventsOf, isCampaign, journalsIn } from '../../shared/output/journal-file';
import { UsageError } from '../../shared/usage-error';
import type { HistoryRequest } from './command';

export async function historyCommand({
  folders,
  out = 'wirejig-history.html',
  ...rest
}: HistoryRequest): Promise<number> {
  const tops = folders.length > 0 ? folders : ['.'];
  const journals = [...new Set(tops.flatMap((top) => journalsIn(resolve(top), { unreadable: leftOut })))];
  const dated = journals
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  const runs = dated.flatMap(({ path, at }) => readRun(path, at)).slice(0, SHOWN_RUNS);
  if (runs.length === 0)
    throw new UsageError(
      `no run in ${tops.join(', ')}: give the folder that holds the --out folders of runs`,
    );
  const history = historyOf(runs);
  if (rest.json === true) sayJson(jsonHistory(history));
  else {
    writeNamedFile(out, historyPage(history));
    say(historyText(history, painter(rest.color).red));
    say(`\n  page    ${printable(out)}\n`);
    if (rest.open === true) await openPage(out);
  }
  return 0;
}

function leftOut(folder: string, cause: string): void {
  remark(`left out: ${folder}: ${cause}`);
}

/** Nothing of a campaign, nor of what cannot be read: it is named, and left out. `at`: of a virtual run, which has no date. */
function readRun(path: string, at: number): readonly DatedRun[] {
  if (isCampaign(path)) return [];
  try {
    const summary = summarize(eventsOf(path), { wire: false });
    const started = Date.parse(summary.start?.startedAt ?? '');
    const place = relative(process.cwd(), path);
    return [{ at: Number.isNaN(started) ? at : started, place, summary }];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    remark(`left out: ${error.message}`);
    return [];
  }
}

function historyText({ runs, clauses }: History, red: (text: string) => string): string {
  const lines = clauses.flatMap((clause) => {
    const fails = failsText(clause, runs);
    const sign = clause.level === 'MUST' ? red('✗') : '!';
    return fails === undefined ? [] : [`${sign} ${printable(`${clause.id}  ${fails}`)}\n`];
  });
  const rest = clauses.filter(({ failsSince }) => failsSince === undefined);
  const open = rest.filter(({ verdicts }) => verdicts.findLast((one) => one !== undefined) !== 'pass').length;
  if (open > 0) lines.push(`? ${plural(open, 'clause')} not judged in the last run\n`);
  return `${plural(runs.length, 'run')}\n${lines.join('')}✓ ${plural(rest.length - open, 'clause')} without a failure now\n`;
}

function jsonHistory({ runs, clauses, times }: History): object {
  return {
    runs: runs.map((run) => ({
      place: run.place,
      date: new Date(run.at).toISOString(),
      label: runLabel(run),
      board: run.summary.start?.board.name,
      seed: run.summary.start?.seed,
      headline: run.summary.headline.word,
    })),
    clauses,
    times,
  };
}
