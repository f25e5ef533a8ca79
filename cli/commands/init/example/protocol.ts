/**
 * A temperature controller on a serial line. Change it into your own board's protocol, then: npx wirejig run oven
 *
 *     request  │ command │ fields │ XOR │      read  01 01            set 25.0 °C  02 00 FA F8
 *     answer   │ command │ fields │ XOR │      state 25.0 °C  81 00 FA 7B       error  FF 01 FE
 */
import { byLength, enumOf, millis, param, requestResponse, u16be, u8, wire, xor8 } from 'wirejig';

// The wire: a command byte tells the form of a frame, and XOR of all bytes before it ends the frame.
const tag = { command: u8({ base: 'hex' }) };
const target = u16be({ unit: '× 0.1 °C' });

const requests = wire({
  tag,
  forms: { read: [0x01, {}], set: [0x02, { target }] },
  sum: xor8(),
});

const answers = wire({
  tag,
  forms: {
    state: [0x81, { target }],
    error: [0xff, { reason: enumOf(u8(), { checksum: 1, command: 2, range: 3 }) }],
  },
  sum: xor8(),
});

const error = (reason: 'checksum' | 'command' | 'range') => ({ type: 'error', reason }) as const;

export const oven = requestResponse({
  baud: 115_200,
  // What another unit, or another release of the firmware, may do otherwise: --param highest=3000
  parameters: {
    highest: param(2500, 'Highest target.', { unit: '× 0.1 °C', min: 200, max: 65_534 }),
    answerMs: param(50, 'Latest start of an answer.', { unit: 'ms', min: 5 }),
  },
  requests,
  answers,
  framing: byLength({ idle: millis(50) }),
  // What the board holds after a reset. The rules get it as their second argument.
  initial: { target: 200 },
  time: ({ answerMs }) => ({ max: millis(answerMs) }),
}).protocol({
  id: 'oven',
  title: 'Temperature controller',
  page: `
    ## Frames
    - OV-FR-01 MUST documented — every frame of the board ends with the XOR of the bytes before it.
    - OV-FR-02 MUST documented — a request with a wrong XOR is answered by error 1 and changes nothing.
    - OV-FR-03 MUST documented — an unknown command is answered by error 2.
    - OV-FR-04 MUST documented — half a request is dropped after 50 ms of silence, and is not answered.
    ## Target
    - OV-TG-01 MUST documented — read is answered by the target, which is 20.0 °C after a reset.
    - OV-TG-02 MUST documented — set changes the target and is answered by the new one.
    - OV-TG-03 MUST documented — a target above highest is answered by error 3 and changes nothing.
    ## Timing
    - OV-TM-01 MUST documented — an answer begins within answerMs.
    - OV-TM-02 MUST documented — the board sends nothing unasked.
  `,
  // The behaviour: which answer is due, by which clause, and what the board holds afterwards.
  rules(request, state, { highest }) {
    if (request.type === 'read') return { clause: 'OV-TG-01', answer: { type: 'state', ...state } };
    if (request.target > highest) return { clause: 'OV-TG-03', answer: error('range') };
    const next = { target: request.target };
    return { clause: 'OV-TG-02', state: next, answer: { type: 'state', ...next } };
  },
  // The same for bytes that are no request. Without an answer, silence is due.
  refuse: ({ error: { code } }) => {
    if (code === 'checksum') return { clause: 'OV-FR-02', answer: error('checksum') };
    if (code === 'unknown-form') return { clause: 'OV-FR-03', answer: error('command') };
    return { clause: 'OV-FR-04' };
  },
  // The clauses that every answer keeps, whatever was asked.
  always: { sum: 'OV-FR-01', time: 'OV-TM-01', unasked: 'OV-TM-02', recovery: 'OV-FR-04' },
  // Requests that bring the board back to `initial`, and one that changes nothing.
  baseline: [{ type: 'set', target: 200 }],
  probe: { type: 'read' },
});
