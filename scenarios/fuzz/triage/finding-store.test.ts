import { describeProtocol } from '../../../protocols/request-response/request-response';
import { millis } from '../../../protocols/time';
import { u8 } from '../../../protocols/wire/field';
import { byLength } from '../../../protocols/wire/framing';
import { xor8 } from '../../../protocols/wire/sums';
import { wire } from '../../../protocols/wire/wire';
import { runDescribedCampaign } from '../testing/described-campaign';

const form = { level: u8() };
const requests = wire({
  tag: { command: u8() },
  sum: xor8(),
  forms: { heat: [1, form], cool: [2, form], stir: [3, form], pour: [4, form] },
});
const answers = wire({
  tag: { command: u8() },
  sum: xor8(),
  forms: { done: [1, {}], refused: [2, { reason: u8() }] },
});

const framing = byLength({ idle: millis(20) });

/** A board that refuses levels from 250 on, each with this reason. */
const kitchen = (reason: number) =>
  describeProtocol(
    { baud: 19_200, requests, answers, framing, initial: 0, time: { max: millis(100) } },
    {
      id: 'kitchen',
      title: 'Kitchen',
      page: `
## Kitchen
- KIT-01 MUST documented — a frame ends with the XOR of its bytes.
- KIT-02 MUST documented — a level below 250 is done.
- KIT-03 MUST documented — a level from 250 on is refused with reason 2.
- KIT-04 MUST documented — nothing comes unasked.
- KIT-05 MUST documented — an answer starts within 100 ms.
`,
      rules: ({ level }) =>
        level < 250
          ? { clause: 'KIT-02', answer: { type: 'done' } as const }
          : { clause: 'KIT-03', answer: { type: 'refused', reason } as const },
      refuse: () => ({ clause: 'KIT-01' }),
      always: { sum: 'KIT-01', form: 'KIT-01', time: 'KIT-05', unasked: 'KIT-04' },
      probe: { type: 'heat', level: 1 },
    },
  );

test('a fault that several requests share is two findings at most, however many show it', async () => {
  const options = { cases: 600, board: kitchen(3), findings: 4 };
  const { findings, end } = await runDescribedCampaign(kitchen(2), options);
  expect(findings.map(({ requirement }) => requirement)).toEqual(['KIT-03', 'KIT-03']);
  expect(end.cases).toBe(600);
});
