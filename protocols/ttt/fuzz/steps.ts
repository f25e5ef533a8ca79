/** Steps of players. */
import { dial, send, type Carrier, type FuzzStep } from '../../../api/index';
import { BYTE, type Cell } from '../message';

export function joins(carrier: Carrier, link: string): FuzzStep {
  return carrier === 'tcp' ? dial(link, true) : send(link, Uint8Array.of(BYTE.join));
}

export function leaves(carrier: Carrier, link: string): FuzzStep {
  return carrier === 'tcp' ? dial(link, false) : send(link, Uint8Array.of(BYTE.leave));
}

export function move(player: string, cell: Cell): FuzzStep {
  return send(player, Uint8Array.of(BYTE.cell0 + cell));
}
