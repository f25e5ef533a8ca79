// A lamp with a level of 0 to 100: its wire and its rules, from which suite, virtual board, judge and all else follow.
const { byLength, millis, param, requestResponse, u8, wire, xor8 } = require('wirejig');

const requests = wire({
  tag: { command: u8() },
  forms: { set: [1, { level: u8() }], get: [2, {}] },
  sum: xor8(),
});

const answers = wire({
  tag: { command: u8() },
  forms: { level: [1, { level: u8() }], refused: [3, {}] },
  sum: xor8(),
});

const lamp = requestResponse({
  baud: 9600,
  parameters: { most: param(100, 'Highest level.', { min: 1, max: 254 }) },
  requests,
  answers,
  framing: byLength({ idle: millis(20) }),
  initial: { level: 0 },
  time: { max: millis(50) },
}).protocol({
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
    if (request.type === 'get') return { clause: 'LP-LV-03', answer: { type: 'level', level: state.level } };
    if (request.level > most) return { clause: 'LP-LV-02', answer: { type: 'refused' } };
    const { level } = request;
    return { clause: 'LP-LV-01', answer: { type: 'level', level }, state: { level } };
  },
  refuse: () => ({ clause: 'LP-FR-02' }),
  always: { sum: 'LP-FR-01', time: 'LP-TM-01', unasked: 'LP-FR-03' },
  baseline: [{ type: 'set', level: 0 }],
  probe: { type: 'get' },
  defects: {
    late: {
      breaks: 'LP-TM-01',
      text: 'An answer takes 80 ms.',
      change: () => ({ delay: () => millis(80) }),
    },
  },
});

module.exports = { lamp, requests };
