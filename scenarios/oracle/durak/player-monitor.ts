/**
 * One Durak board as a player: its deal, its moves, its answers, each judged by what it had heard and said before
 * (DRK-DL, DRK-PL). Which player it is: durak-part.ts.
 */
import { dealFault, isDeal, started } from '../../../protocols/durak/deal';
import { judge, refusalClause } from '../../../protocols/durak/judge';
import type { Move } from '../../../protocols/durak/moves';
import type { Deck, Packet } from '../../../protocols/durak/packet';
import { afterMove, sameCards, winner, type Player, type State } from '../../../protocols/durak/rules';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { MARGIN } from './acknowledgement-monitor';
import { CardCount } from './card-count';
import { RoleMonitor, type RoleMonitorOptions } from './role-monitor';
import { CROSSING } from './repetition-monitor';
import { between, type Bounds, type TimedEvent } from '../timed-decoder';

export interface PlayerMonitorOptions extends RoleMonitorOptions {
  /** How long a move and an answer may take; `auto`: the board plays by itself, so that this is judged of moves. */
  readonly moveMs: Micros;
  readonly auto: boolean;
  /** The board made a move, or dealt. */
  readonly moved: (player: Player, at: Micros, text: string) => void;
}

/** A last state said so often is no help; damaged in between, a few are needed. */
const DISPUTE = 12;
/** After the end it is watched for so long. */
const WATCHED_END = millis(7000);

export class PlayerMonitor {
  game: State | undefined;
  /** How often the cards were counted. */
  counts = 0;
  private lastApplied = '';
  private cardCount = new CardCount();
  /** The game before the other board's last legal move, and that move. */
  private lastOpponentMove:
    | {
        readonly game: State;
        readonly move: Move;
        readonly at: Bounds;
        /** Its own last packet had been acknowledged: it sends that again for a reason. */
        readonly acked: boolean;
        /** It may have begun to answer an earlier packet. */
        readonly answering: boolean;
      }
    | undefined;
  /** When the turn came to the board, and when it owes the answer of DRK-PL-10 from. */
  private turnCame: Bounds | undefined;
  private answerFrom: Bounds | undefined;
  /** Where the packet that it heard last had to be told from what stood before it: the clause of that. */
  private precedingClause: string | undefined;
  /** It has gone on from a legal move that acknowledged its packet too (DRK-LK-09). */
  private takesMoves = false;
  /** The clause of what it heard since the last legal move that must change nothing: what it does wrong is of that. */
  private noEffectClause: string | undefined;
  /** It dealt when its part was not known. */
  private dealt: State | undefined;
  /** Until then the board may say its last state: whether it owes that is not certain. */
  private mayAnswerUntil = micros(-Infinity);
  /** How often it has said its last state, or may have, since a move was made. */
  private stated = 0;
  private keptQuiet = true;
  private endedAt: Micros | undefined;

  private readonly roleMonitor: RoleMonitor;

