/**
 * The outcome of a key by the page: a refusal or none, and the next prompt.
 *
 *     menu 1 → players → computers → name … → order → ( use-x → use-y | discard ) → ( take | lay ) → finish → …
 */
import { canCapture, type Card, type Players } from '../cards';
import { PAGE_PROMPTS, type Item, type Prompt } from '../reader/item';
import { indexOfKey } from '../render';

export type Refusal = Extract<Item, { kind: 'refused' }>['why'];

/** The prompt at which the program waits, and the cards at that time. */
export interface PromptState {
  readonly prompt: Prompt;
  /** The n of a prompt for a name. */
  readonly asked: number | undefined;
  /** Undefined: not known. */
  readonly players: number | undefined;
  /** Empty where it is not known: at a prompt for a card there are some. */
  readonly layout: readonly Card[];
  readonly hand: readonly Card[];
  readonly turned: Card | undefined;
  /** The card chosen at prompt 6. */
  readonly chosen: Card | undefined;
}

export interface KeyOutcome {
  /** One of these refusals is due; empty: none. */
  readonly refusals: readonly Refusal[];
  readonly prompts: readonly Prompt[];
  /** The n of a prompt for a name. */
  readonly asks?: number | undefined;
  /** A text for everything due, if it does not matter what comes instead. */
  readonly due?: string | undefined;
  /** The class of what was typed. */
  readonly trigger: string;
  readonly clause: string;
  /** What a program may do instead. */
  readonly alternative?: KeyOutcome;
}

const ANY_TURN: readonly Prompt[] = ['use-x', 'discard', 'scoreboard', 'special'];
/** The prompts after the card from the hand. In a special deal the turned card captures three without a prompt. */
const TURNED: readonly Prompt[] = ['take', 'lay', 'finish', ...ANY_TURN];
const GOOD = 'good key';
export const END_OF_FILE = 'end of file';
const COMMA = 0x2c;
const CTRL_D = 0x04;

export const TRIGGERS = [
  GOOD,
  'index out of range',
  'choice that makes no capture',
  'count out of range',
  'name',
  'empty name',
  'name with a comma',
  END_OF_FILE,
  'any key',
];
export const RESPONSES: readonly string[] = ['index', 'action', 'range', ...PAGE_PROMPTS];

/** Undefined: the page leaves it open. */
export function expectOutcome(state: PromptState, keys: Uint8Array): KeyOutcome | undefined {
  const { prompt } = state;
  const [key = 0] = keys;
  const digit = key - 0x30;
  switch (prompt) {
    case 'menu':
      return key === 0x31 ? good(['players']) : key === 0x32 ? good(['any-key', 'scoreboard']) : undefined;
    case 'players':
      return digit >= 2 && digit <= 4
        ? good(['computers'])
        : refused('range', prompt, 'count out of range', digit >= 0 && digit <= 9 ? 'CT-UI-03' : 'CT-UI-02');
    case 'computers':
      return state.players === undefined ? undefined : counted(digit, state.players);
    case 'name':
      return named(state, keys);
    case 'use-x':
      // A prompt that should not have come: what a key does there is open.
      if (!state.hand.some((card) => captures(card, state.layout))) return undefined;
      return indexed(state, key, state.hand, (card) => used(card, state.layout));
    case 'use-y':
      return indexed(state, key, state.layout, (taken) =>
        capture(state.chosen, taken, good(TURNED), 'use-x', 'CT-PL-02'),
      );
    case 'discard':
      return indexed(state, key, state.hand, () => good(TURNED));
    case 'take':
      if (!captures(state.turned, state.layout)) return undefined;
      return indexed(state, key, state.layout, (taken) =>
        capture(state.turned, taken, good(['finish']), 'take', 'CT-PL-03'),
      );
    case 'lay':
      return anyKey(['finish']);
    case 'finish':
    case 'order':
    case 'special':
      return anyKey(ANY_TURN);
    case 'scoreboard':
    case 'any-key':
      return anyKey(['menu']);
  }
}

