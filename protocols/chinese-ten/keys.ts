/** Keys by the prompt that waits for them: those that it accepts, and those that it refuses (CT-UI-02). */
import { canCapture, type Card, type Players } from './cards';
import { pileAt, type PromptState } from './judge/key-outcome';
import { indexOfKey, keyOf } from './render';

export interface GamePlan {
  readonly players: Players;
  readonly computers: number;
  /** Names in the order of the players. An empty one takes the board's default. */
  readonly names?: readonly string[];
}

/** A terminal line acts on these itself: interrupt, quit, suspend, stop and continue. */
const TERMINAL_CONTROLS = [0x03, 0x1c, 0x1a, 0x13, 0x11];
/** At a line prompt these end the line. */
const LINE_ENDS = [0x04, 0x0a, 0x0d];

/** Every byte that is tried at a prompt: 251 for a key, 248 for a line. */
export function triedKeys(wants: 'key' | 'line'): readonly number[] {
  const out = wants === 'key' ? TERMINAL_CONTROLS : [...TERMINAL_CONTROLS, ...LINE_ENDS];
  return Array.from({ length: 256 }, (_, key) => key).filter((key) => !out.includes(key));
}

/**
 * Keys out of range at a prompt for a card in a pile of `count`. Small letters whose capitals are in range are omitted:
 * the page does not define them.
 */
export function refusedKeys(cards: number): readonly number[] {
  return triedKeys('key').filter((key) => (indexOfKey(key) ?? cards) >= cards);
}

/** The bytes to try at a prompt: what it refuses, and at a prompt for a name any byte within it. */
export function keysToTry(state: PromptState): readonly number[] {
  const outside = (least: number, most: number): readonly number[] =>
    triedKeys('key').filter((key) => key < 0x30 + least || key > 0x30 + most);
  if (state.prompt === 'players') return outside(2, 4);
  if (state.prompt === 'computers') return outside(0, state.players ?? 2);
  if (state.prompt === 'name') return triedKeys('line');
  const pile = pileAt(state);
  return pile === undefined ? [] : refusedKeys(pile.length);
}

/** A key that the prompt accepts. `any` chooses among cards. */
export function rightKey(
  state: PromptState,
  plan: GamePlan,
  any: (cards: readonly Card[]) => Card | undefined,
): string {
  const { prompt, hand, layout, chosen, turned, asked = 1 } = state;
  const fits = (card: Card | undefined): readonly Card[] =>
    layout.filter((other) => card === undefined || canCapture(card, other));
  switch (prompt) {
    case 'menu':
      return '1';
    case 'players':
      return String(plan.players);
    case 'computers':
      return String(plan.computers);
    case 'name':
      return `${plan.names?.[asked - 1] ?? ''}\r`;
    case 'use-x':
      return keyOf(hand, any(hand.filter((card) => fits(card).length > 0)));
    case 'use-y':
      return keyOf(layout, any(fits(chosen)));
    case 'discard':
      return keyOf(hand, any(hand));
    case 'take':
      return keyOf(layout, any(fits(turned)));
    default:
      return ' ';
  }
}
