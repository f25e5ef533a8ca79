import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { BOARD_KINDS } from '../devices/virtual/kinds';
import type { Requirement } from '../protocols/requirement';
import { SUITES } from '../scenarios/suites';
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

/** The catalogue of a protocol: the one list of requirements that its `requirements.ts` exports. */
async function catalogueOf(protocol: string): Promise<readonly Requirement[]> {
  const exported = z
    .record(z.string(), z.unknown())
    .parse({ ...(await import(`../protocols/${protocol}/requirements`)) });
  const lists = Object.values(exported).flatMap((value) => CATALOGUE.safeParse(value).data ?? []);
  const ids = lists.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  return lists;
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

  test('its page and its catalogue have the same clauses, at the same level, of the same origin', async () => {
    const catalogue = await catalogueOf(name);
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

describe.each(SUITES.map((suite) => [suite.id, suite] as const))('the suite %s', (id, suite) => {
  const clauses = suite.requirements.map((one) => one.id);

  test('covers every requirement of its catalogue', () => {
    const covered = new Set(suite.scenarios.flatMap(({ covers }) => covers));
    expect(clauses.filter((clause) => !covered.has(clause))).toEqual([]);
  });

  test.each(suite.scenarios.map((scenario) => [scenario.id, scenario] as const))(
    '%s covers clauses that there are, each once',
    (name, { covers }) => {
      expect(name).toMatch(new RegExp(`^${id}/[a-z0-9-]+$`));
      expect(covers).not.toHaveLength(0);
      expect(
        covers.filter((clause, at) => !clauses.includes(clause) || covers.indexOf(clause) !== at),
      ).toEqual([]);
    },
  );

  test('names each scenario and each parameter once', () => {
    for (const names of [suite.scenarios.map((one) => one.id), suite.parameters.map((one) => one.name)])
      expect([...new Set(names)]).toEqual(names);
  });

  const boards = BOARD_KINDS.filter((kind) => kind.suite === id);

  test.each(boards.map((kind) => [kind.name, kind] as const))(
    'every defect of virtual:%s breaks a clause that there is',
    (_name, { defects }) => {
      expect(defects.filter(({ breaks }) => !clauses.includes(breaks))).toEqual([]);
      expect([...new Set(defects.map(({ name }) => name))]).toHaveLength(defects.length);
    },
  );

  if (boards.length > 0)
    test('every clause is broken by some defect, so that the audit tries its check', () => {
      const broken = new Set(boards.flatMap(({ defects }) => defects.map(({ breaks }) => breaks)));
      expect(clauses.filter((clause) => !broken.has(clause))).toEqual([]);
    });
});

test('every virtual board has a suite that asks it', () => {
  const suites = SUITES.map(({ id }) => id);
  expect(BOARD_KINDS.filter(({ suite }) => !suites.includes(suite)).map(({ name }) => name)).toEqual([]);
});
