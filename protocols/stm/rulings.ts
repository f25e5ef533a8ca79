/** What is due in a game, and the clause that is broken otherwise. */
import type { FrameEvent, Random, Ruling, TimeLimits } from '../../api/index';
import { dealsOfNewGame, flawOf, isDecisive, NO_DEALS, withDeal, type DealMemory } from './deals';
import { HiddenFaults } from './hidden-faults';
import { ERROR, LIMIT, requests, type Answer, type ErrorCode, type Request, type Tile } from './message';
import { agrees, expect, follow, isDealOf, SHUFFLES_PER_GAME, type ExpectedAnswer, type Game } from './rules';

type StmRuling = Ruling<Answer, StmState>;
export type Reject = Extract<FrameEvent<Request>, { readonly kind: 'reject' }>;

/** What only serves to name a clause: it makes no other state. */
interface Notes {
  readonly faults: HiddenFaults;
  readonly deals: DealMemory;
}

/** A game. Two of the same game are the same state. */
export class StmState {
  readonly #notes: Notes;

  constructor(
    readonly game: Game,
    notes: Notes = { faults: HiddenFaults.NONE, deals: NO_DEALS },
  ) {
    this.#notes = notes;
  }

  static notesOf(state: StmState): Notes {
    return state.#notes;
  }
}

/** Of each answer, and that there is one. */
const FORM = 'STM-FR-11';

/** The Error for each error of a request's bytes, its clause, and whether the idle gap decides it. */
const REFUSALS: Readonly<Record<string, { code: ErrorCode; clause: string; isAtOnce?: true }>> = {
  checksum: { code: ERROR.badCrc, clause: 'STM-FR-02', isAtOnce: true },
  truncated: { code: ERROR.truncated, clause: 'STM-FR-03' },
  'unknown-form': { code: ERROR.unknownCommand, clause: 'STM-FR-05' },
  constant: { code: ERROR.badData, clause: 'STM-FR-06' },
  length: { code: ERROR.badData, clause: 'STM-FR-06' },
  range: { code: ERROR.badData, clause: 'STM-FR-07', isAtOnce: true },
  repeat: { code: ERROR.badData, clause: 'STM-FR-07', isAtOnce: true },
};

const FRAMING_ERRORS: readonly ErrorCode[] = [
  ERROR.badCrc,
  ERROR.unknownCommand,
  ERROR.badData,
  ERROR.truncated,
];

export function rule(request: Request, state: StmState): StmRuling {
  const expected = expect(state.game, request);
  const clause = keptClause(state, request, expected);
  const clauseOf = (answer: Answer | undefined, general?: string): string =>
    brokenClause(state, request, expected, answer, general);
  const next = (answer: Answer): StmState => stateAfter(state, request, answer);
  if (expected.type === 'exact') return { clause, clauseOf, state: next, answer: expected.answer };
  const { tiles } = expected;
  const { deals } = StmState.notesOf(state);
  const draw = (random: Random): Answer => {
    const kinds = random.shuffle(tiles);
    return {
      type: 'shuffle',
      tiles: tiles.map((tile, i) => ({ ...tile, kind: kinds[i]?.kind ?? tile.kind })),
    };
  };
  const accepts = (answer: Answer): true | string => {
    if (answer.type !== 'shuffle') return '';
    if (!isDealOf(answer.tiles, tiles)) return 'not the same positions and kinds';
    return flawOf(withDeal(deals, tiles, answer.tiles), tiles) ?? true;
  };
  const describe = `the same ${tiles.length} positions in the same order, the same kinds dealt anew`;
  return { clause, clauseOf, state: next, answer: movedOn(deals, tiles), draw, accepts, describe };
}

/** A deal that is right: the kinds of the deal before, each moved on by one place. */
function movedOn({ results, firsts, firstSent }: DealMemory, tiles: readonly Tile[]): Answer {
  const before = results?.at(-1) ?? (firstSent?.length === tiles.length ? firsts.at(-1) : undefined);
  const from = before !== undefined && isDealOf(before, tiles) ? before : tiles;
  const kinds = [...from.slice(1), ...from.slice(0, 1)];
  return { type: 'shuffle', tiles: tiles.map((tile, i) => ({ ...tile, kind: kinds[i]?.kind ?? tile.kind })) };
}

