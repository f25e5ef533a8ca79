import { random } from '../../../devices/random';
import { micros, millis } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { literal } from '../../../protocols/wire/field';
import { decimal } from '../../../protocols/wire/kinds/digits';
import { lines } from '../../../protocols/wire/framing';
import { hexSum, xor8 } from '../../../protocols/wire/sums';
import { wire } from '../../../protocols/wire/wire';
import { VirtualRig } from '../../fuzz/execution/virtual-rig';
import { play } from '../../player/play';
import { send } from '../../player/step';
import { notPassed, requirementsWith, runSuite } from '../../testing/suite-run';
import { conversation } from '../described-conversation';

const LINE = lines({ end: 'lf', idle: millis(50) });

interface State {
  readonly periodMs: number;
  /** undefined: not known yet. */
  readonly count: number | undefined;
}

/** A beacon whose beats go on while it is spoken to. Its author gave one scenario, and nothing for fuzzing. */
function beacon() {
  const commands = wire({
    forms: { fast: { is: literal('fast') }, slow: { is: literal('slow') } },
    sum: hexSum(xor8(), { after: '*' }),
  });
  const reports = wire({ forms: { beat: { is: literal('beat '), count: decimal({ max: 99_999 }) } } });
  const START: State = { periodMs: 1000, count: 0 };
  const wait = (state: State) => ({
    state,
    timers: { beat: { min: millis(0.9 * state.periodMs), max: millis(1.1 * state.periodMs) } },
  });
  return conversation({
    links: {
      main: { baud: 9600, host: { codec: codec(commands, LINE) }, board: { codec: codec(reports, LINE) } },
    },
    initial: START,
    boots: true,
    quiet: millis(100),
    firmware: () => ({}),
  }).protocol({
    id: 'beacon',
    title: 'A beacon',
    page: `
## Beats
- BC-01 MUST documented — a beat comes every second; after fast every 200 ms, until slow.
- BC-02 MUST documented — beats are counted from 1 on.
`,
    rules(event, state) {
      if (event.kind === 'reset') return wait(START);
      if (event.kind === 'message')
        return wait({ ...state, periodMs: event.message.type === 'fast' ? 200 : 1000 });
      if (event.kind !== 'expired') return {};
      const next = (state.count ?? 0) + 1;
      return {
        sends: [
          {
            title: 'a beat',
            queue: 'beat',
            clause: 'BC-02',
            accepts: ({ count }) => state.count === undefined || count === next,
            make: () => ({ type: 'beat', count: next }),
            mistakes: () => true,
            within: { max: millis(50), clause: 'BC-01' },
            charge: ({ kind }) => (kind === 'silence' ? 'BC-01' : 'BC-02'),
            keeps: ['BC-01', 'BC-02'],
            then: ({ count }, now) => wait({ ...now, count }),
          },
        ],
      };
    },
    background: ['beat'],
    charge: () => 'BC-01',
    begins: ({ message }, state) =>
      state.count === undefined && message !== undefined
        ? wait({ ...state, count: message.count })
        : undefined,
    unknown: (state) => ({ ...state, count: undefined }),
    isKnown: ({ count }) => count !== undefined,
    reach: async (host) => {
      await host.listen(millis(1200));
      return host.received.length > 0 ? undefined : 'no beat came';
    },
    scenarios: [
      {
        id: 'beats',
        title: 'beats',
        covers: ['BC-01', 'BC-02'],
        run: async (host) => {
          await host.listen(millis(3000));
        },
      },
    ],
    defects: {
      'sum-ignored': {
        breaks: 'BC-01',
        text: 'It takes commands with a wrong sum.',
        change: () => ({
          receives: (event) =>
            event.kind === 'reject' && Buffer.from(event.raw).includes('fast')
              ? [{ ...event, kind: 'frame', value: { type: 'fast' } }]
              : [event],
        }),
      },
    },
  });
}

test('where an author gave only wires, the suite tries messages, near-misses and noise', async () => {
  const { suite, boards } = beacon();
  const scenarios = suite.scenarios.map(({ id }) => id);
  expect(scenarios).toEqual(['beacon/beats', 'beacon/stock']);
  const sound = await runSuite(suite, { kinds: boards });
  expect(notPassed(sound)).toEqual([]);
  const bugged = { kinds: boards, board: 'beacon+sum-ignored' };
  expect(requirementsWith(await runSuite(suite, { ...bugged, scenarios: ['beacon/beats'] }), 'fail')).toEqual(
    [],
  );
  expect(requirementsWith(await runSuite(suite, bugged), 'fail')).toContain('BC-01');
});

test('no beat that crosses commands is blamed on the board', async () => {
  const protocol = beacon();
  const [target] = (await protocol.targets?.()) ?? [];
  const [kind] = protocol.boards;
  if (target === undefined || kind === undefined) throw new Error('nothing follows from the wires');
  const session = target.session({});
  const texts = ['fast', 'slow', 'fax'].map((text) => {
    const sum = [...Buffer.from(text)].reduce((all, byte) => all ^ byte, 0);
    return `${text}*${sum.toString(16).toUpperCase().padStart(2, '0')}\n`;
  });
  for (let seed = 1; seed <= 30; seed++) {
    const rig = new VirtualRig({ kind, defects: [], parameters: {}, seed });
    rig.reset();
    const model = session.model(true, true);
    const dice = random(seed);
    for (let n = 0; n < 150; n++) {
      const one = texts[dice.int(0, 2)] ?? '';
      const bytes = Uint8Array.from(
        Buffer.from(dice.int(0, 1) === 0 ? one : one + (texts[dice.int(0, 1)] ?? '')),
      );
      const gaps = [0, 2, 10, 150, 175, 190, 210, 900, 1000];
      const gap = micros(1000 * (gaps[dice.int(0, gaps.length - 1)] ?? 0) + dice.int(0, 10_000));
      rig.play(play([send('main', bytes, gap)], model, { links: rig.links, quiet: micros(0) }));
      expect([seed, n, model.failure]).toEqual([seed, n, undefined]);
    }
  }
});

test('fuzzing finds it, and reaches what the board begins by itself', async () => {
  const [target] = (await beacon().targets?.()) ?? [];
  expect(target?.session({}).generators.map(({ name }) => name)).toContain('near-miss: checksum');
  expect(target?.triggers).toEqual(['fast', 'slow']);
});
