/**
 * What an STM board owes: for each request, and for bytes that are none, the answer that is due, by when, and which clause is broken
 * otherwise. Suite, fuzzing and `check` judge by this, and by nothing else.
 */
import type { RejectOf } from '../frame';
import type {
  RequestResponse,
  RequestResponseSession,
  Ruling,
  TimeLimits,
} from '../request-response/definition';
import type { Parameters } from '../requirement';
import { after, micros, millis } from '../time';
import { byLength } from '../wire/framing';
import { classOfAnswer, classOfGame, classOfReject, classOfRequest } from './classes';
import { dealsOfNewGame, flawOf, isDecisive, NO_DEALS, withDeal, type DealMemory } from './deals';
import { HiddenFaults } from './hidden-faults';
import { ERROR, LIMIT, type Answer, type ErrorCode, type Request, type Tile } from './message';
import {
  agrees,
  describeExpected,
  describeSeen,
  expect,
  follow,
  NEW_GAME,
  POWER_ON,
  sameGame,
  SHUFFLES_PER_GAME,
  type ExpectedAnswer,
  type Game,
} from './rules';
import { parameters, requirements } from './requirements';
import { answers, answerWireUnder, errorOf, hasGoodContent, requests, requestWire } from './stm';

export interface StmState {
  readonly game: Game;
  readonly faults: HiddenFaults;
  readonly deals: DealMemory;
}

type StmSession = RequestResponseSession<Request, Answer, StmState>;

/** STM as a protocol of requests and answers. Its board and its scenarios are its own. */
export const STM: Omit<RequestResponse<Request, Answer, StmState>, 'defects'> = {
  id: 'stm',
  title: 'STM',
  link: { name: 'main', baud: 115_200 },
  requirements,
  parameters,
  at: stmSession,
};

const AT_POWER_ON: StmState = { game: POWER_ON, faults: HiddenFaults.NONE, deals: NO_DEALS };

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['checksum', 'STM-FR-02'],
  ['truncated', 'STM-FR-03'],
  ['unknown-command', 'STM-FR-05'],
  ['bad-data', 'STM-FR-06'],
  ['content', 'STM-FR-07'],
]);
/** These are told by the frame itself, the others by the idle gap. */
const REFUSED_AT_ONCE: readonly string[] = ['checksum', 'content'];
/** Of each answer, and that there is one. */
const FORM = 'STM-FR-11';
const FRAMING_ERRORS: readonly ErrorCode[] = [
  ERROR.badCrc,
  ERROR.unknownCommand,
  ERROR.badData,
  ERROR.truncated,
];

export function stmSession(parameters: Parameters): StmSession {
  const gap = millis(Number(parameters['idleGapMs']));
  const response = millis(Number(parameters['responseMs']));
  const errorCmd = Number(parameters['errorCmd']);
  // Longer than the board's: a pause inside an answer is measured (STM-TM-04), and is not its end.
  const answerGap = micros(Math.max(250_000, 5 * gap));
  const atGap: TimeLimits = {
    min: micros(gap / 2),
    max: after(gap, response),
    clause: 'STM-TM-02',
    sinceLastByte: true,
  };
  return {
    parameters,
    requests: { wire: requestWire, framing: byLength({ idle: gap }), codec: requests({ idleGap: gap }) },
    answers: {
      wire: answerWireUnder(errorCmd),
      framing: byLength({ idle: answerGap }),
      codec: answers({ errorCmd, idleGap: answerGap }),
    },
    initial: { ...AT_POWER_ON, game: NEW_GAME },
    afterReset: AT_POWER_ON,
    rule,
    refusal: (reject, state) =>
      refusal(reject, state, REFUSED_AT_ONCE.includes(reject.error.code) ? undefined : atGap),
    clauses: {
      sum: 'STM-FR-01',
      form: FORM,
      time: 'STM-TM-01',
      unasked: 'STM-TM-03',
      second: FORM,
      pieces: 'STM-FR-04',
      pipelined: 'STM-FR-10',
      recovery: 'STM-FR-09',
    },
    pause: { clause: 'STM-TM-04', max: micros(gap / 2) },
    unsolicited: [],
    time: { max: response },
    // A late answer is one: it is missing only after that.
    missingAfter: micros(Math.max(500_000, 5 * response)),
    idle: after(gap, response),
    hasUniformAnswers: true,
    baseline: [{ type: 'start' }],
    probe: { type: 'set-state' },
    classes: {
      request: classOfRequest,
      reject: classOfReject,
      answer: classOfAnswer,
      state: ({ game }) => classOfGame(game),
      isSame: (a, b) => sameGame(a.game, b.game),
    },
  };
}

