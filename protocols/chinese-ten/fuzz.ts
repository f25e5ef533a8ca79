/**
 * The fuzz target of Chinese Ten: a keyboard. Keys are made when a prompt waits, because the cards decide which key is
 * right. Only a reset brings the program to a known state.
 *
 *     good 7      a key that the prompt accepts    bad 7      a key that it refuses
 *     all         only computers play                     nobody      no computer plays
 *     wrong 7     an index in range, whatever it captures     line 7     a name of some kind
 */
import { dice, generator, listen, millis, recipeStep, reduceBytes, send } from '../../api/index';
import type { ConversationGenerator, Dice, FuzzOptions, FuzzStep } from '../../api/index';
import { playersOf } from './cards';
import type { TenState } from './judge/judge';
import { keyText } from './judge/descriptions';
import { endsLine, keysToTry, pileAt, RESPONSES, rightKey, TRIGGERS, triedKeys } from './prompts';
import type { PromptState } from './prompts';
import { PAGE_PROMPTS } from './reader/item';
import { indexName, keyOf } from './render';
import { LINK, type TenValues } from './wire';

const CR = 0x0d;
const QUIET = millis(3500);
/** Refusals, and prompts: the cards belong to one game. */
const WORDS = [
  'Check the ranking table|Please choose the number of players|I want to choose',
  String.raw`PLAYER \d: |The playing order is|Sorry, your input is out of range|Your input index is out of range`,
  'Sorry, this action is invalid|I want to use my|I want to discard my|I want to capture the',
  'Put the card on the layout|Your turn is going to finish|go back to the main menu',
].join('|');
const BLOCK_CASES = 30;
const HIGHEST = 9999;

export function bytesOfRecipe(recipe: string, { known }: TenState): Uint8Array | undefined {
  return known === undefined ? undefined : keysOf(recipe, known);
}

/** The keys of a recipe at a prompt; undefined if the prompt has no such key. */
function keysOf(recipe: string, state: PromptState): Uint8Array | undefined {
  const [name = '', text = '0'] = recipe.split(' ');
  const number = Number(text);
  const { prompt, players = 2, hand } = state;
  const pile = pileAt(state) ?? hand;
  switch (name) {
    case 'all':
    case 'nobody':
      return prompt === 'computers' ? Buffer.from(name === 'all' ? String(players) : '0') : undefined;
    case 'menu':
      return prompt === 'menu' ? Buffer.from('2') : undefined;
    case 'wrong':
      return pile.length === 0 ? undefined : Buffer.from(keyOf(pile, pile[number % pile.length]));
    case 'good':
      return Buffer.from(goodKey(state, number));
    case 'bad':
      return badKey(state, number);
    default:
      return prompt === 'name' ? line(number) : undefined;
  }
}

function goodKey(state: PromptState, number: number): string {
  const { players = 2 } = state;
  const computers = number % 3 === 0 ? number % (players + 1) : 0;
  const plan = { players: playersOf(2 + (number % 3)) ?? 2, computers };
  return rightKey(state, plan, (cards) => cards[number % Math.max(1, cards.length)]);
}

/** Half of the keys are close to the right ones: just out of range, or nearly a good key. */
function badKey(state: PromptState, number: number): Uint8Array | undefined {
  const refused = keysToTry(state);
  if (state.prompt === 'name' || refused.length === 0) return undefined;
  const next = indexName(Math.min(pileAt(state)?.length ?? 0, 35)).charCodeAt(0);
  const ofPile = [next, 0x3a, 0x2f, 0x1b, 0xff, 0x00, 0x80 | (next - 1)];
  const ofCount = [0x30, 0x31, 0x35, 0x39, 0x2f, 0x31 + (state.players ?? 2), 0x00];
  const close = (pileAt(state) === undefined ? ofCount : ofPile).filter((key) => refused.includes(key));
  const keys = number % 2 === 0 && close.length > 0 ? close : refused;
  return Uint8Array.of(keys[(number >> 1) % keys.length] ?? 0x21);
}

function line(seed: number): Uint8Array {
  const choices = dice(seed);
  const long = ['x'.repeat(choices.int(32, 45)), 'é'.repeat(choices.int(15, 25))];
  const text = choices.pick(['Ann', 'a,b', 'ab,', ',', ...long, '\u0004', ' ']);
  const bytes = choices.once(4)
    ? choices.bytes(choices.int(1, 12)).map((byte) => (triedKeys('line').includes(byte) ? byte : 0x2c))
    : Buffer.from(text, 'utf8');
  return Uint8Array.from([...bytes, ...(text === '\u0004' ? [] : [CR])]);
}

