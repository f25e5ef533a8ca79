/**
 * Serves the boards of one machine: each has a lease in Redis and one job at a time. Jobs are taken by hand from the queues whose
 * selectors fit a free board, the most urgent first.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job as BullJob } from 'bullmq';
import type { Redis } from 'ioredis';
import { CANCELLED, carryOut, LOST, settleJob, STOPPED } from './attempt';
import { addHistory, type PastRun } from './boards';
import { isFree, recordOf, type LabBoard, type Running, type Slot } from './board-slot';
import type { LabClient } from './client';
import { untilSent } from './delivery';
import { answerFetch } from './fetch';
import { readJob } from './job';
import { KEYS } from './keys';
import { isAway } from './lab-error';
import { Presence, dataOf, JobQueues } from './queues';
import { holdOffStalled, keepJob, releaseLease, renewLease, writeRecord, type TakenJob } from './scripts';
import { fits } from './tags';

/** Times that a requester's lease is missing before its job ends. */
const MISSES = 2;
/** The record of a board is written this often at most. */
const RECORD_MS = 100;
/** When the worker is stopped: for what is being sent, and for all. Redis may be away; a run takes five seconds at most to end. */
const [GRACE_MS, STOP_MS] = [1000, 7000];
/** For the history, while Redis is away. */
const REMEMBER_MS = 300_000;

export interface WorkerOptions {
  readonly version: string;
  readonly log: (line: string) => void;
}

export class LabWorker {
  private readonly slots: readonly Slot[];
  private readonly queues: JobQueues;
  private readonly listener: Redis;
  private timer: NodeJS.Timeout | undefined;
  private beating = false;
  private looking = false;
  private again = false;
  private stopping = false;
  private readonly work = new Set<Promise<void>>();
  /** Runs that ended and whose results are still being sent. */
  private readonly sending = new Map<Running, Promise<void>>();
  /** Those whose record was written just now; true: they changed since. */
  private readonly told = new Map<Slot, boolean>();
  private readonly presence: Presence;

  constructor(
    private readonly client: LabClient,
    boards: readonly LabBoard[],
    private readonly options: WorkerOptions,
  ) {
    this.slots = boards.map((board) => ({
      board,
      tags: new Set(board.tags),
      owner: randomUUID(),
      leased: undefined,
      taking: false,
      since: new Date().toISOString(),
    }));
    this.queues = new JobQueues(
      client,
      (selector) => this.slots.some(({ tags }) => fits(tags, selector)),
      (id) => {
        this.options.log(`job ${id} lost its worker, and waits again`);
        this.look();
      },
    );
    this.presence = new Presence(client);
    this.listener = client.another();
  }

  /** Resolves when the boards are served; those that another worker serves follow once it lets them go. */
  async start(): Promise<void> {
    this.listener.on('message', (channel, text) => this.onMessage(channel, text));
    await this.listener.subscribe(KEYS.wake, KEYS.gone, KEYS.fetch);
    this.client.redis.on('ready', () => void this.comeBack());
    await this.beat();
    this.timer = setInterval(() => void this.beat(), this.client.times.beat);
  }

  /** Ends the runs, gives their jobs and all boards back. What Redis does not take then ends by its own time. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    for (const { running } of this.slots) running?.abort.abort(STOPPED);
    await Promise.race([this.giveBack(), pause(STOP_MS, undefined, { ref: false })]);
  }

  private async giveBack(): Promise<void> {
    await Promise.allSettled(this.work);
    await this.endSending();
    const leased = this.slots.filter((slot) => slot.leased);
    await Promise.allSettled(leased.map(({ board, owner }) => releaseLease(this.client, board.id, owner)));
    await this.queues.close();
  }

  /** What is almost sent is sent; the rest is done anew by another worker. */
  private async endSending(): Promise<void> {
    const settled = Promise.allSettled(this.sending.values());
    await Promise.race([settled, pause(GRACE_MS, undefined, { ref: false })]);
    for (const { abort } of this.sending.keys()) abort.abort(STOPPED);
    await settled;
  }

  private get attempts(): readonly Running[] {
    return [...this.slots.flatMap(({ running }) => running ?? []), ...this.sending.keys()];
  }

  private onMessage(channel: string, text: string): void {
    if (channel === KEYS.gone) {
      for (const { job, abort } of this.attempts) if (job.request === text) abort.abort(CANCELLED);
    } else if (channel === KEYS.fetch) answerFetch(this.client, text, this.slots, this.options.version);
    else if (text === 'jobs') void this.queues.refresh().then(() => this.look(), noop);
    else void this.beat();
  }

  /** After the connection was lost: everybody comes back before anybody is judged. */
  private async comeBack(): Promise<void> {
    await holdOffStalled(this.client, this.queues.selectors).catch(noop);
    for (const attempt of this.attempts) attempt.misses = 0;
    await this.beat();
  }

  private async beat(): Promise<void> {
    if (this.beating || this.stopping) return;
    this.beating = true;
    try {
      await this.queues.refresh();
      await Promise.all([
        ...this.slots.map((slot) => this.keep(slot)),
        ...[...this.sending.keys()].map((attempt) => this.keepAttempt(attempt)),
      ]);
      this.look();
    } catch (error) {
      this.report(error);
    } finally {
      this.beating = false;
    }
  }

