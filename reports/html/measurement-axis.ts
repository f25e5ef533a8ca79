/**
 * Measured values on an axis, with what is allowed as a band:
 *
 *     ──────────▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒───────────✗──
 *              1.6 s          2.4 s      3.001 s
 */
import type { MeasurementRecord } from '../../scenarios/record';
import { clip } from '../text/printable';
import { formatLimits, formatQuantity, plural, type Unit } from '../text/quantity';
import { html, type Markup } from './markup';

type Limits = Pick<MeasurementRecord, 'min' | 'max' | 'unit'>;

/** `values`: the upper bounds of a few measurements. */
export function measurementAxis(name: string, values: readonly number[], limits: Limits): Markup {
  const { min, max, unit } = limits;
  const largest = Math.max(...values, max ?? 0, min ?? 0, 1);
  const place = (value: number): string => `${((100 * value) / (1.08 * largest)).toFixed(2)}%`;
  const isBeyond = (value: number): boolean => value > (max ?? Infinity) || value < (min ?? -Infinity);
  const worst = values.filter(isBeyond).toSorted((a, b) => b - a)[0];
  const right = max === undefined ? '0' : `calc(100% - ${place(max)})`;
  const band = html`<span class="band" style="left:${place(min ?? 0)};right:${right}"></span>`;
  const marks = values.map((value) =>
    isBeyond(value)
      ? html`<span class="mark over" style="left:${place(value)}">✗</span>`
      : html`<span class="mark" style="left:${place(value)}">●</span>`,
  );
  const label = `${clip(name, 200)}: ${plural(values.length, 'value')}, allowed ${formatLimits(limits)}`;
  return html`<div class="span-axis" role="img" aria-label="${label}">${band}${marks}</div>
    ${axisTicks(
      place,
      unit,
      [min, max].flatMap((one) => one ?? []),
      worst,
    )}`;
}

/** The limits and the value beyond one, beneath an axis. `place`: the distance of a value from the left. */
export function axisTicks(
  place: (value: number) => string,
  unit: Unit,
  limits: readonly number[],
  beyond: number | undefined,
): Markup {
  const tick = (value: number, tone = ''): Markup =>
    html`<span class="${tone}" style="left:clamp(2rem,${place(value)},calc(100% - 2rem))"
      >${formatQuantity(value, unit)}</span
    >`;
  return html`<div class="span-ticks" aria-hidden="true">
    ${limits.map((limit) => tick(limit))}${beyond === undefined ? undefined : tick(beyond, 'over')}
  </div>`;
}
