import { readCheckpoint, writeCheckpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { fuzzCommandLine, resumeOptions } from './fuzz-command-line';

const TYPED = {
  board: 'desk',
  config: 'lab/boards.json',
  links: ['tcp://127.0.0.1:4000'],
  resets: ['dtr', 'rts'],
  params: ['baud=9600'],
  stimulus: 'pipe',
  time: '8h',
  resyncLimit: '200ms',
};

test('the printed command line has every option that affects a campaign', () => {
  expect(fuzzCommandLine({ suite: 'stm', ...TYPED, cases: '500' }, 7)).toBe(
    'wirejig fuzz stm --board desk --config lab/boards.json --link tcp://127.0.0.1:4000 --reset dtr --reset rts' +
      ' --stimulus pipe --param baud=9600 --cases 500 --time 8h --seed 7 --resync-limit 200ms',
  );
});

test('a resumed campaign has every option of the earlier command, from its file', () => {
  const text = writeCheckpoint({
    suite: 'stm',
    seed: 7,
    board: 'desk',
    parameters: {},
    wishes: TYPED,
    elapsed: 0,
    state: {
      block: 0,
      tally: {
        ...{ cases: 0, exchanges: 0, failures: 0 },
        ...{ kinds: {}, fields: {}, states: {}, triggers: {}, responses: {}, reached: {} },
      },
      corpus: { entries: [], known: [], added: 0 },
      classes: {},
      findings: [],
      flakes: 0,
    },
  });
  const resume = { suite: 'stm', links: [], resets: [], params: [], out: 'night' };
  expect(resumeOptions(resume, readCheckpoint(text))).toEqual({
    suite: 'stm',
    out: 'night',
    seed: '7',
    ...TYPED,
  });
  expect(resumeOptions({ ...resume, config: 'other.json' }, readCheckpoint(text)).config).toBe('other.json');
});