function counted(computers: number, players: number): KeyOutcome {
  if (computers < 0 || computers > players)
    return refused('range', 'computers', 'count out of range', 'CT-UI-02');
  return good(computers === players ? ['order'] : ['name']);
}

function captures(card: Card | undefined, layout: readonly Card[]): boolean {
  return card !== undefined && layout.some((other) => canCapture(card, other));
}

/** A program may refuse a card at once that captures nothing. */
function used(card: Card, layout: readonly Card[]): KeyOutcome {
  const right = good(['use-y']);
  if (captures(card, layout)) return right;
  return { ...right, alternative: refused('action', 'use-x', 'choice that makes no capture', 'CT-PL-02') };
}

function good(prompts: readonly Prompt[]): KeyOutcome {
  return { refusals: [], prompts, trigger: GOOD, clause: 'CT-UI-02' };
}

function capture(
  card: Card | undefined,
  taken: Card,
  right: KeyOutcome,
  again: Prompt,
  clause: string,
): KeyOutcome | undefined {
  if (card === undefined) return undefined;
  return canCapture(card, taken) ? right : refused('action', again, 'choice that makes no capture', clause);
}

function anyKey(prompts: readonly Prompt[]): KeyOutcome {
  return { refusals: [], prompts, trigger: 'any key', clause: 'CT-UI-02' };
}

function refused(refusal: Refusal, again: Prompt, trigger: string, clause: string): KeyOutcome {
  return { refusals: [refusal], prompts: [again], trigger, clause };
}

function indexed(
  { prompt }: PromptState,
  key: number,
  pile: readonly Card[],
  taken: (card: Card) => KeyOutcome | undefined,
): KeyOutcome | undefined {
  if (pile.length === 0) return undefined;
  // The page leaves small letters open.
  const index = indexOfKey(key);
  const capital = key >= 0x61 && key <= 0x7a ? indexOfKey(key - 0x20) : undefined;
  if (index === undefined && capital !== undefined && capital < pile.length) return undefined;
  const card = pile[index ?? pile.length];
  if (card !== undefined) return taken(card);
  const outcome = refused('index', prompt, 'index out of range', 'CT-UI-02');
  return prompt === 'take' ? { ...outcome, refusals: ['index', 'action'] } : outcome;
}

function named({ asked = 1, players }: PromptState, line: Uint8Array): KeyOutcome | undefined {
  if (players === undefined) return undefined;
  const next: readonly Prompt[] = asked >= players ? ['order'] : ['name'];
  const shared = { refusals: [], clause: 'CT-UI-03' };
  if (line.includes(CTRL_D))
    return {
      ...shared,
      prompts: [...next, 'name'],
      trigger: END_OF_FILE,
      clause: 'CT-UI-02',
      due: 'the prompts behind it wait',
    };
  const text = line.subarray(0, -1);
  if (text.length === 0) return { ...shared, prompts: next, trigger: 'empty name' };
  // A terminal edits the line by control characters: a comma may have been erased again.
  const edited = text.some((byte) => byte < 0x20 || byte === 0x7f);
  if (edited) return { ...shared, prompts: [...next, 'name'], trigger: 'name' };
  return text.includes(COMMA)
    ? { ...shared, prompts: ['name'], asks: asked, trigger: 'name with a comma' }
    : { ...shared, prompts: next, trigger: 'name' };
}

export function playersOf(key: number): Players {
  return key === 0x33 ? 3 : key === 0x34 ? 4 : 2;
}

export function refusalWords(...refusals: readonly Refusal[]): string {
  if (refusals.length === 0) return 'no refusal';
  const count = refusals.length === 1 ? 'one refusal' : `${refusals.length} refusals`;
  return `${count} (${refusals.slice(0, 3).join(', ')})`;
}

export function promptWords(prompts: readonly Prompt[]): string {
  return `the prompt ${prompts.slice(0, 3).join(' or ')}`;
}
