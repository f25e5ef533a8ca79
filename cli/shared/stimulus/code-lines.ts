/** Parses lines that name codes: `datamatrix 0d41`, `qr 68 65 79`; an empty line shows no code. */
import { SYMBOLOGIES, symbologyNamed, type Symbology } from '../../../protocols/gm67/wire/message';
import { CodeError } from './symbology';

export interface NamedCode {
  readonly symbology: Symbology;
  readonly payload: Uint8Array;
}

/** More hex digits than any code holds. */
const LONGEST_LINE = 20_000;

/** undefined: show no code. Throws {@link CodeError} with the remedy. */
export function parseCodeLine(line: string): NamedCode | undefined {
  const text = line.trim();
  if (text === '') return undefined;
  if (text.length > LONGEST_LINE) throw new CodeError('a line this long is not a code: give less');
  const [name = '', ...words] = text.split(/\s+/);
  const symbology = symbologyNamed(name);
  if (symbology === undefined)
    throw new CodeError(
      `'${text.slice(0, 40)}' names no symbology: give ${SYMBOLOGIES.join(', ')} and the bytes in hex`,
    );
  const hex = words.join('');
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex))
    throw new CodeError(
      `'${text.slice(0, 40)}' has no bytes: give two hex digits for each after ${symbology}`,
    );
  return { symbology, payload: new Uint8Array(Buffer.from(hex, 'hex')) };
}
