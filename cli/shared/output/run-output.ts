/** The standard output of run, check and tap: as text, as JSON or quiet; during the run and at its end. */
import type { Shared } from '../command-options';
import { join } from 'node:path';
import { printable } from '../../../reports/text/printable';
import type { Reporter } from '../../../reports/terminal/reporter';
import { type RunSummary, isSelected } from '../../../reports/summary/summary';
import { terminalReporter } from '../../../reports/terminal/terminal';
import { say, sayJson, wantsColor, remark } from '../console';
import { UsageError } from '../usage-error';
import { repetitionFacts, runFacts } from '../../../reports/summary/repetitions';
import { reasonOf } from '../../../reports/text/reason';
import type { RunOutput } from '../../schemas/run-output';
import type { Progress } from '../../../scenarios/record';

export type OutputOptions = Shared<'json' | 'quiet' | 'color' | 'progress'> & {
  readonly verbose?: boolean | undefined;
};

export function isInteractive({ json, quiet }: OutputOptions): boolean {
  return !json && !quiet;
}

export function isPlain(progress: string | undefined): boolean {
  if (progress !== undefined && progress !== 'plain')
    throw new UsageError(`--progress '${progress}' is not known: give plain, or leave it out`);
  return progress === 'plain';
}

/** Shows a run on standard output. `live`: during the run, with its progress on a terminal. */
export function createTerminal(
  { verbose, color, progress }: OutputOptions,
  live: boolean,
): Required<Reporter> {
  const { columns, isTTY } = process.stdout;
  return terminalReporter({
    write: say,
    isTty: live && isTTY,
    plainProgress: live && isPlain(progress),
    columns,
    color: wantsColor(color),
    verbose,
    now: live ? () => performance.now() : undefined,
  });
}

interface Closing {
  readonly out: string;
  readonly command: string;
  /** The reports are those of an earlier run: the board was not there. */
  readonly keptLast?: boolean;
  readonly game?: string | undefined;
}

export function printConclusion(
  options: OutputOptions,
  closing: Closing,
  summary: RunSummary,
  code: number,
): void {
  const { out, command, game, keptLast = false } = closing;
  const { sign, word, text, next } = summary.headline;
  if (options.json) sayJson(jsonSummary(summary, keptLast ? undefined : out, code));
  else if (options.quiet) say(`${sign} ${word}  ${text}${next === undefined ? '' : ` Next: ${next}.`}\n`);
  else {
    const played = game === undefined ? '' : `  game    ${printable(game)}\n`;
    const whose = keptLast ? ' (of the last run: the board was not there)' : '';
    const remedy = next === undefined ? '' : `  next    ${next}\n`;
    say(
      `\n${played}${remedy}  report  ${printable(join(out, 'report.html'))}${whose}\n  again   ${printable(command)}\n`,
    );
  }
  if (code === 3 && summary.reason !== undefined) remark(summary.reason);
}

/** What `--json` prints. Failures and warnings have their reasons too. */
export function jsonSummary(summary: RunSummary, out: string | undefined, exitCode: number): RunOutput {
  const reasons = (list: RunSummary['failures']) =>
    list.map((one) => ({ id: one.id, reason: reasonOf(one) }));
  return {
    version: summary.start?.version,
    ...runFacts(summary),
    exitCode,
    failures: reasons(summary.failures),
    warnings: reasons(summary.warnings),
    notJudged: reasons(summary.notJudged),
    repetitions: summary.start?.repeat === undefined ? undefined : repetitionsOf(summary),
    out,
  };
}

function repetitionsOf({ repetitions, requirements }: RunSummary): RunOutput['repetitions'] {
  const asked = requirements.filter(isSelected);
  return {
    runs: repetitions.map(({ number, seed, outcome }) => ({ number, seed, outcome })),
    requirements: Object.fromEntries(asked.map((one) => [one.id, repetitionFacts(one)])),
  };
}

/** Milliseconds between two prints of the progress. On a terminal they replace each other. */
const READABLE_MS = { terminal: 100, log: 10_000 } as const;

export function throttle(show: (progress: Progress) => void, plain: boolean): (progress: Progress) => void {
  const pause = plain ? READABLE_MS.log : READABLE_MS.terminal;
  let shownAt = performance.now() - (plain ? 0 : pause);
  return (progress) => {
    const now = performance.now();
    if (now - shownAt < pause) return;
    shownAt = now;
    show(progress);
  };
}
