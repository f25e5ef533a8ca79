/** Other choices in the place of one: another legal move, another illegal one, another deal. */
import { decode, encode } from '../../../../protocols/durak/durak';
import { isDeal } from '../../../../protocols/durak/deal';
import type { CardRecord, Deck } from '../../../../protocols/durak/packet';
import { dice } from '../../campaign/dice';
import type { SendStep } from '../../execution/step';
import { anyDeal, say } from './shrinking';

const MOVES = 8;
const ILLEGAL = 20;
const DEALS = 6;

export function* otherChoices(step: SendStep): Iterable<SendStep> {
  const [name = '', number, ...rest] = (step.recipe ?? '').split(' ');
  const to = (kind: string, choice: number): SendStep => ({
    ...step,
    recipe: [kind, choice, ...rest].join(' '),
  });
  if (['move', 'throw', 'pass', 'strong', 'high', 'weak', 'quick', 'long', 'heap'].includes(name)) {
    // No card of the host's goes to the table: the shortest deck.
    if (name !== 'pass' || number !== '0') yield { ...step, recipe: 'pass 0' };
    for (let n = 0; n < MOVES; n++) yield to('move', n);
  } else if (name === 'illegal') for (let n = 0; n < ILLEGAL; n++) yield to(name, n);
  else if (step.recipe === undefined && isDealt(step.bytes))
    for (let n = 0; n < DEALS; n++) yield say(anyDeal(dice(n)), step.gap);
}

/** One good deck packet. */
export function isDeck(bytes: Uint8Array): boolean {
  return cardsIn(bytes) !== undefined;
}

/** With one character for the owner and the place of each card, of half of those that have more, … of one. */
export function* shorterDecks(bytes: Uint8Array): Iterable<Uint8Array> {
  const cards = cardsIn(bytes) ?? [];
  const long = cards.filter(isLong);
  for (let size = long.length; size >= 1; size >>= 1) {
    const shorter = new Set(long.slice(0, size));
    yield encode({
      type: 'deck',
      cards: cards.map((card) => (shorter.has(card) ? { ...card, property: 1, field: 0 } : card)),
    });
  }
}

function isLong({ property, field }: CardRecord): boolean {
  return `${property}${field}`.length > 2;
}

function isDealt(bytes: Uint8Array): boolean {
  const cards = cardsIn(bytes);
  return cards !== undefined && isDeal(cards);
}

function cardsIn(bytes: Uint8Array): Deck | undefined {
  try {
    const packet = decode(bytes);
    return packet.type === 'deck' ? packet.cards : undefined;
  } catch {
    return undefined;
  }
}
