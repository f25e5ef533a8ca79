/** The time of `wirejig --help`, against Node doing nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './peer-process';
import type { Contender, Prepared } from './measure';

function processContender(name: string, ...args: readonly string[]): Contender {
  return {
    name,
    work: (count) => {
      for (let i = 0; i < count; i++) {
        const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
        if (status !== 0) throw new Error(`${name} ended with ${String(status)}`);
      }
    },
  };
}

/** One process for each start. */
export function startup(): Promise<Prepared> {
  const main = join(ROOT, 'dist', 'cli', 'main.js');
  if (!existsSync(main)) return Promise.resolve({ skipped: 'there is no dist/cli/main.js' });
  return Promise.resolve({
    comparison: {
      title: 'Start-up: processes one after the other',
      unit: 'starts',
      per: 'second',
      contenders: [
        processContender('wirejig --help', main, '--help'),
        processContender('node -e 0', '-e', '0'),
      ],
      limits: [
        {
          peer: 'node -e 0',
          atLeast: 0.33,
          reason: 'the parser of arguments is loaded, and more than it needs',
        },
      ],
      rounds: 15,
      turnMs: 100,
    },
  });
}
