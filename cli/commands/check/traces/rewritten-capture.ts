/** Files that another tool shifted or put together: it moves the times of the packets, and leaves those in their headers. */
import { UsageError } from '../../../shared/usage-error';
import type { Interface, Packet } from './capture-packets';

/** Of other recorders: if the times of header and packet differ by more than this, they are of different clocks. */
export const FAR_US = 60e6;
/** The least difference in a run's own file is far below. */
const SHIFTED_US = 1e6;

interface Marks {
  ends: number;
  /** How much later than its header a packet is, microseconds. */
  least: number;
  most: number;
}

export class RewriteMarks {
  private readonly marks = new Map<Interface, Marks>();

  /** A recording of wirejig ends on the interface. */
  end(place: Interface): void {
    this.of(place).ends++;
  }

  /** `header`: the time in it; 0: it has none. */
  take({ interface: place, at }: Packet, header: number): void {
    if (header === 0 || Number.isNaN(at)) return;
    const marks = this.of(place);
    marks.least = Math.min(marks.least, at - header);
    marks.most = Math.max(marks.most, at - header);
  }

  /** Throws {@link UsageError} where the times that are left would accuse the board. */
  refuse(): void {
    for (const [{ section }, marks] of this.marks) {
      const fault = faultOf(marks, section.ours);
      if (fault !== undefined) throw new UsageError(fault);
    }
  }

  private of(place: Interface): Marks {
    const marks = this.marks.get(place) ?? { ends: 0, least: Infinity, most: -Infinity };
    this.marks.set(place, marks);
    return marks;
  }
}

function faultOf({ ends, least, most }: Marks, ours: boolean): string | undefined {
  if (ends > 1) return `${ends} recordings of wirejig are merged in the file: check each by itself`;
  if (least > most) return undefined;
  if ((ours || ends > 0) && (least < 0 || least > SHIFTED_US))
    return `the times of the packets were shifted by ${(least / 1e6).toFixed(3)} s, and those in their headers were not (editcap -t): check the file as it was recorded`;
  if (!ours && isFar(least) !== isFar(most))
    return 'the times of the packets agree with those in their headers in a part of the file only: recordings were shifted and merged (editcap -t, mergecap): check each as it was recorded';
  return undefined;
}

function isFar(lag: number): boolean {
  return Math.abs(lag) >= FAR_US;
}
