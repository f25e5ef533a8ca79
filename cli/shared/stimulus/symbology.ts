/** The symbologies of codes by name, and the error of a payload that fits none: without the library that draws them, which takes a while to load. */
import type { Symbology } from '../../../protocols/gm67/wire/message';

/** The payload does not fit the symbology: too long, empty, or not digits. One line with the cause. */
export class CodeError extends Error {
  override readonly name = 'CodeError';
}

const TITLES: Readonly<Record<Symbology, string>> = {
  datamatrix: 'DataMatrix',
  qr: 'QR',
  ean13: 'EAN-13',
  code128: 'Code 128',
};

export function symbologyTitle(symbology: Symbology): string {
  return TITLES[symbology];
}
