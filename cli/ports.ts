/** `wirejig ports`: the serial ports of this machine, and what is plugged into them. */
import { printable } from '../reports/printable';
import { say } from './console';
import { UsageError } from './usage-error';

/** Resolves with 0. Rejects with {@link UsageError} where the machine cannot say. */
export async function portsCommand(json: boolean): Promise<number> {
  const { SerialPort } = await import('serialport');
  const ports = await SerialPort.list().catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `serial ports cannot be listed (${cause}): install udev, or look into /dev yourself`,
    );
  });
  if (json) say(`${JSON.stringify(ports)}\n`);
  else if (ports.length === 0) say('no serial port on this machine\n');
  for (const { path, manufacturer, serialNumber, vendorId, productId } of json ? [] : ports) {
    const usb = vendorId === undefined ? undefined : `usb ${vendorId}:${productId ?? '?'}`;
    const known = [manufacturer, serialNumber, usb].filter((part) => part !== undefined);
    say(`${printable([path, ...known].join('  '))}\n`);
  }
  return 0;
}
