import * as fc from 'fast-check';
import { boardKind } from '../../../devices/virtual/request-response/board';
import type { Parameters } from '../../../protocols/requirement';
import type { Link } from '../../../devices/links/link';
import { after, millis } from '../../../protocols/time';
import {
  notPassed,
  requirementsWith,
  runSuite,
  withLinks,
  type SuiteRunOptions,
} from '../../testing/suite-run';
import type { RequestResponseHost } from './host';
import { suiteOf } from './suite';
import { lamp, type LampRequest } from './testing/lamp';

type LampHost = RequestResponseHost<LampRequest, Parameters>;

/** A run of one scenario of the lamp's author. */
async function play(
  run: (host: LampHost) => Promise<void>,
  covers: readonly string[],
  options: SuiteRunOptions = {},
) {
  const suite = suiteOf(lamp, [{ id: 'own', title: 'own', covers, run }]);
  return runSuite(suite, {
    kinds: [boardKind(lamp)],
    only: ['lamp/own'],
    scenarios: ['lamp/own'],
    ...options,
  });
}

test('a request is judged under the clause of its rule, and the state is followed', async () => {
  const result = await play(
    async (host) => {
      expect(await host.play({ type: 'set', level: 7 })).toBe(true);
      expect(host.state).toBe(7);
      expect(await host.play({ type: 'get' })).toBe(true);
    },
    ['LP-LV-01', 'LP-LV-03'],
  );
  expect(notPassed(result).filter((text) => /LV-0[13]/.test(text))).toEqual([]);
});

test('a wrong answer is charged to the clause that the scenario names', async () => {
  const result = await play(
    async (host) => {
      await host.play({ type: 'fade', from: 1, to: 9, ms: 0 });
      expect(await host.play({ type: 'get' }, 'LP-LV-04')).toBe(false);
      expect(host.state).toBe(0);
    },
    ['LP-LV-04'],
    { board: 'lamp+fade-lost' },
  );
  expect(requirementsWith(result, 'fail')).toEqual(['LP-LV-04']);
});

test('content that is no request is judged by what the page says of it', async () => {
  const result = await play(
    async (host) => {
      expect(await host.bytes([2, 3])).toBe(true);
      expect(await host.raw([2])).toBe(true);
      expect(await host.parted({ type: 'get' }, 1, millis(60))).toBe(true);
      expect(await host.quiet(millis(100))).toBe(true);
    },
    ['LP-FR-02', 'LP-FR-04', 'LP-TM-02'],
  );
  expect(['LP-FR-02', 'LP-FR-04', 'LP-TM-02'].map((id) => result.end.verdicts[id]?.verdict)).toEqual([
    'pass',
    'pass',
    'pass',
  ]);
});

test('each case of a property begins in the initial state, and so does each that is smaller', async () => {
  const states: unknown[] = [];
  const level = fc.integer({ min: 1, max: 100 });
  const requests = fc.array(
    fc.oneof(
      level.map((to): LampRequest => ({ type: 'fade', from: 0, to, ms: 0 })),
      fc.constant<LampRequest>({ type: 'get' }),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const result = await play(
    async (host) => {
      const begin = host.begin.bind(host);
      host.begin = async () => {
        await begin();
        states.push(host.state);
      };
      await host.sessions('levels', { virtual: 10, real: 2 }, requests);
    },
    ['LP-LV-03'],
    { board: 'lamp+fade-lost' },
  );
  expect(states.length).toBeGreaterThan(10);
  expect(new Set(states)).toEqual(new Set([0]));
  const check = result.events.find((event) => event.type === 'check' && event.verdict === 'fail');
  expect(check).toMatchObject({
    requirement: 'LP-LV-03',
    counterexample: { text: expect.stringMatching(/^fade from 0 to 1 ms 0; get$/) as string },
  });
});

test('a board that never stops sending is failed for it, and asked nothing more', async () => {
  const chatter = (link: Link): Partial<Link> => ({
    receive: async (deadline) => {
      const beat = after(link.clock.now(), millis(15));
      await link.receive(beat < deadline ? beat : deadline);
      if (beat > deadline) return undefined;
      const bytes = Uint8Array.of(0x68);
      return { direction: 'rx', bytes, notBefore: beat, notAfter: beat, lastNotBefore: beat };
    },
  });
  let asked = 0;
  const result = await play(
    async (host) => {
      for (; asked < 100; asked++) await host.play({ type: 'get' });
    },
    ['LP-LV-03'],
    { around: (board) => withLinks(board, chatter), sampled: true },
  );
  expect(result.end).toMatchObject({
    outcome: 'never-quiet',
    reason: expect.stringContaining('never stops') as string,
  });
  expect(requirementsWith(result, 'fail')).toEqual(['LP-FR-08']);
  expect(asked).toBeLessThan(10);
});

test('a board that answers nothing any more ends the scenario', async () => {
  const result = await play(
    async (host) => {
      for (let n = 0; n < 100; n++) await host.play({ type: 'get' });
      throw new Error('this is not reached');
    },
    ['LP-LV-03'],
    {
      around: (board) =>
        withLinks(board, (link) => ({
          receive: async (deadline) => void (await link.receive(deadline)),
        })),
    },
  );
  expect(result.end.outcome).toBe('unreachable');
});
