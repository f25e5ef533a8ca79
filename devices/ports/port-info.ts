/** A serial port of this machine, and what is known of what is plugged into it. */

export interface PortInfo {
  /** `/dev/ttyUSB0`, `COM3`. */
  readonly path: string;
  /** A name that stays when ports are numbered anew: `/dev/serial/by-id/…`. */
  readonly stablePath?: string;
  /** USB vendor and product ids, four lower-case hex digits each. */
  readonly vendor?: string;
  readonly product?: string;
  readonly serial?: string;
  /** As the device tells them: foreign text. */
  readonly manufacturer?: string;
  readonly description?: string;
  /** USB interface number: tells the ports of one device apart. */
  readonly interface?: number;
  readonly driver?: string;
  /** How long the adapter keeps received bytes to itself at most, ms, where its driver says (FTDI). */
  readonly latencyMs?: number;
}

/** What a board's port must be: every part that is given must agree. */
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
