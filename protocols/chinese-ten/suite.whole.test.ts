import type { CheckRecord } from '../../scenarios/record';
import type { Board } from '../../devices/board/board';
import type { Chunk } from '../chunk';
import { after, micros, millis } from '../time';
import {
  notPassed,
  requirementsWith,
  runSuite,
  withChangedChunks,
  withLinks,
} from '../../scenarios/testing/suite-run';
import type { SuiteRunResult } from '../../scenarios/testing/suite-run';
import { chineseTen } from './chinese-ten';

const { suite: chineseTenSuite } = chineseTen;

function checksOf({ events }: SuiteRunResult): readonly CheckRecord[] {
  return events.filter((event) => event.type === 'check');
}

/** One scenario, by the end of its id, on a board. */
function runScenario(scenario: string, board = 'chinese-ten'): Promise<SuiteRunResult> {
  return runSuite(chineseTenSuite, { board, scenarios: [`chinese-ten/${scenario}`] });
}

test('a sound board passes everything, but clauses that no deal of its games shows are skipped', async () => {
  const ran = await runSuite(chineseTenSuite, { sampled: true });
  expect([ran.end.outcome, notPassed(ran)]).toEqual(['done', []]);
  expect(Object.keys(ran.end.verdicts)).toHaveLength(chineseTenSuite.requirements.length);
  const skipped = checksOf(ran).filter(({ verdict }) => verdict === 'skip');
  expect(new Set(skipped.map(({ requirement }) => requirement))).toEqual(new Set(['CT-PL-04']));
});

test('a sound board whose packs are stacked passes too, special deals and all', async () => {
  const ran = await runScenario('special-deals', 'chinese-ten-special');
  expect([ran.end.verdicts['CT-PL-04']?.verdict, checksOf(ran)]).toEqual(['pass', []]);
});

test('a board without a reset that was left at the prompt for a name is brought to its menu', async () => {
  const ran = await runSuite(chineseTenSuite, {
    sampled: true,
    scenarios: ['chinese-ten/names-with-commas', 'chinese-ten/long-names'],
    around: ({ reset: _none, ...board }) => board,
  });
  const { outcome, verdicts } = ran.end;
  expect([outcome, verdicts['CT-UI-03']?.verdict]).toEqual(['done', 'pass']);
});

/** A host that stands still for 10 s at its n-th receive: nobody knows when what came by then has come. */
function standingStill(board: Board, receive: number): Board {
  let left = receive;
  let stall = { from: micros(Infinity), to: micros(-1) };
  return withLinks(board, (link) => ({
    receive: async (deadline) => {
      if (--left === 0) {
        stall = { from: link.clock.now(), to: after(link.clock.now(), millis(10_000)) };
        await link.clock.until(stall.to);
      }
      const chunk = await link.receive(micros(Math.max(deadline, link.clock.now())));
      if (chunk === undefined || chunk.notAfter > stall.to) return chunk;
      if (chunk.notAfter < stall.from) return chunk;
      return { ...chunk, notBefore: micros(Math.min(chunk.notBefore, stall.from)), notAfter: stall.to };
    },
    stallDuration: (since) => millis(since <= stall.to ? 10_000 : 0),
  }));
}

test.each([6, 12, 15, 30, 90, 250])(
  'a host that stands still for 10 s at receive %i: no failure, no error, and all is judged',
  async (receive) => {
    const ran = await runSuite(chineseTenSuite, {
      sampled: true,
      scenarios: ['chinese-ten/names-with-commas', 'chinese-ten/long-names'],
      around: (board) => standingStill(board, receive),
    });
    expect([ran.end.outcome, ran.end.verdicts['CT-UI-03']?.verdict]).toEqual(['done', 'pass']);
  },
);

describe('a playing order in another format', () => {
  const otherwise = (chunk: Chunk): Chunk => {
    const text = Buffer.from(chunk.bytes)
      .toString('latin1')
      .replaceAll(/Player (\d): /g, 'player $1 = ');
    return { ...chunk, bytes: Uint8Array.from(Buffer.from(text, 'latin1')) };
  };
  test.each([
    ['chinese-ten', 'pass'],
    ['chinese-ten+name-cut-at-characters', 'fail'],
  ])('shows how %s cuts names: %s', async (board, verdict) => {
    const scenarios = ['chinese-ten/long-names'];
    const around = (one: Board): Board => withChangedChunks(one, otherwise);
    const ran = await runSuite(chineseTenSuite, { board, scenarios, around });
    expect(ran.end.verdicts['CT-UI-03']?.verdict).toBe(verdict);
  });
});

test('a key is not judged where a prompt may have come before it', async () => {
  const vague = (chunk: Chunk): Chunk => ({
    ...chunk,
    notBefore: micros(Math.max(0, chunk.notBefore - 60e6)),
  });
  const ran = await runSuite(chineseTenSuite, {
    board: 'chinese-ten+keys-kept-in-pauses',
    scenarios: ['chinese-ten/between-prompts'],
    around: (board) => withChangedChunks(board, vague),
  });
  expect(ran.end.verdicts['CT-UI-04']?.verdict).toBe('inconclusive');
});

describe('a defect', () => {
  test.each([
    ['name-cut-at-characters', 'CT-UI-03', 'long-names'],
    ['keys-kept-in-pauses', 'CT-UI-04', 'between-prompts'],
    ['burst-counts', 'CT-UI-05', 'several-at-once'],
    ['end-of-file-stays', 'CT-UI-02', 'end-of-file'],
  ])('%s fails %s', async (defect, clause, scenario) => {
    expect(requirementsWith(await runScenario(scenario, `chinese-ten+${defect}`), 'fail')).toContain(clause);
  });

  test('that ends the program is reported with the key and the screen', async () => {
    const ran = await runScenario('nonsense', 'chinese-ten+escape-ends');
    expect([ran.end.outcome, requirementsWith(ran, 'fail')]).toEqual(['done', ['CT-UI-02']]);
    const [first] = checksOf(ran).filter(({ verdict }) => verdict === 'fail');
    expect(first?.title).toMatch(/^ESC \(1B\) typed at the prompt 'I want to (use|discard)/);
    expect(first?.seen).toMatch(/nothing for 6000 ms$/);
    expect(first?.screen?.rows.at(-1)?.map(({ text }) => text)).toEqual(['X =']);
  });

  test('that shows on a screen is reported with the screen and its colours', async () => {
    const ran = await runScenario('games-of-4', 'chinese-ten+three-lie-open');
    const [first] = checksOf(ran).filter(({ requirement }) => requirement === 'CT-DL-01');
    const shown = first?.screen?.rows.map((row) => row.map(({ text }) => text).join('')) ?? [];
    expect(shown.join('\n')).toMatch(/>>> It's .*\n[^]*Layout:\n \(0\) \(1\) \(2\)\n/);
    expect(first?.screen?.rows.flat()).toContainEqual(
      expect.objectContaining({ foreground: expect.any(Number) as unknown, background: 7 }),
    );
  });
});
