/** The whole wire of a run: a shell for the page's script, the packed bytes, and what was left out of them. */
import { dataBlock, type Page } from '../page';
import { html, type Markup } from '../markup';
import { plural } from '../../text/quantity';
import type { FrameReaders } from './wire-frames';
import { packWire, type PackedWire } from './wire-pack';

function keptText({ chunks, leftOut, cut }: PackedWire): string {
  const kept = plural(chunks, 'chunk');
  const bytes =
    cut === Infinity
      ? 'with every byte in the journal'
      : `with all bytes near checks that did not pass, and elsewhere the first ${plural(Math.max(0, cut), 'byte')} of each`;
  const left =
    leftOut > 0
      ? ` ${plural(leftOut, 'more chunk')} passed and ${leftOut === 1 ? 'is' : 'are'} left out.`
      : '';
  return `${kept}, ${bytes}.${left}`;
}

/** Nothing for a run without bytes. */
export function wireSection(page: Page, readers: FrameReaders): Markup | undefined {
  const packed = packWire(page.summary, readers);
  if (packed === undefined) return undefined;
  return html`<section id="${page.anchor('wire')}" class="wire">
    <h2>The wire</h2>
    <p class="bounds">${keptText(packed)}</p>
    <div class="card wire-card" hidden>
      <div class="wire-tools">
        <button type="button" data-wire="out" aria-label="Zoom out">−</button>
        <button type="button" data-wire="in" aria-label="Zoom in">+</button>
        <button type="button" data-wire="all">Whole run</button>
        <button type="button" data-wire="bad">Next problem</button>
        <label>Find <input type="search" class="wire-find" placeholder="01 FF or a name" size="16" /></label>
        <span class="wire-found" role="status"></span>
      </div>
      <div class="wire-lanes">
        <canvas
          class="wire-time"
          tabindex="0"
          role="img"
          aria-label="Time line of the run: arrow keys move, plus and minus zoom down to single bytes, Enter shows the moment below"
        ></canvas>
        <div class="wire-gap" aria-hidden="true" hidden></div>
      </div>
      <p class="wire-hover"></p>
      <div class="wire-head" aria-hidden="true"></div>
      <div class="wire-list" tabindex="0" role="region" aria-label="What passed, in order; arrow keys choose">
        <div class="wire-rows"></div>
      </div>
      <div class="wire-detail" aria-live="polite"></div>
    </div>
    <noscript><p class="left">The wire is drawn by a script; the rest of this page needs none.</p></noscript>
    ${dataBlock('wire-data', packed.text)}
  </section>`;
}
