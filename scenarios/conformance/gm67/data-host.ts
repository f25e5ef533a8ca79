/** Codes that the bench shows to a scanner which is set for them. */
import type { Symbology } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { micros, millis, type Micros } from '../../../protocols/time';
import { describeParameter } from './descriptions';
import type { GmHost } from './host';
import { NotReady } from './scanner-profile';
import { isFault } from './session';

/** How long to wait that no answer to ACK comes. */
const ACK_WATCH = millis(40);

export interface Settings {
  readonly trigger?: number;
  readonly packet?: boolean;
}

const TEXT = new TextEncoder();

export const EAN_CODE = TEXT.encode('4006381333931');
export const CODE_128 = TEXT.encode('WIREJIG-128');

/** A payload with a text of its own, all of one length. */
export function codeOf(text: string): Uint8Array {
  return TEXT.encode(`wirejig ${text}`.padEnd(20, '.').slice(0, 20));
}

export class DataHost {
  /** What is set, in the order in which it is written. */
  private readonly settings: Map<number, number>;
  private losses = -1;

  private constructor(
    readonly scanner: GmHost,
    { trigger = TRIGGER.host, packet = false }: Settings,
  ) {
    const { scanTime, codes2d } = PARAMETER;
    const most = (number: number): number => Math.max(...scanner.profile.valuesOf(number));
    this.settings = new Map([
      [PARAMETER.stxEtx, 0],
      [PARAMETER.terminator, 2],
      [scanTime, most(scanTime)],
      [codes2d, most(codes2d)],
      [PARAMETER.packet, packet ? 1 : 0],
      [PARAMETER.trigger, trigger],
    ]);
  }

  /** Prepares a scanner to read codes: by default in raw mode with CR, one code for each start. */
  static async create(scanner: GmHost, settings: Settings = {}): Promise<DataHost> {
    const host = new DataHost(scanner, settings);
    for (const number of [PARAMETER.trigger, PARAMETER.packet]) {
      const value = host.settings.get(number) ?? 0;
      if (!scanner.profile.valuesOf(number).includes(value))
        throw new NotReady(`by its profile this scanner's ${describeParameter(number)} is never ${value}`);
    }
    await host.ready();
    return host;
  }

  /** Sets a parameter, now and where all is set again. */
  async set(number: number, value: number): Promise<void> {
    this.settings.set(number, value);
    await this.scanner.prepareValue(number, value);
  }

  /** Sets everything, if it may be lost. */
  async ready(): Promise<void> {
    const { scanner } = this;
    await scanner.ready();
    if (this.losses === scanner.losses) return;
    await scanner.prepare({ type: 'enable' });
    for (const [number, value] of this.settings) await scanner.prepareValue(number, value);
    this.losses = scanner.losses;
  }

  /** Starts decoding and shows a code, as {@link show}. Throws {@link NotReady}. */
  async read(
    id: string,
    payload: Uint8Array,
    what: string,
    symbology: Symbology = 'datamatrix',
  ): Promise<boolean> {
    await this.ready();
    await this.scanner.prepare({ type: 'start' });
    return this.show(id, payload, what, symbology);
  }

  /** Whether a code comes that is shown after a start. Another clause judges that. */
  async isRead(id: string, payload: Uint8Array): Promise<boolean> {
    await this.ready();
    await this.scanner.prepare({ type: 'start' });
    const { judgements } = await this.scanner.present('datamatrix', payload);
    const isRight = !judgements.some(isFault);
    if (!isRight)
      this.scanner.bench.inconclusive(id, 'a code that was shown after start did not come (GM-DT-01)');
    return isRight;
  }

  /** Shows a code. true: what had to come came, and nothing else. `id`: inconclusive where that cannot be judged. */
  async show(
    id: string,
    payload: Uint8Array,
    what: string,
    symbology: Symbology = 'datamatrix',
  ): Promise<boolean> {
    const { judgements, isOpen } = await this.scanner.present(symbology, payload);
    if (isOpen)
      this.scanner.bench.inconclusive(id, `${what}: by the time at which it was shown, nothing is due`);
    return this.scanner.record(judgements, what) && !isOpen;
  }

  /** Sends ACK, which must not be answered. true: nothing was wrong. */
  async acknowledge(): Promise<boolean> {
    const isRight = await this.scanner.ask({ type: 'ack' });
    return (await this.scanner.quiet(ACK_WATCH, 'after ACK')) && isRight;
  }

  /** The pause after which the same code counts as shown anew. */
  get showingPause(): Micros {
    return micros(1.35 * millis(this.scanner.bench.number('sameCodeMs')));
  }
}
