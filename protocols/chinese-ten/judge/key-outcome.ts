/**
 * The outcome of a key by the page: a refusal or none, and the next prompt.
 *
 *     menu 1 → players → computers → name … → order → ( use-x → use-y | discard ) → ( take | lay ) → finish → …
 */
import { canCapture, playersOf, type Card } from '../cards';
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
const INDEX = 'index out of range';
const NO_CAPTURE = 'choice that makes no capture';
const COUNT = 'count out of range';
export const END_OF_FILE = 'end of file';
export const ALIVE = 'CT-UI-02';
const COMMA = 0x2c;
const CTRL_D = 0x04;
const LF = 0x0a;
const CR = 0x0d;

export const TRIGGERS = [
  ...[GOOD, INDEX, NO_CAPTURE, COUNT],
  ...['name', 'empty name', 'name with a comma', END_OF_FILE, 'any key'],
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

function good(...prompts: readonly Prompt[]): KeyOutcome {
  return { refusals: [], prompts, trigger: GOOD, clause: ALIVE };
}

function anyKey(...prompts: readonly Prompt[]): KeyOutcome {
  return { ...good(...prompts), trigger: 'any key' };
}

function refused(refusal: Refusal, again: Prompt, trigger: string, clause = ALIVE): KeyOutcome {
  return { refusals: [refusal], prompts: [again], trigger, clause };
}

/** Undefined: the page leaves it open. */
export function expectOutcome(state: PromptState, keys: Uint8Array): KeyOutcome | undefined {
  const { prompt, players } = state;
  const [key = 0] = keys;
  const digit = key - 0x30;
  switch (prompt) {
    case 'menu':
      return digit === 1 ? good('players') : digit === 2 ? good('any-key', 'scoreboard') : undefined;
    case 'players':
      if (playersOf(digit) !== undefined) return good('computers');
      return refused('range', prompt, COUNT, digit >= 0 && digit <= 9 ? 'CT-UI-03' : ALIVE);
    case 'computers':
      if (players === undefined) return undefined;
      if (digit < 0 || digit > players) return refused('range', prompt, COUNT);
      return good(digit === players ? 'order' : 'name');
    case 'name':
      return named(state, keys);
    case 'lay':
      return anyKey('finish');
    case 'finish':
    case 'order':
    case 'special':
      return anyKey(...ANY_TURN);
    case 'scoreboard':
    case 'any-key':
      return anyKey('menu');
    default:
      return indexed(state, key);
  }
}

function captures(card: Card | undefined, layout: readonly Card[]): boolean {
  return card !== undefined && layout.some((other) => canCapture(card, other));
}

/** An index of a card. */
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
    return prompt === 'take' ? { ...outcome, refusals: ['index', 'action'] } : outcome;
  }
  if (prompt === 'discard') return good(...TURNED);
  const [again, clause] =
    prompt === 'take' ? (['take', 'CT-PL-03'] as const) : (['use-x', 'CT-PL-02'] as const);
  const noCapture = refused('action', again, NO_CAPTURE, clause);
  if (prompt === 'use-x') {
    const right = good('use-y');
    // A program may refuse a card at once that captures nothing.
    return captures(card, layout) ? right : { ...right, alternative: noCapture };
  }
  const by = prompt === 'take' ? turned : chosen;
  if (by === undefined) return undefined;
  if (!canCapture(by, card)) return noCapture;
  return prompt === 'take' ? good('finish') : good(...TURNED);
}

function named({ asked = 1, players }: PromptState, line: Uint8Array): KeyOutcome | undefined {
  if (players === undefined) return undefined;
  const next: readonly Prompt[] = asked >= players ? ['order'] : ['name'];
  const name: KeyOutcome = { refusals: [], prompts: next, trigger: 'name', clause: 'CT-UI-03' };
  const orAgain = { ...name, prompts: [...next, 'name'] as const };
  if (line.includes(CTRL_D))
    return { ...orAgain, trigger: END_OF_FILE, clause: ALIVE, due: 'the prompts behind it wait' };
  const text = line.subarray(0, -1);
  if (text.length === 0) return { ...name, trigger: 'empty name' };
  // A terminal edits the line by control characters: a comma may have been erased again.
  if (text.some((byte) => byte < 0x20 || byte === 0x7f)) return orAgain;
  if (!text.includes(COMMA)) return name;
  return { ...name, prompts: ['name'], asks: asked, trigger: 'name with a comma' };
}
