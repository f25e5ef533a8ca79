/** Runs on several boards as they go: a failed clause is a line at once; below, on a terminal, how far each board is. */
import { printable } from '../../../reports/text/printable';
import type { JournalEvent } from '../../../scenarios/record';
import { StatusLine } from '../../shared/console';

interface Progress {
  done: number;
  all: number;
  readonly failed: Set<string>;
}

export class BoardsProgress {
  private readonly status = new StatusLine();
  private readonly boards = new Map<string, Progress>();

  constructor(private readonly isTty: boolean) {}

  begin(board: string): void {
    this.boards.set(board, { done: 0, all: 0, failed: new Set() });
    this.status.print(printable(`on ${board}`));
    this.update();
  }

  show(board: string, event: JournalEvent): void {
    const progress = this.boards.get(board);
    if (progress === undefined) return;
    if (event.type === 'run') progress.all = event.suites.flatMap(({ scenarios }) => scenarios).length;
    if (event.type !== 'scenario-end') return;
    progress.done++;
    for (const [id, { verdict }] of Object.entries(event.requirements))
      if (verdict === 'fail' && !progress.failed.has(id)) {
        progress.failed.add(id);
        this.status.print(printable(`✗ ${board}: ${id}`));
      }
    this.update();
  }

  end(board: string): void {
    if (this.boards.delete(board)) this.status.print(printable(`${board}: ended`));
    this.update();
  }

  private update(): void {
    if (!this.isTty || this.boards.size === 0) return;
    const parts = [...this.boards].map(([board, { done, all }]) => `${board} ${done}/${all}`);
    this.status.update(printable(parts.join('  ')));
  }
}
