/** What goes wrong in a sitting, and the clauses that a leave or ignored input may break later. */
import { BYTE, type Cell } from '../../../protocols/ttt/message';
import type { Delivery, Game, GameEvent, GameState } from '../../../protocols/ttt/rules';
import type { CheckDetail } from '../../runner/verdict-ledger';
import { arrivalsText, dueText, eventText, type Arrival, type PlayerRx } from '../../oracle/ttt/descriptions';
import type { BytesRecord } from '../../record';

/** missing: what is due does not come. wrong: something else comes instead. extra: something comes besides. */
export interface Fault {
  readonly kind: 'missing' | 'wrong' | 'extra';
  /** What was done last. */
  readonly event: GameEvent | undefined;
  /** The game before that. */
  readonly before: GameState;
  readonly due: Delivery | undefined;
  /** What came and was not due. */
  readonly odd: readonly Arrival[];
  /** What was done before that must not change the game. */
  readonly disturbance: string | undefined;
  /** Bytes came that are no messages, as was judged. They may contain what is missing. */
  readonly garbled: boolean;
  readonly detail: CheckDetail;
}

/** The game is not as the rules have it. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;

  /** `tried`: the occupied cell that was tried just before. */
  constructor(fault: Omit<Fault, 'detail'>, tried: Cell | undefined, evidence: readonly BytesRecord[]) {
    const { kind, event, due, odd, disturbance } = fault;
    const before = disturbance === undefined ? '' : `${disturbance}; then `;
    const last = event === undefined ? 'nobody does anything' : eventText(event);
    const title = `${before}${last}${tried === undefined ? '' : `, the occupied cell ${tried} tried before`}`;
    super(title);
    const expected = `${dueText(due)}${kind === 'extra' && due !== undefined ? ', and no more' : ''}`;
    this.fault = { ...fault, detail: { title, expected, seen: arrivalsText(odd), evidence } };
  }
}

/** The clause of leaving the game. */
export function leaveClause(game: Game, { seats }: GameState, player: string): string {
  if (!seats.includes(player)) return 'TTT-35';
  if (game === 'ttt-pve') return 'TTT-23';
  return seats.length === 1 ? 'TTT-34' : 'TTT-33';
}

/** The clause that is charged with what goes wrong after the event in the same round. */
export function suspectClauseAfter(
  event: GameEvent,
  before: GameState,
  state: GameState,
  game: Game,
): string | undefined {
  if (event.kind === 'leave') return leaveClause(game, before, event.player);
  const ignored = event.kind === 'invalid' || (event.kind === 'move' && state === before);
  return ignored ? 'TTT-04' : undefined;
}

export function isDelivery(delivery: Delivery, rx: PlayerRx): boolean {
  if (rx.kind !== 'message') return false;
  const { message } = rx;
  if (delivery.kind === 'digit') return message.kind === 'move' && delivery.empty.includes(message.cell);
  return (message.kind === 'move' ? BYTE.cell0 + message.cell : BYTE[message.kind]) === delivery.byte;
}
