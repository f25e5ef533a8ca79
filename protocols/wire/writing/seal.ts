/** Corrects lengths and sums of changed frames, or spoils sums. */
import type { WireLayout } from '../layout/layout-data';
import { numberWriter } from '../bytes/numbers';
import { sumWriter } from '../bytes/sum-bytes';
import { walk } from '../reading/walk';

export interface Sealer {
  readonly seal: (content: Uint8Array) => Uint8Array;
  readonly resum: (content: Uint8Array) => Uint8Array;
  readonly spoil: (content: Uint8Array, mask?: number) => Uint8Array;
}

export function sealerOf(layout: WireLayout): Sealer {
  const { sumBytes } = layout;
  const writeSum = layout.sum && sumWriter(layout.sum.spec, layout.sum.from);
  const summed = (copy: Uint8Array): Uint8Array => {
    if (copy.length >= sumBytes) writeSum?.(copy, copy.length - sumBytes);
    return copy;
  };
  const seal = (content: Uint8Array): Uint8Array => {
    const sealed = Uint8Array.from(content);
    for (const { due, spec, offset } of walk(layout, sealed).pieces)
      if (due !== undefined && spec?.kind === 'number') numberWriter(spec)(sealed, offset, due);
    return summed(sealed);
  };
  const spoil = (content: Uint8Array, mask = 1): Uint8Array => {
    const spoiled = seal(content);
    const order = layout.sum?.spec.order;
    for (let i = 0; i < Math.min(sumBytes, spoiled.length); i++) {
      const at = spoiled.length - 1 - (order === 'little' ? sumBytes - 1 - i : i);
      if (at >= 0) spoiled[at] = spoiled[at]! ^ (Math.floor(mask / 2 ** (8 * i)) & 0xff);
    }
    return spoiled;
  };
  return { seal, resum: (content) => summed(Uint8Array.from(content)), spoil };
}
