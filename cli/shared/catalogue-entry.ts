/** What `list` and completion know of a protocol: plain data. */
import type { BoardKind, Defect } from '../../devices/virtual/engine/board';
import type { ProtocolParts } from '../../scenarios/protocol';
import type { Scenario, Suite } from '../../scenarios/suite';

/** Parts that not every protocol has. */
export const PARTS = [
  'targets',
  'traceMonitor',
  'tapMonitor',
  'dissection',
] as const satisfies readonly (keyof ProtocolParts)[];
export type Part = (typeof PARTS)[number];

export interface ListedSuite extends Pick<Suite, 'id' | 'title' | 'links' | 'requirements' | 'parameters'> {
  readonly scenarios: readonly Pick<Scenario, 'id' | 'title' | 'covers'>[];
}

export interface ListedBoard extends Pick<BoardKind, 'name' | 'title' | 'suite' | 'links'> {
  readonly defects: readonly Pick<Defect, 'name' | 'breaks' | 'text' | 'parameters'>[];
}

export interface CatalogueEntry {
  readonly suite: ListedSuite;
  readonly boards: readonly ListedBoard[];
  readonly parts: readonly Part[];
}
