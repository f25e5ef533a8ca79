/**
 * The registry of boards and adapters with their USB ids.
 *
 * Sources: the vendors' own USB ids (Silicon Labs 10c4:ea60 CP210x, WCH 1a86 CH34x and CH9102, STMicroelectronics 0483
 * ST-LINK, Artery 2e3c AT-Link, Espressif 303a).
 */
import type { PortInfo } from '../ports/port-info';

/** The way to reset such a board, as a value of `--reset`. */
type HardwareReset = 'esp32';

export interface HardwareKind {
  /** `m5stack`: its name in a configuration. */
  readonly name: string;
  readonly title: string;
  /** The default suite. */
  readonly suite?: string;
  /** USB ids of its own port, the surest first. */
  readonly usb: readonly UsbId[];
  readonly reset?: HardwareReset;
  /** Help for a person who wires it. */
  readonly hint: string;
}

interface UsbId {
  /** Empty: any vendor. */
  readonly vendor: string;
  /** Default: any product of the vendor. */
  readonly products?: readonly string[];
  /** The adapter with this id. */
  readonly adapter: string;
  /** A pattern for the device's own description, where the ids alone are not enough. */
  readonly selfDescription?: RegExp;
}

const CP210X: UsbId = { vendor: '10c4', products: ['ea60'], adapter: 'CP210x' };
const CH9102: UsbId = { vendor: '1a86', products: ['55d4'], adapter: 'CH9102' };
const CH340: UsbId = { vendor: '1a86', products: ['7523', '7522', '5523'], adapter: 'CH340' };
const ST_LINK: UsbId = {
  vendor: '0483',
  products: ['374a', '374b', '374d', '374e', '374f', '3752', '3753', '3754', '3757'],
  adapter: 'ST-LINK',
};
const AT_LINK: UsbId = { vendor: '2e3c', products: ['f000'], adapter: 'AT-Link' };

export const HARDWARE: readonly HardwareKind[] = [
  {
    name: 'm5stack',
    title: 'M5Stack (ESP32)',
    suite: 'durak',
    usb: [CH9102, CP210X, { vendor: '303a', products: ['1001'], adapter: 'ESP32 USB serial' }],
    reset: 'esp32',
    hint: 'its USB port is UART0, which the boot messages go to as well; DTR and RTS drive EN and IO0',
  },
  {
    name: 'at-start-f437',
    title: 'AT-START-F437',
    suite: 'set',
    usb: [AT_LINK, { vendor: '2e3c', adapter: 'AT-Link', selfDescription: /at-?link|cmsis-?dap/i }],
    hint: 'the AT-Link’s port is one UART of the board; the other link needs an adapter of its own (3.3 V)',
  },
  {
    name: 'stm32-nucleo',
    title: 'STM32 Nucleo',
    usb: [ST_LINK],
    hint: 'the ST-LINK’s port is USART2 on most of them (USART3 on Nucleo-144); it has no DTR reset',
  },
  {
    name: 'stm32-discovery',
    title: 'STM32 Discovery',
    usb: [ST_LINK],
    hint: 'older ones (ST-LINK/V2) have no serial port: use an adapter of 3.3 V on a UART’s pins',
  },
  {
    name: 'gm67',
    title: 'GM67 barcode scanner',
    suite: 'gm67',
    usb: [CH340, { vendor: '', adapter: 'USB-CDC', selfDescription: /gm6\d|bar ?code|scanner/i }],
    hint: 'on UART it speaks 9600 baud; the setup code ^#SC^3030010 turns it from USB to UART',
  },
  {
    name: 'generic',
    title: 'any other board',
    usb: [],
    hint: 'three wires at the board’s own voltage: TX to RX, RX to TX, GND to GND',
  },
];

interface HardwareMatch {
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