  private async keep(slot: Slot): Promise<void> {
    const { board, owner, running } = slot;
    const before = slot.leased;
    slot.leased = await renewLease(this.client, board.id, owner);
    if (before !== slot.leased)
      this.options.log(slot.leased ? `${board.id} is served` : `${board.id} waits: another worker has it`);
    if (!slot.leased) return running?.abort.abort(LOST);
    if (running !== undefined) await this.keepAttempt(running);
    slot.heldBy = (await this.client.redis.get(KEYS.hold(board.id))) ?? undefined;
    slot.usedBy = slot.running === undefined ? board.inUse() : undefined;
    await this.record(slot);
  }

  private async keepAttempt(running: Running): Promise<void> {
    const [kept, present] = await Promise.all([
      keepJob(this.client, running),
      this.presence.has(running.job.request),
    ]);
    // A run that has just ended has no lock any more, and nothing to abort.
    if (!kept) return running.abort.abort(LOST);
    running.misses = present ? 0 : running.misses + 1;
    if (running.misses >= MISSES) running.abort.abort(CANCELLED);
  }

  /** Looks for jobs; once more where it was asked meanwhile. */
  private look(): void {
    this.again = true;
    if (this.looking || this.stopping) return;
    this.looking = true;
    void this.takeAll().finally(() => (this.looking = false));
  }

  private async takeAll(): Promise<void> {
    try {
      while (this.again) {
        this.again = false;
        if (await this.takeJobs()) this.again = true;
      }
    } catch (error) {
      this.report(error);
    }
  }

  /** One job from each queue that has some. Resolves with whether there was any. */
  private async takeJobs(): Promise<boolean> {
    const free = this.slots.filter(isFree);
    if (free.length === 0) return false;
    let taken = false;
    for (const selector of await this.queues.waiting()) {
      const slot = free.find((one) => isFree(one) && fits(one.tags, selector));
      if (slot === undefined) continue;
      slot.taking = true;
      try {
        slot.usedBy = slot.board.inUse();
        const token = randomUUID();
        const job = slot.usedBy === undefined ? await this.queues.next(selector, token) : undefined;
        if (job === undefined) continue;
        taken = true;
        await this.begin(slot, { selector, id: job.id ?? '', token }, job);
      } finally {
        slot.taking = false;
      }
    }
    return taken;
  }

  private async begin(slot: Slot, place: TakenJob, taken: BullJob): Promise<void> {
    const { board } = slot;
    try {
      const job = readJob(dataOf(taken));
      if (board.definitions[job.task.suite] === undefined)
        throw new Error(`${board.id} has no suite '${job.task.suite}'`);
      const times = { began: new Date(), beganAt: performance.now() };
      slot.running = { ...place, ...times, job, abort: new AbortController(), misses: 0 };
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      this.options.log(`${board.id}: ${cause.message}`);
      return taken.moveToFailed(new Error(cause.message), place.token, false).then(noop);
    }
    const work = this.run(slot, slot.running, taken);
    this.work.add(work);
    void work.finally(() => this.work.delete(work));
  }

  private async run(slot: Slot, running: Running, taken: BullJob): Promise<void> {
    const { abort, job, token } = running;
    const { board } = slot;
    try {
      if (!(await this.presence.isAwaited(job.request))) abort.abort(CANCELLED);
      if (abort.signal.aborted) await settleJob(taken, token, String(abort.signal.reason));
      else {
        this.tell(slot);
        const { version } = this.options;
        const { settled } = await carryOut(this.client, slot, running, taken, version, (past, identity) => {
          Object.assign(slot, { last: past, identity: identity ?? slot.identity });
          this.free(slot);
          // An audit has hundreds of cases: they would leave no room for runs.
          if (past.kind !== 'audit') this.remember(board.id, past);
        });
        this.sending.set(running, settled);
        void settled
          .catch((error: unknown) => this.report(error))
          .finally(() => this.sending.delete(running));
      }
    } catch (error) {
      this.report(error);
    }
    if (slot.running === running) this.free(slot);
    if (!this.stopping) this.look();
  }

  private free(slot: Slot): void {
    slot.running = undefined;
    slot.since = new Date().toISOString();
    this.tell(slot);
  }

  private remember(board: string, past: PastRun): void {
    const { kind, suite, seed, requester, code, seconds, reason } = past;
    const why = reason === undefined ? '' : `: ${reason}`;
    this.options.log(
      `${board}: ${kind} ${suite}, seed ${seed}, for ${requester}: exit ${code}${why}, ${seconds} s`,
    );
    void untilSent(() => addHistory(this.client, board, past), AbortSignal.timeout(REMEMBER_MS)).catch(noop);
  }

  /** Writes its record: at once, and so before what is sent next, but of many short jobs only each RECORD_MS. */
  private tell(slot: Slot): void {
    if (this.told.has(slot)) return void this.told.set(slot, true);
    this.told.set(slot, false);
    if (!this.stopping) void this.record(slot).catch(noop);
    const again = (): void => {
      const changed = this.told.get(slot);
      this.told.delete(slot);
      if (changed) this.tell(slot);
    };
    setTimeout(again, RECORD_MS).unref();
  }

  private record(slot: Slot): Promise<void> {
    return writeRecord(this.client, slot.board.id, slot.owner, recordOf(slot, this.options.version));
  }

  private report(error: unknown): void {
    if (!isAway(error))
      this.options.log(`the lab: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function noop(): void {
  // What is away now is told anew at the next beat.
}
