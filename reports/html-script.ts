/** The report's script: it filters clauses, copies commands and unfolds for print. Without it nothing is lost. */
export const SCRIPT = `'use strict';
(() => {
  const find = document.getElementById('find');
  const only = document.getElementById('only');
  const found = document.getElementById('found');
  const clauses = [...document.querySelectorAll('tr.clause')];
  const bodies = [...document.querySelectorAll('table.clauses tbody')];
  const filter = () => {
    const words = find.value.toLowerCase().split(/\\s+/);
    let shown = 0;
    for (const row of clauses) {
      const text = row.textContent.toLowerCase();
      const fits = words.every((word) => text.includes(word)) && (only.value === '' || row.dataset.verdict === only.value);
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const body of bodies) body.hidden = !body.querySelector('tr.clause:not([hidden])');
    found.textContent = shown === clauses.length ? '' : shown + ' of ' + clauses.length;
  };
  document.querySelector('.filter').hidden = false;
  find.addEventListener('input', filter);
  only.addEventListener('change', filter);
  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const code = button.previousElementSibling;
      const say = (word) => {
        button.textContent = word;
        setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      };
      const select = () => {
        getSelection().selectAllChildren(code);
        say(document.execCommand('copy') ? 'Copied' : 'Selected');
      };
      if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
      else select();
    });
  }
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    if (target && target.hidden) { find.value = ''; only.value = ''; filter(); target.scrollIntoView(); }
  };
  addEventListener('hashchange', unfold);
  addEventListener('beforeprint', () => { for (const each of document.querySelectorAll('details')) each.open = true; });
  unfold();
})();
`;
