/** What is wrong with JUnit reports: by junit.xsd, as xmllint reads it, and by their counts, which no schema can compare. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { readXml, type Element } from '../../../reports/testing/xml-reader';

/** Jest's own where xmllint is here. */
export const junitTest = needing('JUnit reports against their schema', 'libxml2-utils').test;

const SCHEMA = join(__dirname, 'junit.xsd');

/** One line each; none: all are valid. Throws for what is no XML. */
export function junitErrors(...documents: readonly string[]): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'junit-'));
  try {
    const files = documents.map((document, index) => {
      const file = join(directory, `${index}.xml`);
      writeFileSync(file, document);
      return file;
    });
    const { stderr, error } = spawnSync('xmllint', ['--noout', '--schema', SCHEMA, ...files], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' validates'));
    return [...lines, ...documents.flatMap((document) => countErrors(readXml(document)))];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function countErrors({ name, attributes, children }: Element): readonly string[] {
  if (name !== 'testsuite') return children.flatMap(countErrors);
  const cases = children.filter((child) => child.name === 'testcase');
  const having = (what: string): number =>
    cases.filter((one) => one.children.some((child) => child.name === what)).length;
  const counted: Readonly<Record<string, number>> = {
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
  return Object.entries(counted)
    .filter(([what, count]) => attributes[what] !== String(count))
    .map(([what, count]) => `${what} is ${attributes[what] ?? 'missing'}, and there are ${count}`);
}
