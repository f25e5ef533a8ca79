import { virtualBoard } from '../../../devices/board';
import type { BoardKind } from '../../../devices/virtual/board';
import { GM67_BOARD } from '../../../devices/virtual/gm67-board';
import { parameters } from '../../../protocols/gm67/requirements';
import type { Parameters } from '../../../protocols/requirement';
import type { RunEnd } from '../../record';
import { run } from '../../runner';
import { Selection } from '../../selection';
import { gm67Suite } from './gm67';

const DEFAULTS: Parameters = Object.fromEntries(parameters.map((one) => [one.name, one.default]));

interface Asked {
  readonly kind?: BoardKind;
  readonly seed?: number;
  readonly defects?: readonly string[];
  readonly only?: readonly string[];
  readonly own?: Parameters;
}

function asked({ kind = GM67_BOARD, seed = 5, defects = [], only = [], own = {} }: Asked): Promise<RunEnd> {
  const values = { ...DEFAULTS, ...own };
  return run({
    board: virtualBoard({ kind, defects, seed, parameters: values }),
    suites: [gm67Suite],
    parameters: new Map([['gm67', values]]),
    seed,
    version: '0.0.0',
    command: 'wirejig run gm67',
    selection: Selection.of([gm67Suite], only, []),
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
  expect(Object.keys(end.verdicts)).toHaveLength(gm67Suite.requirements.length);
});

test('a board of another profile passes by that profile', async () => {
  const own = { badChecksum: 'silent', interByteMs: 80, dataRetries: 1, dataAckMs: 700, values8C: '01..05' };
  expect(notPassed(await asked({ own }))).toEqual([]);
});

test.each([
  ['checksum-carry', 'GM-FR-01'],
  ['bad-len-resync', 'GM-FR-04'],
  ['disable-holds-code', 'GM-DT-05'],
])('%s fails %s', async (defect, clause) => {
  expect(failed(await asked({ defects: [defect], only: [clause] }))).toEqual([clause]);
});
