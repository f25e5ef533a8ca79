/** What names the frames on the wire in a report: the dialects of the suites of a run. */
import type { LinkBinding } from '../../../devices/links/link';
import { bindingOf } from '../../../devices/links/link-target';
import type { FrameReader, FrameReaders } from '../../../reports/html/evidence/wire-frames';
import type { Dialect } from '../../../scenarios/dialect';
import type { Protocol } from '../../../scenarios/protocol';
import { protocolOf } from '../../../scenarios/protocols';
import type { RunStart } from '../../../scenarios/record';

/** A run or a campaign, as far as its frames depend on it. */
export interface FramedRun {
  readonly board: Pick<RunStart['board'], 'kind' | 'virtual' | 'links'>;
  readonly suites: readonly Pick<RunStart['suites'][number], 'id' | 'parameters'>[];
}

/** For the suites that the run names and this wirejig knows. */
export async function loadFrameReaders(start: FramedRun | undefined): Promise<FrameReaders> {
  const bySuite = new Map<string, readonly Dialect[]>();
  for (const { id, parameters } of start?.suites ?? []) {
    const protocol = await protocolOf(id);
    const dialects = await protocol?.dialects?.();
    if (start !== undefined && protocol !== undefined && dialects !== undefined)
      bySuite.set(id, dialects({ parameters, binding: carrierOf(start, protocol) }));
  }
  return (suite, link, direction) => {
    const codec = bySuite.get(suite)?.find((one) => one.link === link)?.[direction];
    return codec === undefined ? undefined : readerOf(codec);
  };
}

function readerOf(codec: Dialect['tx']): FrameReader | undefined {
  const make = codec.decoder?.bind(codec);
  return make === undefined ? undefined : { decoder: make, fields: (raw) => codec.fields(raw) };
}

/** How the bytes travelled: by the links of a real board, else by those of the virtual one. */
function carrierOf({ board }: FramedRun, { boards: kinds }: Protocol): LinkBinding {
  const found = board.links.map(bindingOf).find((binding) => binding !== 'serial');
  if (found !== undefined || !board.virtual) return found ?? 'serial';
  const kind = kinds.find(({ name }) => name === board.kind) ?? kinds[0];
  return kind?.links[0]?.binding ?? 'serial';
}
