/**
 * The script of a report: it filters clauses, unfolds what is packed, zooms ladders, draws the wire. Without it the page
 * still has the verdict, the failures and the matrix. Text from the journal is only set as text, or is in markup that was
 * escaped when the page was made.
 */
import './ladder';
import './tips';
import { followAddress } from './deep-links';
import { all, make, closest } from './dom';
import { prepare, foldsReady } from './folds';
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

document.addEventListener('click', (event) => {
  const button = closest(event, 'button.copy');
  const code = button?.previousElementSibling;
  if (button === null || !code) return;
  const say = (word: string): void => {
    button.textContent = word;
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  const select = (): void => {
    getSelection()?.selectAllChildren(code);
    say(document.execCommand('copy') ? 'Copied' : 'Selected');
  };
  // Pages that were not loaded by https, or from a file, may not write to it.
  if ('clipboard' in navigator)
    navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
  else select();
});
