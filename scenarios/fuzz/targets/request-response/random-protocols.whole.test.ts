import fc from 'fast-check';
import type { BoardKind } from '../../../../devices/virtual/engine/board';
import { boardKind } from '../../../../devices/virtual/request-response/board';
import type { GeneralClauses } from '../../../../protocols/request-response/definition';
import { micros } from '../../../../protocols/time';
import { wireOptions } from '../../../../protocols/wire/testing/layouts.arbitrary';
import type { Failure } from '../../../../protocols/monitor/failure';
import { dice } from '../../campaign/dice';
import { play } from '../../../player/play';
import type { FuzzStep } from '../../../player/step';
import { VirtualRig } from '../../execution/virtual-rig';
import { randomProtocol, type RandomOptions, type RandomProtocol } from '../../testing/random-protocol';
import { rulesBoardKind } from '../../../testing/rules-board';
import type { FuzzSession } from '../../target';
import { fuzzTarget } from './fuzz-target';
import type { RequestResponseView } from './model';

const RUNS = 12;
const CASES = 40;

const definitions: fc.Arbitrary<RandomOptions> = fc.record({
  requests: wireOptions(),
  answers: wireOptions(),
  seed: fc.nat(0xffff),
});

interface FirstFailure {
  readonly failure: Failure;
  /** The case that shows the failure. */
  readonly steps: readonly FuzzStep[];
}

interface RandomTarget extends RandomProtocol {
  readonly session: FuzzSession<RequestResponseView>;
}

/** Of the same options all tests get the same: most of their time would be spent on asking the rules for requests of each kind. */
const targets = new Map<string, RandomTarget>();

function randomTarget(options: RandomOptions): RandomTarget {
  const key = fc.stringify(options);
  const before = targets.get(key);
  if (before !== undefined) return before;
  const random = randomProtocol(options);
  const made = { ...random, session: fuzzTarget(random.protocol).session({}) };
  targets.set(key, made);
  return made;
}

/** The monitor's first finding on such a board, in a number of cases; undefined: nothing. */
function firstFailure(
  { session }: RandomTarget,
  kind: BoardKind,
  seed: number,
  cases: number,
): FirstFailure | undefined {
  const rig = new VirtualRig({ kind, defects: [], parameters: {}, seed });
  const choices = dice(seed);
  const model = session.model(true);
  const options = { links: rig.links, quiet: micros(0) };
  for (let n = 0; n < cases; n++) {
    const steps = choices.any(session.generators)?.make(choices, model.view) ?? [];
    rig.play(play(steps, model, options));
    if (model.failure === undefined && model.desynchronised) rig.play(play(session.baseline, model, options));
    if (model.failure !== undefined) return { failure: model.failure, steps };
  }
  return undefined;
}

describe('a board that plays the rules has no false alarm, for any wires, framings, rules, messages, pauses and noise:', () => {
  test.each<[string, (random: RandomProtocol) => BoardKind]>([
    ['one written for tests', ({ other }) => rulesBoardKind(other)],
    ['the virtual board', ({ protocol }) => boardKind(protocol)],
  ])('%s', (_name, kindOf) => {
    fc.assert(
      fc.property(definitions, (options) => {
        const random = randomTarget(options);
        expect(firstFailure(random, kindOf(random), options.seed, CASES)).toBeUndefined();
      }),
      // The same definitions each time, so that a change is judged and not chance.
      { numRuns: RUNS, seed: 1 },
    );
  });
});

test("a board that breaks one rule is found under its clause, or under a clause about the request's circumstances", () => {
  let found = 0;
  fc.assert(
    fc.property(definitions, (options) => {
      const target = randomTarget(options);
      const { protocol, broken, clause } = target;
      const first = firstFailure(target, rulesBoardKind(broken), options.seed, CASES);
      if (first === undefined) return;
      found++;
      const { clauses } = protocol.at({});
      expect([clause, ...circumstances(clauses, first)]).toContain(first.failure.requirement);
    }),
    // The same definitions each time: they decide how many are found.
    { numRuns: RUNS, seed: 1 },
  );
  expect(found).toBeGreaterThanOrEqual(0.9 * RUNS);
});

/** Clauses that the board also seems to break; none if the page has no rule for the circumstances. */
function circumstances(
  { recovery, pieces, pipelined }: GeneralClauses,
  { failure, steps }: FirstFailure,
): readonly (string | undefined)[] {
  const mayFollowSilence = recovery !== undefined || pipelined !== undefined;
  return [
    failure.kind === 'silence' ? recovery : undefined,
    failure.pipelined === true ? pipelined : undefined,
    steps.length > 1 ? pieces : undefined,
    // The rules allow several states of the board.
    failure.due.includes(' or ') ? failure.requirement : undefined,
    // A wrong answer may belong to an earlier message that must not be answered.
    mayFollowSilence && failure.kind === 'unasked' && failure.due === 'silence'
      ? failure.requirement
      : undefined,
  ];
}
