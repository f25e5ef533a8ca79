import { virtualBoard } from '../../../devices/board';
import type { BoardKind } from '../../../devices/virtual/board';
import { SET_BOARD, SET_PUBLISHED_BOARD } from '../../../devices/virtual/set-board';
import { parameters } from '../../../protocols/set/requirements';
import type { Parameters } from '../../../protocols/requirement';
import type { RunEnd } from '../../record';
import { run } from '../../runner';
import { Selection } from '../../selection';
import { setSuite } from './set';

const DEFAULTS: Parameters = Object.fromEntries(parameters.map((one) => [one.name, one.default]));

interface Asked {
  readonly kind?: BoardKind;
  readonly seed?: number;
  readonly defects?: readonly string[];
  readonly only?: readonly string[];
  readonly own?: Parameters;
}

function asked({ kind = SET_BOARD, seed = 5, defects = [], only = [], own = {} }: Asked): Promise<RunEnd> {
  const values = { ...DEFAULTS, ...own };
  return run({
    board: virtualBoard({ kind, defects, seed, parameters: values }),
    suites: [setSuite],
    parameters: new Map([['set', values]]),
    seed,
    version: '0.0.0',
    command: 'wirejig run set',
    selection: Selection.of([setSuite], only, []),
    signal: new AbortController().signal,
    emit: () => undefined,
  });
}

function notPassed({ verdicts }: RunEnd): string[] {
  return Object.entries(verdicts)
    .filter(([, { verdict }]) => verdict !== 'pass')
    .map(([id, { verdict, reason }]) => `${id} ${verdict} ${reason}`);
}

function failed({ verdicts }: RunEnd): string[] {
  return Object.entries(verdicts).flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
}

test('a sound board passes everything', async () => {
  const end = await asked({});
  expect(end.outcome).toBe('done');
  expect(notPassed(end)).toEqual([]);
  expect(Object.keys(end.verdicts)).toHaveLength(setSuite.requirements.length);
});

test('the firmware as published fails what the page says of it, and that alone', async () => {
  const page = ['SET-FR-02', 'SET-FR-03', 'SET-FR-04', 'SET-FR-05', 'SET-FR-07', 'SET-CD-04'];
  expect(failed(await asked({ kind: SET_PUBLISHED_BOARD })).sort()).toEqual(page.sort());
});

test('a board of another profile passes by that profile', async () => {
  const own = { cardEncoding: '0..2', multiByte: 'first', idleResetMs: 400, rxBufferBytes: 60 };
  expect(notPassed(await asked({ own }))).toEqual([]);
});

test('a table that does not take all cards cannot be asked for all sets', async () => {
  const end = await asked({ own: { tableLimit: 12 } });
  expect(notPassed(end)).toEqual(['SET-SO-03 skip the table takes 12 cards (tableLimit), not 81']);
});

test.each([
  ['idle-early', 'SET-FR-03'],
  ['queue-of-eight', 'SET-FR-06'],
  ['reset-keeps-numbers', 'SET-RS-01'],
])('%s fails %s', async (defect, clause) => {
  expect(failed(await asked({ defects: [defect], only: [clause] }))).toEqual([clause]);
});
