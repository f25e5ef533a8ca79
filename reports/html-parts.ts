/** Small parts that every section of the HTML report uses. */
import { html, type Markup } from './markup';
import type { RequirementSummary, RunSummary } from './summary';
import { verdictSign, type Level } from './verdicts';
import type { Verdict } from '../scenarios/record';

/** Sign and word of a verdict. */
export function verdictChip(verdict: Verdict, level: Level): Markup {
  const { sign, word, tone } = verdictSign(verdict, level);
  return html`<span class="chip ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

export function idLink({ id }: RequirementSummary): Markup {
  return html`<a class="id" href="#${id}">${id}</a>`;
}

/** Level and origin, each in its word. */
export function standing({ level, origin }: RequirementSummary): Markup {
  return html`<span class="level">${level}</span> <span class="origin">${origin}</span>`;
}

/** A command to copy; the button appears where scripts run. */
export function command(text: string): Markup {
  return html`<div class="command">
    <code>${text}</code><button type="button" class="copy" hidden>Copy</button>
  </div>`;
}

/** A clause's text: what stands in backquotes is code. */
export function prose(text: string): Markup {
  const parts = text.split('`');
  const closed = parts.length % 2 === 1;
  return closed
    ? html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
    : html`${text}`;
}

/** The command that asks only `id` again. */
export function commandFor(summary: RunSummary, id: string): string | undefined {
  const shown = /^[\w.-]+$/.test(id) ? id : `'${id.replaceAll("'", `'\\''`)}'`;
  return summary.start === undefined ? undefined : `${summary.start.command} --only ${shown}`;
}

/** Whether a requirement has an article of its own, to which links to it lead. */
export function hasArticle({ verdict }: RequirementSummary): boolean {
  return verdict === 'fail';
}
