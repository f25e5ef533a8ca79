/**
 * The report's script, in parts: it filters clauses, unfolds what is packed, zooms ladders, draws the wire.
 * Without it the page still has the verdict, the failures and the matrix. Text from the journal is only set as text, or is
 * in markup that was escaped when the page was made.
 */
import { CLAUSE_FILTER } from './script/clause-filter';
import { LIVE } from './script/live';
import { LADDER } from './script/ladder';
import { COPY, FIELDS, TIPS, UNPACK } from './script/interactions';
import { WIRE_LIST } from './script/wire';
import { WIRE_DATA } from './script/wire-data';
import { WIRE_TIMELINE } from './script/wire-timeline';

const START = String.raw`
prepare(document);
for (const keys of all('.keys')) keys.hidden = false;
follow();
document.documentElement.dataset.ready = 'page';
const cannot = () => {
  for (const place of all('.fold, .bounds')) place.append(make('p', 'left', 'This browser cannot unpack what stands here: a newer one can.'));
};
foldsReady.then(openWire).catch(cannot);
`;

const PARTS = [UNPACK, TIPS, FIELDS, COPY, CLAUSE_FILTER, LADDER, WIRE_DATA, WIRE_TIMELINE, WIRE_LIST, START];

function wholeScript(parts: readonly string[]): string {
  return `'use strict';\n(() => {${parts.join('')}})();\n`;
}

export const SCRIPT = wholeScript(PARTS);

/** That of a page whose server is still there. */
export const LIVE_SCRIPT = wholeScript([...PARTS, LIVE]);
