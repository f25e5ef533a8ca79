/** Fuzzing a board in real time on a pseudo-terminal, against what the wire and the board's own answer time allow. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { realBoard, type Board } from '../devices/board';
import { parseLinkUrl } from '../devices/link-url';
import { STM_BOARD } from '../devices/virtual/stm-board';
import { requirements } from '../protocols/stm/requirements';
import { Campaign } from '../scenarios/fuzz/campaign';
import { LinkRig } from '../scenarios/fuzz/link-rig';
import type { Rig } from '../scenarios/fuzz/rig';
import { STM_TARGET } from '../scenarios/fuzz/targets/stm/stm';
import { TwinRig } from '../scenarios/fuzz/twin-rig';
import { ROOT } from './child';
import type { Contender, Prepared } from './measure';

const SEED = 1;
const PARAMETERS = { idleGapMs: 50, responseMs: 100, errorCmd: 0xee, baud: 115_200 };

async function fuzz(rig: Rig, cases: number): Promise<void> {
  const session = STM_TARGET.session(PARAMETERS);
  const goOn = (): void => undefined;
  const campaign = new Campaign({
    target: STM_TARGET,
    session,
    rig,
    lab: {
      suite: 'stm',
      requirements,
      parameters: PARAMETERS,
      rig,
      session,
      budget: () => () => true,
      checkpoint: goOn,
    },
    seed: SEED,
    board: 'stm',
    cases,
    over: () => false,
    checkpoint: goOn,
    emit: goOn,
    keep: ({ id }) => id,
    blockEnded: goOn,
    caseEnded: goOn,
  });
  await campaign.run();
  const [finding] = campaign.findings;
  if (finding !== undefined) throw new Error(`the sound board was blamed: ${finding.title}`);
}

/** The same cases on a twin say how long wire and board take; so long it waits. */
function allowed(): Contender {
  return {
    name: 'wire and board',
    work: async (count) => {
      const began = performance.now();
      const rig = new TwinRig({ kind: STM_BOARD, defects: [], parameters: PARAMETERS, seed: SEED });
      // As a board without a reset recipe: from the baseline, and never anew.
      await fuzz(
        {
          links: rig.links,
          rungs: 0,
          doubted: false,
          presents: false,
          atOnce: true,
          play: (steps) => rig.play(steps),
          begin: () => false,
          reset: () => false,
        },
        count,
      );
      await sleep(Math.max(0, rig.now / 1000 - (performance.now() - began)));
    },
  };
}

function wirejig(path: string): Contender {
  let board: Board | undefined;
  return {
    name: 'wirejig fuzz',
    begin: async () => {
      const targets = new Map([['main', parseLinkUrl('main', `serial:${path}`, PARAMETERS.baud)]]);
      board = realBoard({ name: 'stm', kind: 'stm', targets });
      await board.open();
    },
    work: async (count) => {
      if (board !== undefined) await fuzz(new LinkRig(board, () => undefined), count);
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
