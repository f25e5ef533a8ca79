/** How far runs on other machines are, by their journals as they come. */
import { printable } from '../../../reports/text/printable';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { StatusLine } from '../../shared/console';

/** The progress of one run, as it would be told here. */
export class JournalProgress {
  private readonly titles = new Map<string, string>();
  private progress: Progress;

  /** `total`: its scenarios. */
  constructor(total: number) {
    this.progress = { suite: '', scenario: '', done: 0, total, exchanges: 0 };
  }

  add(event: JournalEvent): Progress {
    const { done, exchanges } = this.progress;
    if (event.type === 'run')
      for (const { id, title } of event.suites.flatMap(({ scenarios }) => scenarios))
        this.titles.set(id, title);
    else if (event.type === 'scenario') {
      const { suite, scenario } = event;
      this.progress = { ...this.progress, suite, scenario: this.titles.get(scenario) ?? scenario };
    } else if (event.type === 'scenario-end') this.progress = { ...this.progress, done: done + 1 };
    else if (event.type === 'chunk' && event.direction === 'tx')
      this.progress = { ...this.progress, exchanges: exchanges + 1 };
    return this.progress;
  }
}

/** Runs on several boards: a failed clause is a line at once; below, on a terminal, how far each board is. */
export class BoardsProgress {
  private readonly status = new StatusLine();
  private readonly boards = new Map<string, Progress>();
  private readonly failed = new Set<string>();

  constructor(private readonly isTty: boolean) {}

  begin(board: string): void {
    this.status.print(printable(`on ${board}`));
  }

  show(board: string, event: JournalEvent, progress: Progress): void {
    this.boards.set(board, progress);
    if (event.type !== 'scenario-end') return;
    for (const [id, { verdict }] of Object.entries(event.requirements)) {
      const line = `✗ ${board}: ${id}`;
      if (verdict !== 'fail' || this.failed.has(line)) continue;
      this.failed.add(line);
      this.status.print(printable(line));
    }
    this.update();
  }

  end(board: string): void {
    if (this.boards.delete(board)) this.status.print(printable(`${board}: ended`));
    this.update();
  }

  private update(): void {
    if (!this.isTty || this.boards.size === 0) return;
    const parts = [...this.boards].map(([board, { done, total }]) => `${board} ${done}/${total}`);
    this.status.update(printable(parts.join('  ')));
  }
}
