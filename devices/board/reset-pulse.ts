/** Resets by modem lines and breaks: what is driven, for how long, and what is left behind. */
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
 * esp32: its auto-reset circuit holds EN low while RTS alone is asserted, and IO0 low (which would start the boot loader)
 * while DTR alone is. So DTR is let go before anything else, and stays so.
 */
const PULSES: Readonly<Record<PulseWay, Pulse>> = {
  dtr: { during: { dtr: false }, span: millis(100), afterwards: { dtr: true } },
  rts: { during: { rts: false }, span: millis(100), afterwards: { rts: true } },
  break: { during: { brk: true }, span: millis(300), afterwards: { brk: false } },
  esp32: { during: { dtr: false, rts: true }, span: millis(100), afterwards: { dtr: false, rts: false } },
};

/** Is told what was driven, and when. */
export type LineListener = (link: string, at: Micros, state: LineState) => void;

/** On all links at once. Rejects with LinkError `unsupported` where one has no modem lines. */
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
