/** One check that did not pass, in full: expected against seen, the ladder, the bytes, the counterexample. */
import { joinConsoleChunks } from '../../text/console-chunks';
import type { BytesRecord, CheckRecord } from '../../../scenarios/record';
import { exchangeList } from './bytes';
import { ladder } from './ladder';
import type { Layout, Page } from '../page';
import { scenarioTitle, wireButton } from '../components';
import { terminalScreen } from './terminal-screen';
import { html, textLines, type Markup } from '../markup';
import { clip, printableLines } from '../../text/printable';
import { formatInstant, formatMeasurement, plural } from '../../text/quantity';

const TEXT = 4000;
/** The last exchanges are unfolded: the wrong one is among them. */
const UNFOLDED = 4;

function labelledText(label: string, text: string | undefined): Markup | undefined {
  return text === undefined
    ? undefined
    : html`<div class="${label}">
        <dt>${label}</dt>
        <dd>${clip(text, TEXT)}</dd>
      </div>`;
}

/** What was expected and what was seen, beside each other. */
export function expectedAndSeen({
  expected,
  seen,
  measurement,
}: Pick<CheckRecord, 'expected' | 'seen' | 'measurement'>): Markup | undefined {
  if (expected === undefined && seen === undefined && measurement === undefined) return undefined;
  const measured =
    measurement === undefined ? undefined : `${measurement.name}: ${formatMeasurement(measurement)}`;
  return html`<dl class="said">
    ${labelledText('expected', expected)}${labelledText('seen', seen)}${labelledText('measured', measured)}
  </dl>`;
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

/** The last `limit` exchanges: those that led to the failure. */
export function evidenceView(
  page: Layout,
  evidence: readonly BytesRecord[],
  limit: number,
  links: readonly string[] = [],
): Markup | undefined {
  const exchanges = joinConsoleChunks(evidence);
  const shown = exchanges.slice(-limit);
  if (shown.length === 0) return undefined;
  const left = exchanges.length - shown.length;
  const more = left > 0 ? html`<p class="left">${plural(left, 'earlier exchange')} left out</p>` : undefined;
  const ids = shown.map(() => page.nextId());
  const rows = shown.map((record, index) => ({ record, id: ids[index] ?? '' }));
  return html`${more}${ladder(shown, ids, links)}${exchangeList(page, rows, UNFOLDED)}`;
}

/** A check with its title: what was tried, in which scenario, when. */
export function checkHeading({ summary }: Page, check: CheckRecord): Markup {
  const where = `${scenarioTitle(summary, check.scenario)}, at ${formatInstant(check.at)}`;
  return html`<h4>${clip(check.title, TEXT)} <small>${where}</small></h4>`;
}

/** Everything beneath the head. */
export function checkEvidence(page: Page, check: CheckRecord, limit: number): Markup {
  const links = page.summary.start?.board.links.map(({ name }) => name);
  return html`${terminalScreen(check.screen)}${evidenceView(page, check.evidence ?? [], limit, links)}${counterexample(check)}${wireButton(page, check)}`;
}

export function checkBlock(page: Page, check: CheckRecord, limit: number): Markup {
  return html`<div class="check">
    ${checkHeading(page, check)}${expectedAndSeen(check)}${checkEvidence(page, check, limit)}
  </div>`;
}
