/** A process of a {@link WorkerPool}: carries out one task after the other for its parent. */
import { ENDING_SIGNALS } from '../../devices/platform/signals';
import { RuleError } from '../../protocols/request-response/definition';
import { TimeUsedUp } from '../../scenarios/time-limit';
import { loadProtocols } from '../config/protocols';

export interface Task {
  readonly asked: unknown;
  readonly send: (part: object) => void;
  /** Aborted when the parent wants the answer early. */
  readonly signal: AbortSignal;
}

export function serveTasks(carryOut: (task: Task) => Promise<object>): void {
  // The parent names the configuration whose protocols it uses.
  const [, , config] = process.argv;
  const ready = config === undefined ? Promise.resolve() : loadProtocols(config);
  let current: AbortController | undefined;
  const reply = (message: object): void => {
    current = undefined;
    process.send?.(message);
  };
  const fail = (error: unknown): void =>
    reply(error instanceof RuleError ? { ruleError: error.message } : { error });
  process.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) {
      current?.abort(message.stop === '' ? undefined : new TimeUsedUp(String(message.stop)));
      return;
    }
    const controller = new AbortController();
    current = controller;
    const task: Task = {
      asked: message,
      send: (part) => void process.send?.({ part }),
      signal: controller.signal,
    };
    void ready.then(() => carryOut(task)).then((answer) => reply({ answer }), fail);
  });
  // A virtual board's own turn may be what threw.
  process.on('uncaughtException', fail);
  // Where there are no process groups, Ctrl-C reaches this process too. Only the parent acts on it.
  for (const name of ENDING_SIGNALS) process.on(name, () => undefined);
  // Programs that a run has started end with this process (guarded-process.ts).
  process.on('disconnect', () => process.exit());
}
