/** One check that did not pass, in full: expected against seen, the bytes, the ladder, the counterexample. */
import { joinConsoleChunks } from '../../text/check-text';
import type { CheckRecord } from '../../../scenarios/record';
import { failingExchange, measuredGap } from '../../fault/failing-exchange';
import { earlierExchangeList, failingExchangeList } from './exchanges';
import { ladder } from './ladder';
import type { Layout, Page } from '../page';
import { leftOut, scenarioTitle, wireButton } from '../components';
import { measurementAxis } from '../charts';
import { terminalScreen } from './terminal-screen';
import { html, textLines, type Markup } from '../markup';
import { clip, printableLines } from '../../text/printable';
import { checkHeadline } from '../../text/reason';
import { formatBounds, formatInstant, formatLimits, plural } from '../../text/quantity';

const TEXT = 4000;
/** Exchanges before the failing one with which the ladder opens. */
const LADDER_LEAD = 2;

function labelledText(label: string, text: string | undefined): Markup | undefined {
  return text === undefined
    ? undefined
    : html`<div class="${label}">
        <dt>${label}</dt>
        <dd>${clip(text, TEXT)}</dd>
      </div>`;
}

/** What was expected and what was seen, beside each other. Of a measurement the limits and the value, also on an axis. */
export function expectedAndSeen({
  expected,
  seen,
  measurement,
}: Pick<CheckRecord, 'expected' | 'seen' | 'measurement'>): Markup | undefined {
  if (measurement !== undefined)
    return html`<p class="measured">${clip(measurement.name, 200)}</p>
      <dl class="said">
        ${labelledText('expected', formatLimits(measurement))}${labelledText('seen', formatBounds(measurement))}
      </dl>
      ${measurementAxis(measurement.name, [measurement.high], measurement)}`;
  if (expected === undefined && seen === undefined) return undefined;
  return html`<dl class="said">${labelledText('expected', expected)}${labelledText('seen', seen)}</dl>`;
}

function counterexample(check: CheckRecord): Markup | undefined {
  const found = check.counterexample;
  if (found === undefined) return undefined;
  const lines = textLines(printableLines(clip(found.text, TEXT)));
  const how = `found after ${plural(found.cases, 'case')}, made smaller in ${plural(found.shrinks, 'step')}, seed ${found.seed}`;
  return html`<div class="counterexample">
    <h5>Smallest input that shows it <small>${how}</small></h5>
    <pre>${lines}</pre>
  </div>`;
}

/** The failing exchange, its ladder (of a measured time before the bytes), and those of the last `limit` exchanges that led to it. */
export function evidenceView(
  layout: Layout,
  { evidence = [], due, measurement }: Pick<CheckRecord, 'evidence' | 'due' | 'measurement'>,
  limit: number,
  links: readonly string[] = [],
): Markup | undefined {
  const exchanges = joinConsoleChunks(evidence);
  const records = exchanges.slice(-limit);
  if (records.length === 0) return undefined;
  const more = leftOut(exchanges.length - records.length, 'earlier exchange');
  const ids = records.map(() => layout.nextId());
  const gap = measuredGap(records, measurement);
  const shown = { records, ids, start: failingExchange(records, gap), due };
  const bytes = failingExchangeList(layout, shown);
  const first = Math.max(0, shown.start - LADDER_LEAD);
  const steps = ladder({
    ...{ records: records.slice(first), ids: ids.slice(first), links, measurement },
    start: records[shown.start],
    gap: gap && { ...gap, from: gap.from - first, to: gap.to - first },
  });
  const shownFirst = gap === undefined ? html`${bytes}${steps}` : html`${steps}${bytes}`;
  return html`${shownFirst}${more}${earlierExchangeList(layout, shown)}`;
}

/** A check with its title: what was tried, in which scenario, when. */
export function checkHeading({ summary }: Page, check: CheckRecord): Markup {
  const where = `${scenarioTitle(summary, check.scenario)}, at ${formatInstant(check.at)}`;
  return html`<h4>${clip(checkHeadline(check), TEXT)} <small>${where}</small></h4>`;
}

export function checkEvidence(page: Page, check: CheckRecord, limit: number): Markup {
  const links = page.summary.start?.board.links.map(({ name }) => name);
  return html`${terminalScreen(check.screen)}${evidenceView(page, check, limit, links)}${counterexample(check)}${wireButton(page, check)}`;
}
