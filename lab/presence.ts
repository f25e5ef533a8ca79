/** Whether the requester of a job is still there: its lease says so. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LabClient } from './client';
import { KEYS } from './keys';

/** Beyond a requester's beat. */
const RETURN_MS = 500;

export class Presence {
  private readonly gone = new Set<string>();

  constructor(private readonly client: LabClient) {}

  async has(request: string): Promise<boolean> {
    return (await this.client.redis.exists(KEYS.request(request))) === 1;
  }

  /** Whether somebody waits for the result. After Redis was away a requester has the time to come back. */
  async isAwaited(request: string): Promise<boolean> {
    if (await this.has(request)) return true;
    if (this.gone.has(request)) return false;
    await pause(this.client.times.requestBeat + RETURN_MS);
    if (await this.has(request)) return true;
    this.gone.add(request);
    return false;
  }
}
