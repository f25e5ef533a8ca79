/** The terms of the report, and its keys. */
import { fact } from './components';
import { html, type Markup } from './markup';

const TERMS: readonly (readonly [string, string])[] = [
  ['MUST, SHOULD', 'A MUST that fails fails the run. A SHOULD that fails is a warning.'],
  ['documented', 'The board’s original document requires it: a failure breaks the specification.'],
  ['implied', 'The board’s published listing does it, and no document contradicts it.'],
  [
    'profile',
    'The original document is silent or contradicts itself, and this specification decides: a failure may be a different decision.',
  ],
  ['family', 'The family of protocols of this board requires it.'],
  [
    'inconclusive',
    'The bounds of what was seen lie on both sides of the limit: it decides nothing. A MUST that stays so leaves the run INCOMPLETE.',
  ],
  ['not judged', 'The harness could not decide. It is no verdict on the board.'],
  [
    'exchanges judged',
    'A request, or bytes that are none, with what answers it. A pass needs nearly all of them judged.',
  ],
  ['never tried', 'The run made no check of it, and says nothing about it.'],
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