  constructor(private readonly options: PlayerMonitorOptions) {
    this.roleMonitor = new RoleMonitor(options, () => this.restart());
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

  /** The boards do not agree on what was played, and tell each other so time after time. */
  get disputes(): boolean {
    return this.stated >= DISPUTE;
  }

  /**
   * Of the last legal move, where the board goes on to say its packet before it, though it has gone on from others like that: the
   * clause of a board that takes this one for illegal.
   */
  get refusing(): string | undefined {
    const { lastOpponentMove: before, takesMoves } = this;
    return before?.acked === false && takesMoves ? refusalClause(before.game, before.move) : undefined;
  }

  /** true: a deck that looks like a repetition is the board's answer to a move that it refuses. */
  answers(passed: TimedEvent<Packet>, cards: Deck): boolean {
    const may = passed.first.notBefore <= this.mayAnswerUntil;
    return this.answerFrom !== undefined || may || this.refuses(passed, cards) || this.crosses(passed, cards);
  }

  /** The board heard something that changes nothing: `clause` says so. */
  txNoEffect(clause: string): void {
    this.noEffectClause = clause;
  }

  /** The board heard a hello: the clauses that its acknowledgement keeps. */
  txHello(passed: TimedEvent<Packet>): readonly string[] {
    const { unmoved, clauses } = this.roleMonitor.txHello(passed);
    if (unmoved) this.noEffectClause = clauses[0];
    return clauses;
  }

  /** The board heard a deck: the clauses that its acknowledgement keeps. `behind`: the clause of what stood before it. */
  txDeck(passed: TimedEvent<Packet>, cards: Deck, behind: string | undefined): readonly string[] {
    const { roleMonitor: part, game } = this;
    this.precedingClause = behind;
    this.dealt = undefined;
    this.infer(2, cards);
    if (part.role === undefined && part.unknown) this.mayAnswerUntil = this.answerDue(passed);
    if (part.role === undefined) {
      part.txEarlyDeck();
      return ['DRK-HS-07'];
    }
    if (game === undefined) {
      if (part.role === 1 || !isDeal(cards)) return this.unmoved('DRK-HS-07');
      this.begin(started(cards));
      this.lastApplied = hex(passed.event.raw);
      return [];
    }
    const answerIsDue = winner(game) === undefined && game.turn !== part.role;
    if (hex(passed.event.raw) === this.lastApplied) {
      // By DRK-LK-14 it may be silent; where its move was acknowledged since, it may answer by DRK-PL-10.
      if (answerIsDue) this.mayAnswerUntil = this.answerDue(passed);
      return this.unmoved('DRK-LK-14');
    }
    if (!answerIsDue) return [];
    return this.opponentMoves(passed, cards, game);
  }

  /** The board said a hello for the first time. */
  rxHello(passed: TimedEvent<Packet>): void {
    this.roleMonitor.rxHello(passed);
  }

  /** The board's own packet was acknowledged. */
  acked(kind: 'hello' | 'deck', passed: TimedEvent<Packet>): void {
    if (kind === 'hello') this.roleMonitor.acked(passed);
    else if (this.onTurn && this.turnCame === undefined) this.turnCame = passed.last;
  }

  /** The board said a deck that is no repetition. */
  rxDeck(passed: TimedEvent<Packet>, cards: Deck): void {
    const { recorder } = this.options;
    const { game, role, roleMonitor: part } = this;
    this.infer(1, cards);
    if (part.role === undefined) return part.unknown ? this.inferDealer(cards) : undefined;
    if (game === undefined) return this.rxDeal(passed, cards);
    if (winner(game) !== undefined) {
      if (this.crosses(passed, cards)) return this.options.repeats.settledBy('moved', passed);
      // A move that ends the game may have been taken for none.
      if (this.refuses(passed, cards) || this.refusesAgain(cards)) return this.refused();
      return recorder.fail('DRK-PL-09', 'after the end of the game', 'no more decks', 'a deck packet');
    }
    if (this.answerFrom !== undefined && sameCards(cards, game.cards)) return this.answered(passed);
    if (this.crosses(passed, cards)) return this.options.repeats.settledBy('moved', passed);
    if (this.refuses(passed, cards)) return this.refused();
    if (game.turn === role) return this.rxMove(passed, cards, game);
    if (passed.first.notBefore <= this.mayAnswerUntil && sameCards(cards, game.cards))
      return void this.stated++;
    this.keptQuiet = false;
    recorder.fail(
      this.noEffectClause ?? 'DRK-PL-12',
      "on the other board's turn",
      'no new deck packet',
      sameCards(cards, game.cards) ? 'its last state, unasked' : 'another deck',
    );
  }

  /** When a deal, a move or an answer counts as missing; undefined: nothing is owed. */
  get dueAt(): Micros | undefined {
    const late = this.options.moveMs + MARGIN + 1;
    const deal = this.roleMonitor.dealDueAt(this.game !== undefined);
    const times = [
      ...(deal === undefined ? [] : [deal]),
      ...(this.moveDue === undefined ? [] : [this.moveDue.notAfter + late]),
      ...(this.answerFrom === undefined ? [] : [this.answerFrom.notAfter + late]),
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
      );
      this.turnCame = undefined;
    }
    if (this.answerFrom !== undefined && now > this.answerFrom.notAfter + moveMs + MARGIN) {
      recorder.fail(
        'DRK-PL-10',
        'a packet that is no legal move was acknowledged',
        `its last state within ${moveMs / 1000} ms`,
        'none',
      );
      this.answerFrom = undefined;
    }
    if (this.endedAt !== undefined && now > this.endedAt + WATCHED_END) {
      recorder.pass('DRK-PL-09');
      this.endedAt = undefined;
    }
  }

