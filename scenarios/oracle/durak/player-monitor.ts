/**
 * One Durak board as a player: its deal and its moves, each judged by the packets before it (DRK-DL, DRK-PL).
 * role-monitor.ts finds which player it is.
 */
import { dealFault, isDeal, started } from '../../../protocols/durak/deal';
import { judge } from '../../../protocols/durak/judge';
import type { Deck, Packet } from '../../../protocols/durak/packet';
import { afterMove, sameCards, winner, type Player, type State } from '../../../protocols/durak/rules';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { MARGIN } from './acknowledgement-monitor';
import { AnswerMonitor } from './answer-monitor';
import { CardCount } from './card-count';
import { OpponentMoveMonitor } from './opponent-move';
import { RoleMonitor, type RoleMonitorOptions } from './role-monitor';
import { between, type Bounds, type TimedEvent } from '../../../protocols/monitor/timed-decoder';

export interface PlayerMonitorOptions extends RoleMonitorOptions {
  /** The limit for an answer, and for a move if the board plays by itself (`auto`). */
  readonly moveMs: Micros;
  readonly auto: boolean;
  /** The board made a move, or dealt. */
  readonly moved: (player: Player, at: Micros, text: string) => void;
}

/** How long the board is watched after the end of the game. */
const WATCHED_END = millis(7000);

export class PlayerMonitor {
  game: State | undefined;
  /** How often the cards were counted. */
  counts = 0;
  private lastApplied = '';
  private cardCount = new CardCount();
  private turnCame: Bounds | undefined;
  /** The clause about the separation of the last received packet from the bytes before it. */
  private precedingClause: string | undefined;
  /** By this clause, a packet since the last legal move must have no effect. A later fault is charged to it. */
  private noEffectClause: string | undefined;
  private keptQuiet = true;
  private endedAt: Micros | undefined;

  private readonly roleMonitor: RoleMonitor;
  private readonly opponentMove: OpponentMoveMonitor;
  private readonly answer: AnswerMonitor;

  constructor(private readonly options: PlayerMonitorOptions) {
    this.roleMonitor = new RoleMonitor(options, () => this.restart());
    this.opponentMove = new OpponentMoveMonitor(options.recorder);
    this.answer = new AnswerMonitor(options.recorder, options.moveMs);
  }

  get role(): Player | undefined {
    return this.roleMonitor.role;
  }

  private get onTurn(): boolean {
    return this.game !== undefined && this.game.turn === this.role;
  }

  get over(): boolean {
    return this.game !== undefined && winner(this.game) !== undefined;
  }

  /** The boards disagree on the game, and send each other their states again and again. */
  get disputes(): boolean {
    return this.answer.disputes;
  }

  /** The clause of a board that repeats its packet because it treats the other board's last move as illegal. */
  get repetitionClause(): string | undefined {
    return this.opponentMove.repetitionClause;
  }

  /** true: a deck that looks like a repetition is an answer, or refuses a move. */
  answers(passed: TimedEvent<Packet>, cards: Deck): boolean {
    const { answer, opponentMove } = this;
    const mayAnswer = answer.isDue || answer.isAllowedAt(passed.first.notBefore);
    return mayAnswer || opponentMove.isRefusal(passed, cards) || opponentMove.crosses(passed, cards);
  }

  /** The board received something that must have no effect by `clause`. */
  txNoEffect(clause: string): void {
    this.noEffectClause = clause;
  }

  /** The board received a hello. Returns the clauses that its acknowledgement keeps. */
  txHello(passed: TimedEvent<Packet>): readonly string[] {
    const { unmoved, clauses } = this.roleMonitor.txHello(passed);
    if (unmoved) this.noEffectClause = clauses[0];
    return clauses;
  }

