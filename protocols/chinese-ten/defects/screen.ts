/** Defects of the screen and of the keys: CT-UI. */
import { truncateName } from '../board/firmware';
import { BLACK, indexOfKey, RED, RESET } from '../render';
import { acceptCount, acceptKey, endsAt, onSentence, type Changes } from './hooks';

const PLAIN_RED = '\u001b[31;47m';
const ESC = 0x1b;
const COMMA = 0x2c;
const DIGITS = [...'0123456789'].map((digit) => digit.charCodeAt(0));

const PRINTED: Changes = {
  'colour-left-on': onSentence(/The flipped card is:[^\r]*/, (line) => line.replace(RESET, '')),
  'options-plain-red': onSentence(/You can use your card[^]*/, (lines) => lines.replaceAll(RED, PLAIN_RED)),
  'clubs-in-red': onSentence(/[^]*/, (text) => text.replaceAll(`${BLACK} ♣ `, `${RED} ♣ `)),
  'last-rank-not-reset': onSentence(/'s cards:[^]*Player:/, (piles) =>
    piles.replaceAll(`${RESET}\u3000\r\n`, `\u3000${RESET}\r\n`),
  ),
};

const TYPED: Changes = {
  'index-one-too-far': acceptKey((key, pile) => (indexOfKey(key) === pile.length ? pile.at(-1) : undefined)),
  'signs-behind-nine-count': acceptKey((key, pile) =>
    key > 0x39 && key < 0x41 ? pile[key - 0x30] : undefined,
  ),
  'high-bytes-count': (sound) => ({ card: (key, pile) => sound.card(key & 0x7f, pile) }),
  'escape-ends': endsAt(ESC, 'I want to use', 'I want to discard'),
  'ff-hangs-at-turned-card': endsAt(0xff, 'I want to capture'),
  'nul-hangs-at-choice': endsAt(0, 'I want to choose'),
  'end-of-file-stays': () => ({ promptsToSkip: 4 }),
  'five-players-are-four': acceptCount(4, ...DIGITS.slice(5)),
  'no-players-are-two': acceptCount(2, ...DIGITS.slice(0, 2)),
  'comma-taken': () => ({ name: (line) => truncateName(line) }),
  'last-comma-taken': (sound) => ({
    name: (line) =>
      sound.name(line) ?? (line.indexOf(COMMA) === line.length - 1 ? truncateName(line) : undefined),
  }),
  'long-name-kept': (sound) => ({ name: (line) => sound.name(line) && truncateName(line, line.length) }),
  'name-cut-at-characters': (sound) => ({
    name: (line) => sound.name(line) && [...truncateName(line, line.length)].slice(0, 33).join(''),
  }),
  'keys-kept': () => ({ flush: (typed) => typed.filter(({ burst }) => !burst) }),
  'keys-kept-in-pauses': () => ({
    flush: (typed) => typed.filter(({ paused, burst }) => paused && !burst).slice(-1),
  }),
  'burst-counts': () => ({ flush: (typed) => typed.filter(({ burst }) => burst) }),
};

export const SCREEN_CHANGES: Changes = { ...PRINTED, ...TYPED };
