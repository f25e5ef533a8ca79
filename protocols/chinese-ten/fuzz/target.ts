/**
 * The fuzz target of Chinese Ten: a keyboard. Keys are made when a prompt waits, because the cards decide which key is
 * right. Only a reset brings the program to a known state.
 */
import { byteText, generator, listen, millis, recipeStep, reduceBytes, send } from '../../../api/index';
import type { ConversationGenerator, Dice, FuzzOptions, FuzzStep } from '../../../api/index';
import { RESPONSES, TRIGGERS } from '../judge/key-outcome';
import { endsLine } from '../judge/line-input';
import type { TenState } from '../judge/state';
import type { TenValues } from '../parameters';
import { PAGE_PROMPTS } from '../reader/item';
import { LINK } from '../wire';
import { bytesOfRecipe } from './recipes';

const QUIET = millis(3500);
/** Refusals, and prompts: the cards belong to one game. */
const WORDS = [
  'Check the ranking table',
  'Please choose the number of players',
  'I want to choose',
  String.raw`PLAYER \d: `,
  'The playing order is',
  'Sorry, your input is out of range',
  'Your input index is out of range',
  'Sorry, this action is invalid',
  'I want to use my',
  'I want to discard my',
  'I want to capture the',
  'Put the card on the layout',
  'Your turn is going to finish',
  'go back to the main menu',
].join('|');
const BLOCK_CASES = 30;
const HIGHEST = 9999;

function key(kind: string, dice: Dice): FuzzStep {
  return recipeStep(LINK, `${kind} ${dice.int(0, HIGHEST)}`);
}

function goodKeys(dice: Dice, count: number): readonly FuzzStep[] {
  return Array.from({ length: count }, () => key('good', dice));
}

const CR = 0x0d;
const GOOD = recipeStep(LINK, 'good 0');

function typed(text: string): readonly FuzzStep[] {
  return [...text].map((one) => send(LINK, Buffer.from(one)));
}

/** More names than players. */
function lines(dice: Dice): readonly FuzzStep[] {
  return Array.from({ length: 5 }, () => key('line', dice));
}

/** Games with only computers. */
const COMPUTER_GAMES = ['22', '33', '44'].map((count) => typed(`1${count} `));

/** The fewest keys to each of the player's prompts; the other players are computers. */
const PROMPTS: readonly (readonly FuzzStep[])[] = ['', '1', '12', '121', '121\r', '121\r ', '143\r ']
  .map((text) => typed(text))
  .flatMap((keysTo) => (keysTo.length < 5 ? [keysTo] : [keysTo, [...keysTo, GOOD], [...keysTo, GOOD, GOOD]]));

/** Keys that the terminal line passes on, and that only a prompt for an index accepts. */
const HARMLESS = [0x21, 0x5a, 0x51, 0x7e, 0x00, 0xff] as const;

const GENERATORS: readonly ConversationGenerator<TenState>[] = [
  generator('good keys', 'valid', 25, [], (dice) => goodKeys(dice, dice.int(1, 16))),
  generator('first prompts', 'near-miss', 10, ['count', 'name'], (dice, { state: { known } }) =>
    known?.prompt === 'menu' || known?.prompt === undefined
      ? [
          ...goodKeys(dice, 1),
          key('bad', dice),
          ...goodKeys(dice, 1),
          key('bad', dice),
          ...goodKeys(dice, 1),
          key('line', dice),
        ]
      : [key('bad', dice), ...goodKeys(dice, 1)],
  ),
  generator('a game of computers', 'session', 1.5, [], (dice, { state: { known } }) =>
    known === undefined || known.prompt === 'menu'
      ? [...goodKeys(dice, 2), key('all', dice), ...goodKeys(dice, 2)]
      : goodKeys(dice, 2),
  ),
  generator('a game', 'session', 2.5, [], (dice) => goodKeys(dice, 120)),
  generator('key out of range', 'near-miss', 25, ['index', 'count'], (dice) => [
    ...goodKeys(dice, dice.int(0, 4)),
    key('bad', dice),
    key('bad', dice),
    ...goodKeys(dice, 1),
  ]),
  generator('choice that makes no capture', 'near-miss', 12, ['index'], (dice) => [
    ...goodKeys(dice, dice.int(0, 4)),
    key('wrong', dice),
    key('wrong', dice),
    ...goodKeys(dice, 1),
  ]),
  generator('name', 'near-miss', 10, ['name'], (dice, { state: { known } }) => {
    if (known?.prompt === 'name') return [key('line', dice), key('line', dice), ...goodKeys(dice, 2)];
    const begins = known === undefined || known.prompt === 'menu';
    return begins
      ? [...goodKeys(dice, 2), key('nobody', dice), ...lines(dice), ...goodKeys(dice, 1)]
      : [...goodKeys(dice, 2), key('line', dice), key('line', dice)];
  }),
  generator('several keys at once', 'timing', 4, [], (dice, { state: { known } }) => {
    if (known === undefined || known.prompt === 'name' || known.prompt === 'menu') return goodKeys(dice, 2);
    const first = dice.pick([0x21, 0x7e, 0x32]);
    return [send(LINK, Uint8Array.of(first, dice.pick(HARMLESS), 0x30)), ...goodKeys(dice, 2)];
  }),
  generator('keys between prompts', 'timing', 8, [], (dice) => [
    ...goodKeys(dice, dice.int(0, 3)),
    key('good', dice),
    ...Array.from({ length: dice.int(1, 3) }, () =>
      send(LINK, Uint8Array.of(dice.pick(HARMLESS)), millis(dice.pick([400, 700, 1000]))),
    ),
    ...goodKeys(dice, 2),
  ]),
  generator('ranking', 'valid', 1, [], (dice) => [key('menu', dice), ...goodKeys(dice, 2)]),
  generator('silence', 'timing', 0.5, [], () => [listen(millis(2000))]),
];

export const fuzz: FuzzOptions<TenState, TenValues> = {
  states: PAGE_PROMPTS,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['index', 'count', 'name'],
  session: () => ({
    generators: GENERATORS,
    made: (recipe, { known }) => (known === undefined ? undefined : bytesOfRecipe(recipe, known)),
    probe: [],
    baseline: [],
    startup: { greeting: QUIET },
    blocks: { fromReset: true, cases: BLOCK_CASES },
    stateProbes: () => [],
    seedCases: [...COMPUTER_GAMES, ...PROMPTS],
    quiet: QUIET,
    scripts: { words: { [LINK]: WORDS }, chooses: 'the cards that the board dealt' },
    frames: (_link, bytes) => [bytes],
    smaller: (_link, bytes) => smallerKeys(bytes),
    describe: (_link, bytes) => `types ${[...bytes.subarray(0, 16)].map(keyName).join(' ')}`,
  }),
};

/** The first try keeps only the end of a name. */
function* smallerKeys(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > 1 && endsLine(bytes.at(-1) ?? 0, false)) yield Uint8Array.of(CR);
  yield* reduceBytes(bytes);
}

function keyName(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : byteText(byte);
}
