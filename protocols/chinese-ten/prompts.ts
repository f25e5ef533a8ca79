/**
 * The prompts: what a key does at each by the page, which is a refusal or none, and the next prompt.
 *
 *     menu 1 → players → computers → name … → order → ( use-x → use-y | discard ) → ( take | lay ) → finish → …
 */
import { canCapture, playersOf, type Card, type Players } from './cards';
import { PAGE_PROMPTS, type Prompt } from './reader/item';
import { indexOfKey, keyOf, type Refusal } from './render';

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

/** What a key may draw: a refusal, if one is due, then one of these prompts. */
export interface Way {
  readonly refusal?: Refusal;
  readonly prompts: readonly Prompt[];
  /** The n of a prompt for a name. Undefined: as before. */
  readonly asks?: number | undefined;
}

export interface KeyOutcome {
  /** The usual way, and what a program may do instead. */
  readonly ways: readonly [Way, ...Way[]];
  /** The class of what was typed. */
  readonly trigger: string;
  readonly clause: string;
  /** A text for everything due, if it does not matter what comes instead. */
  readonly due?: string;
}

const ANY_TURN: readonly Prompt[] = ['use-x', 'discard', 'scoreboard', 'special'];
/** The prompts after the card from the hand. In a special deal the turned card captures three without a prompt. */
const TURNED: readonly Prompt[] = ['take', 'lay', 'finish', ...ANY_TURN];
const GOOD = 'good key';
const ANY_KEY = 'any key';
const INDEX = 'index out of range';
export const NAME_WITH_COMMA = 'name with a comma';
const NO_CAPTURE = 'choice that makes no capture';
const COUNT = 'count out of range';
export const END_OF_FILE = 'end of file';
export const ALIVE = 'CT-UI-02';
const COMMA = 0x2c;
const CTRL_D = 0x04;
const LF = 0x0a;
const CR = 0x0d;
/** A terminal line acts on these itself: interrupt, quit, suspend, stop and continue. */
export const TERMINAL_CONTROLS: readonly number[] = [0x03, 0x1c, 0x1a, 0x13, 0x11];

export const TRIGGERS = [
  ...[GOOD, INDEX, NO_CAPTURE, COUNT],
  ...['name', 'empty name', NAME_WITH_COMMA, END_OF_FILE, ANY_KEY],
];
export const RESPONSES: readonly string[] = ['index', 'action', 'range', ...PAGE_PROMPTS];

export function endsLine(byte: number, first: boolean): boolean {
  return byte === CR || byte === LF || (byte === CTRL_D && first);
}

/** The pile whose index a prompt asks for. */
export function pileAt({ prompt, hand, layout }: PromptState): readonly Card[] | undefined {
  if (prompt === 'use-x' || prompt === 'discard') return hand;
  return prompt === 'use-y' || prompt === 'take' ? layout : undefined;
}

function good(prompts: readonly Prompt[], trigger = GOOD): KeyOutcome {
  return { ways: [{ prompts }], trigger, clause: ALIVE };
}

function refused(refusal: Refusal, again: Prompt, trigger: string, clause = ALIVE): KeyOutcome {
  return { ways: [{ refusal, prompts: [again] }], trigger, clause };
}

/** Undefined: the page leaves it open. */
export function expectOutcome(state: PromptState, keys: Uint8Array): KeyOutcome | undefined {
  const { prompt, players } = state;
  const [key = 0] = keys;
  const digit = key - 0x30;
  switch (prompt) {
    case 'menu':
      if (digit === 1) return good(['players']);
      return digit === 2 ? good(['any-key', 'scoreboard']) : undefined;
    case 'players':
      if (playersOf(digit) !== undefined) return good(['computers']);
      return refused('range', prompt, COUNT, digit >= 0 && digit <= 9 ? 'CT-UI-03' : ALIVE);
    case 'computers':
      if (players === undefined) return undefined;
      if (digit < 0 || digit > players) return refused('range', prompt, COUNT);
      return good([digit === players ? 'order' : 'name']);
    case 'name':
      return named(state, keys);
    case 'lay':
      return good(['finish'], ANY_KEY);
    case 'finish':
    case 'order':
      return good(ANY_TURN, ANY_KEY);
    case 'special':
      return good(['finish', ...ANY_TURN], ANY_KEY);
    case 'scoreboard':
    case 'any-key':
      return good(['menu'], ANY_KEY);
    default:
      return indexed(state, key);
  }
}

function captures(card: Card | undefined, layout: readonly Card[]): boolean {
  return card !== undefined && layout.some((other) => canCapture(card, other));
}

