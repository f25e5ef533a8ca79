/** Sends the files of a run to its requester while they grow. A slow requester is waited for here; the run never waits. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { abortable, type LabClient } from './client';
import type { Outcome } from './job';
import { KEYS } from './keys';
import { isAway } from './lab-error';
import { keepJob, type TakenJob } from './scripts';
import { KEPT_SECONDS, MOST_AHEAD, MOST_STREAMED, packEntry, PIECE_BYTES, type Header } from './results';

const LOOK_MS = 100;
const RETRY_MS = 300;

export interface Delivery {
  readonly request: string;
  readonly index: number;
  readonly token: number;
  readonly start: Omit<Extract<Header, { type: 'start' }>, 'type' | 'index' | 'token'>;
  /** Where the files of the run are; undefined: it has none. */
  readonly folder: string | undefined;
  readonly files?: string;
  readonly done: Promise<Outcome>;
  /** The job that it is the result of: the end is sent while it is still this worker's. */
  readonly job?: TakenJob;
  /** Bytes of the journal that are sent at most; what is longer is left out from there on. */
  readonly most?: number;
}

export class JobLost extends Error {}

/** Resolves when all is sent. Rejects when `signal` is given: nobody reads it any more; with {@link JobLost} instead of sending the end. */
export async function deliver(client: LabClient, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { request, index, token, folder, most = MOST_STREAMED } = delivery;
  const key = KEYS.results(request);
  const sendEnd = async (header: Header): Promise<void> => {
    if (delivery.job === undefined) return send(header);
    const { job } = delivery;
    const text = JSON.stringify(header);
    await untilSent(async () => {
      if (!(await keepJob(client, job, { request, text })))
        throw new JobLost('another worker has the job, or it waits for one');
    }, signal);
  };
  const send = async (header: Header, bytes?: Buffer): Promise<void> => {
    const entry = packEntry(header, bytes);
    await untilSent(async () => {
      while (bytes !== undefined && (await client.redis.xlen(key)) >= MOST_AHEAD)
        await pause(LOOK_MS / 2, undefined, { signal });
      await client.redis
        .multi()
        .xadd(key, '*', ...entry)
        .expire(key, KEPT_SECONDS)
        .exec();
    }, signal);
  };
  await send({ type: 'start', index, token, ...delivery.start });
  let outcome: Outcome | undefined;
  void delivery.done.then((end) => (outcome = end));
  const sent: Record<string, number> = {};
  const sendFile = async (file: string, path: string, whole: boolean): Promise<void> => {
    if (!existsSync(path)) return;
    if ((sent[file] ?? 0) >= most) return;
    for (
      let bytes = readFrom(path, sent[file] ?? 0);
      bytes.length > 0;
      bytes = readFrom(path, sent[file] ?? 0)
    ) {
      await send({ type: 'piece', index, token, file, at: sent[file] ?? 0 }, bytes);
      sent[file] = (sent[file] ?? 0) + bytes.length;
      if ((sent[file] ?? 0) >= most || (!whole && bytes.length < PIECE_BYTES)) break;
    }
  };
  for (;;) {
    const last = outcome;
    if (folder !== undefined)
      await sendFile('journal.jsonl', join(folder, 'journal.jsonl'), last !== undefined);
    if (last !== undefined) {
      const findings = folder === undefined ? undefined : join(folder, 'findings');
      if (findings !== undefined && existsSync(findings))
        for (const name of readdirSync(findings).sort())
          if (/^[a-z0-9-]{1,120}\.json$/.test(name))
            await sendFile(`findings/${name}`, join(findings, name), true);
      return sendEnd({
        type: 'end',
        index,
        token,
        outcome: { ...last, ...leftOut(delivery, sent) },
        files: sent,
      });
    }
    await Promise.race([delivery.done, pause(LOOK_MS, undefined, { signal })]);
  }
}

/** Where a journal is too long to be sent: how to get it. */
function leftOut({ folder, files, start }: Delivery, sent: Readonly<Record<string, number>>) {
  if (folder === undefined) return {};
  const { size = 0 } = statSync(join(folder, 'journal.jsonl'), { throwIfNoEntry: false }) ?? {};
  return size <= (sent['journal.jsonl'] ?? 0)
    ? {}
    : {
        reason: `its journal has ${Math.ceil(size / 2 ** 20)} MiB, too long to be sent: wirejig lab fetch ${start.board} ${files ?? ''} gets it`,
      };
}

/** Tries until Redis has taken it: it may be away for a while. */
export async function untilSent(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await abortable(work(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isAway(error)) throw error;
      await pause(RETRY_MS, undefined, { signal });
    }
  }
}

function readFrom(path: string, at: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const length = Math.min(PIECE_BYTES, fstatSync(file).size - at);
    if (length <= 0) return Buffer.alloc(0);
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, at));
  } finally {
    closeSync(file);
  }
}
