/** Defects of the screen and of the keys: CT-UI. */
import { LONGEST_NAME, truncateName } from '../board/firmware';
import { BLACK, indexName, indexOfKey, RED, RESET } from '../render';
import { endsAt, onSentence, onStep, readAs, type Changes } from './hooks';

const PLAIN_RED = '\u001b[31;47m';
const ESC = 0x1b;
const COMMA = 0x2c;

function keyAt(index: number): number {
  return indexName(index).charCodeAt(0);
}

const PRINTED: Changes = {
  'colour-left-on': onSentence(/The flipped card is:[^\r]*/, (line) => line.replace(RESET, '')),
  'options-plain-red': onSentence(/You can use your card[^]*/, (lines) => lines.replaceAll(RED, PLAIN_RED)),
  'listed-indices-decimal': onSentence(/You can use your card[^]*/, (lines) =>
    lines.replaceAll('(A)', '(10)'),
  ),
  'clubs-in-red': onSentence(/[^]*/, (text) => text.replaceAll(`${BLACK} ♣ `, `${RED} ♣ `)),
  'last-rank-not-reset': onSentence(/'s cards:[^]*Player:/, (piles) =>
    piles.replaceAll(`${RESET}\u3000\r\n`, `\u3000${RESET}\r\n`),
  ),
};

const TYPED: Changes = {
  'index-one-too-far': readAs('cards', (key, count) => (indexOfKey(key) === count ? keyAt(count - 1) : key)),
  'signs-behind-nine-count': readAs('cards', (key) => (key > 0x39 && key < 0x41 ? keyAt(key - 0x30) : key)),
  'high-bytes-count': readAs('cards', (key) => key & 0x7f),
  'escape-ends': endsAt(ESC, 'I want to use', 'I want to discard'),
  'ff-hangs-at-turned-card': endsAt(0xff, 'I want to capture'),
  'nul-hangs-at-choice': endsAt(0, 'I want to choose'),
  'end-of-file-stays': () => ({ promptsToSkip: 4 }),
  'five-players-are-four': readAs('players', (key) => (key >= 0x35 && key <= 0x39 ? 0x34 : key)),
  'no-players-are-two': readAs('players', (key) => (key === 0x30 || key === 0x31 ? 0x32 : key)),
  'comma-taken': () => ({ name: (line) => truncateName(line) }),
  'last-comma-taken': onStep(
    'name',
    (name, line) => name ?? (line.indexOf(COMMA) === line.length - 1 ? truncateName(line) : undefined),
  ),
  'late-comma-taken': onStep(
    'name',
    (name, line) => name ?? (line.indexOf(COMMA) >= 10 ? truncateName(line) : undefined),
  ),
  'name-cut-at-blank': onStep('name', (name) => name?.replace(/ .*/, '')),
  'long-name-asked-again': onStep('name', (name, line) => (line.length > LONGEST_NAME ? undefined : name)),
  'long-name-kept': onStep('name', (name, line) => name && truncateName(line, line.length)),
  'name-cut-at-characters': onStep(
    'name',
    (name, line) => name && [...truncateName(line, line.length)].slice(0, 33).join(''),
  ),
  'keys-kept': () => ({ flush: (typed) => typed.filter(({ burst }) => !burst) }),
  'keys-kept-in-pauses': () => ({
    flush: (typed) => typed.filter(({ paused, burst }) => paused && !burst).slice(-1),
  }),
  'burst-counts': () => ({ flush: (typed) => typed.filter(({ burst }) => burst) }),
};

export const SCREEN_CHANGES: Changes = { ...PRINTED, ...TYPED };
