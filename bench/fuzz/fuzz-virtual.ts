/** Fuzzing the virtual STM board in virtual time, against a bare fast-check loop over serialport's mock. */
import { bareOnMock, SESSION } from './bare-fast-check';
import { fuzz, Trace, createVirtualRig, observedRig } from './fuzz-campaign';
import type { Contender, Prepared } from '../measure';

/** Counted by answers. The time of noise and silence, which have none, is included. */
function fuzzContender(): Contender {
  return {
    name: 'wirejig fuzz',
    work: async (cases) => {
      const began = process.cpuUsage();
      const trace = new Trace();
      const answers = await fuzz({ rig: observedRig(createVirtualRig(), trace.chunk), cases });
      const { user, system } = process.cpuUsage(began);
      return ((user + system) / 1e6) * (cases / answers);
    },
  };
}

export async function fuzzVirtual(): Promise<Prepared> {
  const mock = await bareOnMock();
  const bare = 'bare fast-check + SerialPortMock';
  return {
    comparison: {
      title: `Fuzzing the virtual STM board, trace on: requests, each with its answer judged; a case has three or four of them, ${SESSION} in the bare loop`,
      unit: 'requests',
      per: 'processor second',
      contenders: [fuzzContender(), { name: bare, work: (count) => mock.work(count) }],
      limits: [
        {
          peer: bare,
          atLeast: 0.4,
          reason: 'the mock is an echo: no board, no decoder, no game is behind its answers',
        },
      ],
      rounds: 7,
      turnMs: 150,
    },
    done: () => mock.close(),
  };
}
