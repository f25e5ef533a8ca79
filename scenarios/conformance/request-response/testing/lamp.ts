/** For tests: a lamp whose page names a clause for everything that a line can do. */
import type { RequestResponse } from '../../../../protocols/request-response/definition';
import {
  describeProtocol,
  param,
  type LineOptions,
  type RuleOptions,
} from '../../../../protocols/request-response/request-response';
import { millis } from '../../../../protocols/time';
import { u16be, u8 } from '../../../../protocols/wire/field';
import { byLength } from '../../../../protocols/wire/framing';
import { xor8 } from '../../../../protocols/wire/sums';
import { wire, type Messages } from '../../../../protocols/wire/wire';

const command = { command: u8() };
export const lampRequests = wire({
  tag: command,
  forms: {
    set: [1, { level: u8({ max: 100 }) }],
    get: [2, {}],
    fade: [4, { from: u8(), to: u8(), ms: u16be() }],
  },
  sum: xor8(),
});
const answers = wire({
  tag: command,
  forms: { level: [1, { level: u8() }], error: [9, { code: u8() }] },
  sum: xor8(),
});

export type LampRequest = Messages<typeof lampRequests>;
export type LampAnswer = Messages<typeof answers>;

const PAGE = `
## Frames
- LP-FR-01 MUST profile — every frame of the lamp ends with the exclusive or of its bytes.
- LP-FR-02 MUST profile — a frame with another checksum is answered by error 1 and changes nothing.
- LP-FR-03 MUST profile — an unknown command is answered by error 2.
- LP-FR-04 MUST profile — half a frame is dropped after 20 ms of silence, and not answered.
- LP-FR-05 MUST profile — the bytes of a frame may come with pauses.
- LP-FR-06 MUST profile — requests right after each other are answered each, in order.
- LP-FR-07 MUST profile — after noise the next good frame is answered.
- LP-FR-08 MUST profile — frames of the lamp have a form of this page.
## Levels
- LP-LV-01 MUST profile — Set sets the level and is answered by it.
- LP-LV-02 MUST profile — a level above the highest is answered by error 3 and changes nothing.
- LP-LV-03 MUST profile — Get is answered by the level.
- LP-LV-04 MUST profile — Fade ends at its last level, and is refused where that is where it begins.
## Times
- LP-TM-01 MUST profile — an answer begins within 10 ms.
- LP-TM-02 MUST profile — the lamp sends nothing unasked.
`;

const parameters = { most: param(100, 'Highest level.', { min: 1, max: 255 }) };

type LampLine = LineOptions<LampRequest, LampAnswer, number, typeof parameters>;
type LampRules = RuleOptions<LampRequest, LampAnswer, number, typeof parameters>;

const line: LampLine = {
  baud: 9600,
  parameters,
  requests: lampRequests,
  answers,
  framing: byLength({ idle: millis(20) }),
  initial: 0,
  time: { max: millis(10) },
};

const error = (code: number): LampAnswer => ({ type: 'error', code });
const level = (value: number): LampAnswer => ({ type: 'level', level: value });
const done = (clause: string, state: number) => ({ clause, state, answer: level(state) });

const rules: LampRules = {
  id: 'lamp',
  title: 'A lamp',
  page: PAGE,
  rules(request, state, { most }) {
    if (request.type === 'get') return { clause: 'LP-LV-03', answer: level(state) };
    if (request.type === 'set')
      return request.level > most
        ? { clause: 'LP-LV-02', answer: error(3) }
        : done('LP-LV-01', request.level);
    return request.from === request.to
      ? { clause: 'LP-LV-04', answer: error(4) }
      : done('LP-LV-04', request.to);
  },
  refuse({ error: { code } }) {
    if (code === 'checksum') return { clause: 'LP-FR-02', answer: error(1) };
    if (code === 'unknown-form') return { clause: 'LP-FR-03', answer: error(2) };
    if (code === 'range') return { clause: 'LP-LV-02', answer: error(3) };
    return { clause: 'LP-FR-04' };
  },
  always: {
    sum: 'LP-FR-01',
    form: 'LP-FR-08',
    time: 'LP-TM-01',
    unasked: 'LP-TM-02',
    pieces: 'LP-FR-05',
    pipelined: 'LP-FR-06',
    recovery: 'LP-FR-07',
  },
  baseline: [{ type: 'set', level: 0 }],
  probe: { type: 'get' },
};

/** The lamp, with these rules in place of its own. */
export function describeLamp(
  changes: Partial<LampRules> = {},
): RequestResponse<LampRequest, LampAnswer, number> {
  return describeProtocol(line, { ...rules, ...changes });
}

type LampDefect = NonNullable<LampRules['defects']>[string];

/** The defect that requests of a type have this answer, or none. */
export function answeredBy(
  answer: LampAnswer | undefined,
  type: LampRequest['type'],
  clause: string,
): LampDefect {
  const ruling = { clause, ...(answer && { answer }) };
  return {
    breaks: clause,
    text: `It answers ${type} otherwise.`,
    change: (steps) => ({
      rule: (request, state) => (request.type === type ? ruling : steps.rule(request, state)),
    }),
  };
}

export const lamp = describeLamp();
export const LAMP_PAGE = PAGE;
