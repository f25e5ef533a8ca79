/**
 * The run's side of the live view: events go in batches to the thread that shows them. The next batch waits until the last one was
 * taken; then chunks beyond a bound are left out, so that a fast run piles nothing up.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Reporter } from '../../../reports/terminal/reporter';
import { hex } from '../../../protocols/bytes';
import type { Campaign } from '../../../scenarios/fuzz/campaign/campaign';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { protocolsFile } from '../../config/protocols';
import { warn, crashLine, remark } from '../console';
import { catchInterrupts } from '../interrupts';
import type { LiveBatch } from './live-view';

export const uiWorkerData = z.object({
  /** Whose runs are listed. */
  folder: z.string(),
  title: z.string(),
  /** A clause can be run again. */
  canRepeat: z.boolean(),
  /** The configuration with the protocols. */
  config: z.string().optional(),
});

export type ToWorker =
  | { readonly type: 'batch'; readonly batch: LiveBatch }
  | { readonly type: 'end' }
  | { readonly type: 'close' };
export type FromWorker =
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'taken' }
  | { readonly type: 'stop' }
  | { readonly type: 'again'; readonly clause: string };

const BATCH_MS = 150;
const CLOSE_MS = 2000;
const CAMPAIGN_MS = 500;
const KEPT_CHUNKS = 2000;

type LiveFeedOptions = Omit<z.infer<typeof uiWorkerData>, 'config'>;

export class LiveFeed implements Reporter {
  readonly name = 'the live view';
  stopped = false;
  private events: JournalEvent[] = [];
  private chunks = 0;
  private gap = false;
  private progress: Progress | undefined;
  private isTaken = true;
  private running = false;
  private isOver = false;
  private sentAt = 0;
  private askedAt = 0;
  private onAgain: ((clause: string) => void) | undefined;

  private constructor(private readonly worker: Worker) {
    worker.on('message', (message: FromWorker) => this.hear(message));
    worker.on('error', (error) => warn(`${crashLine(error)} (${this.name})`));
    worker.once('exit', () => (this.isOver = true));
    worker.unref();
  }

  static async open(options: LiveFeedOptions): Promise<LiveFeed> {
    const workerData: z.infer<typeof uiWorkerData> = { ...options, config: protocolsFile() };
    const worker = new Worker(join(__dirname, 'ui-worker.js'), { workerData });
    const url = await new Promise<string>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message: FromWorker) => {
        worker.off('error', reject);
        resolve(message.type === 'open' ? message.url : '');
      });
    });
    remark(`live view: ${url}`);
    return new LiveFeed(worker);
  }

  onEvent(event: JournalEvent): void {
    this.running = true;
    if (event.type === 'chunk') this.makeRoom();
    this.events.push(event);
    this.flush(false);
  }

  onProgress(progress: Progress): void {
    this.progress = progress;
    this.flush(false);
  }

  /** Asks for the progress of a campaign and for a case now and then: its journal has few points, and no bytes. */
  onCampaign(campaign: Pick<Campaign, 'progress' | 'watchNextCase'>): void {
    const now = performance.now();
    if (now - this.askedAt < CAMPAIGN_MS) return;
    this.askedAt = now;
    this.onEvent(campaign.progress());
    campaign.watchNextCase((link, { direction, notBefore, notAfter, bytes }) => {
      const times = { notBefore: Math.round(notBefore), notAfter: Math.round(notAfter) };
      this.onEvent({ type: 'chunk', link, direction, ...times, hex: hex(bytes) });
    });
  }

  end(): void {
    this.flush(true);
    this.running = false;
    this.post({ type: 'end' });
  }

  /**
   * The page stays until Ctrl-C where a person sits at the terminal, and clauses can be run again by `again`; else not at all, nor
   * after Ctrl-C in the run.
   */
  async linger(interrupted: boolean, again?: (clause: string) => Promise<unknown>): Promise<void> {
    if ((interrupted && !this.stopped) || !isAttended()) return;
    for (;;) {
      const clause = await this.waitForPerson();
      if (clause === undefined) return;
      this.stopped = false;
      await again?.(clause);
    }
  }

  /** Open pages get the end, and are told that nobody answers any more. */
  async close(): Promise<void> {
    if (this.isOver) return;
    const waiting = new AbortController();
    const gone = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    this.worker.ref();
    this.post({ type: 'close' });
    const late = sleep(CLOSE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([gone, late]);
    waiting.abort();
    await this.worker.terminate();
  }

  /** The clause that is asked for; undefined at Ctrl-C. */
  private async waitForPerson(): Promise<string | undefined> {
    const interrupts = catchInterrupts();
    remark('the page stays until Ctrl-C');
    this.worker.ref();
    const clause = await new Promise<string | undefined>((resolve) => {
      this.onAgain = resolve;
      interrupts.signal.addEventListener('abort', () => resolve(undefined));
      this.worker.once('exit', () => resolve(undefined));
    });
    interrupts.release();
    this.onAgain = undefined;
    this.worker.unref();
    return clause;
  }

  private hear(message: FromWorker): void {
    if (message.type === 'taken') this.isTaken = true;
    else if (message.type === 'again') this.onAgain?.(message.clause);
    else if (message.type === 'stop' && this.running && !this.stopped) {
      this.stopped = true;
      // What Ctrl-C does.
      process.emit('SIGINT', 'SIGINT');
    }
  }

  private makeRoom(): void {
    this.chunks += 1;
    if (this.chunks <= KEPT_CHUNKS) return;
    this.events = this.events.filter(({ type }) => type !== 'chunk');
    this.chunks = 1;
    this.gap = true;
  }

  private flush(last: boolean): void {
    const now = performance.now();
    if (!last && (!this.isTaken || now - this.sentAt < BATCH_MS)) return;
    const { events, progress, gap } = this;
    this.post({ type: 'batch', batch: { events, progress, gap } });
    this.events = [];
    this.chunks = 0;
    this.gap = false;
    this.isTaken = false;
    this.sentAt = now;
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

/** A build server's terminal is nobody's. */
function isAttended(): boolean {
  return process.stdout.isTTY === true && (process.env['CI'] ?? '') === '';
}