function rule(request: Request, state: StmState): Ruling<Answer, StmState> {
  const expected = expect(state.game, request);
  const clause = keptClause(state, request, expected);
  const clauseOf = (answer: Answer | undefined, general?: string): string =>
    brokenClause(state, request, expected, answer, general);
  const next = (answer: Answer): StmState => stateAfter(state, request, answer);
  if (expected.type === 'exact') return { clause, clauseOf, answer: expected.answer, state: next };
  const { tiles } = expected;
  const accepts = (answer: Answer): true | string => {
    if (answer.type !== 'shuffle') return '';
    if (!agrees(expected, answer)) return describeSeen(answer, expected);
    return flawOf(withDeal(state.deals, tiles, answer.tiles), tiles) ?? true;
  };
  const asSent: Answer = { type: 'shuffle', tiles };
  const answer = isDecisive(state.deals, tiles) ? sampleDeal(tiles, accepts) : asSent;
  return { clause, clauseOf, answer, state: next, accepts, describe: describeExpected(expected) };
}

/** A deal that is right: that of the tiles as they are, if it is. */
function sampleDeal(tiles: readonly Tile[], accepts: (answer: Answer) => true | string): Answer {
  for (let n = 0; n < tiles.length; n++) {
    const kinds = [...tiles.slice(n), ...tiles.slice(0, n)];
    const answer: Answer = {
      type: 'shuffle',
      tiles: n === 0 ? tiles : tiles.map((tile, i) => ({ ...tile, kind: kinds[i]?.kind ?? tile.kind })),
    };
    if (accepts(answer) === true) return answer;
  }
  return { type: 'shuffle', tiles };
}

function refusal(
  { error, raw, value }: RejectOf<Request>,
  state: StmState,
  time: TimeLimits | undefined,
): Ruling<Answer, StmState> {
  const code = errorOf(error.code) ?? ERROR.badData;
  const clause = REFUSALS.get(error.code) ?? 'STM-FR-09';
  const faults = state.faults.afterRefusal(state.game, clause, value);
  return {
    clause,
    // Where content is judged before the CRC, the order is wrong.
    clauseOf: (answer) =>
      code === ERROR.badCrc &&
      answer?.type === 'error' &&
      answer.code === ERROR.badData &&
      !hasGoodContent(raw)
        ? 'STM-FR-07'
        : clause,
    // The next byte begins a new frame.
    ...(time === undefined ? { clauseOfNext: clause } : { time }),
    answer: { type: 'error', code },
    state: { ...state, faults },
  };
}

function stateAfter(state: StmState, request: Request, answer: Answer): StmState {
  const { game, faults, deals } = state;
  const next = follow(game, request, answer);
  return {
    game: next,
    faults: faults.after(game, next, request, answer),
    deals: dealsAfter(deals, request, answer),
  };
}

function dealsAfter(deals: DealMemory, request: Request, answer: Answer): DealMemory {
  if (answer.type === 'start' || answer.type === 'reset') return dealsOfNewGame(deals);
  return request.type === 'shuffle' && answer.type === 'shuffle'
    ? withDeal(deals, request.tiles, answer.tiles)
    : deals;
}

function isLongest(request: Request): boolean {
  return request.type === 'shuffle' && request.tiles.length === LIMIT.count;
}

/** The clause that a right answer keeps. */
function keptClause({ game, deals }: StmState, request: Request, expected: ExpectedAnswer): string {
  const refused = refusedClause(game, expected);
  if (refused !== undefined) return refused;
  if (request.type === 'shuffle') {
    if (isDecisive(deals, request.tiles)) return 'STM-GM-06';
    if (isLongest(request)) return 'STM-FR-08';
    if (game.shuffles === SHUFFLES_PER_GAME - 1) return 'STM-GM-05';
  }
  return gameClause(game, request);
}

/** The clause of the game that says what this request does. */
function gameClause(game: Game, request: Request): string {
  switch (request.type) {
    case 'start':
      return 'STM-GM-01';
    case 'reset':
      return 'STM-GM-02';
    case 'shuffle':
      return 'STM-GM-04';
    case 'select':
      return 'STM-GM-07';
    case 'match':
      return game.selected === undefined ? 'STM-GM-09' : 'STM-GM-08';
    case 'set-state':
      return 'STM-GM-10';
  }
}

/**
 * The clause that an answer breaks which is not right; undefined: none came. A request that is lost, or taken for none, breaks that of its
 * circumstances, `general`. A wrong answer to a request that was read well does not.
 */
function brokenClause(
  { game, faults }: StmState,
  request: Request,
  expected: ExpectedAnswer,
  answer: Answer | undefined,
  general: string | undefined,
): string {
  const isPlain = general === undefined || general === FORM;
  const framing = isPlain && isLongest(request) ? 'STM-FR-08' : general;
  if (answer === undefined || !hasForm(request, answer)) return framing ?? FORM;
  if (expected.type === 'shuffle' && agrees(expected, answer)) return 'STM-GM-06';
  const code = answer.type === 'error' ? answer.code : undefined;
  if (code !== undefined && FRAMING_ERRORS.includes(code) && framing !== undefined) return framing;
  const known = faults.explain(request, answer) ?? refusedClause(game, expected);
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
