/** For tests: what the terminal's reporter writes for these events. */
import type { JournalEvent } from '../../scenarios/record';
import { terminalReporter, type TerminalOptions } from '../terminal/terminal';

/** Default: no tty, no colour, 100 columns. */
export function terminalText(
  events: readonly JournalEvent[],
  options: Partial<TerminalOptions> = {},
): string {
  let text = '';
  const write = (more: string): void => void (text += more);
  const reporter = terminalReporter({ write, isTty: false, columns: 100, color: false, ...options });
  for (const event of events) reporter.onEvent(event);
  reporter.end();
  return text;
}
