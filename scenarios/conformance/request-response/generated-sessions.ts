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
 * The scenario that plays them, each from the initial state and up to its first wrong answer. A real board gets fewer, but more where
 * none has come to a clause yet. A clause to which none comes may need other parameters; else it is open.
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
      const unjudged = () => covers.filter((clause) => !bench.wasJudged(clause));
      let cut = 0;
      for (const [played, seed] of bench.sample(fc.noBias(fc.integer()), runs.virtual).entries()) {
        if (covers.every((clause) => bench.failedEnough(clause))) return;
        if (!bench.exhaustive && played >= runs.real && unjudged().length === 0) break;
        await host.begin();
        const steps = scenario.session(random(seed), host.state, host.p);
        for (const step of steps)
          if (!(await playStep(host, step))) {
            cut += 1;
            break;
          }
      }
      const isUsual = defaults.every((one) => bench.parameters[one.name] === one.default);
      for (const clause of unjudged())
        if (isUsual)
          bench.inconclusive(
            clause,
            `no session of ${id} reached it: ${cut > 0 ? `${cut} ended early` : 'no rule names it for what they send'}`,
          );
        else bench.skip(clause, `no session of ${id} reached it under these parameters`);
    },
  };
}

function playStep(host: RequestResponseHost<Message, unknown>, step: Message | Uint8Array): Promise<boolean> {
  return step instanceof Uint8Array ? host.bytes(step) : host.play(step);
}
