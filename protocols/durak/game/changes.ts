/** The changes of a deck packet since the last state, by record and kind. */
import { FREE, TRUMP, type CardRecord, type Deck } from '../wire/packet';
import { sameCard } from './game';

/** `played`: a card of a hand is now on the table, and so on. `stray`: no rule allows the change. */
type ChangeKind = 'out' | 'taken' | 'drawn' | 'played' | 'stray';

/** The changed records by kind, in record order. A new place within a hand is no change. */
export type Changes = Readonly<Record<ChangeKind, readonly number[]>>;

/** The first record with another rank, suit or color (DRK-PL-07); undefined: all are the same. */
export function replacedRecord(before: Deck, after: Deck): number | undefined {
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [was, is] = [before[i], after[i]];
    if (was === undefined || is === undefined || !sameCard(was, is)) return i;
  }
  return undefined;
}

/** The changes from the state before to `after`. */
export function changesOf(before: Deck, after: Deck): Changes {
  const changes: Record<ChangeKind, number[]> = { out: [], taken: [], drawn: [], played: [], stray: [] };
  for (const [i, was] of before.entries()) {
    const is = after[i];
    const kind = is === undefined ? 'stray' : changeOf(was, is);
    if (kind !== undefined) changes[kind].push(i);
  }
  return changes;
}

/** Each player's hand cards with the place of an earlier one. */
export function sharedPlaces(cards: Deck): number[] {
  const taken = new Set<string>();
  const shared: number[] = [];
  for (const [i, { property, field }] of cards.entries()) {
    if (property <= 0 || field <= 0) continue;
    const place = `${property}/${field}`;
    if (taken.has(place)) shared.push(i);
    taken.add(place);
  }
  return shared;
}

type Place = 'out' | 'stock' | 'hand' | 'table' | 'nowhere';

function placeOf({ property, field }: CardRecord): Place {
  if (property === FREE || property === TRUMP) return field === 0 ? 'stock' : 'nowhere';
  if (property < 0) return 'out';
  if (field === 0) return 'nowhere';
  return field > 0 ? 'hand' : 'table';
}

function changeOf(was: CardRecord, is: CardRecord): ChangeKind | undefined {
  const [from, to] = [placeOf(was), placeOf(is)];
  if (from === to && was.property === is.property) {
    if (from === 'out' || from === 'hand' || was.field === is.field) return undefined;
    return 'stray';
  }
  if (from === 'table' && to === 'out') return 'out';
  if (from === 'table' && to === 'hand') return 'taken';
  if (from === 'stock' && to === 'hand') return 'drawn';
  if (from === 'hand' && to === 'table') return 'played';
  return 'stray';
}
