/** Timing in the HTML report: the used share of each limit, and a histogram of the values. */
import type { HistogramRecord, MeasurementRecord } from '../../scenarios/record';
import type { Page } from './page';
import { fact, filterAttributes, folded, idLink, section, verdictChip } from './components';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import {
  formatCount,
  formatInstant,
  formatLimits,
  formatMeasurement,
  formatQuantity,
  formatSpan,
  plural,
} from '../text/quantity';
import { answerTimes, STRETCHES, type AnswerTimes } from '../summary/wire-trace';
import {
  isBeyondLimit,
  type RequirementSummary,
  type RunSummary,
  type TimingSummary,
} from '../summary/summary';
import { axesAround, lineChart, type ChartSeries, axisTicks, measurementAxis } from './charts';

const WIDTH = 360;
const HEIGHT = 84;
const SHOWN_BUCKETS = 400;
/** Fewer values make no distribution. */
const FEW_VALUES = 20;
/** More are folded. */
const OPEN_CARDS = 6;

interface Bar {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** Bars as wide as the narrowest gap between buckets, so that empty buckets stay visible. */
function barsOf(histogram: HistogramRecord): readonly Bar[] {
  const buckets = histogram.buckets.filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const gaps = buckets.slice(1).map(([low], index) => low - (buckets[index]?.[0] ?? low));
  const width = gaps.length > 0 ? Math.min(...gaps) : Math.max(1, histogram.worst - (buckets[0]?.[0] ?? 0));
  return buckets.slice(-SHOWN_BUCKETS).map(([low, count]) => ({ low, high: low + width, count }));
}

function chart(timing: TimingSummary): Markup | undefined {
  const { histogram } = timing;
  const bars = barsOf(histogram);
  const { unit, worst, least = bars[0]?.low ?? 0, limit = Infinity, floor = -Infinity } = histogram;
  const tallest = Math.max(...bars.map(({ count }) => count), 1);
  // A limit that is broken is on the axis.
  const broken = isBeyondLimit(timing) ? [floor, limit].filter(Number.isFinite) : [];
  const from = Math.min(bars[0]?.low ?? 0, ...broken);
  const to = Math.max(worst, bars.at(-1)?.high ?? 0, from + 1, ...broken);
  const x = (value: number): number => Number((((value - from) / (to - from)) * WIDTH).toFixed(1));
  if (bars.length === 0) return undefined;
  const drawn = bars.map(({ low, high, count }) => {
    const tall = Number(Math.max(2, (count / tallest) * HEIGHT).toFixed(1));
    const wide = Math.max(1, x(high) - x(low) - 1).toFixed(1);
    const holds = (value: number): boolean => low <= value && value < high;
    const isOver = low > limit || (worst > limit && holds(worst));
    const over = isOver || high <= floor || (least < floor && holds(least)) ? 'over' : 'bar';
    const upTo = formatQuantity(high, unit);
    const tip = `${formatQuantity(low, unit)} to ${upTo}: ${plural(count, 'value')}`;
    return html`<rect
      data-t="${tip}"
      class="${over}"
      x="${x(low)}"
      y="${HEIGHT - tall}"
      width="${wide}"
      height="${tall}"
    />`;
  });
  const markerLine = (value: number, name: string): Markup | undefined =>
    value < from || value > to
      ? undefined
      : html`<line class="${name}" x1="${x(value)}" x2="${x(value)}" y1="0" y2="${HEIGHT}" />`;
  const [allowedFrom, allowedTo] = [Math.max(from, floor), Math.min(to, limit)];
  const band =
    allowedTo <= allowedFrom
      ? undefined
      : html`<rect
          class="band"
          x="${x(allowedFrom)}"
          y="0"
          width="${x(allowedTo) - x(allowedFrom)}"
          height="${HEIGHT}"
        />`;
  const label = `${histogram.name}: ${plural(histogram.count, 'value')} from ${formatQuantity(least, unit)} to ${formatQuantity(worst, unit)}`;
  const share = (value: number): string => `${((100 * (value - from)) / (to - from)).toFixed(2)}%`;
  const ends =
    broken.length > 0
      ? axisTicks(share, unit, broken, worst > limit ? worst : least)
      : html`<div class="scale">
          <span>${formatQuantity(from, unit)}</span><span>${formatQuantity(to, unit)}</span>
        </div>`;
  return html`<svg
      viewBox="0 0 ${WIDTH} ${HEIGHT + 1}"
      preserveAspectRatio="none"
      role="group"
      aria-label="${clip(label, 300)}"
    >
      ${band}${drawn}${markerLine(histogram.p50, 'p50')}${markerLine(histogram.p99, 'p99')}${markerLine(limit, 'limit')}${markerLine(floor, 'limit')}
      <line class="axis" x1="0" x2="${WIDTH}" y1="${HEIGHT + 0.5}" y2="${HEIGHT + 0.5}" />
    </svg>
    ${ends}`;
}

function gauge({ histogram, used }: TimingSummary): Markup {
  if (used === undefined || histogram.limit === undefined) return html`<p class="used">No upper limit.</p>`;
  const percent = `${(100 * used).toFixed(used < 0.1 ? 1 : 0)} %`;
  const worst = formatQuantity(histogram.worst, histogram.unit);
  const limit = formatQuantity(histogram.limit, histogram.unit);
  const over = used > 1 ? html`<b class="bad">✗ over the limit.</b> ` : undefined;
  const filled = Math.min(100, Math.max(0.5, 100 * used)).toFixed(1);
  return html`<p class="used">${over}Worst ${worst} of ${limit}: <b>${percent}</b> used.</p>
    <div class="gauge" aria-hidden="true">
      <span class="${used > 1 ? 'over' : ''}" style="width:${filled}%"></span>
    </div>`;
}

/** The error bounds of the values, and how many are inconclusive. */
function uncertaintyText(
  { count, unit, uncertainty, undecided = 0, beyond = 0 }: HistogramRecord,
  virtual: boolean,
): Markup {
  const known =
    uncertainty === undefined
      ? undefined
      : uncertainty.worst === 0
        ? html`<p>
            ${virtual ? 'Each value is exact: the clock is virtual.' : 'The values are those of this host’s clock; delays before it are unknown.'}
          </p>`
        : html`<p>
            Error bound: half of the values are known to within ${formatQuantity(uncertainty.p50, unit)}, all
            to within ${formatQuantity(uncertainty.worst, unit)}. Upper bounds are shown.
          </p>`;
  const open =
    undecided > 0
      ? html`<p class="warn">
          <b>? Inconclusive:</b> ${formatCount(undecided)} of ${plural(count, 'value')} are undecided: the
          bounds lie on both sides of a limit.
        </p>`
      : undefined;
  const broken =
    beyond > 0
      ? html`<p class="bad"><b>✗ Beyond a limit:</b> ${formatCount(beyond)} of ${plural(count, 'value')}.</p>`
      : undefined;
  return html`<div class="certainty">${broken}${open}${known}</div>`;
}

function numbers(histogram: HistogramRecord): Markup {
  const value = (quantity: number): string => formatQuantity(quantity, histogram.unit);
  const { least, count } = histogram;
  /** A percentile of too few values would be the worst value again. */
  const of = (enough: number, quantity: number | undefined): string | undefined =>
    quantity === undefined || count < enough ? undefined : value(quantity);
  return html`<dl class="numbers">
    ${fact('least', least === undefined ? undefined : value(least))}
    ${fact('┊ median', value(histogram.p50))}${fact('90 %', of(10, histogram.p90))}
    ${fact('┆ 99 %', of(100, histogram.p99))}${fact('worst', value(histogram.worst))}
    ${fact('values', formatCount(histogram.count))}${fact('┃ limit', formatLimits(limitsOf(histogram)) || 'none')}
  </dl>`;
}

function limitsOf({ unit, limit, floor }: HistogramRecord): Pick<MeasurementRecord, 'unit' | 'min' | 'max'> {
  return {
    unit,
    ...(floor === undefined ? {} : { min: floor }),
    ...(limit === undefined ? {} : { max: limit }),
  };
}

/** Few values are shown each, as dots; of many the histogram. */
function values(timing: TimingSummary): Markup | undefined {
  const { buckets, count, worst, name } = timing.histogram;
  if (count >= FEW_VALUES) return chart(timing);
  const all = buckets
    .toSorted(([a], [b]) => a - b)
    .flatMap(([low, number]) => Array<number>(number).fill(low));
  return measurementAxis(name, [...all.slice(0, -1), worst].slice(-FEW_VALUES), limitsOf(timing.histogram));
}

/** The verdict of a clause that failed by something else is not about its times. */
function timingVerdict(timing: TimingSummary): Markup {
  const { verdict, level } = timing.requirement;
  return verdict === 'fail' && !isBeyondLimit(timing)
    ? html`<small>within, failed by another check:</small>`
    : verdictChip(verdict, level);
}

function timingCard(page: Page, timing: TimingSummary): Markup {
  const { requirement, histogram } = timing;
  const virtual = page.summary.start?.board.virtual === true;
  return html`<article class="card timing" ${filterAttributes(requirement)}>
    <h3>${clip(histogram.name, 120)}</h3>
    <p>${timingVerdict(timing)} ${idLink(page, requirement)}</p>
    ${gauge(timing)}${values(timing)}${numbers(histogram)}${uncertaintyText(histogram, virtual)}
  </article>`;
}

/** A clause that failed by times of which there is no histogram. */
function failedTimeCard(page: Page, requirement: RequirementSummary): Markup | undefined {
  const { deciding, histograms } = requirement;
  const [first, ...others] = deciding.flatMap(({ measurement }) => measurement ?? []);
  if (first === undefined || histograms.some(({ name }) => name === first.name)) return undefined;
  const same = [first, ...others.filter(({ name }) => name === first.name)];
  return html`<article class="card timing" ${filterAttributes(requirement)}>
    <h3>${clip(first.name, 120)}</h3>
    <p>${verdictChip(requirement.verdict, requirement.level)} ${idLink(page, requirement)}</p>
    <p class="used"><b class="bad">✗ ${formatMeasurement(first)}</b></p>
    ${measurementAxis(
      first.name,
      same.map(({ high }) => high),
      first,
    )}
    <p class="certainty">The first values beyond a limit; the others were not kept.</p>
  </article>`;
}

export function driftCard(times: readonly AnswerTimes[]): Markup | undefined {
  if (times.length < 2) return undefined;
  const right = times.at(-1)?.at ?? 1;
  // A few timeouts would flatten the rest: what is above the top is drawn at it.
  const worsts = times.map(({ worst }) => worst).sort((a, b) => a - b);
  const top = Math.max(1, 1.2 * (worsts[Math.floor(0.95 * worsts.length)] ?? 1));
  const curve = (name: string, value: (one: AnswerTimes) => number): ChartSeries => ({
    name,
    points: times.map((one) => [one.at / right, value(one) / top]),
    reach: 2.5 / STRETCHES,
  });
  const drawn = lineChart(`Answer times over the run, up to ${formatSpan(top)}`, [
    curve('median', ({ median }) => median),
    curve('worst', ({ worst }) => worst),
  ]);
  return html`<article class="card drift">
    <h3>Over the run <small>from the host’s last byte to the board’s next one</small></h3>
    ${axesAround(drawn, {
      y: { name: 'time', top: formatSpan(top) },
      x: { name: 'time of the run', from: '0:00', to: formatInstant(right) },
    })}
  </article>`;
}

function moreCards(cards: readonly Markup[]): Markup | undefined {
  if (cards.length === 0) return undefined;
  const summary = `${plural(cards.length, 'more time')}, further from their limits`;
  return folded(summary, html`<div class="cards">${cards}</div>`, 'suite');
}

/** None of several suites: times of different boards are no drift. */
function timesOver({ wire, suites }: RunSummary): readonly AnswerTimes[] {
  return wire === undefined || suites.length > 1 ? [] : answerTimes(wire);
}

export function timingSection(page: Page): Markup | undefined {
  const { timing, failures, warnings } = page.summary;
  const cards = [
    ...[...failures, ...warnings].map((each) => failedTimeCard(page, each)),
    ...timing.map((each) => timingCard(page, each)),
  ].filter((card) => card !== undefined);
  if (cards.length === 0) return undefined;
  return section(
    page.anchor('timing'),
    'Timing',
    html`<div class="cards">${cards.slice(0, OPEN_CARDS)}</div>
      ${moreCards(cards.slice(OPEN_CARDS))}${driftCard(timesOver(page.summary))}`,
    'those beyond a limit first, then the closest to one',
  );
}
