/** Random described protocols, each with a sound board that is written apart from the virtual one. */
import fc from 'fast-check';
import { wireOptions } from '../../../protocols/wire/testing/layouts.arbitrary';
import { randomProtocol, type RandomOptions } from '../../fuzz/testing/random-protocol';
import { rulesBoardKind } from '../rules-board';
import { systemOf, type MonitorFactory, type System } from './system';

export const randomDefinitions: fc.Arbitrary<RandomOptions> = fc.record({
  requests: wireOptions(),
  answers: wireOptions(),
  seed: fc.nat(0xffff),
});

export function randomSystem(options: RandomOptions, monitor?: MonitorFactory): System {
  const { protocol, other } = randomProtocol(options);
  return systemOf({ protocol, kind: rulesBoardKind(other), ...(monitor && { monitor }) });
}

/** The definition of this number. */
export function drawDefinition(seed: number): RandomOptions {
  const [drawn] = fc.sample(randomDefinitions, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error('no definition was drawn');
  return drawn;
}
