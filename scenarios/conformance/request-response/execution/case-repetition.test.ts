/** A stall of this host makes a run longer, and never hides a wrong byte. */
import type { Board } from '../../../../devices/board/board';
import { boardKind } from '../../../../devices/virtual/request-response/board';
import type { Parameters } from '../../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../../protocols/time';
import { runSuite, withLinks } from '../../../testing/suite-run';
import type { RequestResponseHost } from '../host';
import { suiteOf } from '../suite';
import { CaseRepetition } from './case-repetition';
import type { LineDriver } from './line-driver';
import { answeredBy, describeLamp, lamp, type LampRequest } from '../testing/lamp';

type Lamp = typeof lamp;
type LampHost = RequestResponseHost<LampRequest, Parameters>;

const GET = '0202';
/** To level 7: the case begins. */
const SET = '010706';

/** How this host stalls a board. */
interface Stalls {
  /** So many Gets are torn in a stall: what is left of each is answered by error 5. */
  readonly torn?: number;
  /** The answers to so many Gets come late, as the board stood still. */
  readonly late?: number;
  /** The board is a program that answers so many Gets late, and no counter shows why. */
  readonly unseen?: number;
  /** The host reports a stall at any time. */
  readonly always?: boolean;
  /** Get comes in two pieces, with this pause between them. */
  readonly pause?: Micros;
  readonly protocol?: Lamp;
  readonly defect?: string;
}

const STALL = millis(300);
const UNSEEN = millis(2000);
const TORN = Uint8Array.of(0x09, 0x05, 0x0c);
const LEVEL_LENGTH = 3;

function stalledBoard(
  board: Board,
  sent: string[],
  { torn = 0, late = 0, always = false, unseen }: Stalls,
): Board {
  let unseenLeft = unseen ?? 0;
  let lateUntil = -Infinity;
  let [left, lateLeft, stalledAt] = [torn, late, -Infinity];
  let [isGet, isTorn, isLate] = [false, false, false];
  let tornBytes = 0;
  return withLinks(board, (link) => ({
    isProgram: unseen !== undefined,
    stallDuration: (since) => (always || since <= stalledAt ? STALL : micros(0)),
    send: (bytes) => {
      const text = Buffer.from(bytes).toString('hex');
      sent.push(text);
      isGet = text === GET;
      isTorn = isGet && left-- > 0;
      isLate = isGet && lateLeft-- > 0;
      if (isGet && sent.includes(SET) && unseenLeft-- > 0) lateUntil = link.clock.now() + UNSEEN;
      if (isLate || isTorn) stalledAt = link.clock.now();
      return link.send(bytes);
    },
    receive: async (deadline) => {
      if (link.clock.now() < lateUntil) {
        await link.clock.until(micros(Math.min(deadline, lateUntil)));
        if (deadline < lateUntil) return undefined;
      }
      // The answer has come at the end of the stall.
      if (isLate && link.clock.now() < stalledAt + STALL) {
        const end = micros(stalledAt + STALL);
        await link.clock.until(micros(Math.min(deadline, end)));
        if (deadline < end) return undefined;
      }
      for (;;) {
        const chunk = await link.receive(deadline);
        const now = link.clock.now();
        if (chunk !== undefined && chunk.notAfter < lateUntil)
          return { ...chunk, notBefore: now, notAfter: now, lastNotBefore: now };
        if (chunk === undefined || !isGet) return chunk;
        if (isLate) return { ...chunk, notBefore: now, notAfter: now, lastNotBefore: now };
        // Each half of the Get is refused. The bytes of the level came one by one.
        if (!isTorn) return chunk;
        if (++tornBytes % LEVEL_LENGTH !== 1) return { ...chunk, bytes: TORN };
      }
    },
  }));
}

/** Sets the level to 7 and asks for it. */
async function askLevel(stalls: Stalls) {
  const { protocol = lamp, defect, pause } = stalls;
  const sent: string[] = [];
  const run = async (host: LampHost): Promise<void> => {
    await host.play({ type: 'set', level: 7 });
    if (pause !== undefined) await host.send([Uint8Array.of(2), Uint8Array.of(2)], pause);
    for (let asked = 0; asked < Math.max(1, stalls.unseen ?? 1); asked++) await host.play({ type: 'get' });
  };
  const suite = suiteOf(protocol, [{ id: 'own', title: 'own', covers: ['LP-LV-03'], run }]);
  const { end, events } = await runSuite(suite, {
    kinds: [boardKind(protocol)],
    only: ['lamp/own'],
    scenarios: ['lamp/own'],
    sampled: true,
    board: defect === undefined ? 'lamp' : `lamp+${defect}`,
    around: (board) => stalledBoard(board, sent, stalls),
  });
  const checks = events.filter((event) => event.type === 'check');
  return { verdict: end.verdicts['LP-LV-03']?.verdict, sent, checks };
}

