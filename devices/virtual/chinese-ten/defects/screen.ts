/** Bugs of the Chinese Ten program on its screen and at its keys. */
import { truncateName } from '../../../../protocols/chinese-ten/program-rules';
import { BLACK, indexOfKey, RED, RESET } from '../../../../protocols/chinese-ten/render';
import type { CtDefect, CtDefects } from '../firmware';

type Change = CtDefect['change'];

const PLAIN_RED = '\u001b[31;47m';

function onPrint(change: (text: string) => string): Change {
  return ({ print }) => ({ print: (text) => change(print(text)) });
}

/** The part of a screen that one sentence begins, changed. */
function inSentence(sentence: RegExp, change: (text: string) => string): Change {
  return onPrint((text) => text.replace(sentence, change));
}

const COLOURS: CtDefects = {
  'colour-left-on': {
    breaks: 'CT-UI-01',
    text: 'Behind the turned card its colour is not reset.',
    change: inSentence(/The flipped card is:[^\r]*/, (line) => line.replace(RESET, '')),
  },
  'options-plain-red': {
    breaks: 'CT-UI-01',
    text: 'Red cards are not bold where captures are listed.',
    change: inSentence(/You can use your card[^]*/, (lines) => lines.replaceAll(RED, PLAIN_RED)),
  },
  'clubs-in-red': {
    breaks: 'CT-UI-01',
    text: 'The suit of a club is red in a pile.',
    change: onPrint((text) => text.replaceAll(`${BLACK} ♣ `, `${RED} ♣ `)),
  },
  'last-rank-not-reset': {
    breaks: 'CT-UI-01',
    text: 'In the piles at the end the last rank’s colour extends to the blank after it.',
    change: inSentence(/'s cards:[^]*Player:/, (piles) =>
      piles.replaceAll(`${RESET}\u3000\r\n`, `\u3000${RESET}\r\n`),
    ),
  },
};

const ESC = 0x1b;

/** The prompt that the program stands at, by the last of its sentences on the screen. */
function isPromptedFor(screen: string, sentence: string): boolean {
  const others = ['I want to use', 'I want to discard', 'I want to capture', 'I want to choose', 'people): '];
  const last = Math.max(...others.map((one) => screen.lastIndexOf(one)));
  return last >= 0 && screen.startsWith(sentence, last);
}

const RANGES: CtDefects = {
  'index-one-too-far': {
    breaks: 'CT-UI-02',
    text: 'The index after the last one is taken for the last card.',
    change: ({ rules: practice }) => ({
      rules: {
        ...practice,
        card: (key, pile) =>
          practice.card(key, pile) ?? (indexOfKey(key) === pile.length ? pile.at(-1) : undefined),
      },
    }),
  },
  'signs-behind-nine-count': {
    breaks: 'CT-UI-02',
    text: 'The characters after 9 are taken for the cards after the tenth.',
    change: ({ rules: practice }) => ({
      rules: {
        ...practice,
        card: (key, pile) =>
          practice.card(key, pile) ?? (key > 0x39 && key < 0x41 ? pile[key - 0x30] : undefined),
      },
    }),
  },
  'high-bytes-count': {
    breaks: 'CT-UI-02',
    text: 'The high bit of a key is taken away.',
    change: ({ rules: practice }) => ({
      rules: { ...practice, card: (key, pile) => practice.card(key & 0x7f, pile) },
    }),
  },
  'escape-ends': {
    breaks: 'CT-UI-02',
    text: 'ESC ends the program where a hand’s card is to be chosen.',
    change: (sound) => ({
      keyEffect: (byte, step, screen) =>
        byte === ESC && (isPromptedFor(screen, 'I want to use') || isPromptedFor(screen, 'I want to discard'))
          ? 'ends'
          : sound.keyEffect(byte, step, screen),
    }),
  },
  'ff-hangs-at-turned-card': {
    breaks: 'CT-UI-02',
    text: 'The byte FF where a card for the turned one is to be chosen is taken for the end of input, and nothing is read any more.',
    change: (sound) => ({
      keyEffect: (byte, step, screen) =>
        byte === 0xff && isPromptedFor(screen, 'I want to capture')
          ? 'ends'
          : sound.keyEffect(byte, step, screen),
    }),
  },
  'nul-hangs-at-choice': {
    breaks: 'CT-UI-02',
    text: 'The byte 00 where computer players are chosen stops the program.',
    change: (sound) => ({
      keyEffect: (byte, step, screen) =>
        byte === 0 && isPromptedFor(screen, 'I want to choose')
          ? 'ends'
          : sound.keyEffect(byte, step, screen),
    }),
  },
  'end-of-file-stays': {
    breaks: 'CT-UI-02',
    text: 'Behind a Ctrl-D on an empty name the prompts that follow do not wait.',
    change: () => ({ promptsToSkip: 4 }),
  },
};

const NAMES: CtDefects = {
  'five-players-are-four': {
    breaks: 'CT-UI-03',
    text: 'A player count above four is taken for four.',
    change: ({ rules: practice }) => ({
      rules: {
        ...practice,
        players: (key) => practice.players(key) ?? (key > 0x34 && key < 0x3a ? 4 : undefined),
      },
    }),
  },
  'no-players-are-two': {
    breaks: 'CT-UI-03',
    text: 'A player count of 0 or 1 is taken for two.',
    change: ({ rules: practice }) => ({
      rules: {
        ...practice,
        players: (key) => practice.players(key) ?? (key === 0x30 || key === 0x31 ? 2 : undefined),
      },
    }),
  },
  'comma-taken': {
    breaks: 'CT-UI-03',
    text: 'A name may hold a comma.',
    change: ({ rules: practice }) => ({ rules: { ...practice, name: (line) => truncateName(line, 33) } }),
  },
  'last-comma-taken': {
    breaks: 'CT-UI-03',
    text: 'A comma at the end of a name is not seen.',
    change: ({ rules: practice }) => ({
      rules: {
        ...practice,
        name: (line) =>
          practice.name(line) ??
          (line.indexOf(0x2c) === line.length - 1 ? truncateName(line, 33) : undefined),
      },
    }),
  },
  'long-name-kept': {
    breaks: 'CT-UI-03',
    text: 'A name is not cut.',
    change: ({ rules: practice }) => ({
      rules: { ...practice, name: (line) => practice.name(line) && truncateName(line, line.length) },
    }),
  },
  'name-cut-at-characters': {
    breaks: 'CT-UI-03',
    text: 'A name is cut after 33 characters, not bytes.',
    change: ({ rules: practice }) => ({
      rules: {
        ...practice,
        name: (line) => practice.name(line) && [...truncateName(line, line.length)].slice(0, 33).join(''),
      },
    }),
  },
};

const TYPED: CtDefects = {
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

export const SCREEN_DEFECTS: CtDefects = { ...COLOURS, ...RANGES, ...NAMES, ...TYPED };
