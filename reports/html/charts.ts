/** Curves and axes: inline SVG without a script or text within, so that it stretches to any width. */
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import type { MeasurementRecord } from '../../scenarios/record';
import { formatLimits, formatQuantity, plural, type Unit } from '../text/quantity';

export interface ChartSeries {
  readonly name: string;
  /** Shares of width and height, 0..1, from left and bottom. */
  readonly points: readonly (readonly [number, number])[];
  /** A value stands until the next point: counts do not grow between two events. */
  readonly steps?: boolean;
  /** Points further apart are not joined: nothing is known between them. */
  readonly reach?: number;
}

/** What stands at the ends of the axes, and what they show. */
export interface ChartAxes {
  readonly y: { readonly name: string; readonly top: string };
  readonly x: { readonly name: string; readonly from: string; readonly to: string };
}

const WIDTH = 600;
const HEIGHT = 170;
/** Looks there are for a curve: line and dashes. */
const LINE_STYLES = 8;

function place(share: number, size: number): string {
  return (Math.min(1, Math.max(0, share)) * size).toFixed(1);
}

function path({ points, steps = false, reach = 1 }: ChartSeries, style: number): Markup {
  const line = points.map(([x, y], at) => {
    const [across, down] = [place(x, WIDTH), place(1 - y, HEIGHT)];
    // A short line shows a point that is joined to none.
    if (at === 0 || x - (points[at - 1]?.[0] ?? 0) > reach) return `M${across} ${down}${steps ? '' : 'h.1'}`;
    return steps ? `H${across}V${down}` : `L${across} ${down}`;
  });
  return html`<path class="s${style % LINE_STYLES}" d="${line.join('')}" />`;
}

export function axesAround(chart: Markup, { x, y }: ChartAxes): Markup {
  return html`<div class="plot">
    <div class="y-axis"><span>${y.top}</span><span>${y.name}</span><span>0</span></div>
    <div class="plot-body">
      ${chart}
      <div class="scale"><span>${x.from}</span><span>${x.name}</span><span>${x.to}</span></div>
    </div>
  </div>`;
}

/** `limit`: a level, 0..1, with its name. `label` describes the chart in words. */
export function lineChart(
  label: string,
  all: readonly ChartSeries[],
  limit?: { readonly name: string; readonly at: number },
): Markup {
  const levelLine = (at: number, name: string): Markup =>
    html`<line
      class="${name}"
      x1="0"
      x2="${WIDTH}"
      y1="${place(1 - at, HEIGHT)}"
      y2="${place(1 - at, HEIGHT)}"
    />`;
  const swatch = (name: string, style: string): Markup =>
    html`<li>
      <svg viewBox="0 0 40 8" aria-hidden="true"><line class="${style}" x1="0" x2="40" y1="4" y2="4" /></svg
      >${clip(name, 80)}
    </li>`;
  // One curve has its name on the axis.
  const key = html`<ul class="key">
    ${all.map(({ name }, at) => swatch(name, `s${at % LINE_STYLES}`))}
    ${limit === undefined ? undefined : swatch(limit.name, 'limit')}
  </ul>`;
  return html`<svg
      class="curve"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${clip(label, 300)}"
    >
      ${levelLine(0, 'axis')}${levelLine(0.5, 'axis')}${levelLine(1, 'axis')}${all.map(path)}
      ${limit === undefined ? undefined : levelLine(limit.at, 'limit')}
    </svg>
    ${all.length + (limit === undefined ? 0 : 1) > 1 ? key : undefined}`;
}

type Limits = Pick<MeasurementRecord, 'min' | 'max' | 'unit'>;

/**
 * Measured values on an axis, with what is allowed as a band:
 *
 *     ──────────▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒───────────✗──
 *              1.6 s          2.4 s      3.001 s
 *
 * `values`: the upper bounds of a few measurements.
 */
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
