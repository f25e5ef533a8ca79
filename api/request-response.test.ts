import { notPassed, requirementsWith, runSuite } from '../scenarios/testing/suite-run';
import {
  byLength,
  crc16modbus,
  enumOf,
  list,
  millis,
  param,
  requestResponse,
  u16be,
  u8,
  wire,
} from './index';

/** Compiles only if both types are the same. */
function isExactly<Expected>() {
  return <Actual>(
    _value: Actual,
    ..._same: [Expected, Actual] extends [Actual, Expected] ? [] : ['these types differ']
  ): void => undefined;
}

const PAGE = `
## Valve
- VL-01 MUST profile — Move opens or closes one valve and is answered by all of them.
- VL-02 MUST profile — a frame that cannot be read is not answered.
- VL-03 MUST profile — a valve that is not there is answered by Refused.
- VL-04 MUST profile — an answer begins within answerMs.
`;

test('messages, parameters and state are inferred in rules, refusals, defects and scenarios', async () => {
  const tag = { command: u8() };
  const valve = requestResponse({
    baud: 9600,
    parameters: {
      valves: param(4, 'How many valves there are.', { min: 1, max: 16 }),
      answerMs: param(20, 'Latest start of an answer.', { unit: 'ms' }),
      start: param('shut', 'How the valves begin.', { choices: ['open', 'shut'] }),
    },
    requests: wire({
      tag,
      forms: { move: [1, { valve: u8(), to: enumOf(u8(), { shut: 0, open: 1 }) }], show: [2, {}] },
      sum: crc16modbus,
    }),
    answers: wire({
      tag,
      forms: {
        valves: [1, { all: list(u8(), { count: u8(), most: 16 }) }],
        refused: [2, { valve: u8(), code: u16be() }],
      },
      sum: crc16modbus,
    }),
    framing: byLength({ idle: millis(20) }),
    initial: ({ valves, start }) => {
      isExactly<number>()(valves);
      isExactly<'open' | 'shut'>()(start);
      return Array.from({ length: valves }, () => (start === 'open' ? 1 : 0));
    },
    time: ({ answerMs }) => ({ max: millis(answerMs) }),
  }).protocol({
    id: 'valve',
    title: 'Valves',
    page: PAGE,
    rules(request, state, { valves }) {
      isExactly<(0 | 1)[]>()(state);
      isExactly<'move' | 'show'>()(request.type);
      if (request.type === 'show') return { clause: 'VL-01', answer: { type: 'valves', all: state } };
      isExactly<'shut' | 'open'>()(request.to);
      const { valve } = request;
      if (valve >= valves) return { clause: 'VL-03', answer: { type: 'refused', valve, code: 1 } };
      const all = state.with(valve, request.to === 'open' ? 1 : 0);
      return { clause: 'VL-01', state: all, answer: { type: 'valves', all } };
    },
    refuse: ({ error }) => ({ clause: error.code === 'time' ? 'VL-04' : 'VL-02' }),
    always: { time: 'VL-04', unasked: 'VL-02' },
    baseline: ({ valves, start }) =>
      Array.from({ length: valves }, (_, valve) => ({ type: 'move', valve, to: start }) as const),
    probe: { type: 'show' },
    defects: {
      'valve-stuck': {
        breaks: 'VL-01',
        text: 'A valve that is open stays open.',
        change: (steps) => ({
          rule: (request, state) => {
            const ruling = steps.rule(request, state);
            return request.type === 'move' && request.to === 'shut' ? { ...ruling, state } : ruling;
          },
        }),
      },
    },
    scenarios: [
      {
        id: 'all-valves',
        title: 'each valve moves on its own',
        covers: ['VL-01'],
        run: async (host) => {
          isExactly<number>()(host.p.valves);
          for (let valve = 0; valve < host.p.valves; valve++)
            await host.play({ type: 'move', valve, to: 'open' });
          // @ts-expect-error there is no such request
          await expect(host.play({ type: 'close' })).rejects.toThrow(
            'type: close, should be one of move, show',
          );
          // @ts-expect-error a valve has no third position
          const ajar: Parameters<typeof host.play>[0] = { type: 'move', valve: 1, to: 'ajar' };
          await expect(host.play(ajar)).rejects.toThrow('to: ajar');
        },
      },
    ],
  });
  expect(valve.id).toBe('valve');
  expect(valve.suite.scenarios.map(({ id }) => id)).toContain('valve/all-valves');
  expect(valve.boards.map(({ name }) => name)).toEqual(['valve']);
  expect(notPassed(await runSuite(valve.suite, { kinds: valve.boards, sampled: true }))).toEqual([]);
  const stuck = await runSuite(valve.suite, { kinds: valve.boards, board: 'valve+valve-stuck' });
  expect(requirementsWith(stuck, 'fail')).toContain('VL-01');
});
