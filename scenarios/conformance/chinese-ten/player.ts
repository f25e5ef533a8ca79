/** Plays games by the rules: chooses keys by the cards that are shown, and judges what the board prints. */
import { canCapture, DEALT, type Card, type Players } from '../../../protocols/chinese-ten/cards';
import type { RuleCheck } from '../../../protocols/chinese-ten/referee/rule-check';
import type { Item, Prompt } from '../../../protocols/chinese-ten/item';
import { Referee } from '../../../protocols/chinese-ten/referee/referee';
import { indexName } from '../../../protocols/chinese-ten/render';
import type { Reaction, TenHost } from './host';

export interface GamePlan {
  readonly players: Players;
  readonly computers: number;
  /** Names in the order of the players. An empty one takes the board's default. */
  readonly names?: readonly string[];
}

export interface Pair {
  readonly card: Card;
  readonly taken: Card;
}

/** What is done at a prompt before it is answered. It may type keys, and must leave the board at some prompt. */
export type Tactic = (player: TenPlayer, prompt: Prompt) => Promise<void>;

const MAX_KEYS = 4000;
/** Keys in a row that bring no other screen or turn. */
const MAX_FRUITLESS_KEYS = 160;
const KEYS = 36;
/** More cards than this on the table are many: a game begins with four. */
const LARGE_TABLE = 5;
const NONE: readonly Card[] = [];

export class TenPlayer {
  readonly referee: Referee;
  /** Findings are not reported any more: they may have other causes than the rules. */
  unreliable = false;
  layout: readonly Card[] = NONE;
  hand: readonly Card[] = NONE;
  turned: Card | undefined;
  /** A turned card could capture, with more cards on the table than the game began with. */
  hadLargeTable = false;
  private readonly judgedClauses: ReadonlySet<string>;
  private readonly counts = { stock: 0, turned: 0, standing: 0, tie: 0, cards: 0 };
  private options: Pair[] = [];
  /** Choices from the present table that the board refused. */
  private refused: string[] = [];
  private chosenPair: Pair | undefined;
  private keysWithoutProgress = 0;

  /** `judged`: the clauses whose findings are reported. */
  constructor(
    readonly host: TenHost,
    readonly plan: GamePlan,
    judged: readonly string[],
  ) {
    this.judgedClauses = new Set(judged);
    this.referee = new Referee(plan.players);
    host.expectComputers(plan.computers);
    host.onItem = (item) => this.handleItem(item);
  }

  /** The situation, for titles. */
  get situation(): string {
    const { players, computers } = this.plan;
    const game = `a game of ${players}${computers > 0 ? ` (${computers} of them computers)` : ''}`;
    const { turn } = this.referee.view;
    return turn < 0 ? game : `${game}, turn ${turn + 1}`;
  }

