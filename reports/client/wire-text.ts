/** Times, spans and bytes of the wire, as elsewhere on the page. */

/** Like a clock, with as many digits of a second: 0:12.222 292 */
export function clock(micros: number, digits = 6): string {
  const unit = 10 ** (6 - digits);
  const units = Math.round(micros / unit);
  const second = 1e6 / unit;
  const whole = Math.floor(units / second);
  const two = (number: number): string => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(units % second)
    .padStart(digits, '0')
    .replace(/(...)(?=.)/, '$1\u202f');
  const front = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${front}:${two(whole % 60)}${digits === 0 ? '' : `.${rest}`}`;
}

export function spanText(micros: number): string {
  if (micros < 1000) return `${Math.round(micros)} µs`;
  if (micros < 1e6) return `${Number((micros / 1000).toFixed(3))} ms`;
  return `${Number((micros / 1e6).toFixed(6))} s`;
}

export function hexOf(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

export function sizeText(count: number): string {
  return `${count} ${count === 1 ? 'byte' : 'bytes'}`;
}

export const SIGNS: Readonly<Record<string, string | undefined>> = {
  fail: '✗',
  inconclusive: '?',
  error: '?',
};
