/** The text of Chinese Ten: the keys of a player, and the lines and prompts of the game. */
import { consoleLines, LONGEST_LINE } from '../../../protocols/terminal/console-line';
import { millis } from '../../../protocols/time';
import type { Dialect } from '../../dialect';

/** A prompt has no end of line: the game waits there. */
const PROMPT_WAITS = millis(50);

export function chineseTenDialects(): readonly Dialect[] {
  const text = consoleLines({ longest: LONGEST_LINE, silence: PROMPT_WAITS });
  return [{ link: 'main', tx: text, rx: text, messages: [] }];
}