  /**
   * The board received a deck. Returns the clauses that its acknowledgement keeps. `preceding`: the clause about its
   * separation from the bytes before it.
   */
  txDeck(passed: TimedEvent<Packet>, cards: Deck, preceding: string | undefined): readonly string[] {
    const { roleMonitor, game } = this;
    this.precedingClause = preceding;
    roleMonitor.txDeck(cards);
    if (roleMonitor.role === undefined) {
      if (roleMonitor.unknown) this.answer.allow(passed);
      return ['DRK-HS-07'];
    }
    if (game === undefined) {
      if (roleMonitor.role === 1 || !isDeal(cards)) return this.unmoved('DRK-HS-07');
      this.begin(started(cards));
      this.lastApplied = hex(passed.event.raw);
      return [];
    }
    const answerIsDue = winner(game) === undefined && game.turn !== roleMonitor.role;
    if (hex(passed.event.raw) === this.lastApplied) {
      // By DRK-LK-14 it may be silent. If its move was acknowledged since, it may answer by DRK-PL-10.
      if (answerIsDue) this.answer.allow(passed);
      return this.unmoved('DRK-LK-14');
    }
    if (!answerIsDue) return [];
    return this.opponentMoves(passed, cards, game);
  }

  /** The board sent its first hello. */
  rxHello(passed: TimedEvent<Packet>): void {
    this.roleMonitor.rxHello(passed);
  }

  /** The board's own packet was acknowledged. */
  acked(kind: 'hello' | 'deck', passed: TimedEvent<Packet>): void {
    if (kind === 'hello') this.roleMonitor.acked(passed);
    else if (this.onTurn && this.turnCame === undefined) this.turnCame = passed.last;
  }

  /** The board sent a deck that is no repetition. */
  rxDeck(passed: TimedEvent<Packet>, cards: Deck): void {
    const { game, roleMonitor, opponentMove, answer } = this;
    const inferred = roleMonitor.rxDeck(cards);
    if (inferred !== undefined) return this.begin(inferred);
    if (roleMonitor.role === undefined) return;
    if (game === undefined) return this.rxDeal(passed, cards);
    if (winner(game) !== undefined) {
      if (opponentMove.crosses(passed, cards)) return this.options.repeats.settledBy('moved', passed);
      // The board may treat the move that ends the game as illegal.
      if (opponentMove.isRefusal(passed, cards) || opponentMove.isRepetition(cards)) return this.refused();
      return this.failUnasked('DRK-PL-09', 'after the end of the game', 'a deck packet', 'no more decks');
    }
    if (answer.isDue && sameCards(cards, game.cards)) return answer.answered(passed);
    if (opponentMove.crosses(passed, cards)) return this.options.repeats.settledBy('moved', passed);
    if (opponentMove.isRefusal(passed, cards)) return this.refused();
    if (game.turn === roleMonitor.role) return this.rxMove(passed, cards, game);
    if (answer.isAllowedAt(passed.first.notBefore) && sameCards(cards, game.cards)) return answer.stated();
    this.keptQuiet = false;
    const seen = sameCards(cards, game.cards) ? 'its last state, unasked' : 'another deck';
    this.failUnasked(this.noEffectClause ?? 'DRK-PL-12', "on the other board's turn", seen);
  }

  private failUnasked(clause: string, when: string, seen: string, due = 'no new deck packet'): void {
    this.options.recorder.fail(clause, when, due, seen, { kind: 'unasked' });
  }

  /** When a deal, a move or an answer counts as missing; undefined: nothing is due. */
  get dueAt(): Micros | undefined {
    const late = this.options.moveMs + MARGIN + 1;
    const deal = this.roleMonitor.dealDueAt(this.game !== undefined);
    const times = [
      ...(deal === undefined ? [] : [deal]),
      ...(this.moveDue === undefined ? [] : [this.moveDue.notAfter + late]),
      ...(this.answer.missingAt === undefined ? [] : [this.answer.missingAt]),
    ];
    return times.length === 0 ? undefined : micros(Math.min(...times));
  }

  tick(now: Micros): void {
    const { recorder, moveMs } = this.options;
    this.roleMonitor.tick(now, this.game !== undefined);
    if (this.moveDue !== undefined && now > this.moveDue.notAfter + moveMs + MARGIN) {
      recorder.fail(
        this.precedingClause ?? this.noEffectClause ?? 'DRK-PL-11',
        'its turn has come',
        `a move within ${moveMs / 1000} ms`,
        'none',
        { kind: 'silence', missing: 'move' },
      );
      this.turnCame = undefined;
    }
    this.answer.tick(now);
    if (this.endedAt !== undefined && now > this.endedAt + WATCHED_END) {
      recorder.pass('DRK-PL-09');
      this.endedAt = undefined;
    }
  }

  /** From this time on, a board that plays by itself has to move. */
  private get moveDue(): Bounds | undefined {
    const { auto, repeats } = this.options;
    const own = this.onTurn && !this.over;
    return auto && own && repeats.waiting === undefined ? this.turnCame : undefined;
  }

