/**
 * Keys that depend on the cards on the table, made when they are sent.
 *
 *     good 7      a key that the prompt accepts    bad 7      a key that it refuses
 *     all         only computers play                     nobody      no computer plays
 *     wrong 7     an index in range, whatever it captures     line 7     a name of some kind
 */
import { canCapture, type Card } from '../cards';
import { refusedKeys, triedKeys } from '../keys';
import { indexName } from '../render';
import type { PromptState } from '../judge/key-outcome';
import { dice } from '../../../api/index';

const KEYS = 36;
const CR = 0x0d;
/** The least number of players. */
const LEAST = 2;

/** Undefined if the prompt has no such key. */
export function bytesOfRecipe(recipe: string, state: PromptState): Uint8Array | undefined {
  const [name = '', text = '0'] = recipe.split(' ');
  const number = Number(text);
  switch (name) {
    case 'good':
      return good(state, number);
    case 'bad':
      return bad(state, number);
    case 'wrong':
      return index(state.prompt === 'use-y' || state.prompt === 'take' ? state.layout : state.hand, number);
    case 'line':
      return state.prompt === 'name' ? line(number) : undefined;
    case 'all':
      return state.prompt === 'computers' ? Uint8Array.of(0x30 + (state.players ?? LEAST)) : undefined;
    case 'nobody':
      return state.prompt === 'computers' ? Uint8Array.of(0x30) : undefined;
    case 'menu':
      return state.prompt === 'menu' ? Uint8Array.of(0x32) : undefined;
  }
  return undefined;
}

function good(state: PromptState, number: number): Uint8Array {
  const { prompt, players = LEAST, hand, layout, chosen, turned } = state;
  const any = (from: readonly Card[], among: readonly Card[]): Uint8Array => {
    const card = among[number % Math.max(1, among.length)] ?? from[0];
    return index(from, card === undefined ? 0 : from.indexOf(card)) ?? Uint8Array.of(0x30);
  };
  const taken = (card: Card | undefined): readonly Card[] =>
    layout.filter((other) => card === undefined || canCapture(card, other));
  switch (prompt) {
    case 'menu':
      return Uint8Array.of(0x31);
    case 'players':
      return Uint8Array.of(0x32 + (number % 3));
    case 'computers':
      return Uint8Array.of(number % 3 === 0 ? 0x30 + (number % (players + 1)) : 0x30);
    case 'name':
      return Uint8Array.of(CR);
    case 'use-x':
      return any(
        hand,
        hand.filter((card) => taken(card).length > 0),
      );
    case 'use-y':
      return any(layout, taken(chosen));
    case 'take':
      return any(layout, taken(turned));
    case 'discard':
      return any(hand, hand);
    default:
      return Uint8Array.of(0x20);
  }
}

function bad(state: PromptState, number: number): Uint8Array | undefined {
  const { prompt, players = LEAST, hand, layout } = state;
  // Half of the keys are close to the right ones.
  const of = (close: readonly number[], all: readonly number[]): Uint8Array => {
    const keys = number % 2 === 0 && close.length > 0 ? close : all;
    return Uint8Array.of(keys[(number >> 1) % keys.length] ?? 0x21);
  };
  switch (prompt) {
    case 'players':
      return of(
        [0x30, 0x31, 0x35, 0x39],
        triedKeys('key').filter((key) => key < 0x32 || key > 0x34),
      );
    case 'computers':
      return of(
        [0x2f, 0x31 + players, 0x00],
        triedKeys('key').filter((key) => key < 0x30 || key > 0x30 + players),
      );
    case 'use-x':
    case 'discard':
      return of(near(hand.length), refusedKeys(hand.length));
    case 'use-y':
    case 'take':
      return of(near(layout.length), refusedKeys(layout.length));
    default:
      return undefined;
  }
}

/** Just out of range, or nearly a good key. */
function near(cards: number): readonly number[] {
  const next = indexName(Math.min(cards, KEYS - 1)).charCodeAt(0);
  const good = indexName(Math.max(0, Math.min(cards, KEYS) - 1)).charCodeAt(0);
  const close = [next, 0x3a, 0x2f, 0x1b, 0xff, 0x00, 0x80 | good];
  return close.filter((key) => refusedKeys(cards).includes(key));
}

function index(pile: readonly Card[], number: number): Uint8Array | undefined {
  if (pile.length === 0) return undefined;
  return Uint8Array.of(indexName(Math.min(number % pile.length, KEYS - 1)).charCodeAt(0));
}

function line(seed: number): Uint8Array {
  const choices = dice(seed);
  const text = choices.pick([
    'Ann',
    'a,b',
    'ab,',
    ',',
    'x'.repeat(choices.int(32, 45)),
    'é'.repeat(choices.int(15, 25)),
    '\u0004',
    ' ',
  ]);
  const bytes = choices.once(4)
    ? choices.bytes(choices.int(1, 12)).map((byte) => (triedKeys('line').includes(byte) ? byte : 0x2c))
    : Buffer.from(text, 'utf8');
  return Uint8Array.from([...bytes, ...(text === '\u0004' ? [] : [CR])]);
}
