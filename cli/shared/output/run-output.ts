/** What a run, a check and a tap say on standard output: whether they talk, while they go on, and at their end. */
import { join } from 'node:path';
import { printable } from '../../../reports/text/printable';
import type { Reporter } from '../../../reports/terminal/reporter';
import type { RunSummary } from '../../../reports/summary/summary';
import { terminalReporter } from '../../../reports/terminal/terminal';
import { say, wantsColor, warn } from '../console';
import { jsonSummary } from './json-summary';
import { UsageError } from '../usage-error';

export interface OutputOptions {
  /** One JSON object and nothing else. */
  readonly json?: boolean | undefined;
  /** The verdict only. */
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly color?: boolean | undefined;
}

/** Whether there are words for a person. Throws {@link UsageError} where both of the other ways are asked for. */
export function isInteractive({ json, quiet }: OutputOptions): boolean {
  if (json && quiet) throw new UsageError('--json and --quiet exclude each other: give one');
  return !json && !quiet;
}

/** Shows a run on standard output. `live`: as it goes on, so that a terminal has its progress. */
export function createTerminal({ verbose, color }: OutputOptions, live: boolean): Required<Reporter> {
  const { columns, isTTY } = process.stdout;
  return terminalReporter({
    write: say,
    isTty: live && isTTY,
    columns,
    color: wantsColor(color),
    verbose,
  });
}

export interface Closing {
  readonly out: string;
  /** What shows it again. */
  readonly command: string;
  /** How a game went. */
  readonly game?: string | undefined;
}

/** The last words, with the exit code that follows them. */
export function printConclusion(
  options: OutputOptions,
  closing: Closing,
  summary: RunSummary,
  code: number,
): void {
  const { out, command, game } = closing;
  const { sign, word, text } = summary.headline;
  if (options.json) say(`${JSON.stringify(jsonSummary(summary, out, code))}\n`);
  else if (options.quiet) say(`${sign} ${word}  ${text}\n`);
  else {
    const played = game === undefined ? '' : `  game    ${printable(game)}\n`;
    say(`\n${played}  report  ${printable(join(out, 'report.html'))}\n  again   ${printable(command)}\n`);
  }
  if (code === 3 && summary.reason !== undefined) warn(`wirejig: ${printable(summary.reason)}`);
}
