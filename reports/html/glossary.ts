/** The words a reader may not know, and the keys. */
import { fact } from './components';
import { html, type Markup } from './markup';

const TERMS: readonly (readonly [string, string])[] = [
  ['MUST, SHOULD', 'A MUST that fails fails the run. A SHOULD that fails is a warning.'],
  ['documented', 'The board’s original document says it: a failure is a broken promise.'],
  ['implied', 'Its published listing does it, and nothing contradicts it.'],
  [
    'profile',
    'The document is silent or contradicts itself, and the wire page decides: a failure may be a different decision.',
  ],
  ['family', 'The family of protocols the board belongs to says it.'],
  ['inconclusive', 'What was seen lies on both sides of the limit: it decides nothing.'],
  ['not judged', 'The harness could not tell; it is no verdict on the board.'],
  ['never tried', 'No check of it was made: the run says nothing about it.'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'find'],
  ['n, p', 'the next, the previous clause that did not pass'],
  ['← → ↑ ↓', 'from field to field, from bar to bar, along the wire'],
  ['+ −', 'zoom into a ladder or the wire'],
  ['Esc', 'close what is shown beside the pointer'],
];

function list(words: readonly (readonly [string, string])[]): Markup {
  return html`<dl class="words">${words.map(([word, meaning]) => fact(word, meaning))}</dl>`;
}

export const GLOSSARY_SECTION: Markup = html`<section id="words">
  <h2>Words</h2>
  ${list(TERMS)}
  <div class="keys" hidden>
    <h2>Keys</h2>
    ${list(KEYS)}
  </div>
</section>`;
