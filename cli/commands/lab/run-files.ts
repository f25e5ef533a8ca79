/**
 * The files of the runs that this machine's boards carried out, for as long as they are kept: who missed a result, or finds a journal
 * too long to be sent at once, fetches it.
 *
 *     lab-runs/3fa92c11        a run that has ended
 *     lab-runs/77e01b5d.4711   one under way, of the worker with this process id
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isAlive } from '../../../devices/platform/process-start';
import { FINDINGS, JOURNAL } from '../../shared/output/folder-claim';

const RETENTION = { runs: 200, bytes: 2 ** 30, days: 14 };

const ENDED = /^[0-9a-f]{8}$/;
const UNDER_WAY = /^[0-9a-f]{8}\.(\d{1,10})$/;
const DAY_MS = 86_400_000;

export class RunFiles {
  /** `directory` is made. Throws what node:fs throws. */
  constructor(
    private readonly directory: string,
    private readonly retention = RETENTION,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.prune();
  }

  begin(): { readonly id: string; readonly folder: string } {
    const id = randomBytes(4).toString('hex');
    const folder = join(this.directory, `${id}.${process.pid}`);
    mkdirSync(folder, { mode: 0o700 });
    return { id, folder };
  }

  /** Journal and findings are kept: the rest is drawn from them. */
  keep(id: string): void {
    const folder = join(this.directory, `${id}.${process.pid}`);
    for (const name of readdirSync(folder))
      if (name !== JOURNAL && name !== FINDINGS) rmSync(join(folder, name), { recursive: true, force: true });
    renameSync(folder, join(this.directory, id));
    this.prune();
  }

  find(id: string): string | undefined {
    const folder = join(this.directory, id);
    return ENDED.test(id) && existsSync(folder) ? folder : undefined;
  }

  /** Removes what is beyond the retention, and what workers left that were killed. */
  private prune(): void {
    const { runs, bytes, days } = this.retention;
    const names = readdirSync(this.directory);
    for (const name of names) {
      const [, pid] = UNDER_WAY.exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) this.remove(name);
    }
    let total = 0;
    names
      .filter((name) => ENDED.test(name))
      .map((name) => ({ name, at: statSync(join(this.directory, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .forEach(({ name, at }, before) => {
        total += sizeOf(join(this.directory, name));
        // The latest is kept whatever its size.
        const tooMany = before > 0 && (before >= runs || total > bytes);
        if (tooMany || Date.now() - at > days * DAY_MS) this.remove(name);
      });
  }

  private remove(name: string): void {
    rmSync(join(this.directory, name), { recursive: true, force: true });
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}
