/** Fuzzing a board in real time on a pseudo-terminal, against what the wire and the board's own answer time allow. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { realBoard, type Board } from '../devices/board';
import { parseLinkUrl } from '../devices/link-url';
import { ROOT } from './child';
import { allowed, fuzz, GRAIN, PARAMETERS, Trace, watched } from './fuzz-campaign';
import type { Contender, Prepared } from './measure';

function wirejig(path: string): Contender {
  let board: Board | undefined;
  return {
    name: 'wirejig fuzz',
    grain: GRAIN,
    begin: async () => {
      const targets = new Map([['main', parseLinkUrl('main', `serial:${path}`, PARAMETERS.baud)]]);
      board = realBoard({ name: 'stm', kind: 'stm', targets });
      await board.open();
    },
    work: async (cases) => {
      if (board === undefined) return;
      const trace = new Trace();
      const rig = watched(trace.rig(board), (_wish, { chunk }) => {
        if (chunk !== undefined) trace.count(chunk.direction);
      });
      await fuzz({ rig, cases });
    },
    end: async () => board?.close(),
  };
}

export async function fuzzOnPty(): Promise<Prepared> {
  const main = join(ROOT, 'dist', 'cli', 'main.js');
  if (process.platform === 'win32') return { skipped: 'there are no pseudo-terminals here' };
  if (!existsSync(main)) return { skipped: 'there is no dist/cli/main.js' };
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-bench-'));
  const path = join(folder, 'port');
  const board = spawn(process.execPath, [main, 'simulate', 'stm', '--pty', path, '--seed', '1'], {
    stdio: 'ignore',
  });
  for (let n = 0; n < 200 && !existsSync(path); n++) await sleep(50);
  return {
    comparison: {
      title: 'Fuzzing `wirejig simulate stm` in real time on a pseudo-terminal, 115 200 baud',
      unit: 'cases',
      per: 'second',
      contenders: [wirejig(path), allowed()],
      limits: [
        {
          peer: 'wire and board',
          atLeast: 0.8,
          reason: 'between an answer and the next case the host is too slow: is the machine busy?',
        },
      ],
      rounds: 5,
      turnMs: 6000,
    },
    done: () => {
      board.kill();
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}
