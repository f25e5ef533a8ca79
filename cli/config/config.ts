/** The configuration of a project: its boards by name. */
import type { z } from 'zod';
import { suggestName } from '../../devices/name-suggestion';
import { protocolOf } from '../../scenarios/protocols';
import { HARDWARE } from '../../devices/board/known-hardware';
import { parseParameters } from '../shared/option-values';
import { UsageError } from '../shared/usage-error';
import { complaint, type ConfigFile } from './user-module';
import { readConfig } from './config-file';
import { findConfig } from './find-config';
import { addProtocols } from './protocols';
import type { BoardConfig, Config } from './config-schema';

export interface LoadedConfig {
  readonly path: string;
  readonly boards: Readonly<Record<string, BoardConfig>>;
}

/** undefined where there is not a configuration. Rejects with {@link UsageError}: `FILE:LINE: KEY: what is wrong: remedy`. */
export async function loadConfig(named?: string, folder = process.cwd()): Promise<LoadedConfig | undefined> {
  const path = findConfig(folder, named);
  if (path === undefined) return undefined;
  const file = await readConfig(path);
  const { configSchema, knownKeys } = await import('./config-schema.js');
  await addProtocols(file);
  const read = configSchema.safeParse(file.content, { reportInput: true });
  if (!read.success) throw refusal(file, read.error.issues, knownKeys);
  await checkAgainstSuites(file, read.data);
  return { path, boards: read.data.boards };
}

/** What a board is asked where the command does not say. */
export function suiteOf({ suite, kind }: BoardConfig): string | undefined {
  return suite ?? HARDWARE.find(({ name }) => name === kind)?.suite;
}

type Issue = z.core.$ZodIssue;
type KnownKeys = (path: readonly PropertyKey[]) => readonly string[];

function refusal(file: ConfigFile, issues: readonly Issue[], knownKeys: KnownKeys): UsageError {
  // A key that is misspelt is why another one is missing.
  const rank = (issue: Issue): number => (issue.code === 'unrecognized_keys' ? 0 : 1);
  const complaints = issues
    .toSorted((a, b) => rank(a) - rank(b))
    .map((issue) => ({ ...placeOf(issue), text: textOf(issue, knownKeys) }));
  const [first] = complaints;
  const more = complaints.length > 1 ? ` (and ${complaints.length - 1} more)` : '';
  return complaint(file, first?.path ?? [], `${first?.text ?? 'is not understood'}${more}`);
}

function placeOf(issue: Issue): { readonly path: readonly PropertyKey[] } {
  const key = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  return { path: key === undefined ? issue.path : [...issue.path, key] };
}

function textOf(issue: Issue, knownKeys: KnownKeys): string {
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(issue.path);
      const near = suggestName(issue.keys[0] ?? '', known);
      return `unknown key: ${near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`}`;
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      const near = typeof issue.input === 'string' ? suggestName(issue.input, values) : undefined;
      return `${near === undefined ? '' : `did you mean ${near}? `}give ${values.join(', ')}`;
    }
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is no name';
    case 'invalid_union':
      return issue.message;
    default:
      return issue.message.replaceAll(/\s*\n\s*/g, ' ');
  }
}

/** Links and parameters are those of the suite that the board is asked. */
async function checkAgainstSuites(file: ConfigFile, { boards }: Config): Promise<void> {
  for (const [name, board] of Object.entries(boards)) {
    const { suite } = (await protocolOf(suiteOf(board) ?? '')) ?? {};
    if (suite === undefined) continue;
    for (const link of Object.keys(board.links ?? {}))
      if (link !== '' && !suite.links.some((one) => one.name === link)) {
        const names = suite.links.map((one) => one.name).join(', ');
        throw complaint(
          file,
          ['boards', name, 'links', link],
          `suite ${suite.id} has no such link: it has ${names}`,
        );
      }
    for (const [key, value] of Object.entries(board.parameters ?? {}))
      try {
        parseParameters([suite], new Map([[key, String(value)]]), 'it');
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        throw complaint(file, ['boards', name, 'parameters', key], error.message);
      }
  }
}
