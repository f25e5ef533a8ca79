/** Checks at load that a framing can end the frames of a wire, and tell them from those of other framings. */
import { countBytes } from '../../byte-text';
import { hexList } from '../decoders/faults';
import { envelopeOf } from '../frame-content';
import type { Framing, PartFraming } from '../framing';
import { LayoutError, type WireLayout } from '../layout/layout-data';

/** Throws {@link LayoutError} where frames of the wire would have no end. */
export function checkEnds(
  layout: Pick<WireLayout, 'selfDelimiting' | 'shortest'>,
  longest: number,
  framing: Framing,
): void {
  const fixed = framing.kind === 'sized' ? framing.fixed : undefined;
  const isByContent = framing.kind === 'running' || (framing.kind === 'sized' && fixed === undefined);
  if (isByContent && !layout.selfDelimiting)
    throw new LayoutError(
      'framing',
      'the first bytes of a frame do not tell its length. A field without an end of its own needs a lengthOf, or a framing that ends a frame',
    );
  if (fixed !== undefined && (fixed < layout.shortest || fixed > longest))
    throw new LayoutError(
      'framing',
      `no frame has ${countBytes(fixed)}, they have ${layout.shortest} to ${longest}`,
    );
}

/** Throws {@link LayoutError} where `wires` wires in these framings could not share a line. */
export function checkParts(wires: number, framings: readonly PartFraming[]): void {
  if (wires !== framings.length)
    throw new LayoutError(
      'framing',
      `anyOf has ${framings.length} framings for ${wires === 1 ? '1 wire' : `${wires} wires`}: give one for each wire of oneOf`,
    );
  for (const framing of framings)
    if (framing.kind === 'delimited' && framing.isFill && !framing.leading)
      throw new LayoutError('framing', `${framing.by} in anyOf begins no frame: give it leading: true`);
  const starts = framings.map((framing) => envelopeOf(framing).start);
  const lines = framings.filter((framing, i) => framing.kind === 'delimited' && starts[i]?.length === 0);
  if (lines.length > 1)
    throw new LayoutError('framing', 'two framings in anyOf take any bytes: give one of them a start');
  starts.forEach((start, i) => {
    const other = starts.findIndex(
      (one, j) =>
        j !== i &&
        one.length > 0 &&
        start.length >= one.length &&
        one.every((byte, at) => start[at] === byte),
    );
    if (start.length > 0 && other >= 0)
      throw new LayoutError(
        'framing',
        `two framings in anyOf begin with ${hexList(starts[other] ?? [])}: their frames cannot be told apart`,
      );
  });
}
