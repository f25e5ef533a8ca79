/** The state that the sections of one run's page share: its summary, its ids, and its packed parts. */
import { html, markupText, ownMarkup, type Markup } from './markup';
import { deflateBase64 } from './deflate';
import type { RunSummary } from '../summary/summary';

/** The ids and the packed parts of a page. */
export interface Layout {
  /** A new, unique id. */
  readonly nextId: () => string;
  /** Packed markup, which a script inserts when a reader unfolds it. `without` is shown where no script runs. */
  readonly defer: (markup: Markup, without?: Markup) => Markup;
}

export interface Page extends Layout {
  readonly summary: RunSummary;
  /** The id of an element about `name`: no two runs of a page share one. */
  readonly anchor: (name: string) => string;
}

/** The packed markup of a page. */
export class DeferredMarkup {
  private readonly parts: string[] = [];

  add(markup: Markup): number {
    return this.parts.push(markupText(markup)) - 1;
  }

  data(): Markup | undefined {
    return this.parts.length === 0
      ? undefined
      : dataBlock('folds', deflateBase64(JSON.stringify(this.parts)));
  }
}

/** Base64 text for the script to find; not a script itself, and never run as one. */
export function dataBlock(id: string, base64: string): Markup {
  return html`<script type="text/plain" id="${id}">
    ${ownMarkup(base64)}
  </script>`;
}

/** `prefix`: before all ids. */
export function createLayout(folds: DeferredMarkup, prefix = ''): Layout {
  let last = 0;
  return {
    nextId: () => `${prefix}x${(last += 1)}`,
    defer: (markup, without) => html`<div class="fold" data-fold="${folds.add(markup)}">${without}</div>`,
  };
}

/** `prefix`: before all ids of this run; empty where the page has one run only. */
export function createPage(summary: RunSummary, folds: DeferredMarkup, prefix = ''): Page {
  return { ...createLayout(folds, prefix), summary, anchor: (name) => `${prefix}${name}` };
}
