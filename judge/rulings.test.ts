import type { Message } from '../protocols/request-response/definition';
import { micros, millis } from '../protocols/time';
import { codec } from '../protocols/wire/codec';
import { u8 } from '../protocols/wire/field';
import { fixedLength } from '../protocols/wire/framing';
import { wire } from '../protocols/wire/wire';
import type { Conversation } from './conversation';
import { Reading } from './reading';
import { Rulings } from './rulings';
import { freshWorld } from './world';

const KEYS = wire({ forms: { key: { code: u8() } } });
const IDLE = millis(50);
const FLOOD = 30_000;

/** Counts what it takes. */
const COUNTING = { rules: (_, count) => [{ state: count + 1 }] } as Partial<Conversation<number>>;

test('a flood that has waited is taken, key by key', () => {
  const host = new Reading<Message>(codec(KEYS, fixedLength(1, { idle: IDLE })), undefined);
  const board = new Reading<Message>(codec(KEYS, fixedLength(1, { idle: IDLE })), undefined);
  const at = { notBefore: micros(1), notAfter: micros(1), lastNotBefore: micros(1) };
  const keys = host.push({ direction: 'tx', bytes: new Uint8Array(FLOOD), ...at });
  const world = freshWorld(0, host, board);
  const inbox = keys.reduce((waiting, key) => waiting.with(key), world.inbox);
  const rulings = new Rulings(COUNTING as Conversation<number>);
  const after = rulings.resume({ ...world, inbox }, at);
  expect(after.map((one) => [one.state, one.inbox.length])).toEqual([[FLOOD, 0]]);
});
