/** Fuzzing the virtual STM board in virtual time, against a bare fast-check loop over serialport's mock. */
import { bareOnMock } from './bare-fast-check';
import { fuzz, Trace, twin, watched } from './fuzz-campaign';
import type { Contender, Prepared } from './measure';

/** Counted by answers, or by whole cases, which have several: the time is told as if each were the same. */
function wirejig(name: string, by: 'answers' | 'cases'): Contender {
  return {
    name,
    work: async (cases) => {
      const began = process.cpuUsage();
      const trace = new Trace();
      await fuzz({ rig: watched(twin(), trace.chunk), cases });
      const { user, system } = process.cpuUsage(began);
      return ((user + system) / 1e6) * (by === 'cases' ? 1 : cases / trace.answers);
    },
  };
}

export async function fuzzVirtual(): Promise<Prepared> {
  const mock = await bareOnMock();
  const bare = 'bare fast-check + SerialPortMock';
  return {
    comparison: {
      title: 'Fuzzing the virtual STM board, trace on: requests, each with its answer judged',
      unit: 'requests',
      per: 'processor second',
      contenders: [
        wirejig('wirejig fuzz', 'answers'),
        { name: bare, work: (count) => mock.work(count) },
        wirejig('wirejig fuzz, whole cases', 'cases'),
      ],
      limits: [
        {
          peer: bare,
          atLeast: 0.4,
          reason: 'the mock is an echo: no board, no decoder, no game is behind its answers',
        },
        { peer: 'wirejig fuzz, whole cases' },
      ],
      rounds: 7,
      turnMs: 150,
    },
    done: () => mock.close(),
  };
}
