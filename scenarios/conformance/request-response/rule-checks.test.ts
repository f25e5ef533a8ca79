import { describeProtocol, type RuleOptions } from '../../../protocols/request-response/request-response';
import { millis } from '../../../protocols/time';
import { u8 } from '../../../protocols/wire/field';
import { byLength } from '../../../protocols/wire/framing';
import { xor8 } from '../../../protocols/wire/sums';
import { wire } from '../../../protocols/wire/wire';
import { suiteOf } from './suite';

interface SetMessage {
  readonly type: 'set';
  readonly level: number;
}

type Rules = RuleOptions<SetMessage, SetMessage, { level: number }, Record<never, never>>;

const PAGE = `
## Lamp
- LP-01 MUST profile — Set sets the level and is answered by it.
- LP-02 MUST profile — a frame with a wrong checksum is not answered.
`;

function suiteWith(rules: Rules['rules'], refuse: Rules['refuse'] = () => ({ clause: 'LP-02' })): unknown {
  const set = wire({ tag: { command: u8() }, forms: { set: [1, { level: u8() }] }, sum: xor8() });
  const lamp = describeProtocol(
    {
      baud: 9600,
      requests: set,
      answers: set,
      framing: byLength({ idle: millis(20) }),
      initial: { level: 0 },
      time: { max: millis(10) },
    },
    { id: 'lamp', title: 'A lamp', page: PAGE, rules, refuse, probe: { type: 'set', level: 0 } },
  );
  return suiteOf(lamp, []);
}

test('rules that depend on their arguments alone', () => {
  expect(() =>
    suiteWith((request) => ({
      clause: 'LP-01',
      answer: request,
      state: () => ({ level: request.level }),
      accepts: () => true,
    })),
  ).not.toThrow();
});

test('rules or refusals that change the state they got are errors of their author', () => {
  const changed = /^lamp: rules or refuse changed the state that they got: leave it as it is/;
  expect(() =>
    suiteWith((request, state) => {
      state.level = request.level;
      return { clause: 'LP-01', answer: request, state };
    }),
  ).toThrow(changed);
  const refuse: Rules['refuse'] = (_, state) => {
    state.level++;
    return { clause: 'LP-02' };
  };
  expect(() => suiteWith((request) => ({ clause: 'LP-01', answer: request }), refuse)).toThrow(changed);
});

test('rules that remember are errors of their author', () => {
  let asked = 0;
  expect(() =>
    suiteWith((request) => ({ clause: 'LP-01', answer: { ...request, level: asked++ & 0xff } })),
  ).toThrow(/^lamp: rules of 'set' gave two rulings for the same request and state/);
});

test.each<readonly [string, unknown, string]>([
  ['of no form', { answer: { type: 'lev' } }, 'type: lev, should be one of set'],
  ['without a number', { answer: { type: 'set', level: NaN } }, 'set.level: NaN, should be 0..255'],
  ['of several', { answers: [{ type: 'set', level: 256 }] }, 'set.level: 256, should be 0..255'],
  ['one of which cannot be sent', { oneOf: [{}, { answer: { type: 'set' } }] }, 'set.level: undefined'],
])('an answer %s is an error of the author', (_, part, message) => {
  const rules = () => Object.assign({ clause: 'LP-01' }, part);
  expect(() => suiteWith(rules)).toThrow(`rules of 'set' gave an answer that cannot be sent: ${message}`);
});
