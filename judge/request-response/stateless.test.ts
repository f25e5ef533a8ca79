/** Where nobody knows the state, what is answered alike in any state is judged, and nothing else. */
import { describeProtocol } from '../../protocols/request-response/request-response';
import { micros, millis } from '../../protocols/time';
import { u8 } from '../../protocols/wire/field';
import { byLength } from '../../protocols/wire/framing';
import { wire } from '../../protocols/wire/wire';
import { LineScript } from './testing/line-script';

const requests = wire({
  tag: { command: u8() },
  forms: { version: [1, {}], level: [2, {}], about: [3, {}], set: [4, { n: u8() }] },
});
const answers = wire({ tag: { answer: u8() }, forms: { value: [1, { n: u8() }] } });
const value = (n: number) => ({ type: 'value', n }) as const;

class Dial {
  #turns = 0;
  get turns(): number {
    return this.#turns;
  }
}

const protocol = describeProtocol(
  {
    baud: 19_200,
    requests,
    answers,
    framing: byLength({ idle: millis(20) }),
    initial: { level: 0, dial: new Dial() },
    time: { max: millis(100) },
  },
  {
    id: 'dial',
    title: 'Dial',
    page: `
      ## Dial
      - D-VERSION MUST profile — version is answered by 7.
      - D-LEVEL MUST profile — level is answered by what was set.
      - D-ABOUT MUST profile — about is answered by the level, or one less.
      - D-SET MUST profile — set is answered by the value before.
      - D-TIME MUST profile — answers come in time.
    `,
    rules(request, state) {
      switch (request.type) {
        case 'version':
          return { clause: 'D-VERSION', answer: value(7) };
        case 'level':
          return { clause: 'D-LEVEL', answer: value(state.level) };
        case 'about':
          // It looks at the state later.
          return {
            clause: 'D-ABOUT',
            answer: value(0),
            accepts: ({ n }) => (n >= state.level - 1 && n <= state.level ? true : 'far away'),
          };
        case 'set':
          return {
            clause: 'D-SET',
            answer: value(state.dial.turns),
            state: { ...state, level: request.n },
          };
      }
    },
    refuse: () => ({ clause: 'D-VERSION' }),
    always: { time: 'D-TIME' },
    probe: { type: 'version' },
  },
);

function lost(): LineScript {
  const line = new LineScript(protocol);
  line.monitor.gap(micros(1000));
  return line.until(1000);
}

test('a wrong answer is a failure, a right one is judged', () => {
  const right = lost().tx(1000, { type: 'version' }).rx(1010, value(7)).until(1500);
  expect([right.failed, right.passed]).toEqual([[], ['D-TIME', 'D-VERSION']]);
  expect(right.monitor.accounting()).toMatchObject({ judged: 1 });
  const wrong = lost().tx(1000, { type: 'version' }).rx(1010, value(8));
  expect(wrong.failed).toEqual(['D-VERSION answer']);
});

test.each(['level', 'about'])('%s: what the state decides is not judged', (type) => {
  const found = lost().tx(1000, { type }).rx(1010, value(9)).until(1500);
  expect(found.failed).toEqual([]);
  expect(found.monitor.accounting()).toMatchObject({ judged: 0 });
});

test('a state that only its own class can read decides', () => {
  const found = lost().tx(1000, { type: 'set', n: 3 }).rx(1010, value(9)).until(1500);
  expect(found.failed).toEqual([]);
});
