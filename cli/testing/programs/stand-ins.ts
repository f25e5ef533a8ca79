/** Programs that only record how they were called, for tests of what wirejig starts. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { folder } from '../wirejig-process';

export interface StandIns {
  /** With it these programs are found, and those of the system after them. */
  readonly env: Readonly<Record<string, string>>;
  /** The calls so far, one command line each. */
  readonly calls: () => readonly string[];
  /** Another program; `code`: it ends with. */
  readonly add: (name: string, code?: number) => void;
}

export function standIns(...names: readonly string[]): StandIns {
  const bin = join(folder(), 'bin');
  const log = join(bin, 'calls');
  mkdirSync(bin);
  const add = (name: string, code = 0): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${log}'\nexit ${code}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const name of names) add(name);
  return {
    env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
    add,
  };
}
