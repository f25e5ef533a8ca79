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
    'The measurement’s error bounds lie on both sides of the limit, so it decides nothing. A MUST that stays inconclusive leaves the run INCOMPLETE.',
  ],
  ['not judged', 'wirejig could not decide: no verdict on the board.'],
  [
    'exchanges judged',
    'An exchange is a request, or invalid bytes, with the answer. A pass needs nearly all of them judged.',
  ],
  ['never tried', 'The run did not check this clause.'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'find'],
  ['n, p', 'the next or previous clause that did not pass'],
  ['← → ↑ ↓', 'move between fields, between bars, along the wire'],
  ['+ −', 'zoom into a ladder or the wire'],
  ['Esc', 'close the pop-up'],
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
