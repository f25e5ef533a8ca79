/** Node's timers on a virtual clock, for an application that waits with its own timers. */
import type { CancelAlarm } from '../../clock/clock';
import { after, millis } from '../../../protocols/time';
import type { VirtualClock } from '../engine/virtual-clock';

type Callback = (...args: readonly unknown[]) => void;

/** The result of setTimeout and setInterval: the part of Node's `Timeout` that programs use. */
class VirtualTimeout {
  private cancel: CancelAlarm | undefined;
  private keepsTime = true;

  constructor(
    private readonly clock: VirtualClock,
    private readonly delay: number,
    private readonly repeats: boolean,
    private readonly ring: () => void,
  ) {
    this.refresh();
  }

  refresh(): this {
    this.close();
    const at = after(this.clock.now(), millis(this.delay));
    const fire = (): boolean => {
      this.cancel = undefined;
      if (this.repeats) this.refresh();
      this.ring();
      return true;
    };
    this.cancel = this.keepsTime ? this.clock.alarm(at, () => void fire()) : this.clock.schedule(at, fire);
    return this;
  }

  close(): this {
    this.cancel?.();
    this.cancel = undefined;
    return this;
  }

  ref(): this {
    return this.keep(true);
  }

  /** It does not make time pass. */
  unref(): this {
    return this.keep(false);
  }

  hasRef(): boolean {
    return this.keepsTime;
  }

  private keep(keepsTime: boolean): this {
    if (keepsTime === this.keepsTime) return this;
    this.keepsTime = keepsTime;
    return this.cancel === undefined ? this : this.refresh();
  }
}

/**
 * Replaces timers and times of this process. Returns a function that restores the real ones; pending timers then never
 * ring.
 */
export function installTimers(clock: VirtualClock): () => void {
  const waiting = new Set<VirtualTimeout>();
  const begin = Date.now();
  const real = { clearTimeout: globalThis.clearTimeout, clearInterval: globalThis.clearInterval };
  const create =
    (repeats: boolean) =>
    (callback: Callback, delay?: number, ...args: readonly unknown[]): VirtualTimeout => {
      const timeout = new VirtualTimeout(clock, wholeDelay(delay), repeats, () => {
        if (!repeats) waiting.delete(timeout);
        callback(...args);
      });
      waiting.add(timeout);
      return timeout;
    };
  const clear =
    (clearReal: (timeout: NodeJS.Timeout) => void) =>
    (timeout: VirtualTimeout | NodeJS.Timeout | undefined): void => {
      if (timeout instanceof VirtualTimeout) waiting.delete(timeout.close());
      else if (timeout !== undefined) clearReal(timeout);
    };
  const restore = [
    replace(globalThis, 'setTimeout', create(false)),
    replace(globalThis, 'setInterval', create(true)),
    replace(globalThis, 'clearTimeout', clear(real.clearTimeout)),
    replace(globalThis, 'clearInterval', clear(real.clearInterval)),
    replace(Date, 'now', () => begin + Math.floor(clock.now() / 1000)),
    replace(performance, 'now', () => clock.now() / 1000),
  ];
  return () => {
    for (const one of restore.splice(0)) one();
    for (const timeout of waiting) timeout.close();
    waiting.clear();
  };
}

/** As in Node: at least 1 ms, and 1 ms for a delay that is not a number. */
function wholeDelay(delay: number | undefined): number {
  return delay !== undefined && delay >= 1 ? Math.trunc(delay) : 1;
}

function replace(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  };
}
