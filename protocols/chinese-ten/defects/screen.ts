/** Defects of the screen and of the keys: CT-UI. */
import { truncateName } from '../board/firmware';
import { BLACK, indexOfKey, RED, RESET } from '../render';
import { endsAt, onPrint, onSentence, type TenDefects } from './hooks';

const PLAIN_RED = '\u001b[31;47m';
const ESC = 0x1b;

const COLOURS: TenDefects = {
  'colour-left-on': {
    breaks: 'CT-UI-01',
    text: 'After the turned card its colour is not reset.',
    change: onSentence(/The flipped card is:[^\r]*/, (line) => line.replace(RESET, '')),
  },
  'options-plain-red': {
    breaks: 'CT-UI-01',
    text: 'Red cards are not bold where captures are listed.',
    change: onSentence(/You can use your card[^]*/, (lines) => lines.replaceAll(RED, PLAIN_RED)),
  },
  'clubs-in-red': {
    breaks: 'CT-UI-01',
    text: 'The suit of a club is red in a pile.',
    change: onPrint((text) => text.replaceAll(`${BLACK} ♣ `, `${RED} ♣ `)),
  },
  'last-rank-not-reset': {
    breaks: 'CT-UI-01',
    text: 'In the piles at the end the last rank’s colour extends to the blank after it.',
    change: onSentence(/'s cards:[^]*Player:/, (piles) =>
      piles.replaceAll(`${RESET}\u3000\r\n`, `\u3000${RESET}\r\n`),
    ),
  },
};

const RANGES: TenDefects = {
  'index-one-too-far': {
    breaks: 'CT-UI-02',
    text: 'The index after the last one is taken for the last card.',
    change: (sound) => ({
      card: (key, pile) =>
        sound.card(key, pile) ?? (indexOfKey(key) === pile.length ? pile.at(-1) : undefined),
    }),
  },
  'signs-behind-nine-count': {
    breaks: 'CT-UI-02',
    text: 'The characters after 9 are taken for the cards after the tenth.',
    change: (sound) => ({
      card: (key, pile) => sound.card(key, pile) ?? (key > 0x39 && key < 0x41 ? pile[key - 0x30] : undefined),
    }),
  },
  'high-bytes-count': {
    breaks: 'CT-UI-02',
    text: 'The high bit of a key is ignored.',
    change: (sound) => ({ card: (key, pile) => sound.card(key & 0x7f, pile) }),
  },
  'escape-ends': {
    breaks: 'CT-UI-02',
    text: 'ESC at the choice of a card in hand ends the program.',
    change: endsAt(ESC, 'I want to use', 'I want to discard'),
  },
  'ff-hangs-at-turned-card': {
    breaks: 'CT-UI-02',
    text: 'The byte FF at the choice for the turned card is taken for the end of input: nothing is read any more.',
    change: endsAt(0xff, 'I want to capture'),
  },
  'nul-hangs-at-choice': {
    breaks: 'CT-UI-02',
    text: 'The byte 00 at the choice of computer players stops the program.',
    change: endsAt(0, 'I want to choose'),
  },
  'end-of-file-stays': {
    breaks: 'CT-UI-02',
    text: 'After a Ctrl-D on an empty name the next prompts do not wait.',
    change: () => ({ promptsToSkip: 4 }),
  },
};

const NAMES: TenDefects = {
  'five-players-are-four': {
    breaks: 'CT-UI-03',
    text: 'A player count above four is taken for four.',
    change: (sound) => ({
      players: (key) => sound.players(key) ?? (key > 0x34 && key < 0x3a ? 4 : undefined),
    }),
  },
  'no-players-are-two': {
    breaks: 'CT-UI-03',
    text: 'A player count of 0 or 1 is taken for two.',
    change: (sound) => ({
      players: (key) => sound.players(key) ?? (key === 0x30 || key === 0x31 ? 2 : undefined),
    }),
  },
  'comma-taken': {
    breaks: 'CT-UI-03',
    text: 'A name may hold a comma.',
    change: () => ({ name: (line) => truncateName(line, 33) }),
  },
  'last-comma-taken': {
    breaks: 'CT-UI-03',
    text: 'A comma at the end of a name is accepted.',
    change: (sound) => ({
      name: (line) =>
        sound.name(line) ?? (line.indexOf(0x2c) === line.length - 1 ? truncateName(line, 33) : undefined),
    }),
  },
  'long-name-kept': {
    breaks: 'CT-UI-03',
    text: 'A name is not cut.',
    change: (sound) => ({ name: (line) => sound.name(line) && truncateName(line, line.length) }),
  },
  'name-cut-at-characters': {
    breaks: 'CT-UI-03',
    text: 'A name is cut after 33 characters, not bytes.',
    change: (sound) => ({
      name: (line) => sound.name(line) && [...truncateName(line, line.length)].slice(0, 33).join(''),
    }),
  },
};

const TYPED: TenDefects = {
  'keys-kept': {
    breaks: 'CT-UI-04',
    text: 'Keys typed between prompts are read at the next one.',
    change: () => ({ flush: (typed) => typed.filter(({ burst }) => !burst) }),
  },
  'keys-kept-in-pauses': {
    breaks: 'CT-UI-04',
    text: 'A key typed while a card is about to be turned is read at the next prompt.',
    change: () => ({ flush: (typed) => typed.filter(({ paused, burst }) => paused && !burst).slice(-1) }),
  },
  'burst-counts': {
    breaks: 'CT-UI-05',
    text: 'Bytes that come together with a key are read at the next prompts.',
    change: () => ({ flush: (typed) => typed.filter(({ burst }) => burst) }),
  },
};

export const SCREEN_DEFECTS: TenDefects = { ...COLOURS, ...RANGES, ...NAMES, ...TYPED };
