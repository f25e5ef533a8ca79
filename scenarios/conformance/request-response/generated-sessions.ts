/** Plays the sessions that a protocol's author gives as a generator. */
import * as fc from 'fast-check';
import { random } from '../../../devices/random';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameter } from '../../../protocols/requirement';
import type { AnySessionScenario } from '../../../protocols/request-response/session-scenario';
import type { RequestResponseHost } from './host';
import type { OwnScenario } from '../host-scenario';

const RUNS = { virtual: 60, real: 8 } as const;

/**
 * The scenario that plays them, each from the initial state and up to its first wrong answer. A clause to which none comes may need other
 * parameters, or more sessions than a real board gets; else it is open: no rule names it for what they send.
 */
export function generatedSessions(
  scenario: AnySessionScenario,
  defaults: readonly Pick<Parameter, 'name' | 'default'>[],
): OwnScenario<Message, unknown> {
  const { id, title, covers, runs = RUNS } = scenario;
  return {
    id,
    title,
    covers,
    run: async (host) => {
      const { bench } = host;
      for (const seed of bench.sample(fc.noBias(fc.integer()), bench.exhaustive ? runs.virtual : runs.real)) {
        if (covers.every((clause) => bench.failedEnough(clause))) return;
        await host.begin();
        const steps = scenario.session(random(seed), host.state, host.p);
        for (const step of steps) if (!(await playStep(host, step))) break;
      }
      const isFull = bench.exhaustive && defaults.every((one) => bench.parameters[one.name] === one.default);
      for (const clause of covers.filter((one) => !bench.wasJudged(one))) {
        const reason = `no session of ${id} came to it`;
        if (isFull) bench.inconclusive(clause, `${reason}: no rule names it for what they send`);
        else bench.skip(clause, reason);
      }
    },
  };
}

function playStep(host: RequestResponseHost<Message, unknown>, step: Message | Uint8Array): Promise<boolean> {
  return step instanceof Uint8Array ? host.bytes(step) : host.play(step);
}
