import { SendGuard } from '../protocols/withheld';
import { runSuite, type SuiteRunResult } from '../scenarios/testing/suite-run';
import { byLength, enumOf, millis, requestResponse, u8, wire, xor8 } from './index';

const PAGE = `
## Axis
- AX-01 MUST documented — Where is answered by the place of the axis.
- AX-02 MUST documented — Jog moves the axis by one, and is answered by its new place.
- AX-03 MUST documented — a frame that cannot be read is not answered.
- AX-04 MUST documented — an answer begins within 20 ms.
`;

function axis(own: Partial<Parameters<ReturnType<typeof line>['protocol']>[0]> = {}) {
  return line().protocol({
    id: 'axis',
    title: 'An axis',
    page: PAGE,
    rules: (request, place) => {
      const next = request.type === 'where' ? place : place + (request.to === 'left' ? 255 : 1);
      const clause = request.type === 'where' ? 'AX-01' : 'AX-02';
      return { clause, state: next % 256, answer: { type: 'place', at: next % 256 } };
    },
    refuse: () => ({ clause: 'AX-03' }),
    always: { time: 'AX-04', sum: 'AX-01', pieces: 'AX-03', recovery: 'AX-03' },
    probe: { type: 'where' },
    never: { motion: { text: 'moves the axis', message: ({ type }) => type === 'jog' } },
    ...own,
  });
}

function line() {
  const tag = { command: u8() };
  return requestResponse({
    baud: 9600,
    requests: wire({
      tag,
      forms: { where: [1, {}], jog: [2, { to: enumOf(u8(), { left: 0, right: 1 }) }] },
      sum: xor8(),
    }),
    answers: wire({ tag, forms: { place: [1, { at: u8() }] }, sum: xor8() }),
    framing: byLength({ idle: millis(20) }),
    initial: 0,
    time: { max: millis(20) },
  });
}

async function runReal(
  { suite, boards }: ReturnType<typeof axis>,
  allow: string,
  only: readonly string[] = [],
): Promise<SuiteRunResult & { readonly sent: readonly string[] }> {
  const own = { ...Object.fromEntries(suite.parameters.map((one) => [one.name, one.default])), allow };
  const withholds = suite.withholds?.(own);
  const result = await runSuite(suite, {
    kinds: boards,
    sampled: true,
    only,
    own,
    around: (board) => (withholds === undefined ? board : { ...board, guard: new SendGuard(withholds) }),
  });
  const sent = result.events.flatMap((event) =>
    event.type === 'chunk' && event.direction === 'tx' ? [event.hex] : [],
  );
  return { ...result, sent };
}

const JOG = /^020[01]/;

test('what is withheld reaches no real board, and its clause is left out with the remedy', async () => {
  const { end, sent } = await runReal(axis(), '');
  expect(sent.length).toBeGreaterThan(20);
  // Not with a wrong sum either: a board may not look at it.
  expect(sent.filter((hex) => JOG.test(hex))).toEqual([]);
  expect(end.verdicts['AX-02']).toMatchObject({
    verdict: 'skip',
    checks: 0,
    reason: 'not sent to a real board: motion, which moves the axis; --allow motion sends it',
  });
  expect(end.verdicts['AX-01']).toMatchObject({ verdict: 'pass' });
});

test.each(['motion', 'all'])('--allow %s sends it', async (allow) => {
  const { end, sent } = await runReal(axis(), allow, ['AX-02']);
  expect(sent.some((hex) => JOG.test(hex))).toBe(true);
  expect(end.verdicts['AX-02']).toMatchObject({ verdict: 'pass' });
});

test('a virtual board gets all of it', async () => {
  const { suite, boards } = axis();
  const { end } = await runSuite(suite, { kinds: boards, only: ['AX-02'] });
  expect(end.verdicts['AX-02']).toMatchObject({ verdict: 'pass' });
});

test('a probe that is withheld, and a name that is not known, are refused', () => {
  const never = {
    asking: { text: 'wears the board', message: ({ type }: { type: string }) => type === 'where' },
  };
  expect(() => axis({ never })).toThrow(
    "never: asking, which wears the board: probe and baseline are sent in each run, and 'where' is one",
  );
  expect(() => axis().suite.withholds?.({ allow: 'moton' })).toThrow(
    '--allow moton: nothing of this name is withheld: give motion or all',
  );
});
