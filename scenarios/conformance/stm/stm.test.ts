import { virtualBoard } from '../../../devices/board';
import { STM_BOARD } from '../../../devices/virtual/stm-board';
import type { Parameters } from '../../../protocols/requirement';
import { parameters } from '../../../protocols/stm/requirements';
import type { JournalEvent, RunEnd } from '../../record';
import { run } from '../../runner';
import { Selection } from '../../selection';
import { stmSuite } from './stm';

const DEFAULTS: Parameters = Object.fromEntries(parameters.map((one) => [one.name, one.default]));

interface Asked {
  readonly end: RunEnd;
  readonly journal: readonly string[];
}

/** The suite by the profile `own`, on a virtual board with `defects` and that profile, or `boards` own. */
async function asked(
  seed: number,
  defects: readonly string[] = [],
  only: readonly string[] = [],
  own: Parameters = {},
  boards: Parameters = own,
): Promise<Asked> {
  const values = { ...DEFAULTS, ...own };
  const journal: string[] = [];
  const end = await run({
    board: virtualBoard({ kind: STM_BOARD, defects, seed, parameters: { ...DEFAULTS, ...boards } }),
    suites: [stmSuite],
    parameters: new Map([['stm', values]]),
    seed,
    version: '0.0.0',
    command: 'wirejig run stm',
    selection: Selection.of([stmSuite], only, []),
    signal: new AbortController().signal,
    emit: (event: JournalEvent) => journal.push(JSON.stringify(event)),
  });
  return { end, journal };
}

function notPassed({ verdicts }: RunEnd): string[] {
  return Object.entries(verdicts)
    .filter(([, { verdict }]) => verdict !== 'pass')
    .map(([id, { verdict, reason }]) => `${id} ${verdict} ${reason}`);
}

test('a sound board passes everything', async () => {
  const { end, journal } = await asked(77);
  expect(end.outcome).toBe('done');
  expect(notPassed(end)).toEqual([]);
  expect(Object.keys(end.verdicts)).toHaveLength(stmSuite.requirements.length);
  expect(journal.join('\n').length).toBeLessThan(20e6);
});

test('the same seed tells the same journal, byte for byte; another seed another', async () => {
  const only = ['STM-FR-10', 'STM-GM-04'];
  const { journal } = await asked(77, [], only);
  expect((await asked(77, [], only)).journal).toEqual(journal);
  expect((await asked(2 ** 31 - 1, [], only)).journal).not.toEqual(journal);
});

test('a board of another profile passes by that profile', async () => {
  const { end } = await asked(3, [], [], { errorCmd: 0x99, idleGapMs: 20, responseMs: 30 });
  expect(notPassed(end)).toEqual([]);
});

test('and does not pass by the profile of the page', async () => {
  const { end } = await asked(3, [], ['STM-FR-02'], {}, { errorCmd: 0x99 });
  expect(end.verdicts['STM-FR-02']?.verdict).toBe('fail');
});

/** One defect of each of these clauses: the first of the list that breaks it. */
const SAMPLED = ['STM-FR-02', 'STM-FR-10', 'STM-TM-03', 'STM-GM-05'];

test.each(SAMPLED)('the suite finds a board that breaks %s, by that clause', async (clause) => {
  const defect = STM_BOARD.defects.find(({ breaks }) => breaks === clause);
  const { end } = await asked(11, [defect?.name ?? ''], [clause]);
  expect(end.verdicts[clause]?.verdict).toBe('fail');
});
