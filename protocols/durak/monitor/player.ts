/**
 * One Durak board as a player: its deal and its moves, each judged by the packets before it (DRK-DL, DRK-PL).
 * role.ts finds which player it is.
 */
import { latin1 } from '../../bytes';
import type { TimedEvent } from '../../monitor/timed-decoder';
import { micros, millis, type Micros } from '../../time';
import { isDeal, started } from '../deal';
import { judge, type Illegal } from '../judge';
import type { Deck, Packet } from '../packet';
import { afterMove, sameCards, winner, type Player, type State } from '../rules';
import { AnswerJudge } from './answers';
import { failEarlyDeck, judgeDeal } from './deals';
import type { ExchangeCoverage } from './exchange-coverage';
import { GameRecord } from './game-record';
import { OpponentMoveJudge } from './opponent-move';
import type { RepetitionContext } from './repetitions';
import { RoleJudge, type RoleOptions } from './role';
import { TurnJudge, type TurnOptions } from './turn';

export interface PlayerOptions extends RoleOptions, TurnOptions {
  readonly exchanges: ExchangeCoverage;
  /** The board made a move, or dealt. */
  readonly moved: (player: Player, at: Micros, text: string) => void;
}

/** How long the board is watched after the end of the game. */
const WATCHED_END = millis(7000);

export class PlayerJudge {
  private lastApplied = '';
  /** The last packet that was no legal move, if the board has answered it. */
  private lastRefused: string | undefined;
  private keptQuiet = true;
  private endedAt: Micros | undefined;

  private readonly record: GameRecord;
  private readonly roleJudge: RoleJudge;
  private readonly opponentMove: OpponentMoveJudge;
  private readonly answer: AnswerJudge;
  private readonly turn: TurnJudge;

  constructor(private readonly options: PlayerOptions) {
    this.record = new GameRecord(options.findings);
    this.roleJudge = new RoleJudge(options, () => this.restart());
    this.opponentMove = new OpponentMoveJudge(options.findings);
    this.answer = new AnswerJudge(options.findings, options.moveMs);
    this.turn = new TurnJudge(options);
  }

  get role(): Player | undefined {
    return this.roleJudge.role;
  }

  private get onTurn(): boolean {
    return this.game !== undefined && this.game.turn === this.role;
  }

  get game(): State | undefined {
    return this.record.state;
  }

  get over(): boolean {
    return this.record.over;
  }

  /** How often the cards were counted. */
  get counts(): number {
    return this.record.counts;
  }

  /** The boards disagree on the game, and send each other their states again and again. */
  get disputes(): boolean {
    return this.answer.disputes;
  }

  /** What a packet that the board sent before may mean now. `cards`: of a deck. */
  contextOf(passed: TimedEvent<Packet>, cards: Deck | undefined): RepetitionContext {
    const { answer, opponentMove } = this;
    const mayAnswer = answer.isDue || answer.isAllowedAt(passed.first.notBefore);
    return {
      answers:
        cards !== undefined &&
        (mayAnswer || opponentMove.isRefusal(passed, cards) || opponentMove.crosses(passed, cards)),
      isOver: this.over,
      refusal: opponentMove.repetitionCharge,
    };
  }

  /** The board received something that must have no effect by `clause`. Returns the clause that its acknowledgement keeps. */
  txNoEffect(clause: string, acked = clause): readonly string[] {
    this.options.findings.noEffect = { clause, trigger: this.options.exchanges.lastTrigger };
    return [acked];
  }

  /** The board received a hello. Returns the clauses that its acknowledgement keeps. */
  txHello(passed: TimedEvent<Packet>, preceding: string | undefined): readonly string[] {
    const { unmoved, clauses } = this.roleJudge.txHello(passed, preceding);
    if (!unmoved) return clauses;
    const [clause = ''] = clauses;
    this.txNoEffect(clause);
    return this.over ? ['DRK-PL-09', ...clauses] : clauses;
  }

