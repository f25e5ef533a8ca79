/** The session in which a defect shows, as a script, with random traffic before it. */
import type { SessionStep } from '../../../devices/virtual/request-response/session-step';
import { defectSessions } from '../../../devices/virtual/request-response/testing/defect-sessions';
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { micros, millis } from '../../../protocols/time';
import { drawScript, type HostStep, type Write } from './host-script';
import type { System } from './system';

/** By the names of defects. A session begins with a board that was just reset. */
export type DefectSessions = ReadonlyMap<string, readonly Write[]>;

export function describedSessions(protocol: AnyRequestResponse): DefectSessions {
  const found = [...defectSessions(protocol)];
  return new Map(found.map(([name, { steps }]) => [name, steps.map(writeOf)]));
}

function writeOf({ bytes, pause }: SessionStep): Write {
  return { bytes, wait: pause };
}

export interface DefectScript {
  readonly steps: readonly HostStep[];
  /** Each write is alone on a quiet line, whatever the host knows of times: no time decides what a sound board sends. */
  readonly isOrderly: boolean;
}

/** More than all that a host which does not stand still adds to the times of an exchange. */
const ADDED = millis(100);
/** A pause that is nearly `idle` is meant to be one after which nothing is in flight. */
const NEARLY = 0.9;

/** The session with longer pauses, where they are long, after random traffic in every second seed. */
export function defectScript(system: System, writes: readonly Write[], seed: number): DefectScript {
  const { session, source } = system;
  const isQuiet = ({ wait }: Write): boolean => wait !== 'answer' && wait >= NEARLY * session.idle;
  const longer = writes.map((write, i): Write => {
    const { bytes, wait } = write;
    if (wait === 'answer' || (!isQuiet(write) && i < writes.length - 1)) return write;
    return { bytes, wait: micros(wait + 2 * session.idle + ADDED) };
  });
  const before = seed % 2 === 0 ? drawScript({ session, source, seed, steps: 5 }) : [];
  return {
    steps: [...before, { what: 'the session of the defect', reset: true, writes: longer }],
    isOrderly: before.length === 0 && longer.every(isQuiet),
  };
}
