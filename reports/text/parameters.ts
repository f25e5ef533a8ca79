/** The parameters and the board of a run in words. */
import type { SuiteRecord, RunStart } from '../../scenarios/record';

type Parameters = SuiteRecord['parameters'];

/** Names of parameters whose value is a byte of the protocol. */
const BYTE_NAME = /Cmd$/;
/** A parameter's name in backquotes and the page's value: `idleGapMs` 50, `errorCmd` EE. */
const MENTION = /`(\w+)` ([0-9A-F]{2}(?![0-9A-Za-z.])|\d+(?:\.\d+)?)/g;

export function parameterText(name: string, value: number | string): string {
  return typeof value === 'number' && BYTE_NAME.test(name) ? `0x${hexByte(value)}` : String(value);
}

/** The text of a clause with the values of this run, not those of the page. */
export function withParameters(text: string, parameters: Parameters): string {
  return text.replaceAll(MENTION, (whole, name: string) => {
    const value = parameters[name];
    if (value === undefined) return whole;
    return `\`${name}\` ${typeof value === 'number' && BYTE_NAME.test(name) ? hexByte(value) : value}`;
  });
}

function hexByte(value: number): string {
  return value.toString(16).toUpperCase().padStart(2, '0');
}

/** The board's name; of more than two boards their number: `8 virtual boards`. */
export function boardName({ name, virtual }: Pick<RunStart['board'], 'name' | 'virtual'>): string {
  const count = name.split(', ').length;
  return count > 2 ? `${count}${virtual ? ' virtual' : ''} boards` : name;
}
