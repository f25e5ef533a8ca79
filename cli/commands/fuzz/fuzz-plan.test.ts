import { readCheckpoint, writeCheckpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { fuzzCommandLine, resumeCommandLine, resumeOptions } from './fuzz-plan';

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

const CHECKPOINT = readCheckpoint(
  writeCheckpoint({
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
      fingerprints: {},
      findings: [],
      unconfirmed: [],
      flakes: 0,
    },
  }),
);
const RESUME = { suite: 'stm', links: [], resets: [], params: [], out: 'night' };

test('a resumed campaign has every option of the earlier command, from a folder that is trusted', () => {
  const trusted = { ...RESUME, trustFolder: true };
  expect(resumeOptions(trusted, CHECKPOINT)).toEqual({ ...trusted, seed: '7', ...TYPED });
  expect(resumeOptions({ ...trusted, config: 'other.json' }, CHECKPOINT).config).toBe('other.json');
});

test('of any other folder, what can run a command or open a file has to be typed again', () => {
  expect(() => resumeOptions(RESUME, CHECKPOINT)).toThrow(
    'the campaign in night was with --config lab/boards.json --link tcp://127.0.0.1:4000 --reset dtr --reset rts' +
      ' --stimulus pipe: give that again if you mean it, or --trust-folder',
  );
  const { config, links, resets, stimulus } = TYPED;
  expect(() => resumeOptions({ ...RESUME, config, links, stimulus }, CHECKPOINT)).toThrow(
    'was with --reset dtr --reset rts: give',
  );
  const typed = { ...RESUME, config, links: ['/dev/ttyUSB1'], resets, stimulus };
  expect(resumeOptions(typed, CHECKPOINT)).toMatchObject({ ...TYPED, links: ['/dev/ttyUSB1'] });
  expect(resumeCommandLine({ ...TYPED, ...RESUME, links, resets })).toBe(
    'wirejig fuzz stm --resume --config lab/boards.json --link tcp://127.0.0.1:4000 --reset dtr --reset rts' +
      ' --stimulus pipe --out night',
  );
});
