/** Numbers as people read them: spans of time, sizes, counts, and how many of something. */
import type { MeasurementRecord } from '../../scenarios/record';

export type Unit = MeasurementRecord['unit'];

function decimals(value: number, places: number): string {
  const text = value.toFixed(places);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A span in microseconds: `412 µs`, `12.034 ms`, `3.2 s`, `4 min 7 s`. */
export function formatSpan(micros: number): string {
  if (!Number.isFinite(micros)) return 'no limit';
  const size = Math.abs(micros);
  if (size < 1000) return `${decimals(micros, 1)} µs`;
  if (size < 1_000_000) return `${decimals(micros / 1000, 3)} ms`;
  if (size < 60_000_000) return `${decimals(micros / 1_000_000, 3)} s`;
  const seconds = Math.round(micros / 1_000_000);
  return `${Math.trunc(seconds / 60)} min ${Math.abs(seconds % 60)} s`;
}

/** Milliseconds for a person: `0.4 s`, `41 s`, `2 min 5 s`, `8 h 2 min`. */
export function formatWallTime(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** The time so far, and an estimate for the rest: `34 s, about 2 min 5 s left`. */
export function formatElapsed(ms: number, done: number, total: number): string {
  const share = total === 0 ? 0 : done / total;
  const left = share < LEAST_SHARE || done >= total ? undefined : (ms * (1 - share)) / share;
  return `${formatWallTime(ms)}${left === undefined || ms < LEAST_MS ? '' : `, about ${formatWallTime(left)} left`}`;
}

/** Below this share of the work and this time there is no estimate. */
const LEAST_SHARE = 0.1;
const LEAST_MS = 5000;

const THIN_SPACE = '\u202f';
const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g;

/** An instant in microseconds, to the microsecond: `1 234.567 ms`. */
export function formatMillis(micros: number): string {
  const [whole = '', rest = ''] = (micros / 1000).toFixed(3).split('.');
  return `${whole.replace(THOUSANDS, THIN_SPACE)}.${rest} ms`;
}

/** An instant of the run in microseconds, like on a clock: `0:07.851`, `1:19:22.949`. */
export function formatInstant(micros: number): string {
  const millis = Math.floor(Math.max(0, micros) / 1000);
  const [hours, minutes] = [Math.floor(millis / 3_600_000), Math.floor(millis / 60_000) % 60];
  const seconds = ((millis % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** A time before or after another: `−2.1 s`, `0`, `+1.693 ms`. */
export function formatOffset(micros: number): string {
  if (micros === 0) return '0';
  return `${micros < 0 ? '−' : '+'}${formatSpan(Math.abs(micros))}`;
}

export function formatQuantity(value: number, unit: Unit): string {
  if (unit === 'us') return formatSpan(value);
  return unit === 'bytes' ? plural(value, 'byte') : decimals(value, 3);
}

/** `1 byte`, `2 bytes`; thousands are set apart by a thin space. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `12 345`, with a no-break thin space, so that no locale changes a report. */
export function formatCount(count: number): string {
  return decimals(count, 3).replace(THOUSANDS, THIN_SPACE);
}

/** The bounds of a measurement: `412–500 µs`, `412 µs–1.2 ms`, `-3 ms to 2 ms`, or the value if it is exact. */
export function formatBounds({ low, high, unit }: MeasurementRecord): string {
  const [least, most] = [formatQuantity(low, unit), formatQuantity(high, unit)];
  if (least === most) return least;
  if (low < 0) return `${least} to ${most}`;
  const [[number = '', ...leastUnit], [, ...mostUnit]] = [least.split(' '), most.split(' ')];
  const isShared =
    low === 0 || unit !== 'us' || (leastUnit.length === 1 && leastUnit.join() === mostUnit.join());
  return `${isShared ? number : least}–${most}`;
}

/** `at least 1.6 s, at most 2.4 s`; empty without limits. At least 0 says nothing, unless the value (`low`) is below it. */
export function formatLimits({
  low = 0,
  min,
  max,
  unit,
}: Pick<MeasurementRecord, 'min' | 'max' | 'unit'> & { readonly low?: number }): string {
  const limits = [
    min === undefined || (min === 0 && low >= 0) ? [] : [`at least ${formatQuantity(min, unit)}`],
    max === undefined ? [] : [`at most ${formatQuantity(max, unit)}`],
  ];
  return limits.flat().join(', ');
}

/** A measurement and the limit that it breaks, or may break: `150 ms, limit 100 ms`; else all its limits: `412 µs (at most 100 ms)`. */
export function formatMeasurement(record: MeasurementRecord): string {
  const { low, high, min = -Infinity, max = Infinity, unit } = record;
  const bounds = formatBounds(record);
  if (high > max) return `${bounds}, limit ${formatQuantity(max, unit)}`;
  if (low < min) return `${bounds}, limit at least ${formatQuantity(min, unit)}`;
  const limits = formatLimits(record);
  return `${bounds}${limits === '' ? '' : ` (${limits})`}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** An ISO 8601 time in words, in UTC: `25 November 2026, 14:30 UTC`. Other text is unchanged. */
export function formatDate(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = at.toISOString().slice(11, 16);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${time} UTC`;
}
