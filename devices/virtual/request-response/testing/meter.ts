/**
 * For tests: an instrument with requests as lines of text, without a tag and without a checksum.
 *
 *     LEVEL 12.5 LF    LEVEL? LF    *IDN? LF
 */
import { describeProtocol } from '../../../../protocols/request-response/request-response';
import { millis } from '../../../../protocols/time';
import { decimal } from '../../../../protocols/wire/kinds/digits';
import { literal, text } from '../../../../protocols/wire/field';
import { lines } from '../../../../protocols/wire/framing';
import { wire, type Messages } from '../../../../protocols/wire/wire';

const requests = wire({
  forms: {
    set: { name: literal('LEVEL '), level: decimal({ min: 0, max: 40, fraction: 1 }) },
    get: { name: literal('LEVEL?') },
    identify: { name: literal('*IDN?') },
    errors: { name: literal('ERR?') },
  },
});

const answers = wire({
  forms: {
    level: { name: literal('L '), level: decimal({ max: 40, fraction: 1 }) },
    identity: { name: literal('I '), text: text({ rest: true, most: 40 }) },
    errors: { name: literal('E '), count: decimal({ max: 99 }) },
  },
});

export interface MeterState {
  readonly level: number;
  readonly errors: number;
}

export const meter = describeProtocol<
  Messages<typeof requests>,
  Messages<typeof answers>,
  MeterState,
  Record<never, never>
>(
  {
    baud: 9600,
    requests,
    answers,
    framing: lines({ end: 'lf', longest: 60 }),
    initial: { level: 0, errors: 0 },
    time: { max: millis(200) },
  },
  {
    id: 'meter',
    title: 'A meter',
    page: `
      ## Lines
      - MT-LN-01 MUST documented — a line that is no command is counted as an error, and not answered.
      - MT-LN-02 MUST documented — every answer is a line of the page.
      ## Commands
      - MT-CM-01 MUST documented — LEVEL sets the level, and is not answered.
      - MT-CM-02 MUST documented — LEVEL? is answered with the level.
      - MT-CM-03 MUST documented — *IDN? is answered with the name.
      - MT-CM-04 MUST documented — ERR? is answered with the number of errors since the last ERR?, 99 at most.
      ## Time
      - MT-TM-01 MUST documented — an answer begins within 200 ms, and nothing comes unasked.
    `,
    rules(request, state) {
      switch (request.type) {
        case 'set':
          return { clause: 'MT-CM-01', state: { ...state, level: request.level } };
        case 'get':
          return { clause: 'MT-CM-02', answer: { type: 'level', level: state.level } };
        case 'identify':
          return { clause: 'MT-CM-03', answer: { type: 'identity', text: 'ACME 1' } };
        case 'errors':
          return {
            clause: 'MT-CM-04',
            answer: { type: 'errors', count: Math.min(99, state.errors) },
            state: { ...state, errors: 0 },
          };
      }
    },
    refuse: (_reject, state) => ({ clause: 'MT-LN-01', state: { ...state, errors: state.errors + 1 } }),
    always: { form: 'MT-LN-02', time: 'MT-TM-01', unasked: 'MT-TM-01' },
    baseline: [{ type: 'set', level: 0 }, { type: 'errors' }],
    probe: { type: 'identify' },
  },
);