/** `atGap`: the limits of an Error that the idle gap decides. */
export function refusal({ error, raw, value }: Reject, state: StmState, atGap: TimeLimits): StmRuling {
  const known = REFUSALS[error.code];
  const { code, clause, isAtOnce = false } = known ?? { code: ERROR.badData, clause: 'STM-FR-09' };
  const { faults, deals } = StmState.notesOf(state);
  // Where content is judged before the CRC, the order is wrong.
  const isOrderWrong = (answer: Answer | undefined): boolean =>
    code === ERROR.badCrc &&
    answer?.type === 'error' &&
    answer.code === ERROR.badData &&
    !hasGoodContent(raw);
  return {
    clause,
    clauseOf: (answer) => (isOrderWrong(answer) ? 'STM-FR-07' : clause),
    // The next byte begins a new frame.
    ...(isAtOnce ? { clauseOfNext: clause } : { time: atGap }),
    answer: { type: 'error', code },
    state: new StmState(state.game, { deals, faults: faults.afterRefusal(state.game, clause, value) }),
  };
}

/** Whether a request's values are in range and its positions differ; the CRC does not matter. */
export function hasGoodContent(raw: Uint8Array): boolean {
  return requests.decode(requests.seal(raw)).kind === 'frame';
}

function stateAfter(state: StmState, request: Request, answer: Answer): StmState {
  const { faults, deals } = StmState.notesOf(state);
  const game = follow(state.game, request, answer);
  const isNew = answer.type === 'start' || answer.type === 'reset';
  const isDealt = request.type === 'shuffle' && answer.type === 'shuffle';
  const dealt = isDealt ? withDeal(deals, request.tiles, answer.tiles) : deals;
  return new StmState(game, {
    faults: faults.after(state.game, game, request, answer),
    deals: isNew ? dealsOfNewGame(deals) : dealt,
  });
}

function isLongest(request: Request): boolean {
  return request.type === 'shuffle' && request.tiles.length === LIMIT.count;
}

/** The clause that a right answer keeps. */
function keptClause(state: StmState, request: Request, expected: ExpectedAnswer): string {
  const { game } = state;
  const refused = refusedClause(game, expected);
  if (refused !== undefined) return refused;
  if (request.type === 'shuffle') {
    if (isDecisive(StmState.notesOf(state).deals, request.tiles)) return 'STM-GM-06';
    if (isLongest(request)) return 'STM-FR-08';
    if (game.shuffles === SHUFFLES_PER_GAME - 1) return 'STM-GM-05';
  }
  return gameClause(game, request);
}

/** The clause of the game that says what this request does. */
function gameClause({ selected }: Game, { type }: Request): string {
  if (type === 'match' && selected === undefined) return 'STM-GM-09';
  const clauses = { start: '01', reset: '02', shuffle: '04', select: '07', match: '08', 'set-state': '10' };
  return `STM-GM-${clauses[type]}`;
}

/**
 * The clause that an answer breaks which is not right; undefined: none came. A request that is lost, or taken for none, breaks that of its
 * circumstances, `general`. A wrong answer to a request that was read well does not.
 */
function brokenClause(
  state: StmState,
  request: Request,
  expected: ExpectedAnswer,
  answer: Answer | undefined,
  general: string | undefined,
): string {
  const { game } = state;
  const isPlain = general === undefined || general === FORM;
  const framing = isPlain && isLongest(request) ? 'STM-FR-08' : general;
  if (answer === undefined || !hasForm(request, answer)) return framing ?? FORM;
  if (expected.type === 'shuffle' && agrees(expected, answer)) return 'STM-GM-06';
  const code = answer.type === 'error' ? answer.code : undefined;
  if (code !== undefined && FRAMING_ERRORS.includes(code) && framing !== undefined) return framing;
  const known = StmState.notesOf(state).faults.explain(request, answer) ?? refusedClause(game, expected);
  if (known !== undefined) return known;
  if (code === ERROR.shuffleBlocked) return 'STM-GM-05';
  if (code === ERROR.noGame && request.type !== 'start') return 'STM-GM-11';
  return gameClause(game, request);
}

/** Where an Error is due, the clause that asks for it. */
function refusedClause({ started }: Game, expected: ExpectedAnswer): string | undefined {
  if (expected.type !== 'exact' || expected.answer.type !== 'error') return undefined;
  if (expected.answer.code === ERROR.shuffleBlocked) return 'STM-GM-05';
  return started ? 'STM-GM-11' : 'STM-GM-03';
}

/** Whether an answer is of the request's form, or an Error. */
function hasForm({ type }: Request, answer: Answer): boolean {
  return answer.type === 'error' || answer.type === (type === 'set-state' ? 'state' : type);
}
