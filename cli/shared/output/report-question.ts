/**
 * After a failed run, where a person sits at the terminal: whether to open the report. Without an answer it is not opened, and the
 * command ends after some seconds: a script that a person has started goes on.
 */
import { createInterface } from 'node:readline';
import { isAtTerminal } from '../prompter';

const ANSWER_TIME_MS = 10_000;
const FAILED = 1;

interface Asked {
  readonly open?: boolean | undefined;
  readonly ui?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly unattended?: boolean | undefined;
  readonly reporter?: string | undefined;
}

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
function answerTo(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  return new Promise((resolve) => {
    const end = (answer: string): void => {
      clearTimeout(timer);
      lines.removeAllListeners('close');
      lines.close();
      if (answer === '') process.stderr.write('\n');
      resolve(answer.trim());
    };
    const timer = setTimeout(() => end(''), ANSWER_TIME_MS);
    lines.once('SIGINT', () => end(''));
    lines.once('close', () => end(''));
    lines.question(question, end);
  });
}