  /** Plays to the scoreboard, or until `enough`. false: the board went another way. */
  async play(tactic?: Tactic, enough: () => boolean = () => false): Promise<boolean> {
    let begun = this.host.prompt !== 'menu';
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      const { prompt } = this.host;
      if (prompt === 'scoreboard' || enough()) return true;
      if (
        prompt === undefined ||
        (prompt === 'menu' && begun) ||
        this.keysWithoutProgress > MAX_FRUITLESS_KEYS
      )
        return false;
      begun = true;
      await tactic?.(this, prompt);
      if (this.host.prompt === prompt) await this.step();
    }
    return false;
  }

  /** Answers the prompt. Rejects with {@link NoPrompt} if no other one comes. */
  async step(): Promise<Reaction> {
    const { state } = this.host;
    this.keysWithoutProgress++;
    const reaction = await this.press(this.answer());
    this.learnRefusal(state.kind === 'prompt' ? state.prompt : undefined, reaction);
    return reaction;
  }

  /** Types keys. Rejects with {@link NoPrompt} if no prompt comes. */
  async press(keys: Uint8Array | string): Promise<Reaction> {
    const at = this.host.state;
    const reaction = await this.host.press(keys);
    if (reaction.state.kind !== 'prompt') throw this.host.noPrompt(reaction, at);
    return reaction;
  }

  /** A legal key for the prompt. */
  answer(): string {
    const { state } = this.host;
    switch (state.kind === 'prompt' ? state.prompt : undefined) {
      case 'menu':
        return '1';
      case 'players':
        return String(this.plan.players);
      case 'computers':
        return String(this.plan.computers);
      case 'name':
        return `${this.plan.names?.[(state.kind === 'prompt' ? (state.player ?? 1) : 1) - 1] ?? ''}\r`;
      case 'use-x':
        this.chosenPair = this.chooseCapture();
        return keyOf(this.hand, this.chosenPair?.card);
      case 'use-y':
        return keyOf(this.layout, this.chosenPair?.taken ?? this.pickOne(this.layout));
      case 'discard':
        return keyOf(this.hand, this.pickOne(this.hand));
      case 'take':
        this.chosenPair = this.chooseTaken();
        return keyOf(this.layout, this.chosenPair?.taken);
      default:
        return ' ';
    }
  }

  /** Whether the last choice is legal. */
  get isLegalChoice(): boolean {
    return this.chosenPair === undefined || isCapture(this.chosenPair);
  }

  /** Judges what only the end of a game shows, after the scoreboard. */
  judgeEnd(): void {
    const { referee, counts, plan } = this;
    if (!referee.isOver) return this.reportOpen('the last screen did not come');
    this.check('CT-SC-01', counts.standing === plan.players, `${counts.standing} rows are on the scoreboard`);
    this.check('CT-SC-01', counts.tie === 1, `the tie score is printed ${counts.tie} times`);
    if (referee.view.turn !== DEALT - 1) return;
    this.check(
      'CT-DL-02',
      counts.stock === DEALT,
      `the stock's count was printed ${counts.stock} times in 24 turns`,
    );
    this.check('CT-PL-03', counts.turned === DEALT, `${counts.turned} cards were turned in 24 turns`);
  }

  /** Leaves open what only the end of a game shows. */
  reportOpen(reason: string): void {
    for (const id of ['CT-PL-04', 'CT-SC-01'])
      if (this.judgedClauses.has(id) && !this.unreliable)
        this.host.bench.inconclusive(id, `${this.situation}: ${reason}`);
  }

  /** A choice that is no capture, by a card of the hand or the turned one. */
  illegalPair(from: readonly Card[], known: (pair: Pair) => boolean): Pair | undefined {
    const pairs = pairsOf(from, this.layout).filter((pair) => !isCapture(pair) && !known(pair));
    return this.pickOne(pairs);
  }

  check(requirement: string, holds: boolean, detail: string): void {
    this.judge([{ requirement, holds, detail }]);
  }

  private judge(findings: readonly RuleCheck[]): void {
    if (this.unreliable) return;
    for (const { requirement, holds, detail } of findings)
      if (this.judgedClauses.has(requirement))
        this.host.bench.check(requirement, holds, () => ({ title: `${this.situation}: ${detail}` }));
  }

  private handleItem(item: Item): void {
    this.judge(this.referee.take(item));
    this.checkColours(item);
    switch (item.kind) {
      case 'turn':
        this.turned = undefined;
        return this.resetTable();
      case 'clear':
        return this.resetTable();
      case 'option':
        this.options.push(item);
        return;
      case 'pile':
        if (item.label === 'layout') this.layout = item.cards;
        if (item.label === 'hand') this.hand = item.cards;
        return;
      case 'turned':
        this.turned = item.card;
        if (this.layout.length > LARGE_TABLE && this.layout.some((card) => canCapture(item.card, card)))
          this.hadLargeTable = true;
        this.counts.turned++;
        return;
      case 'stock':
      case 'standing':
      case 'tie':
        this.counts[item.kind]++;
        return;
      default:
        return;
    }
  }

  private resetTable(): void {
    this.options = [];
    this.refused = [];
    this.chosenPair = undefined;
    this.keysWithoutProgress = 0;
  }

  /** Judges the colours of printed cards (CT-UI-01). */
  private checkColours(item: Item): void {
    if (!('flaws' in item)) return;
    const cards = 'cards' in item ? item.cards.length : 1;
    if (cards === 0 && item.flaws.length === 0) return;
    this.counts.cards += cards;
    const wrong = item.flaws.filter(({ kind }) => kind === 'colour' || kind === 'reset');
    this.check('CT-UI-01', wrong.length === 0, wrong.map(({ text }) => text).join('; '));
  }

  /** A capture by a card of the hand: legal and offered, or as near to that as possible. */
  private chooseCapture(): Pair | undefined {
    const pairs = pairsOf(this.hand, this.layout);
    const offered = (pair: Pair): boolean =>
      this.options.some(({ card, taken }) => card === pair.card && taken === pair.taken);
    return this.bestPair(pairs, [(pair) => isCapture(pair) && offered(pair), isCapture, offered]);
  }

  private chooseTaken(): Pair | undefined {
    return this.bestPair(pairsOf(this.turned === undefined ? this.hand : [this.turned], this.layout), [
      isCapture,
    ]);
  }

  private bestPair(pairs: readonly Pair[], tests: readonly ((pair: Pair) => boolean)[]): Pair | undefined {
    const open = pairs.filter((pair) => !this.refused.includes(pairName(pair)));
    for (const test of tests) {
      const found = this.pickOne(open.filter(test));
      if (found !== undefined) return found;
    }
    return this.pickOne(open) ?? this.pickOne(pairs);
  }

  /** Remembers a choice that the board refused, and judges whether it may. */
  private learnRefusal(prompt: Prompt | undefined, { keys, items }: Reaction): void {
    const why = items.find((item) => item.kind === 'refused')?.why;
    const { chosenPair } = this;
    if (why === undefined || prompt === undefined) return;
    if (why === 'action' && chosenPair !== undefined && (prompt === 'use-y' || prompt === 'take')) {
      this.refused.push(pairName(chosenPair));
      const clause = prompt === 'take' ? 'CT-PL-03' : 'CT-PL-02';
      if (isCapture(chosenPair)) {
        const what = `${chosenPair.card.name} is not let capture ${chosenPair.taken.name}`;
        this.check('CT-PL-01', false, what);
        this.check(clause, false, what);
      }
    }
    const index = prompt === 'use-x' || prompt === 'use-y' || prompt === 'discard';
    if (why === 'index' && index)
      this.check(
        'CT-UI-02',
        false,
        `the index ${String.fromCharCode(keys[0] ?? 0)} is refused, and is in range`,
      );
  }

  private pickOne<T>(choices: readonly T[]): T | undefined {
    return choices.length === 0 ? undefined : choices[this.host.random.int(0, choices.length - 1)];
  }
}

function pairsOf(hand: readonly Card[], layout: readonly Card[]): readonly Pair[] {
  return hand.flatMap((card) => layout.map((taken) => ({ card, taken })));
}

function isCapture({ card, taken }: Pair): boolean {
  return canCapture(card, taken);
}

function pairName({ card, taken }: Pair): string {
  return `${card.name} ${taken.name}`;
}

/** The key of a card of a pile. Without a card, the first key. */
export function keyOf(pile: readonly Card[], card: Card | undefined): string {
  const index = card === undefined ? 0 : pile.indexOf(card);
  return indexName(Math.min(Math.max(0, index), KEYS - 1));
}
