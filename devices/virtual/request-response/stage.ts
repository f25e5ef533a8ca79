/** Sessions with boards whose firmware was changed, and what the judge finds of them. */
import { isDeepStrictEqual } from 'node:util';
import { RequestResponseMonitor } from '../../../judge/request-response/monitor';
import type { AnySession, DescribedLink } from '../../../protocols/request-response/definition';
import { fittedBytes } from '../../../protocols/request-response/fitted-request';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { SyncSimulation } from '../engine/sync-simulation';
import type { FirmwareChange } from './firmware';
import { waitStep, type SessionStep } from './session-step';
import { RequestResponseBoard } from './virtual-board';

/** A board that goes on sending is listened to for no longer. */
const LONGEST = millis(10_000);

export interface Play {
  /** The first clause that the board has broken. */
  readonly broken: string | undefined;
  /** At the end, by the rules, and as the board has it. */
  readonly due: unknown;
  readonly held: unknown;
}

/** One protocol with one set of parameters. Sessions begin in its initial state. */
export class Stage {
  readonly session: AnySession;

  constructor(
    session: AnySession,
    private readonly link: DescribedLink,
    readonly seed: number,
  ) {
    this.session = { ...session, afterReset: session.initial };
  }

  /** Plays a session on a new board, then waits until nothing more can come. */
  play(change: FirmwareChange, steps: readonly SessionStep[]): Play {
    const { session, link, seed } = this;
    const { name, baud } = link;
    const board = new RequestResponseBoard({ session, link, seed, changes: [change] });
    let kept: string | undefined;
    const monitor = new RequestResponseMonitor(session, {
      onPass: (clause, kind) => {
        if (kind === 'answer') kept = clause;
      },
    });
    const line = new SyncSimulation([{ name, baud }], board);
    let parted: string | undefined;
    const listen = (until: Micros): void => {
      for (let chunk = line.receive(name, until); chunk !== undefined; chunk = line.receive(name, until))
        monitor.rx(chunk);
      monitor.tick(until);
    };
    for (const { bytes, pause } of [...steps, waitStep(micros(2 * session.idle))]) {
      if (bytes.length > 0) monitor.tx(line.send(name, fittedBytes(session, bytes, monitor.state)));
      listen(after(line.now, pause));
      if (pause < session.idle) continue;
      const end = after(line.now, LONGEST);
      for (let due = monitor.due(); due !== undefined && due.until < end; due = monitor.due())
        listen(due.until);
      if (!monitor.desynchronised && !isDeepStrictEqual(monitor.state, board.state)) parted ??= kept;
    }
    const failed = monitor.judgements().find(({ verdict }) => verdict === 'fail');
    const held = monitor.desynchronised ? monitor.state : board.state;
    return { broken: failed && (parted ?? failed.clause), due: monitor.state, held };
  }
}
