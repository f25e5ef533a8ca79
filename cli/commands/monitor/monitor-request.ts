/** The first event of the journal of `wirejig monitor`, and what its other events have. */
import type { Chunk } from '../../../protocols/chunk';
import { systemText } from '../../../devices/platform/system';
import type { BytesRecord, JournalEvent, RunEnd } from '../../../scenarios/record';
import { commandLine } from '../../shared/command-line';
import { UNKNOWN_KIND } from '../../shared/output/journal-file';
import { wirejigVersion } from '../../shared/program';
import { hex } from '../../../protocols/bytes';
import type { Vocabulary } from './monitor-input';
import type { LocatedLink } from '../../shared/boards/located-link';
import type { MonitorRequest } from './command';

export function monitorStart(
  { link, params = [] }: MonitorRequest,
  { name, suite, target, board }: LocatedLink,
  identity: string | undefined,
): JournalEvent {
  return {
    type: 'run',
    version: wirejigVersion(),
    seed: 0,
    board: {
      name: board?.name ?? target.url,
      kind: suite ?? UNKNOWN_KIND,
      virtual: false,
      defects: [],
      links: [{ name, url: target.url }],
      ...(identity === undefined ? {} : { identity }),
    },
    suites: [],
    command: commandLine(['monitor', link], { suite, param: params }),
    startedAt: new Date().toISOString(),
    platform: systemText(),
  };
}

/** The last event. `lost`: why the link ended by itself. */
export function monitorEnd(at: number, exchanges: number, lost: string | undefined): RunEnd {
  const outcome =
    lost === undefined ? ({ outcome: 'done' } as const) : ({ outcome: 'lost', reason: lost } as const);
  return { type: 'run-end', at, ...outcome, verdicts: {}, exchanges };
}

export function vocabularyOf({ dialect }: LocatedLink): Vocabulary {
  return dialect ?? { messages: [] };
}

export function bytesRecord(
  { name }: LocatedLink,
  { direction, bytes, notBefore, notAfter }: Chunk,
): BytesRecord {
  const times = { notBefore: Math.round(notBefore), notAfter: Math.round(notAfter) };
  return { link: name, direction, ...times, hex: hex(bytes) };
}
