/** The serial ports of this machine, on any operating system. */
import type { PortInfo } from './port-info';
import { currentSystem } from '../platform/system';
import { nativeBinding } from './native-binding';
import { sysfsPorts } from './sysfs-ports';

/** Rejects with the error of the operating system. */
export async function listPorts(): Promise<readonly PortInfo[]> {
  if (currentSystem() === 'linux') return sysfsPorts();
  const ports = await nativeBinding().list();
  return ports.map(({ path, vendorId, productId, serialNumber, manufacturer, ...rest }) => {
    const known = {
      vendor: vendorId?.toLowerCase(),
      product: productId?.toLowerCase(),
      serial: serialNumber,
      manufacturer,
      description: 'friendlyName' in rest ? String(rest.friendlyName) : undefined,
    };
    return { path, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) };
  });
}
