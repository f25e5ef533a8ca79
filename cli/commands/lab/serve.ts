/** `wirejig lab serve` and `wirejig lab demo`: a Redis for the lab on this machine. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openLab } from '../../../lab/client';
import { SERVER_SETTINGS, startServer, type LabServer } from '../../../lab/server';
import { say } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';
import { leaveUrl } from '../../shared/lab/lab-url';
import { parseWhole } from '../../shared/option-values';
import { makeDirectory } from '../../shared/output/folder/folder-claim';
import { reportWriteErrors } from '../../shared/output/folder/own-files';
import { UsageError } from '../../shared/usage-error';
import type { LabRequest } from './command';
import { RunFiles } from './run-files';
import { serveBoards, virtualBoards } from './work';
import { EXAMPLE } from '../../../scenarios/protocols';

const FOLDER = 'wirejig-lab';
const DEMO_BOARDS = 3;

export async function serve({ dir = FOLDER, port: typed }: LabRequest): Promise<number> {
  const port = typed === undefined ? undefined : parseWhole('port', typed, 'port', 65_535);
  const folder = resolve(dir);
  reportWriteErrors(folder, () => makeDirectory(folder));
  const password = process.env['WIREJIG_LAB_PASSWORD'];
  const server = await startServer({ folder, port, password });
  const forget = leaveUrl(server.url);
  say(serveText(server, folder));
  const interrupts = catchInterrupts();
  const interrupted = once(interrupts.signal, 'abort').then(() => undefined);
  const failure = await Promise.race([server.ended, interrupted]);
  forget();
  if (failure !== undefined && !interrupts.signal.aborted)
    throw new UsageError(`the Redis of the lab ended: ${failure}`, 3);
  await server.stop();
  interrupts.release();
  return 130;
}

function serveText({ url }: LabServer, folder: string): string {
  return `The lab is at ${url}
Commands of this user on this machine find it by themselves. Its queue is kept in ${folder}.

  wirejig lab worker              serve the boards of wirejig.config.*
  wirejig lab worker --virtual 3  serve virtual boards
  wirejig run ${EXAMPLE} --lab           run on any board that fits

It listens on this machine only. For several machines start a Redis 7 with TLS, users, and
${SERVER_SETTINGS.map((line) => `  ${line}\n`).join('')}as docs/lab.md says, and set WIREJIG_LAB=rediss://USER:PASSWORD@HOST:PORT on each. Ctrl-C ends it.
`;
}

export async function demo(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-lab-'));
  const server = await startServer({ folder });
  const forget = leaveUrl(server.url);
  try {
    const client = await openLab(server.url, { offline: 'fail' });
    say(
      `A lab with ${DEMO_BOARDS} virtual boards, until Ctrl-C. In another terminal:\n\n  wirejig run ${EXAMPLE} --lab\n  wirejig lab status\n\n`,
    );
    const code = await serveBoards(
      client,
      await virtualBoards(DEMO_BOARDS, []),
      new RunFiles(join(folder, 'runs')),
    );
    await client.close();
    return code;
  } finally {
    forget();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
