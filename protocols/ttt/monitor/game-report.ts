/** What is found of a game: judgements, with their classes and words, and points of coverage. */
import type { Chunk } from '../../chunk';
import type { FailureKind } from '../../monitor/failure';
import type { JudgementLog } from '../../monitor/judgement-log';
import type { CoveragePoint } from '../../monitor/monitor';
import { cellOf } from '../message';
import type { PlayerId } from '../rules';
import { chargeOf } from './circumstances';
import { byteLabel, dueLabel, isOfAnotherGame, stateLabel, unaskedLabels } from './labels';
import { isCell, type Asked, type PendingDelivery, type PlayedTurn } from './turn';
import { byteWords, dueText, eventText } from './words';

interface Found {
  readonly kind: FailureKind;
  /** What shows it, as a class. */
  readonly trigger?: string;
  readonly due: string;
  readonly expected: string;
  readonly seen: string;
  readonly plain?: boolean;
}

const NOTHING = 'nothing';
const SILENCE = 'silence';

export class GameReport {
  /** `points`: absent where nobody asks for coverage. */
  constructor(
    readonly log: JudgementLog<Asked>,
    private readonly points: CoveragePoint[] | undefined,
  ) {}

  /** Bytes passed: they are evidence. */
  remember({ direction, bytes, notBefore, notAfter }: Chunk, link: string): void {
    const at = { notBefore, notAfter };
    const event = { kind: 'frame', raw: bytes, first: notBefore, last: notAfter, value: undefined } as const;
    this.log.remember(direction, { event, first: at, last: at }, link);
  }

  exchange(turn: PlayedTurn, response: string, isNoOp: boolean): void {
    const { before, trigger } = turn;
    this.points?.push({ state: stateLabel(before), trigger, response, requirement: chargeOf(turn), isNoOp });
  }

  missing({ delivery, turn }: PendingDelivery, clause: string): void {
    this.exchange(turn, NOTHING, false);
    const due = dueLabel(delivery);
    this.fail(turn, clause, { kind: 'silence', due, expected: dueText(delivery), seen: NOTHING });
  }

  wrong({ delivery, turn }: PendingDelivery, clause: string, byte: number): void {
    // A letter is no answer to a move, right or wrong.
    if (cellOf(byte) === undefined && isCell(delivery)) return this.unasked(turn, clause, delivery.to, byte);
    this.exchange(turn, byteLabel(byte), false);
    const seen = byteWords(delivery.to, byte);
    const due = dueLabel(delivery);
    this.fail(turn, clause, { kind: 'answer', due, expected: dueText(delivery), seen });
  }

  /** Classed by what should have had no answer. */
  unasked(turn: PlayedTurn | undefined, clause: string, player: PlayerId, byte: number): void {
    const label = byteLabel(byte);
    if (turn !== undefined && isOfAnotherGame(turn.trigger)) this.exchange(turn, label, false);
    const cause = turn?.effect === true ? (turn.suspect ?? turn) : turn;
    const labels = unaskedLabels(cause?.trigger ?? NOTHING, label);
    this.fail(turn, clause, { kind: 'unasked', ...labels, expected: NOTHING, seen: byteWords(player, byte) });
  }

  /** A move has reached someone without a seat. */
  overheard(turn: PlayedTurn, clause: string, player: PlayerId, byte: number): void {
    const seen = byteWords(player, byte);
    const found = { kind: 'unasked', trigger: 'move of others', due: SILENCE, plain: true } as const;
    this.fail(turn, clause, { ...found, expected: NOTHING, seen });
  }

  /** A connection has ended before this, or where nothing was due. */
  ended(turn: PlayedTurn | undefined, clause: string, next: PendingDelivery | undefined): void {
    const open = 'an open connection';
    const due = next === undefined ? open : dueLabel(next.delivery);
    const expected = next === undefined ? open : dueText(next.delivery);
    const seen = 'the end of the connection';
    if (turn !== undefined) this.exchange(turn, seen, false);
    this.fail(turn, clause, { kind: 'answer', due, expected, seen });
  }

  malformed(turn: PlayedTurn | undefined, link: string, seen: string): void {
    const expected = 'one byte out of 0..8, S, F, P and W';
    this.fail(turn, 'TTT-01', {
      kind: 'malformed',
      due: 'one byte',
      expected,
      seen: `${link} hears ${seen}`,
    });
  }

  /** Nobody knows the game, and yet who joins is answered. */
  unanswered(link: string): void {
    const due = 'P, W or F';
    this.log.fail(
      'TTT-41',
      { trigger: 'join', due, pipelined: false },
      {
        kind: 'silence',
        title: `${link} joins`,
        expected: `${due}: no input stops the server`,
        seen: NOTHING,
      },
    );
  }

  private fail(turn: PlayedTurn | undefined, clause: string, found: Found): void {
    const { trigger = turn?.trigger ?? NOTHING, due, ...flaw } = found;
    const title = turn === undefined ? 'nobody does anything' : eventText(turn.event);
    this.log.fail(clause, { trigger, due, pipelined: false, request: turn }, { ...flaw, title });
  }
}
