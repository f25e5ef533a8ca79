/**
 * For tests: a lamp with a level of 0 to 100, and a checksum.
 *
 *     │ 01 │ level │ xor │  set, answered by │ 01 │ level │ xor │
 *     │ 02 │  xor  │        get, answered by the same
 */
import { millis } from '../../../protocols/time';
import { describeProtocol, param } from '../../../protocols/request-response/request-response';
import { boardKind } from '../../../devices/virtual/request-response/board';
import { suiteOf } from '../../../scenarios/conformance/request-response/suite';
import { u8 } from '../../../protocols/wire/field';
import { byLength } from '../../../protocols/wire/framing';
import { xor8 } from '../../../protocols/wire/sums';
import { wire, type Messages } from '../../../protocols/wire/wire';

export const requests = wire({
  tag: { command: u8() },
  forms: { set: [1, { level: u8() }], get: [2, {}] },
  sum: xor8(),
});

const answers = wire({
  tag: { command: u8() },
  forms: { level: [1, { level: u8() }], refused: [3, {}] },
  sum: xor8(),
});

const parameters = { most: param(100, 'Highest level.', { min: 1, max: 254 }) };

const description = describeProtocol<
  Messages<typeof requests>,
  Messages<typeof answers>,
  { readonly level: number },
  typeof parameters
>(
  {
    baud: 9600,
    parameters,
    requests,
    answers,
    framing: byLength({ idle: millis(20) }),
    initial: { level: 0 },
    time: { max: millis(50) },
  },
  {
    id: 'lamp',
    title: 'A lamp',
    page: `
    ## Frames
    - LP-FR-01 MUST documented — a frame of the lamp ends with the xor of what is before it.
    - LP-FR-02 MUST documented — a frame with a wrong checksum is not answered.
    - LP-FR-03 MUST documented — nothing is sent unasked.
    ## Levels
    - LP-LV-01 MUST documented — set is answered by the new level.
    - LP-LV-02 MUST documented — a level that is too high is refused, and changes nothing.
    - LP-LV-03 MUST documented — get is answered by the level.
    ## Timing
    - LP-TM-01 MUST profile — an answer begins within 50 ms.
  `,
    rules(request, state, { most }) {
      if (request.type === 'get')
        return { clause: 'LP-LV-03', answer: { type: 'level', level: state.level } };
      if (request.level > most) return { clause: 'LP-LV-02', answer: { type: 'refused' } };
      return {
        clause: 'LP-LV-01',
        answer: { type: 'level', level: request.level },
        state: { level: request.level },
      };
    },
    refuse: () => ({ clause: 'LP-FR-02' }),
    always: { sum: 'LP-FR-01', time: 'LP-TM-01', unasked: 'LP-FR-03' },
    baseline: [{ type: 'set', level: 0 }],
    probe: { type: 'get' },
    defects: {
      'one-less': {
        breaks: 'LP-LV-01',
        text: 'A level is one less than it was set to.',
        change: (steps) => ({
          rule: (request, state) =>
            request.type === 'set' && request.level > 0
              ? steps.rule({ ...request, level: request.level - 1 }, state)
              : steps.rule(request, state),
        }),
      },
      late: {
        breaks: 'LP-TM-01',
        text: 'An answer takes 80 ms.',
        change: () => ({ delay: () => millis(80) }),
      },
      deaf: {
        breaks: 'LP-LV-03',
        text: 'Get is not answered.',
        change: (steps) => ({
          rule: (request, state) =>
            request.type === 'get' ? { clause: 'LP-LV-03' } : steps.rule(request, state),
        }),
      },
    },
  },
);

export const lamp = {
  id: description.id,
  suite: suiteOf(description, []),
  boards: [boardKind(description)],
  description,
};
