/** Resets by modem lines and breaks: the lines to drive, for how long, and their state after that. */
import { after, millis, type Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import type { LineState, Link } from '../links/link';

export type PulseWay = 'dtr' | 'rts' | 'break' | 'esp32';

interface Pulse {
  readonly during: LineState;
  readonly span: Micros;
  readonly afterwards: LineState;
}

/**
 * esp32: its auto-reset circuit holds EN low while only RTS is asserted. While only DTR is asserted it holds IO0 low,
 * which would start the boot loader. So DTR is released first, and stays released.
 */
const PULSES: Readonly<Record<PulseWay, Pulse>> = {
  dtr: { during: { dtr: false }, span: millis(100), afterwards: { dtr: true } },
  rts: { during: { rts: false }, span: millis(100), afterwards: { rts: true } },
  break: { during: { brk: true }, span: millis(300), afterwards: { brk: false } },
  esp32: { during: { dtr: false, rts: true }, span: millis(100), afterwards: { dtr: false, rts: false } },
};

/** Called for each line state that was driven. */
export type LineListener = (link: string, at: Micros, state: LineState) => void;

/** Resets by all links together. Rejects with LinkError `unsupported` if one has no modem lines. */
export async function resetPulse(
  links: readonly Link[],
  way: PulseWay,
  clock: Clock,
  onDriven: LineListener = () => undefined,
): Promise<void> {
  const { during, span, afterwards } = PULSES[way];
  const drive = async (state: LineState): Promise<void> => {
    for (const link of links) {
      const at = clock.now();
      await link.lines(state);
      onDriven(link.name, at, state);
    }
  };
  await drive(during);
  await clock.until(after(clock.now(), span));
  await drive(afterwards);
}