/** A lamp that answers half a frame by error 5, and whose firmware may answer Get by an error. */
function lampWithError(code: number): Lamp {
  const sound = lamp.at({ most: 100 });
  return describeLamp({
    refuse: (reject, state) => ({ answer: { type: 'error', code: 5 }, ...sound.refusal(reject, state) }),
    defects: { 'get-refused': answeredBy({ type: 'error', code }, 'get', 'LP-LV-03') },
  });
}

test('what a stall left open is asked again from the same state, until it is judged', async () => {
  // One of them is the probe's.
  const { verdict, sent, checks } = await askLevel({ torn: 3, protocol: lampWithError(5) });
  expect(verdict).toBe('pass');
  expect(checks).toEqual([]);
  const once = ['010001', SET, GET];
  expect(sent.slice(sent.indexOf(SET) - 1)).toEqual([...once, ...once, ...once]);
});

test('what every stall leaves open is inconclusive, with the reason', async () => {
  const { verdict, checks } = await askLevel({ torn: Infinity, protocol: lampWithError(5) });
  expect(verdict).toBe('inconclusive');
  expect(checks).toHaveLength(1);
  expect(checks[0]).toMatchObject({
    doubt: expect.stringMatching(/^this machine stood still for 300 ms, .* rerun\.$/) as string,
  });
});

test.each([
  // One of them is the probe's.
  [3, 'pass', []],
  [Infinity, 'inconclusive', [{ verdict: 'inconclusive', title: 'get was not answered' }]],
])('an answer that only a stall explains is asked for again: %p come late', async (late, expected, open) => {
  const { verdict, checks } = await askLevel({ late });
  expect(verdict).toBe(expected);
  expect(checks).toMatchObject(open);
});

test('a program that stands still unseen once is late, and not silent', async () => {
  const { verdict, checks } = await askLevel({ unseen: 1 });
  expect(verdict).toBe('pass');
  expect(checks.filter((one) => one.verdict === 'fail')).toEqual([]);
});

test('a program that is silent for a while again and again fails', async () => {
  const often = await askLevel({ unseen: 20 });
  expect(often.checks.filter((one) => one.verdict === 'fail')).not.toEqual([]);
});

test('an answer that is missing without a stall fails', async () => {
  const protocol = describeLamp({
    defects: { 'get-unanswered': answeredBy(undefined, 'get', 'LP-LV-03') },
  });
  expect((await askLevel({ protocol, defect: 'get-unanswered' })).verdict).toBe('fail');
});

test('no stall excuses a wrong byte, but what a torn request is answered', async () => {
  const defect = 'get-refused';
  const wrong = await askLevel({ protocol: lampWithError(1), defect, always: true });
  expect(wrong.verdict).toBe('fail');
  expect(wrong.checks[0]?.evidence?.at(-1)).toMatchObject({ direction: 'rx', hex: '090108' });
  const torn = await askLevel({ protocol: lampWithError(5), defect, always: true });
  expect(torn.verdict).toBe('inconclusive');
  expect((await askLevel({ protocol: lampWithError(5), defect })).verdict).toBe('fail');
});

test('a board that ends a request too soon is in doubt where a stall explains it, and asked in the same way again', async () => {
  const pause = millis(8);
  const asked = { protocol: lampWithError(5), pause };
  expect((await askLevel(asked)).verdict).toBe('pass');
  expect((await askLevel({ ...asked, always: true })).verdict).toBe('pass');
  const defect = 'silence-too-short';
  expect((await askLevel({ ...asked, defect, always: true })).verdict).toBe('inconclusive');
});

test('what is left open on the way to a try that never comes is said not to count', async () => {
  let now = 0;
  const retried: number[] = [];
  const finding = { requirement: 'LP-LV-03', verdict: 'inconclusive', detail: { title: 'late' } } as const;
  const outcome = { state: 1, weighed: [{ finding, judgement: {} }], unjudged: [] };
  const driver = {
    bench: { exhaustive: false, now: () => micros(now), retry: (since: Micros) => void retried.push(since) },
    monitor: { state: 2, desynchronised: true },
    session: { baseline: [], initial: undefined, requests: { framing: {} } },
    accounting: () => ({ judged: 0, unjudged: {} }),
    supersede: () => undefined,
    play: () => {
      now += 1000;
      return Promise.resolve(outcome);
    },
  };
  const repetition = new CaseRepetition({
    driver: driver as unknown as LineDriver,
    repeats: true,
    starts: { baseline: () => Promise.resolve(), reset: () => Promise.resolve() },
    record: () => undefined,
  });
  const step = { parts: [Uint8Array.of(2)], pause: micros(0) };
  await repetition.decide(step, {});
  retried.length = 0;
  // From here on the board is in an unknown state after the step before, and none of the tries begins.
  const begun = now;
  await repetition.decide(step, {});
  expect(now).toBeGreaterThan(begun + 2000);
  expect(retried).toEqual([begun + 1000 + 1]);
});
