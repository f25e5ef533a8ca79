/** The findings that a project keeps: `wirejig-findings/*.json` where wirejig is started. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import { findingIn } from '../../commands/replay/replay';

const FOLDER = 'wirejig-findings';

/** In the order of their names. Throws {@link UsageError} for a file that is none. */
export function keptFindings(): readonly Finding[] {
  if (!existsSync(FOLDER)) return [];
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => findingIn(join(FOLDER, name)));
}
