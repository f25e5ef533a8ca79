/** The last exchanges on the wire, as a ladder and with their bytes. */
import type { RunStart } from '../../../scenarios/record';
import { formatInstant } from '../../text/quantity';
import { failingExchangeList } from '../evidence/exchanges';
import { ladder } from '../evidence/ladder';
import { html, type Markup } from '../markup';
import { createLayout, type PageStore } from '../page';
import type { RecentExchanges } from './recent-exchanges';

/** Undefined where there are none. */
export function exchangeSection(
  title: string,
  boardLinks: RunStart['board']['links'] = [],
  { records }: RecentExchanges,
  store: PageStore,
): Markup | undefined {
  const [start] = records;
  if (start === undefined) return undefined;
  const layout = { ...createLayout(store, 'now-'), defer: (markup: Markup) => markup };
  const ids = records.map(() => layout.nextId());
  const links = boardLinks.map(({ name }) => name);
  return html`<section>
    <h2>${title} <small>from ${formatInstant(start.notBefore)}</small></h2>
    <div class="card">
      ${ladder({ records, ids, start, links, gap: undefined, measurement: undefined })}
      <details class="earlier">
        <summary>Their bytes</summary>
        ${failingExchangeList(layout, { records, ids, start: 0, due: undefined })}
      </details>
    </div>
  </section>`;
}
