/** Classes of the traffic between a host and a Durak board. */
import { isDeal } from '../deal';
import { MALFORMED_CODES } from '../faults';
import { judge } from '../judge';
import type { Deck, Packet } from '../packet';
import { tableOf, winner, opponentOf, type Player, type State } from '../rules';
import type { FrameEvent, RejectOf } from '../../frame';

/** The state of a board, as far as the traffic shows it. */
export interface BoardEstimate {
  /** The board's player number; undefined: not settled. */
  readonly role: Player | undefined;
  readonly game: State | undefined;
  /** The board's packet that waits for an acknowledgement. */
  readonly waiting: 'hello' | 'deck' | undefined;
}

const LINES = {
  garbage: 'garbage',
  interrupted: 'line cut by a SYN',
  unfinished: 'line that does not end',
  'too-long': 'over-long line',
  'no-ack': 'EOT and more',
} as const;
export const ILLEGAL = 'illegal move';
export const AGAIN = 'deck again';
export const NOT_DUE = 'deck that is not due';
export const DECKS = [
  'deal',
  'attack',
  'defence',
  'throw-in',
  'bito',
  'take',
  ILLEGAL,
  AGAIN,
  NOT_DUE,
] as const;

export const NOTHING = 'nothing';
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
export const TRIGGERS = [
  'hello',
  'acknowledgement',
  ...DECKS,
  ...MALFORMED_CODES.map((code) => `malformed: ${code}`),
  ...Object.values(LINES),
];
/** Response and clause for an acknowledgement that nothing waits for, and for a hello in a game. */
export const OF_NOTHING: readonly [string, string] = ['stale acknowledgement dropped', 'DRK-LK-09'];
export const IN_A_GAME: readonly [string, string] = ['hello in a game acknowledged', 'DRK-HS-07'];
/** For a deck before the deal that is no deal. */
export const BEFORE_THE_DEAL: readonly [string, string] = ['deck before the deal', 'DRK-HS-07'];
/** For an illegal move, and for a repeated deck. */
export const REFUSED: readonly [string, string] = ['deck that changes nothing', 'DRK-PL-10'];
export const REPEATED: readonly [string, string] = [REFUSED[0], 'DRK-LK-14'];
/** Lines that must change nothing: a failure after one is charged to it. */
const DROPPED: Readonly<Record<string, readonly [response: string, clause: string]>> = {
  garbage: ['garbage dropped', 'DRK-LK-05'],
  'no-ack': ['garbage dropped', 'DRK-LK-05'],
  interrupted: ['line cut short dropped', 'DRK-LK-10'],
  unfinished: ['open line dropped', 'DRK-LK-11'],
};
const LONG: readonly [string, string] = ['long line dropped', 'DRK-LK-12'];
const MALFORMED: readonly [string, string] = ['malformed line dropped', 'DRK-LK-06'];
/** Every packet is shorter. */
const LONGEST = 500;

export const RESPONSES = [
  'silence',
  'acknowledgement',
  'hello',
  'deck',
  ...new Set(
    [...Object.values(DROPPED), LONG, MALFORMED, OF_NOTHING, IN_A_GAME, BEFORE_THE_DEAL, REFUSED].map(
      ([response]) => response,
    ),
  ),
];

/** Response and clause for a line that is no packet. */
export function droppedLabel({ raw, error }: RejectOf<Packet>): readonly [response: string, clause: string] {
  return raw.length > LONGEST ? LONG : (DROPPED[error.code] ?? MALFORMED);
}

export function stateLabel({ role, game, waiting }: BoardEstimate): string {
  if (waiting === 'deck') return 'its deck out';
  if (role === undefined) return waiting === 'hello' ? 'its hello out' : 'before a role';
  if (game === undefined) return 'before the deal';
  if (winner(game) !== undefined) return 'ended';
  if (game.turn === role) return 'its turn';
  const { phase } = tableOf(game.cards, opponentOf(role));
  return phase === 'attack' ? 'to attack' : phase === 'defence' ? 'to defend' : 'to throw in';
}

/**
 * The class of a line to the board. `before`: the board's state before it; `again`: the line repeats the last applied
 * deck.
 */
export function triggerLabel(event: FrameEvent<Packet>, before: BoardEstimate, again: boolean): string {
  if (event.kind === 'reject') {
    const line = Object.entries(LINES).find(([code]) => code === event.error.code)?.[1];
    return line ?? `malformed: ${event.error.code}`;
  }
  const { value } = event;
  if (value.type === 'deck') return again ? AGAIN : deckLabel(value.cards, before);
  return value.type === 'ack' ? 'acknowledgement' : 'hello';
}

function deckLabel(cards: Deck, { role, game }: BoardEstimate): string {
  if (game === undefined) return role === 2 && isDeal(cards) ? 'deal' : NOT_DUE;
  if (game.turn === role || winner(game) !== undefined) return NOT_DUE;
  const judged = judge(game, cards);
  return judged.legal ? judged.move.kind : ILLEGAL;
}

export function responseLabel({ type }: Packet): string {
  return type === 'ack' ? 'acknowledgement' : type;
}
