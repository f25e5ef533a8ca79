/** The time of `wirejig --help` and `wirejig list`, against Node doing nothing. */
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

export function helpStartup(): Promise<Prepared> {
  return startup('--help', 0.67, 'the main module, and what every command line needs, are loaded');
}

export function listStartup(): Promise<Prepared> {
  return startup('list', 0.5, 'the parser of arguments is loaded, and the catalogue of protocols');
}

/** One process for each start. `atLeast`: of the rate of Node. */
function startup(command: string, atLeast: number, reason: string): Promise<Prepared> {
  const main = join(ROOT, 'dist', 'cli', 'main.js');
  if (!existsSync(main)) return Promise.resolve({ skipped: 'there is no dist/cli/main.js' });
  return Promise.resolve({
    comparison: {
      title: `Start-up of ${command}: processes one after the other`,
      unit: 'starts',
      per: 'second',
      contenders: [
        processContender(`wirejig ${command}`, main, command),
        processContender('node -e 0', '-e', '0'),
      ],
      limits: [
        {
          peer: 'node -e 0',
          atLeast,
          reason,
        },
      ],
      rounds: 15,
      turnMs: 100,
    },
  });
}
