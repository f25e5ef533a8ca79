/** A serial port of this machine, with the known facts on its adapter. */

export interface PortInfo {
  /** `/dev/ttyUSB0`, `COM3`. */
  readonly path: string;
  /** A name that does not change with the numbers of ports: `/dev/serial/by-id/…`. */
  readonly stablePath?: string;
  /** USB vendor and product ids, four lower-case hex digits each. */
  readonly vendor?: string;
  readonly product?: string;
  readonly serial?: string;
  /** From the device: untrusted text. */
  readonly manufacturer?: string;
  readonly description?: string;
  /** USB interface number: it distinguishes the ports of one device. */
  readonly interface?: number;
  readonly driver?: string;
  /** The longest time that the adapter holds received bytes, ms, if its driver tells (FTDI). */
  readonly latencyMs?: number;
}

/** What the port of a board must match: each given part. */
export type PortMatch = Partial<Pick<PortInfo, 'vendor' | 'product' | 'serial' | 'path' | 'interface'>>;

/** Compares ids in either case, and a path by any of its names. */
export function portMatches(port: PortInfo, match: PortMatch): boolean {
  const same = (wanted: string | undefined, is: string | undefined): boolean =>
    wanted === undefined || wanted.toLowerCase() === is?.toLowerCase();
  return (
    same(match.vendor, port.vendor) &&
    same(match.product, port.product) &&
    (match.serial === undefined || match.serial === port.serial) &&
    (match.path === undefined || match.path === port.path || match.path === port.stablePath) &&
    (match.interface === undefined || match.interface === port.interface)
  );
}
