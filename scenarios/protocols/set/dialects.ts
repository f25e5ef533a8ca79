/** The messages of Set by name: the cards that its scanner sends. */
import { cardByte, CARDS, cardName, type CardEncoding } from '../../../protocols/set/card';
import { scannerLink } from '../../../protocols/set/scanner-link';
import { consoleLines } from '../../../protocols/terminal/console-line';
import type { Dialect, DialectOptions } from '../../dialect';
import { numberOf, timeOption } from '../parameter-values';

export function setDialects({ parameters }: DialectOptions): readonly Dialect[] {
  const encoding: CardEncoding = parameters?.['cardEncoding'] === '0..2' ? '0..2' : '1..3';
  const longest = numberOf(parameters, 'rxBufferBytes');
  const tx = scannerLink({
    encoding,
    ...timeOption('idleReset', numberOf(parameters, 'idleResetMs')),
    ...(longest === undefined ? {} : { longest }),
  });
  const cards = Array.from({ length: CARDS }, (_, card) => ({
    name: `card-${card}`,
    description: cardName(card),
    bytes: Uint8Array.of(cardByte(card, encoding), 0x0d),
  }));
  const lines = consoleLines();
  return [
    { link: 'scanner', tx, rx: lines, messages: cards },
    { link: 'console', tx: lines, rx: lines, messages: [] },
  ];
}
