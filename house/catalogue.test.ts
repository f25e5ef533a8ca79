import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Requirement } from '../protocols/requirement';
import { BOARD_KINDS, PROTOCOLS as LOADED, SUITES } from '../scenarios/testing/loaded-protocols';
import { SHARED_BY_PROTOCOLS } from './rules';

const CATALOGUE = z
  .array(
    z.object({
      id: z.string(),
      level: z.enum(['MUST', 'SHOULD']),
      origin: z.enum(['documented', 'implied', 'profile', 'family']),
      group: z.string().min(1),
      text: z.string().min(1),
    }),
  )
  .min(1);

/** What the suite of a protocol reads from its page. */
function catalogueOf(protocol: string): readonly Requirement[] {
  return CATALOGUE.parse(SUITES.find(({ id }) => id === protocol)?.requirements);
}

/** The clauses of a wire page, as lines: `STM-FR-01 MUST documented`. */
function clausesOf(page: string): string[] {
  return [...page.matchAll(/^- ([A-Z0-9]+(?:-[A-Z0-9]+)+) (\S+) (\S+) —/gm)].map(
    ([, id, level, origin]) => `${id} ${level} ${origin}`,
  );
}

function lineOf({ id, level, origin }: Requirement): string {
  return `${id} ${level} ${origin}`;
}

const PROTOCOLS = readdirSync(`${__dirname}/../protocols`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => !SHARED_BY_PROTOCOLS.includes(name));

describe.each(PROTOCOLS)('protocols/%s', (name) => {
  const folder = `${__dirname}/../protocols/${name}`;
  const page = existsSync(`${folder}/README.md`) ? readFileSync(`${folder}/README.md`, 'utf8') : '';

  test('its page and its catalogue have the same clauses, at the same level, of the same origin', () => {
    const catalogue = catalogueOf(name);
    expect(catalogue).not.toHaveLength(0);
    expect(clausesOf(page)).toEqual(catalogue.map(lineOf));
  });

  test('every id that its page names is a clause of some page', () => {
    const prefixes = new Set(clausesOf(page).map((line) => line.split('-')[0]));
    const ids = new Set(clausesOf(page).map((line) => line.split(' ')[0]));
    const named = page.match(/\b[A-Z]+-[A-Z]+-\d\d\b/g) ?? [];
    expect(named.filter((id) => prefixes.has(id.split('-')[0]) && !ids.has(id))).toEqual([]);
  });
});

test('the page reader sees a clause, and a level that is wrong', () => {
  expect(clausesOf('- A-B-01 MUST profile — one.\n- A-B-02 MAY family — two\n  - C-D-03 MUST\n')).toEqual([
    'A-B-01 MUST profile',
    'A-B-02 MAY family',
  ]);
});

test('clause ids are used once in the whole house', () => {
  const ids = SUITES.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

// scenarios/protocol.test.ts checks that clauses, scenarios and defects of a protocol fit together.
test.each(LOADED)('$id: every clause is broken by some defect, so that the audit tries its check', (one) => {
  const broken = new Set(one.boards.flatMap(({ defects }) => defects.map(({ breaks }) => breaks)));
  expect(one.suite.requirements.map(({ id }) => id).filter((clause) => !broken.has(clause))).toEqual([]);
});

test.each(BOARD_KINDS)('each defect of $name is described by a sentence', ({ defects }) => {
  for (const { text } of defects) expect(text).toMatch(/^[A-Z].*\.$/);
});
