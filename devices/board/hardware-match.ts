/** Finds the known hardware that a serial port may be. */
import type { PortInfo } from '../ports/port-info';
import { HARDWARE, type HardwareKind, type UsbId } from './known-hardware';

export interface HardwareMatch {
  readonly kind: HardwareKind;
  readonly adapter: string;
}

/** The possible kinds of a port, the likeliest first; none if its ids are unknown. */
export function identifyHardware(port: PortInfo): HardwareMatch[] {
  const ranked = HARDWARE.flatMap((kind) => {
    const rank = kind.usb.findIndex((id) => isOf(id, port));
    const adapter = kind.usb[rank]?.adapter;
    return adapter === undefined ? [] : [{ kind, adapter, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ kind, adapter }) => ({ kind, adapter }));
}

function isOf({ vendor, products, selfDescription }: UsbId, port: PortInfo): boolean {
  if (port.vendor === undefined || (vendor !== '' && vendor !== port.vendor)) return false;
  if (products !== undefined && !products.includes(port.product ?? '')) return false;
  return selfDescription?.test(`${port.manufacturer ?? ''} ${port.description ?? ''}`) ?? true;
}