  private opponentMoves(passed: TimedEvent<Packet>, cards: Deck, game: State): readonly string[] {
    const { repeats, recorder } = this.options;
    const judgement = judge(game, cards);
    if (judgement.legal) {
      const acked = repeats.waiting === undefined && !repeats.unsure;
      const answering = this.answer.isAllowedAt(passed.last.notAfter);
      this.opponentMove.made({ game, move: judgement.move, at: passed.last, acked, answering });
      repeats.settledBy('moved', passed);
      this.noEffectClause = undefined;
      this.goOn(afterMove(game, cards));
      this.lastApplied = hex(passed.event.raw);
      this.turnCame = passed.last;
      this.answer.waive();
      if (this.keptQuiet) recorder.pass('DRK-PL-12');
      this.keptQuiet = true;
      if (this.over) this.endedAt = passed.last.notAfter;
      return [];
    }
    this.answer.allow(passed);
    // If its last packet may be unacknowledged, an answer is only possible.
    if (repeats.waiting === undefined && !repeats.unsure) this.answer.require(passed);
    return this.unmoved(isDeal(cards) ? 'DRK-HS-07' : 'DRK-PL-10', 'DRK-PL-10');
  }

  /** The packet must have no effect by `clause`. `acked` is the clause of its acknowledgement. */
  private unmoved(clause: string, acked = clause): readonly string[] {
    this.noEffectClause = clause;
    return [acked];
  }

  private begin(game: State): void {
    this.cardCount = new CardCount();
    this.goOn(game);
  }

  private goOn(game: State): void {
    this.game = game;
    this.counts++;
    const wrong = this.cardCount.step(game.cards);
    if (wrong !== undefined)
      this.options.recorder.fail('DRK-PL-07', 'the cards after a move', 'no card lost or made', wrong);
  }

  private rxDeal(passed: TimedEvent<Packet>, cards: Deck): void {
    const { recorder, moved } = this.options;
    if (this.role === 2) {
      const when = 'as player 2 before the deal';
      if (isDeal(cards)) return this.failUnasked('DRK-HS-03', when, 'a deal');
      // The board plays on from a deck that is no deal.
      return this.failUnasked(this.noEffectClause ?? 'DRK-PL-12', when, 'another deck');
    }
    const fault = dealFault(cards);
    recorder.check('DRK-DL-01', fault === undefined, () => ({
      title: 'its deal',
      expected: '6 cards a hand in fields 1..6, one trump card, 23 free cards',
      seen: fault ?? '',
    }));
    this.roleMonitor.dealt(passed);
    if (fault !== undefined) return;
    this.begin(started(cards));
    this.turnCame = undefined;
    moved(1, passed.first.notAfter, 'deals');
  }

  private rxMove(passed: TimedEvent<Packet>, cards: Deck, game: State): void {
    const { recorder, moveMs, auto, moved } = this.options;
    const judgement = judge(game, cards);
    if (!judgement.legal) {
      const { clause, reason } = judgement;
      return recorder.fail(this.noEffectClause ?? clause, 'its move', 'a legal move', reason);
    }
    const { move } = judgement;
    for (const clause of [move.clause, 'DRK-PL-07', 'DRK-PL-08']) recorder.pass(clause);
    if (move.kind === 'bito' || move.kind === 'take') recorder.pass('DRK-PL-06');
    if (auto && this.turnCame !== undefined)
      recorder.measure('DRK-PL-11', 'its move', between(this.turnCame, passed.first), { max: moveMs });
    this.opponentMove.taken();
    this.turnCame = this.noEffectClause = undefined;
    this.answer.moved();
    this.goOn(afterMove(game, cards));
    moved(move.player, passed.first.notAfter, move.text);
    if (this.over) this.endedAt = passed.last.notAfter;
  }

  private refused(): void {
    const game = this.opponentMove.refused();
    if (game === undefined) return;
    this.answer.stated();
    this.begin(game);
    this.lastApplied = '';
    this.turnCame = this.endedAt = undefined;
  }

  private restart(): void {
    this.game = this.turnCame = this.endedAt = this.noEffectClause = undefined;
    this.opponentMove.forget();
    this.answer.waive();
    this.lastApplied = '';
    this.keptQuiet = true;
  }
}
