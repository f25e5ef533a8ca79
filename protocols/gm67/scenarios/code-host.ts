/** A scanner that is set to read codes. */
import { micros, type Micros } from '../../../api/index';
import type { Symbology } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { describeParameter, NotReady, type Scanner } from './host';

export interface Settings {
  readonly trigger?: number;
  readonly packet?: boolean;
}

/** A payload with a text of its own, all of one length. */
export function codeOf(text: string): Uint8Array {
  return new TextEncoder().encode(`wirejig ${text}`.padEnd(20, '.').slice(0, 20));
}

/** A scanner that is set to read codes: by default in raw mode with CR, one code for each start. */
export class CodeHost {
  /** What is set, in the order in which it is written. */
  private readonly settings: Map<number, number>;

  private constructor(
    readonly scanner: Scanner,
    { trigger = TRIGGER.host, packet = false }: Settings,
  ) {
    const { scanTime, codes2d } = PARAMETER;
    const most = (number: number): number => Math.max(...scanner.page.valuesOf(number));
    this.settings = new Map([
      [PARAMETER.stxEtx, 0],
      [PARAMETER.terminator, 2],
      [scanTime, most(scanTime)],
      [codes2d, most(codes2d)],
      [PARAMETER.packet, packet ? 1 : 0],
      [PARAMETER.trigger, trigger],
    ]);
  }

  static async create(scanner: Scanner, settings: Settings = {}): Promise<CodeHost> {
    const host = new CodeHost(scanner, settings);
    for (const number of [PARAMETER.trigger, PARAMETER.packet]) {
      const value = host.settings.get(number) ?? 0;
      if (!scanner.page.valuesOf(number).includes(value))
        throw new NotReady(`by its profile this scanner's ${describeParameter(number)} is never ${value}`);
    }
    await scanner.prepare({ type: 'enable' });
    await host.ready();
    return host;
  }

  /** Sets a parameter, now and where all is set again. */
  async set(number: number, value: number): Promise<void> {
    this.settings.set(number, value);
    await this.scanner.prepareValue(number, value);
  }

  /** Sets what may be lost. */
  async ready(): Promise<void> {
    const { scanner } = this;
    await scanner.ready();
    if (!scanner.isEnabled) await scanner.prepare({ type: 'enable' });
    for (const [number, value] of this.settings)
      if (scanner.value(number) !== value) await scanner.prepareValue(number, value);
  }

  /** Starts decoding and shows a code. */
  async read(code: Uint8Array, what: string, symbology: Symbology = 'datamatrix'): Promise<boolean> {
    await this.ready();
    await this.scanner.prepare({ type: 'start' });
    return this.scanner.show(code, what, symbology);
  }

  /** The pause after which the same code counts as shown anew. */
  get showingPause(): Micros {
    return micros(1.35 * this.scanner.page.sameCode);
  }
}
