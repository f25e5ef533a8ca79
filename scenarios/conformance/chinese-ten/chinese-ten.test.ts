import { virtualBoard } from '../../../devices/board';
import type { BoardKind } from '../../../devices/virtual/board';
import { CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD } from '../../../devices/virtual/chinese-ten-board';
import type { CheckRecord, JournalEvent, RunEnd } from '../../record';
import { run } from '../../runner';
import { Selection } from '../../selection';
import type { Scenario } from '../../suite';
import { chineseTenSuite } from './chinese-ten';

interface Asked {
  readonly kind?: BoardKind;
  readonly seed?: number;
  readonly defects?: readonly string[];
  readonly only?: readonly string[];
}

function scenariosOf(only: readonly string[]): readonly Scenario[] {
  const { scenarios } = chineseTenSuite;
  const chosen = scenarios.filter(({ id }) => only.includes(id));
  return only.length === 0 ? scenarios : chosen;
}

async function asked({ kind = CHINESE_TEN_BOARD, seed = 5, defects = [], only = [] }: Asked) {
  const values = { patienceMs: 6000 };
  const events: JournalEvent[] = [];
  const end = await run({
    board: virtualBoard({ kind, defects, seed, parameters: values }),
    suites: [{ ...chineseTenSuite, scenarios: scenariosOf(only) }],
    parameters: new Map([['chinese-ten', values]]),
    seed,
    version: '0.0.0',
    command: 'wirejig run chinese-ten',
    selection: Selection.all,
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
  });
  return { end, checks: events.filter((event): event is CheckRecord => event.type === 'check') };
}

function notPassed({ verdicts }: RunEnd): string[] {
  return Object.entries(verdicts)
    .filter(([, { verdict }]) => verdict !== 'pass')
    .map(([id, { verdict, reason }]) => `${id} ${verdict} ${reason}`);
}

function failed({ verdicts }: RunEnd): string[] {
  return Object.entries(verdicts).flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
}

test('a sound board passes everything, and says what no deal of its games could show', async () => {
  const { end, checks } = await asked({});
  expect([end.outcome, notPassed(end)]).toEqual(['done', []]);
  expect(Object.keys(end.verdicts)).toHaveLength(chineseTenSuite.requirements.length);
  const skipped = checks.filter(({ verdict }) => verdict === 'skip').map(({ requirement }) => requirement);
  expect(new Set(skipped)).toEqual(new Set(['CT-PL-04']));
});

test('a sound board whose packs are stacked passes too, special deals and all', async () => {
  const { end, checks } = await asked({
    kind: CHINESE_TEN_SPECIAL_BOARD,
    only: ['chinese-ten/special-deals'],
  });
  expect(end.verdicts['CT-PL-04']?.verdict).toBe('pass');
  expect(checks).toEqual([]);
});

describe('a defect', () => {
  test.each([
    ['last-hand-card-overlooked', 'CT-PL-02', 'games-of-2'],
    ['name-cut-at-characters', 'CT-UI-03', 'long-names'],
    ['keys-kept-in-pauses', 'CT-UI-04', 'between-prompts'],
    ['burst-counts', 'CT-UI-05', 'several-at-once'],
    ['end-of-file-stays', 'CT-UI-02', 'end-of-file'],
  ])('%s fails %s', async (defect, clause, scenario) => {
    const { end } = await asked({ defects: [defect], only: [`chinese-ten/${scenario}`] });
    expect(failed(end)).toContain(clause);
  });

  test('fourth-takes-one fails CT-PL-04 where special deals come', async () => {
    const defect = 'fourth-takes-one';
    const only = ['chinese-ten/special-deals'];
    const { end } = await asked({ kind: CHINESE_TEN_SPECIAL_BOARD, defects: [defect], only });
    expect(failed(end)).toContain('CT-PL-04');
  });

  test('that ends the program is told with the key, and the screen of then', async () => {
    const { end, checks } = await asked({ defects: ['escape-ends'], only: ['chinese-ten/nonsense'] });
    expect([end.outcome, failed(end)]).toEqual(['done', ['CT-UI-02']]);
    const [first] = checks.filter(({ verdict }) => verdict === 'fail');
    expect(first?.title).toMatch(/^ESC \(1B\) typed at the prompt 'I want to (use|discard)/);
    expect(first?.seen).toMatch(/nothing for 6000 ms$/);
    expect(first?.screen?.rows.at(-1)?.map(({ text }) => text)).toEqual(['X =']);
  });

  test('that shows on a screen is told with it, colours and all', async () => {
    const { checks } = await asked({ defects: ['three-lie-open'], only: ['chinese-ten/games-of-2'] });
    const [first] = checks.filter(({ requirement }) => requirement === 'CT-DL-01');
    const shown = first?.screen?.rows.map((row) => row.map(({ text }) => text).join('')) ?? [];
    expect(shown.join('\n')).toMatch(/>>> It's .*\n[^]*Layout:\n \(0\) \(1\) \(2\)\n/);
    expect(first?.screen?.rows.flat()).toContainEqual(
      expect.objectContaining({ foreground: expect.any(Number) as unknown, background: 7 }),
    );
  });
});
