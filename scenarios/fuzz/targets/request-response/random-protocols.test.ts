import fc from 'fast-check';
import type { AnyRequestResponse } from '../../../../protocols/request-response/definition';
import { micros } from '../../../../protocols/time';
import { wireOptions } from '../../../../protocols/wire/testing/layouts.arbitrary';
import type { Failure } from '../../../oracle/failure';
import { dice } from '../../campaign/dice';
import { play } from '../../execution/play';
import { VirtualRig } from '../../execution/virtual-rig';
import { randomProtocol, type RandomOptions } from '../../testing/random-protocol';
import { rulesBoardKind } from '../../../testing/rules-board';
import { fuzzTarget } from './fuzz-target';

const RUNS = 30;

const definitions: fc.Arbitrary<RandomOptions> = fc.record({
  requests: wireOptions(),
  answers: wireOptions(),
  seed: fc.nat(0xffff),
});

/** What the monitor of `rules` finds of a board that plays `board`, in so many cases; undefined: nothing. */
function firstFailure(
  rules: AnyRequestResponse,
  board: AnyRequestResponse,
  seed: number,
  cases: number,
): { readonly failure: Failure; readonly steps: unknown } | undefined {
  const session = fuzzTarget(rules).session({});
  const rig = new VirtualRig({ kind: rulesBoardKind(board), defects: [], parameters: {}, seed });
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

test('a board that plays the rules is blamed for nothing, whatever the wires, framings, rules, pauses and noise', () => {
  fc.assert(
    fc.property(definitions, (options) => {
      const { protocol } = randomProtocol(options);
      expect(firstFailure(protocol, protocol, options.seed, 40)).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
});

test('a board that breaks one rule is blamed under its clause, or under how the request came', () => {
  let found = 0;
  let named = 0;
  fc.assert(
    fc.property(definitions, (options) => {
      const { protocol, broken, clause } = randomProtocol(options);
      const failure = firstFailure(protocol, broken, options.seed, 40)?.failure;
      if (failure === undefined) return;
      found++;
      if (failure.requirement === clause) named++;
      expect([clause, 'RECOVERY', 'PIECES', 'PIPELINED']).toContain(failure.requirement);
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(0.8 * RUNS);
  expect(named).toBeGreaterThan(0.8 * found);
});
