/** Classes of what a board receives, and of its states, for findings and coverage. */
import { isDeal } from './game/deal';
import { MALFORMED_CODES } from './wire/line';
import { opponentOf, tableOf } from './game/game';
import { judge } from './game/judge';
import type { Packet } from './wire/packet';
import { isOver, waitingOf, type DurakState } from './state';
import { keyOf, keyOfBytes } from './wire/wire';

const LINES: Readonly<Record<string, string>> = {
  garbage: 'garbage',
  interrupted: 'line cut by a SYN',
  unfinished: 'line that does not end',
  'too-long': 'over-long line',
  'no-ack': 'EOT and more',
};
export const ILLEGAL = 'illegal move';
const NOT_DUE = 'deck that is not due';
export const TRIGGERS = [
  ...['hello', 'acknowledgement', 'deal', 'attack', 'defence', 'throw-in', 'bito', 'take'],
  ...[ILLEGAL, 'deck again', NOT_DUE],
  ...MALFORMED_CODES.map((code) => `malformed: ${code}`),
  ...Object.values(LINES),
];

export function triggerOf(packet: Packet, state: DurakState): string {
  if (packet.type !== 'deck') return packet.type === 'ack' ? 'acknowledgement' : 'hello';
  const { role, game, notes } = state;
  const { cards } = packet;
  if (notes.lastDeck !== undefined && keyOfBytes(notes.lastDeck) === keyOf(packet)) return 'deck again';
  if (game === undefined) return role === 2 && isDeal(cards) ? 'deal' : NOT_DUE;
  if (game.turn === role || isOver(state)) return NOT_DUE;
  const judged = judge(game, cards);
  return judged.legal ? judged.move.kind : ILLEGAL;
}

export function droppedLabel(code: string): string {
  return LINES[code] ?? `malformed: ${code}`;
}

export const STATES = [
  'before a role',
  'its hello out',
  'before the deal',
  'to attack',
  'to defend',
  'to throw in',
  'its deck out',
  'its turn',
  'ended',
];

/** For coverage. */
export function stateClassOf(state: DurakState): string {
  const { isKnown, role, game } = state;
  if (!isKnown) return 'unknown';
  const waiting = waitingOf(state)?.kind;
  if (waiting === 'deck') return 'its deck out';
  if (role === undefined) return waiting === 'hello' ? 'its hello out' : 'before a role';
  if (game === undefined) return 'before the deal';
  if (isOver(state)) return 'ended';
  if (game.turn === role) return 'its turn';
  const { phase } = tableOf(game.cards, opponentOf(role));
  return phase === 'attack' ? 'to attack' : phase === 'defence' ? 'to defend' : 'to throw in';
}
