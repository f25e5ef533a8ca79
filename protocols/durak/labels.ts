/** Classes of what a board receives, for findings and coverage. */
import type { Passage } from '../../api/index';
import { isDeal } from './game/deal';
import { MALFORMED_CODES } from './wire/faults';
import { winner } from './game/game';
import { judge } from './game/judge';
import type { Deck, Packet } from './wire/packet';
import type { DurakState } from './state';
import { keyOf } from './wire/wire';

const LINES: Readonly<Record<string, string>> = {
  garbage: 'garbage',
  interrupted: 'line cut by a SYN',
  unfinished: 'line that does not end',
  'too-long': 'over-long line',
  'no-ack': 'EOT and more',
};
const AGAIN = 'deck again';
export const ILLEGAL = 'illegal move';
const NOT_DUE = 'deck that is not due';
const MOVES = ['attack', 'defence', 'throw-in', 'bito', 'take'];
export const TRIGGERS = [
  'hello',
  'acknowledgement',
  'deal',
  ...MOVES,
  ILLEGAL,
  AGAIN,
  NOT_DUE,
  ...MALFORMED_CODES.map((code) => `malformed: ${code}`),
  ...Object.values(LINES),
];

export function triggerOf(packet: Packet, state: DurakState): string {
  if (packet.type !== 'deck') return packet.type === 'ack' ? 'acknowledgement' : 'hello';
  const { lastDeck } = state.notes;
  const isAgain = lastDeck !== undefined && Buffer.from(lastDeck).toString('latin1') === keyOf(packet);
  return isAgain ? AGAIN : deckLabel(packet.cards, state);
}

export function droppedLabel({ code }: { readonly code: string } & Passage): string {
  return LINES[code] ?? `malformed: ${code}`;
}

function deckLabel(cards: Deck, { role, game }: DurakState): string {
  if (game === undefined) return role === 2 && isDeal(cards) ? 'deal' : NOT_DUE;
  if (game.turn === role || winner(game) !== undefined) return NOT_DUE;
  const judged = judge(game, cards);
  return judged.legal ? judged.move.kind : ILLEGAL;
}
