/** `--open`: shows a page in the browser. Without it, a person at the terminal is asked after a failed run. */
import type { Shared } from '../command-options';
import { openFile } from '../../../devices/platform/file-opener';
import { remark } from '../console';
import { createInterface } from 'node:readline/promises';
import { isAtTerminal } from '../prompter';

export async function openPage(path: string): Promise<void> {
  const trouble = await openFile(path);
  if (trouble !== undefined) remark(`${path} could not be opened: ${trouble}: open it yourself`);
}

const ANSWER_TIME_MS = 10_000;
const FAILED = 1;

type Asked = Shared<'json' | 'quiet' | 'reporter' | 'ui'> & {
  readonly open?: boolean | undefined;
  readonly unattended?: boolean | undefined;
};

/** Whether the report is to be opened: `--open` and `--no-open` answer beforehand. */
export async function wantsReport(
  { open, ui, json, quiet, unattended, reporter }: Asked,
  code: number,
  isAttended = isAtTerminal(),
): Promise<boolean> {
  if (open !== undefined) return open;
  const isSilent =
    ui === true || json === true || quiet === true || unattended === true || reporter !== undefined;
  if (code !== FAILED || !isAttended || isSilent) return false;
  return /^y(?:es)?$/i.test(await answerTo('\nOpen the report? [y/N] '));
}

/** The line that is typed; empty at Ctrl-C, at the end of input, and where nobody answers in time. */
async function answerTo(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  const closed = new AbortController();
  lines.once('SIGINT', () => lines.close()).once('close', () => closed.abort());
  const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(ANSWER_TIME_MS)]);
  const answer = await lines.question(question, { signal }).catch(() => '');
  lines.close();
  if (answer === '') process.stderr.write('\n');
  return answer.trim();
}
