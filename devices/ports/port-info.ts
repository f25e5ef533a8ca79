/** A serial port of this machine, and what is known of its adapter. */

export interface PortInfo {
  /** `/dev/ttyUSB0`, `COM3`. */
  readonly path: string;
  /** A name that stays when the numbers of ports change: `/dev/serial/by-id/…`. */
  readonly stablePath?: string;
  /** USB vendor and product ids, four lower-case hex digits each. */
  readonly vendor?: string;
  readonly product?: string;
  readonly serial?: string;
  /** From the device: foreign text. */
  readonly manufacturer?: string;
  readonly description?: string;
  /** USB interface number: it distinguishes the ports of one device. */
  readonly interface?: number;
  readonly driver?: string;
  /** The longest time that the adapter holds received bytes, ms, where its driver knows (FTDI). */
  readonly latencyMs?: number;
}

/** What the port of a board must be: each given part must match. */
export interface PortMatch {
  readonly vendor?: string;
  readonly product?: string;
  readonly serial?: string;
  readonly path?: string;
  readonly interface?: number;
}

/** Compares ids without regard to case; a path by any of its names. */
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
