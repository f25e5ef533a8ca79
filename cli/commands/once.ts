/** Options that mean one thing. */
import { UsageError } from '../usage-error';

/** The coercion of an option of one text, refused where it is given twice. */
export function once(name: string): (value: unknown) => string | undefined {
  return (value) => {
    if (Array.isArray(value)) throw new UsageError(`--${name} is given twice: give it once`);
    return typeof value === 'string' ? value : undefined;
  };
}