function indexed(state: PromptState, key: number): KeyOutcome | undefined {
  const { prompt, hand, layout, chosen, turned } = state;
  const pile = pileAt(state) ?? [];
  // A prompt that should not have come: what a key does there is open.
  const isWrong =
    (prompt === 'use-x' && !hand.some((card) => captures(card, layout))) ||
    (prompt === 'take' && !captures(turned, layout));
  if (isWrong || pile.length === 0) return undefined;
  const card = pile[indexOfKey(key) ?? pile.length];
  if (card === undefined) {
    const outcome = refused('index', prompt, INDEX);
    const [way] = outcome.ways;
    return prompt === 'take' ? { ...outcome, ways: [way, { ...way, refusal: 'action' }] } : outcome;
  }
  if (prompt === 'discard') return good(TURNED);
  // A program may refuse a card at once that captures nothing.
  const atOnce: Way = { refusal: 'action', prompts: ['use-x'] };
  if (prompt === 'use-x') {
    const right = good(['use-y']);
    return captures(card, layout) ? right : { ...right, ways: [...right.ways, atOnce] };
  }
  const by = prompt === 'take' ? turned : chosen;
  if (by === undefined) return undefined;
  if (canCapture(by, card)) return good(prompt === 'take' ? ['finish'] : TURNED);
  return prompt === 'take'
    ? refused('action', 'take', NO_CAPTURE, 'CT-PL-03')
    : refused('action', 'use-x', NO_CAPTURE, 'CT-PL-02');
}

function named({ asked = 1, players }: PromptState, line: Uint8Array): KeyOutcome | undefined {
  if (players === undefined) return undefined;
  const next: Way = asked >= players ? { prompts: ['order'] } : { prompts: ['name'], asks: asked + 1 };
  const again: Way = { prompts: ['name'], asks: asked };
  const name: KeyOutcome = { ways: [next], trigger: 'name', clause: 'CT-UI-03' };
  const either: KeyOutcome = { ...name, ways: [next, { prompts: ['name'] }] };
  if (line.includes(CTRL_D))
    return { ...either, trigger: END_OF_FILE, clause: ALIVE, due: 'the prompts behind it wait' };
  const text = line.subarray(0, -1);
  if (text.length === 0) return { ...name, trigger: 'empty name' };
  // A terminal edits the line by control characters: a comma may have been erased again.
  if (!isText(text) || text.some((byte) => byte < 0x20 || byte === 0x7f)) return either;
  return text.includes(COMMA) ? { ...name, ways: [again], trigger: NAME_WITH_COMMA } : name;
}

/** Whether it is UTF-8. */
function isText(bytes: Uint8Array): boolean {
  return Buffer.from(Buffer.from(bytes).toString()).equals(bytes);
}

/** Every byte that is tried at a prompt: 251 for a key, 248 for a line, which others end. */
export function triedKeys(wants: 'key' | 'line'): readonly number[] {
  const out = wants === 'key' ? TERMINAL_CONTROLS : [...TERMINAL_CONTROLS, CTRL_D, LF, CR];
  return Array.from({ length: 256 }, (_, key) => key).filter((key) => !out.includes(key));
}

/**
 * The bytes to try at a prompt: what it refuses, and at a prompt for a name any byte within it. Small letters whose capitals are in range
 * are omitted: the page does not define them.
 */
export function keysToTry(state: PromptState): readonly number[] {
  if (state.prompt === 'name') return triedKeys('line');
  return triedKeys('key').filter((key) => {
    const refusal = expectOutcome(state, Uint8Array.of(key))?.ways[0].refusal;
    return refusal === 'range' || refusal === 'index';
  });
}

export interface GamePlan {
  readonly players: Players;
  readonly computers: number;
  /** Names in the order of the players. An empty one takes the board's default. */
  readonly names?: readonly string[];
}

/** A key that the prompt accepts. `any` chooses among cards. */
export function rightKey(
  state: PromptState,
  plan: GamePlan,
  any: (cards: readonly Card[]) => Card | undefined,
): string {
  const { prompt, asked = 1 } = state;
  const pile = pileAt(state);
  if (pile !== undefined) {
    const isRight = (card: Card): boolean => {
      const { ways } = expectOutcome(state, Buffer.from(keyOf(pile, card))) ?? { ways: [] };
      return ways.length === 1 && ways[0]?.refusal === undefined;
    };
    return keyOf(pile, any(pile.filter(isRight)));
  }
  if (prompt === 'menu') return '1';
  if (prompt === 'players') return String(plan.players);
  if (prompt === 'computers') return String(plan.computers);
  return prompt === 'name' ? `${plan.names?.[asked - 1] ?? ''}\r` : ' ';
}
