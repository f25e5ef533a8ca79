/** Adds the protocols of the configuration to the list, before a command looks a name up. */
import { dirname, resolve } from 'node:path';
import { isProtocol, type Protocol } from '../../scenarios/protocol';
import { forgetRegistered, registerProtocol } from '../../scenarios/protocols';
import { remark } from '../shared/console';
import { complaint, type ConfigFile, loadUserModule, OWN_FOLDER } from './user-module';
import { findConfig } from './find-config';

let source: string | undefined;

/** The configuration whose protocols are in the list; undefined where there is none. Child processes load it too. */
export function protocolsFile(): string | undefined {
  return source;
}

/** Those of `named`, else of the configuration of this folder. Rejects with {@link UsageError}: `FILE:LINE: PATH: what is wrong`. */
export async function loadProtocols(named?: string): Promise<void> {
  source = undefined;
  forgetRegistered();
  const path = findConfig(process.cwd(), named);
  if (path === undefined) return;
  // It may hold commands and programs: whoever did not put it into this folder is told what is used.
  if (named === undefined && dirname(path) !== process.cwd()) remark(`configuration ${path}`);
  const { readConfig } = await import('./config-file.js');
  await addProtocols(await readConfig(path));
}

export async function addProtocols(file: ConfigFile): Promise<void> {
  const before = defined.get(file);
  const own = before ?? (await protocolsOf(file));
  defined.set(file, own);
  if (own.length > 0) source = file.path;
  for (const [at, protocol] of own.entries())
    try {
      await registerProtocol(protocol);
    } catch (error) {
      throw complaint(file, placeOf(at), error instanceof Error ? error.message : String(error));
    }
}

const defined = new WeakMap<ConfigFile, readonly Protocol[]>();

async function protocolsOf(file: ConfigFile): Promise<readonly Protocol[]> {
  const { content } = file;
  if (typeof content !== 'object' || content === null || !('protocols' in content)) return [];
  const given: unknown = content.protocols;
  if (!Array.isArray(given)) throw complaint(file, ['protocols'], 'give a list: [ … ]');
  const own: Protocol[] = [];
  for (const [at, one] of given.entries()) {
    const value: unknown =
      typeof one === 'string' ? await loadUserModule(resolve(dirname(file.path), one)) : one;
    const protocol = isProtocol(value) ? value : Object.values(value ?? {}).find(isProtocol);
    if (protocol === undefined)
      throw complaint(
        file,
        placeOf(at),
        `is no protocol: give what requestResponse({ … }).protocol({ … }) or defineProtocol gave (that of ${OWN_FOLDER}: another copy of wirejig cannot), or the path of a file that exports it`,
      );
    own.push(protocol);
  }
  return own;
}

function placeOf(at: number): readonly string[] {
  return ['protocols', String(at)];
}
