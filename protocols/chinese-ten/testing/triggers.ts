/** For tests: a short session for each defect of the Chinese Ten board, in which it shows. */
import { millis } from '../../time';
import type { CtBench, CtGame } from './bench';

type Trigger = (bench: CtBench) => void;

/** `count` games, one after another. */
function games(count: number, game: CtGame = {}): Trigger {
  return (bench) => {
    for (let i = 0; i < count; i++) bench.playGame(game).type(' ');
  };
}

/** Plays until a prompt, then types these keys, each one when the board waits. */
function at(prompt: Parameters<CtBench['playGame']>[1], ...keys: readonly (string | Uint8Array)[]): Trigger {
  return (bench) => {
    bench.playGame({}, prompt);
    for (const key of keys) bench.type(key);
  };
}

const COMPUTERS: CtGame = { players: 4, computers: 4 };
const byte = (value: number): Uint8Array => Uint8Array.of(value);

export const CHINESE_TEN_TRIGGERS: Readonly<Record<string, Trigger>> = {
  'three-lie-open': games(1, COMPUTERS),
  'turned-card-shown-again': games(1, COMPUTERS),
  'stock-count-stands': games(1, COMPUTERS),
  'faces-capture-faces': games(2),
  'five-captures-no-five': games(4),
  'kings-capture-by-colour': games(4),
  'fourth-option-unlisted': games(3),
  'wrong-choice-lays-down': games(1, { wrong: true }),
  'last-hand-card-overlooked': games(2),
  'wrong-turned-choice-lays-down': games(1, { wrong: true }),
  'turned-card-laid-on-large-table': games(4),
  'ends-a-turn-early': games(1, COMPUTERS),
  'last-table-card-lost': games(1, COMPUTERS),
  'four-stay-open': games(4),
  'three-stay-open': games(4),
  'three-to-next-player': games(4),
  'fourth-laid-down': games(8),
  'fourth-takes-one': games(4),
  'points-kept': games(2),
  'red-nines-count-nine': games(1),
  'spade-ace-counts-from-four': games(1, { players: 3 }),
  'club-ace-counts-thirty': games(1, { players: 4 }),
  'tie-score-of-two': games(1, { players: 3 }),
  'difference-unsigned': games(1),
  'colour-left-on': games(1),
  'options-plain-red': games(1),
  'listed-indices-decimal': games(4),
  'clubs-in-red': games(1),
  'last-rank-not-reset': games(1),
  'index-one-too-far': at('use-x', 'C', '0'),
  'signs-behind-nine-count': at('use-x', ':', '0'),
  'high-bytes-count': at('use-x', byte(0xb0), '0'),
  'escape-ends': at('use-x', byte(0x1b), '0'),
  'ff-hangs-at-turned-card': at('take', byte(0xff), '0'),
  'nul-hangs-at-choice': at('computers', byte(0), '0'),
  'end-of-file-stays': at('name', byte(4), 'Ann\r'),
  'five-players-are-four': at('players', '5', '2'),
  'no-players-are-two': at('players', '1', '2'),
  'comma-taken': at('name', 'a,b\r', 'c\r'),
  'last-comma-taken': at('name', 'ab,\r', 'c\r'),
  'late-comma-taken': at('name', `${'x'.repeat(16)},b\r`, 'c\r'),
  'long-name-kept': at('name', `${'x'.repeat(40)}\r`, 'c\r'),
  'name-cut-at-characters': at('name', `${'é'.repeat(20)}\r`, 'c\r'),
  'name-cut-at-blank': at('name', 'Ann Lee\r', 'c\r', ' '),
  'long-name-asked-again': at('name', `${'x'.repeat(40)}\r`, 'c\r'),
  'keys-kept': (bench) => {
    bench.playGame({}, 'discard').send('0').advance(millis(400)).send('Z').advanceToIdle();
    bench.type('Q');
  },
  'keys-kept-in-pauses': (bench) => {
    bench.playGame({}, 'discard').send('0').advance(millis(400)).send('Z').advanceToIdle();
    bench.type('Q');
  },
  'burst-counts': at('players', '20', '0'),
};