  /**
   * The board received a deck. Returns the clauses that its acknowledgement keeps. `preceding`: the clause about its
   * separation from the bytes before it.
   */
  txDeck(passed: TimedEvent<Packet>, cards: Deck, preceding: string | undefined): readonly string[] {
    const { roleJudge, game } = this;
    roleJudge.txDeck(cards);
    if (roleJudge.role === undefined) {
      if (roleJudge.unknown) this.answer.allow(passed);
      return ['DRK-HS-07'];
    }
    const key = latin1(passed.event.raw);
    if (game === undefined) {
      if (roleJudge.role === 1 || !isDeal(cards)) return this.txNoEffect('DRK-HS-07');
      this.record.begin(started(cards));
      this.lastApplied = key;
      return [];
    }
    const isOver = winner(game) !== undefined;
    const answerIsDue = !isOver && game.turn !== roleJudge.role;
    if (key === this.lastApplied) {
      // By DRK-LK-14 it may be silent. If its move was acknowledged since, it may answer by DRK-PL-10.
      if (answerIsDue) this.answer.allow(passed);
      return this.txNoEffect('DRK-LK-14');
    }
    if (!answerIsDue) return isOver ? ['DRK-PL-09'] : [];
    return this.opponentMoves(passed, cards, game, key, preceding);
  }

  /** The board sent its first hello. */
  rxHello(passed: TimedEvent<Packet>): void {
    this.roleJudge.rxHello(passed, this.game !== undefined);
  }

  /** The board's own packet was acknowledged. */
  acked(kind: 'hello' | 'deck', passed: TimedEvent<Packet>): void {
    if (kind === 'hello') this.roleJudge.acked(passed);
    else if (this.onTurn && !this.turn.isOpen) this.turn.came(passed.last);
  }

  /** The board sent a deck that is no repetition. */
  rxDeck(passed: TimedEvent<Packet>, cards: Deck): void {
    const { game, roleJudge, opponentMove, answer } = this;
    const inferred = roleJudge.rxDeck(cards);
    if (inferred !== undefined) return this.record.begin(inferred);
    if (roleJudge.role === undefined) return;
    if (game === undefined) return this.rxDeal(passed, cards);
    const isOver = this.over;
    if (!isOver && answer.isDue && sameCards(cards, game.cards)) return answer.answered(passed);
    if (opponentMove.crosses(passed, cards)) return this.options.repetitions.settledBy('moved', passed);
    // The board may treat the move that ends the game as illegal.
    if (opponentMove.isRefusal(passed, cards) || (isOver && opponentMove.isRepetition(cards)))
      return this.refused();
    if (isOver) return this.failUnasked('DRK-PL-09', 'after the end of the game', 'a deck packet');
    if (game.turn === roleJudge.role) return this.rxMove(passed, cards, game);
    if (answer.isAllowedAt(passed.first.notBefore) && sameCards(cards, game.cards)) return answer.stated();
    this.keptQuiet = false;
    const seen = sameCards(cards, game.cards) ? 'its last state, unasked' : 'another deck';
    this.failUnasked('DRK-PL-12', "on the other board's turn", seen);
  }

  private failUnasked(clause: string, title: string, seen: string): void {
    this.options.findings.failOwn(clause, { kind: 'unasked', title, expected: 'no new deck packet', seen });
  }

  /** When a deal, a move or an answer counts as missing; undefined: nothing is due. */
  get dueAt(): Micros | undefined {
    const deal = this.roleJudge.dealDueAt(this.game !== undefined);
    const times = [deal, this.moveMissingAt, this.answer.missingAt].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : micros(Math.min(...times));
  }

  tick(now: Micros): void {
    this.roleJudge.tick(now, this.game !== undefined);
    const { moveMissingAt, game } = this;
    if (game !== undefined && moveMissingAt !== undefined && now >= moveMissingAt) this.turn.missed(game);
    this.answer.tick(now);
    if (this.endedAt !== undefined && now > this.endedAt + WATCHED_END) {
      this.options.findings.pass('DRK-PL-09');
      this.endedAt = undefined;
    }
  }

  /** A board that plays by itself has to move by then. */
  private get moveMissingAt(): Micros | undefined {
    const isOpen = this.onTurn && !this.over && this.options.repetitions.waiting === undefined;
    return isOpen ? this.turn.missingAt : undefined;
  }

