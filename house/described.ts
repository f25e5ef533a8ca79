/** Protocols that are descriptions: what their files may import, and who may import them. */
import { existsSync, readdirSync } from 'node:fs';
import { isIn, isTestRig, roomOf, targetOf } from './paths';
import { isTest } from './source-files';

const PROTOCOLS = `${__dirname}/../protocols`;

/** Folders of protocols/ that are descriptions, and use wirejig as a team's own file does: their clauses are in the page alone. */
export const DESCRIBED_PROTOCOLS = readdirSync(PROTOCOLS).filter((name) =>
  existsSync(`${PROTOCOLS}/${name}/README.md`),
);
/** What a description may import that is not of the house: its page is a file. */
export const DESCRIPTION_MODULES = ['node:fs', 'node:path'];

export function isDescribed(path: string): boolean {
  return DESCRIBED_PROTOCOLS.some((name) => isIn(path, `protocols/${name}`));
}

/** Tests compare a description with anything. */
export function mayDescribe(path: string, specifier: string): boolean {
  if (isTest(path) || isTestRig(path)) return true;
  const target = targetOf(path, specifier);
  const isOwn = isDescribed(target) && !isTestRig(target);
  return specifier.startsWith('.')
    ? isOwn || target === 'api/index'
    : DESCRIPTION_MODULES.includes(specifier);
}

/** The list loads it, benchmarks measure it, and tests may. */
export function mayUseDescribed(path: string): boolean {
  const isFree = isDescribed(path) || isTest(path) || isTestRig(path);
  // The cards of Set are printed for any scanner.
  const isSheet = ['cli/commands/stimulus', 'cli/shared/stimulus'].some((folder) => isIn(path, folder));
  return isFree || isSheet || path === 'scenarios/protocols.ts' || roomOf(path) === 'bench';
}
