/** The console: keys one way, a screen the other. What is on it, the reader finds. */
import { consoleLines, consoleText, consoleTextGrammar, LONGEST_LINE, millis, param } from '../../api/index';
import type { Values } from '../../api/index';

export const LINK = 'main';
const SIDE = { codec: consoleText, grammar: consoleTextGrammar };
export const LINKS = { [LINK]: { baud: 115_200, host: SIDE, board: SIDE } };

export const parameters = {
  patienceMs: param(6000, 'A prompt or a screen that has not come within this is missing.', {
    unit: 'ms',
    min: 100,
    max: 600_000,
  }),
};
export type TenValues = Values<typeof parameters>;

/** For people, as lines. A prompt has no end of line: the game waits there. */
const LINES = consoleLines({ longest: LONGEST_LINE, silence: millis(50) });
export const dialect = () => ({ tx: LINES, rx: LINES });

const SHUFFLED = /[♠♥♦♣]|playing order is:/u;

/** The program chooses the packs and the playing order. */
export function isRandom({ bytes }: { readonly bytes: Uint8Array }): boolean {
  return SHUFFLED.test(new TextDecoder().decode(bytes));
}