/** Keys of these kinds: `good bad good`. */
function keys(dice: Dice, ...kinds: readonly string[]): readonly FuzzStep[] {
  return kinds
    .flatMap((kind) => kind.split(' '))
    .map((kind) => recipeStep(LINK, `${kind} ${dice.int(0, HIGHEST)}`));
}

function good(count: number): readonly string[] {
  return Array<string>(count).fill('good');
}

const GOOD = recipeStep(LINK, 'good 0');

function typed(text: string): readonly FuzzStep[] {
  return [...text].map((one) => send(LINK, Buffer.from(one)));
}

const COMPUTER_GAMES = ['22', '33', '44'].map((count) => typed(`1${count} `));

/** The fewest keys to each of the player's prompts; the other players are computers. */
const PROMPTS: readonly (readonly FuzzStep[])[] = ['', '1', '12', '121', '121\r', '121\r ', '143\r ']
  .map((text) => typed(text))
  .flatMap((keysTo) => (keysTo.length < 5 ? [keysTo] : [keysTo, [...keysTo, GOOD], [...keysTo, GOOD, GOOD]]));

/** Keys that the terminal line passes on, and that only a prompt for an index accepts. */
const HARMLESS = [0x21, 0x5a, 0x51, 0x7e, 0x00, 0xff] as const;

function isAtMenu(known: PromptState | undefined): boolean {
  return known === undefined || known.prompt === 'menu';
}

const GENERATORS: readonly ConversationGenerator<TenState>[] = [
  generator('good keys', 'valid', 25, [], (dice) => keys(dice, ...good(dice.int(1, 16)))),
  generator('first prompts', 'near-miss', 10, ['count', 'name'], (dice, { state: { known } }) =>
    keys(dice, isAtMenu(known) ? 'good bad good bad good line' : 'bad good'),
  ),
  generator('a game of computers', 'session', 1.5, [], (dice, { state: { known } }) =>
    keys(dice, isAtMenu(known) ? 'good good all good good' : 'good good'),
  ),
  generator('a game', 'session', 2.5, [], (dice) => keys(dice, ...good(120))),
  generator('key out of range', 'near-miss', 25, ['index', 'count'], (dice) =>
    keys(dice, ...good(dice.int(0, 4)), 'bad bad good'),
  ),
  generator('choice that makes no capture', 'near-miss', 12, ['index'], (dice) =>
    keys(dice, ...good(dice.int(0, 4)), 'wrong wrong good'),
  ),
  // More names than players.
  generator('name', 'near-miss', 10, ['name'], (dice, { state: { known } }) => {
    if (known?.prompt === 'name') return keys(dice, 'line line good good');
    return keys(dice, 'good good', isAtMenu(known) ? 'nobody line line line line line good' : 'line line');
  }),
  generator('several keys at once', 'timing', 4, [], (dice, { state: { known } }) => {
    if (isAtMenu(known) || known?.prompt === 'name') return keys(dice, 'good good');
    const burst = Uint8Array.of(dice.pick([0x21, 0x7e, 0x32]), dice.pick(HARMLESS), 0x30);
    return [send(LINK, burst), ...keys(dice, 'good good')];
  }),
  generator('keys between prompts', 'timing', 8, [], (dice) => [
    ...keys(dice, ...good(dice.int(1, 4))),
    ...Array.from({ length: dice.int(1, 3) }, () =>
      send(LINK, Uint8Array.of(dice.pick(HARMLESS)), millis(dice.pick([400, 700, 1000]))),
    ),
    ...keys(dice, 'good good'),
  ]),
  generator('ranking', 'valid', 1, [], (dice) => keys(dice, 'menu good good')),
  generator('silence', 'timing', 0.5, [], () => [listen(millis(2000))]),
];

export const fuzz: FuzzOptions<TenState, TenValues> = {
  states: PAGE_PROMPTS,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['index', 'count', 'name'],
  session: () => ({
    generators: GENERATORS,
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
    describe: (_link, bytes) => `types ${keyText(bytes.subarray(0, 16))}`,
  }),
};

/** The first try keeps only the end of a name. */
function* smallerKeys(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > 1 && endsLine(bytes.at(-1) ?? 0, false)) yield Uint8Array.of(CR);
  yield* reduceBytes(bytes);
}
