/** Steps of the host, for suite and fuzzer. */
import { micros, millis, recipeStep, send, type Dice, type FuzzStep, type Micros } from '../../api/index';
import { deal, dealOf, DEAL_ROLES } from './game/deal';
import { FREE, TRUMP, type Packet } from './wire/packet';
import { encode } from './wire/wire';

const LINK = 'main';

export const NO_GAP = micros(0);
export const ACK = encode({ type: 'ack' });
export const HELLO = encode({ type: 'hello' });

export function tx(what: Packet | Uint8Array, gap?: Micros): FuzzStep & { readonly bytes: Uint8Array } {
  return send(LINK, what instanceof Uint8Array ? what : encode(what), gap);
}

export function sendAck(gap?: Micros): FuzzStep {
  return tx(ACK, gap);
}

/** An acknowledgement, if a packet of the board waits for one. */
export function ackDue(gapMs?: number): FuzzStep {
  return recipe('ack', gapMs === undefined ? undefined : millis(gapMs));
}

export function recipe(text: string, gap?: Micros): FuzzStep {
  return recipeStep(LINK, text, gap);
}

/** A well-formed deck that no state allows: every card is free. */
export function strangeDeck(dice?: Dice): Packet {
  const cards = deal((below) => dice?.int(0, below - 1) ?? 0);
  return { type: 'deck', cards: cards.map((card) => ({ ...card, property: FREE, field: 0 })) };
}

/** Good decks with few bytes: one character for each integer. The second has a trump card. */
export const [SHORTEST_DECK = HELLO, SHORT_DECK = HELLO] = [1, TRUMP].map((first) => {
  const order = DEAL_ROLES.map((_, i) => i);
  const roles = order.map((i) => ({ property: i === 0 ? first : 1, field: 0 }));
  return encode({ type: 'deck', cards: dealOf(order, roles) });
});

/** Bytes that neither begin nor end a line. */
export function garbage(dice: Dice, length: number): Uint8Array {
  return dice.bytes(length).map((byte) => (byte === 0x16 || byte === 0x04 ? 0x41 : byte));
}

/** A line of `length` bytes from SYN, without LF. */
export function longLine(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x31).with(0, 0x16);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