  /** Since when the board owes a move by itself. */
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
      const answering = passed.last.notAfter <= this.mayAnswerUntil;
      this.lastOpponentMove = { game, move: judgement.move, at: passed.last, acked, answering };
      repeats.settledBy('moved', passed);
      this.noEffectClause = undefined;
      this.goOn(afterMove(game, cards));
      this.lastApplied = hex(passed.event.raw);
      this.turnCame = passed.last;
      this.answerFrom = undefined;
      if (this.keptQuiet) recorder.pass('DRK-PL-12');
      this.keptQuiet = true;
      if (this.over) this.endedAt = passed.last.notAfter;
      return [];
    }
    this.mayAnswerUntil = this.answerDue(passed);
    // Where its own last packet may not have been acknowledged, no answer is owed for certain.
    if (repeats.waiting === undefined && !repeats.unsure) this.answerFrom ??= passed.last;
    return this.unmoved(isDeal(cards) ? 'DRK-HS-07' : 'DRK-PL-10', 'DRK-PL-10');
  }

  /** What it heard changes nothing by `clause`; its acknowledgement is under it, or under `acked`. */
  private unmoved(clause: string, acked = clause): readonly string[] {
    this.noEffectClause = clause;
    return [acked];
  }

  /** Where both boards are heard, who deals is player 1, though nobody saw how that was settled. */
  private infer(role: Player, cards: Deck): void {
    const { roleMonitor: part, options } = this;
    if (part.role === undefined && part.unknown && options.infers && isDeal(cards)) part.role = role;
  }

  /** Who deals and then makes the first move is player 1, though nobody saw how that was settled. */
  private inferDealer(cards: Deck): void {
    if (isDeal(cards)) this.dealt = started(cards);
    else if (this.dealt !== undefined && judge(this.dealt, cards).legal) {
      this.roleMonitor.role = 1;
      this.begin(afterMove(this.dealt, cards));
    }
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

  private answerDue({ last }: TimedEvent<Packet>): Micros {
    return micros(last.notAfter + this.options.moveMs + MARGIN);
  }

  private rxDeal(passed: TimedEvent<Packet>, cards: Deck): void {
    const { recorder, moved } = this.options;
    if (this.role === 2) {
      const [when, due] = ['as player 2 before the deal', 'no new deck packet'];
      if (isDeal(cards)) return recorder.fail('DRK-HS-03', when, due, 'a deal');
      // It plays on from a deck that was no deal.
      return recorder.fail(this.noEffectClause ?? 'DRK-PL-12', when, due, 'another deck');
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
    this.takesMoves ||= this.lastOpponentMove?.acked === false;
    this.turnCame = this.lastOpponentMove = this.noEffectClause = undefined;
    this.stated = 0;
    this.goOn(afterMove(game, cards));
    moved(move.player, passed.first.notAfter, move.text);
    if (this.over) this.endedAt = passed.last.notAfter;
  }

  /** true: in answer to a legal move the board says the state before it. */
  private refuses(passed: TimedEvent<Packet>, cards: Deck): boolean {
    const { lastOpponentMove: before } = this;
    return (
      before?.acked === true &&
      passed.first.notBefore > before.at.notAfter &&
      sameCards(cards, before.game.cards)
    );
  }

  /** true: behind a legal move, which acknowledged its packet, too, it says that packet. */
  private refusesAgain(cards: Deck): boolean {
    return (
      this.refusing !== undefined &&
      this.lastOpponentMove !== undefined &&
      sameCards(cards, this.lastOpponentMove.game.cards)
    );
  }

  /** true: an answer that was on its way when a legal move came after all. */
  private crosses(passed: TimedEvent<Packet>, cards: Deck): boolean {
    const { lastOpponentMove: before } = this;
    return (
      before?.answering === true &&
      passed.first.notBefore <= before.at.notAfter + CROSSING &&
      sameCards(cards, before.game.cards)
    );
  }

  private refused(): void {
    if (this.lastOpponentMove === undefined) return;
    this.stated++;
    const { game, move } = this.lastOpponentMove;
    this.options.recorder.fail(
      refusalClause(game, move),
      `the other board ${move.text}`,
      'the legal move applied',
      'the state before it, as if it were illegal',
    );
    this.begin(game);
    this.lastApplied = '';
    this.lastOpponentMove = this.turnCame = this.endedAt = undefined;
  }

  private answered(passed: TimedEvent<Packet>): void {
    const { recorder, moveMs } = this.options;
    if (this.answerFrom === undefined) return;
    this.stated++;
    recorder.measure(
      'DRK-PL-10',
      'the answer to a packet that is no legal move',
      between(this.answerFrom, passed.first),
      {
        max: moveMs,
      },
    );
    this.answerFrom = undefined;
  }

  private restart(): void {
    this.game =
      this.lastOpponentMove =
      this.turnCame =
      this.answerFrom =
      this.endedAt =
      this.noEffectClause =
        undefined;
    this.lastApplied = '';
    this.keptQuiet = true;
  }
}