  private opponentMoves(
    passed: TimedEvent<Packet>,
    cards: Deck,
    game: State,
    key: string,
    preceding: string | undefined,
  ): readonly string[] {
    const { findings, repetitions } = this.options;
    const judgement = judge(game, cards);
    if (!judgement.legal) return this.refuse(passed, cards, judgement, key);
    const acked = repetitions.waiting === undefined && !repetitions.unsure;
    const answering = this.answer.isAllowedAt(passed.last.notAfter);
    const afterRefusal = this.lastRefused !== undefined;
    this.opponentMove.made({ game, move: judgement.move, at: passed.last, acked, answering, afterRefusal });
    repetitions.settledBy('moved', passed);
    const before = preceding ?? findings.noEffect?.clause;
    // Where it owed an answer, it may have taken what came for a move.
    if (!this.answer.isDue) findings.noEffect = undefined;
    this.lastRefused = undefined;
    this.record.goOn(afterMove(game, cards));
    this.lastApplied = key;
    this.turn.came(passed.last, before);
    this.answer.waive();
    if (this.keptQuiet) findings.pass('DRK-PL-12');
    this.keptQuiet = true;
    if (this.over) this.endedAt = passed.last.notAfter;
    return [];
  }

  /** The board received a packet that is no legal move. */
  private refuse(
    passed: TimedEvent<Packet>,
    cards: Deck,
    { clause }: Illegal,
    key: string,
  ): readonly string[] {
    const { repetitions } = this.options;
    const effect = isDeal(cards) ? 'DRK-HS-07' : 'DRK-PL-10';
    const again = key === this.lastRefused;
    this.answer.allow(passed);
    // If its last packet may be unacknowledged, an answer is only possible.
    if (repetitions.waiting === undefined && !repetitions.unsure)
      this.answer.require(passed, clause, again ? 'DRK-LK-14' : effect);
    this.lastRefused = key;
    return this.txNoEffect(effect, 'DRK-PL-10');
  }

  private rxDeal(passed: TimedEvent<Packet>, cards: Deck): void {
    const { findings, moved } = this.options;
    if (this.role === 2) return failEarlyDeck(findings, cards, this.roleJudge.dealClause);
    const isRight = judgeDeal(findings, cards);
    this.roleJudge.dealt(passed);
    if (!isRight) return;
    // It has shown its state: what came before had no effect.
    findings.noEffect = undefined;
    this.record.begin(started(cards));
    this.turn.end();
    moved(1, passed.first.notAfter, 'deals');
  }

  private rxMove(passed: TimedEvent<Packet>, cards: Deck, game: State): void {
    const { findings, moved } = this.options;
    const judgement = judge(game, cards);
    if (!judgement.legal) return this.failMove(judgement, cards);
    const { move } = judgement;
    for (const clause of [move.clause, 'DRK-PL-07', 'DRK-PL-08']) findings.pass(clause);
    if (move.kind === 'bito' || move.kind === 'take') findings.pass('DRK-PL-06');
    if (findings.noEffect !== undefined) findings.pass(findings.noEffect.clause);
    this.turn.moved(passed);
    this.opponentMove.taken();
    findings.noEffect = this.lastRefused = undefined;
    this.answer.moved();
    this.record.goOn(afterMove(game, cards));
    moved(move.player, passed.first.notAfter, move.text);
    if (this.over) this.endedAt = passed.last.notAfter;
  }

  private failMove({ clause, reason }: Illegal, cards: Deck): void {
    const ignored = this.opponentMove.isIgnored(cards);
    this.options.findings.failMove(ignored ? 'DRK-PL-12' : clause, {
      kind: 'answer',
      title: 'its move',
      expected: 'a legal move',
      seen: ignored ? "a move out of turn, as if the other board's had not been made" : reason,
    });
  }

  private refused(): void {
    const game = this.opponentMove.refused();
    if (game === undefined) return;
    this.answer.stated();
    this.record.begin(game);
    this.lastApplied = '';
    this.endedAt = undefined;
    this.turn.end();
  }

  private restart(): void {
    this.record.state = this.endedAt = this.options.findings.noEffect = undefined;
    this.turn.end();
    this.lastRefused = undefined;
    this.opponentMove.forget();
    this.answer.waive();
    this.lastApplied = '';
    this.keptQuiet = true;
  }
}
