/** The state that the sections of one run's page share: its summary, its ids, and its packed parts. */
import { html, markupText, ownMarkup, type Markup } from './markup';
import type { RunSummary } from '../summary/summary';
import { deflateRawSync } from 'node:zlib';

export interface Layout {
  readonly nextId: () => string;
  /** Packed markup, which a script inserts when a reader unfolds it. `without` is shown where no script runs. */
  readonly defer: (markup: Markup, without?: Markup) => Markup;
  /** The style class of a field's colour: one for each name, throughout the page. */
  readonly hueOf: (field: string) => string;
}

export interface Page extends Layout {
  readonly summary: RunSummary;
  /** The id of an element about `name`: no two runs of a page share one. */
  readonly anchor: (name: string) => string;
}

/** Colours that the style knows. Red is none of them: it means wrong. */
const HUES = 8;

/** What all parts of a page share: the packed markup, and the colour of each field name. */
export class PageStore {
  private readonly parts: string[] = [];
  private readonly hues = new Map<string, number>();

  /** Items of a list share the colour of their member: `card[0]` and `card[35]`. */
  hueOf(field: string): string {
    const name = field.replaceAll(/\[\d+\]| \d+$/g, '');
    const hue = this.hues.get(name) ?? this.hues.size % HUES;
    this.hues.set(name, hue);
    return `hue${hue}`;
  }

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

export function createLayout(store: PageStore, prefix = ''): Layout {
  let last = 0;
  return {
    nextId: () => `${prefix}x${(last += 1)}`,
    defer: (markup, without) => html`<div class="fold" data-fold="${store.add(markup)}">${without}</div>`,
    hueOf: (field) => store.hueOf(field),
  };
}

/** `prefix`: before all ids of this run; empty where the page has one run only. */
export function createPage(summary: RunSummary, store: PageStore, prefix = ''): Page {
  return { ...createLayout(store, prefix), summary, anchor: (name) => `${prefix}${name}` };
}

export function deflateBase64(data: Uint8Array | string): string {
  return deflateRawSync(data, { level: 6 }).toString('base64');
}
