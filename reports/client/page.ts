/**
 * The script of a report: it filters clauses, unfolds what is packed, zooms ladders, draws the wire. Without it the page
 * still has the verdict, the failures and the matrix. Text from the journal is only set as text, or is in markup that was
 * escaped when the page was made.
 */
import './copy';
import './ladder';
import './tips';
import { followAddress } from './deep-links';
import { all, make } from './dom';
import { prepare } from './fields';
import { foldsReady } from './folds';
import { openWire } from './wire';

prepare(document);
for (const keys of all('.keys')) keys.hidden = false;
void followAddress();
document.documentElement.dataset['ready'] = 'page';

function sayOutdated(): void {
  for (const place of all('.fold, .bounds'))
    place.append(make('p', 'left', 'This browser is too old to unpack this part.'));
}

foldsReady.then(openWire).catch(sayOutdated);
