import { readCheckpoint, writeCheckpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { fuzzCommandLine, resumeCommandLine, resumeOptions, CampaignTime } from './fuzz-plan';
import { TimeUsedUp } from '../../../scenarios/time-limit';

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

describe('the time of a campaign', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const SECOND = 1000;

  function realTime(total: number | undefined, earlier = 0): CampaignTime {
    return new CampaignTime({ total, earlier, board: 'real', measuresResync: true });
  }

  test('cases leave resynchronisation a quarter of the time, and nothing goes on after its end', () => {
    const time = realTime(20 * SECOND);
    jest.advanceTimersByTime(14.9 * SECOND);
    expect(time.casesOver()).toBe(false);
    jest.advanceTimersByTime(0.1 * SECOND);
    expect(time.casesOver()).toBe(true);
    jest.advanceTimersByTime(4.9 * SECOND);
    expect(() => time.check()).not.toThrow();
    jest.advanceTimersByTime(0.1 * SECOND);
    expect(() => time.check()).toThrow(TimeUsedUp);
  });

  test('of a long campaign resynchronisation has two minutes; a resumed one has what is left', () => {
    const time = realTime(3600 * SECOND, 3400 * SECOND);
    expect([time.left, time.casesOver()]).toEqual([200 * SECOND, false]);
    jest.advanceTimersByTime(80 * SECOND);
    expect(time.casesOver()).toBe(true);
  });

  test('minimising has a tenth, the whole triage twice that; after the triage the campaign goes on', async () => {
    const time = realTime(20 * SECOND);
    await time.triage(() => {
      const over = time.minimisingOver();
      jest.advanceTimersByTime(1.9 * SECOND);
      expect(over()).toBe(false);
      jest.advanceTimersByTime(0.1 * SECOND);
      expect(over()).toBe(true);
      jest.advanceTimersByTime(1.9 * SECOND);
      expect(() => time.check()).not.toThrow();
      jest.advanceTimersByTime(0.1 * SECOND);
      expect(() => time.check()).toThrow(TimeUsedUp);
      return Promise.resolve();
    });
    expect(() => time.check()).not.toThrow();
  });

  test('a number of cases has no end in time, and a failure of a real board no more than four minutes', async () => {
    const time = realTime(undefined);
    jest.advanceTimersByTime(1e6 * SECOND);
    expect(time.casesOver()).toBe(false);
    await time.triage(() => {
      jest.advanceTimersByTime(239 * SECOND);
      expect(() => time.check()).not.toThrow();
      jest.advanceTimersByTime(SECOND);
      expect(() => time.check()).toThrow(TimeUsedUp);
      return Promise.resolve();
    });
  });
});
