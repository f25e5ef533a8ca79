/** The page's script: finds and filters clauses, follows deep links, and goes from clause to clause by keys. */
export const CLAUSE_FILTER = String.raw`
const scopes = [];
const filterBy = (bar) => {
  const scope = bar.closest('.run-body') || document;
  const find = one('.find', bar), only = one('.only', bar), found = one('.found', bar);
  let clauses;
  const read = () => {
    clauses = new Map();
    for (const element of all('[data-clause]', scope)) {
      const id = element.dataset.clause;
      const clause = clauses.get(id) || { elements: [], text: '', verdict: element.dataset.verdict };
      clauses.set(id, clause);
      clause.elements.push(element);
      if (element.matches('tr, article.failure, li')) clause.text += ' ' + element.textContent.toLowerCase();
    }
  };
  const tidy = () => {
    const empty = (each) => !one('[data-clause]:not([hidden])', each);
    for (const each of all('table.clauses tbody, .card.open, .glance .groups > div', scope)) each.hidden = empty(each);
    for (const each of all('section', scope)) if (one('[data-clause]', each)) each.hidden = empty(each);
  };
  const apply = () => {
    if (!clauses) read();
    if (find.value !== '' || only.value !== '') for (const each of all('details.suite', scope)) each.open = true;
    const words = find.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { elements, text, verdict } of clauses.values()) {
      const fits = (only.value === '' || verdict === only.value) && words.every((word) => text.includes(word));
      for (const element of elements) element.hidden = !fits;
      if (fits) shown += 1;
    }
    tidy();
    found.textContent = shown === clauses.size ? '' : shown + ' of ' + clauses.size;
  };
  bar.hidden = false;
  find.addEventListener('input', apply);
  only.addEventListener('change', apply);
  scopes.push({ scope, find, clear: () => { find.value = ''; only.value = ''; apply(); } });
};
const reveal = (target) => {
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  if (target.closest('[hidden]')) for (const { scope, clear } of scopes) if (scope.contains(target)) clear();
  target.scrollIntoView();
  target.classList.remove('flash');
  void target.offsetWidth;
  target.classList.add('flash');
};
const byName = (name) => {
  const exact = document.getElementById(name);
  if (exact) return exact;
  const alike = all('[data-clause]').filter((each) => each.id && each.dataset.clause.toLowerCase() === name.toLowerCase());
  return alike.find((each) => each.dataset.verdict === 'fail') || alike[0];
};
const follow = async () => {
  const name = location.hash.slice(1);
  if (name === '') return;
  let plain = name;
  try { plain = decodeURIComponent(name); } catch { /* A name that is no escape stands for itself. */ }
  const run = document.getElementById((/^r\d+-/.exec(plain) || [''])[0] + 'top');
  if (run && !run.open) {
    run.open = true;
    await fillIn(run);
  }
  const target = byName(plain);
  if (target) reveal(target);
};
addEventListener('hashchange', follow);
const typing = (target) => target.matches('input, select, textarea');
const go = (step) => {
  const stops = all('article.failure, .card.open li[data-clause]').filter((each) => each.offsetParent);
  const tops = stops.map((each) => each.getBoundingClientRect().top - 64);
  const from = stops.indexOf(document.activeElement);
  const near = step > 0 ? tops.findIndex((top) => top > 8) : tops.findLastIndex((top) => top < -8);
  const stop = stops[from < 0 ? near : from + step];
  if (!stop) return;
  stop.scrollIntoView();
  stop.setAttribute('tabindex', '-1');
  stop.focus({ preventScroll: true });
};
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hideTip();
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === '/') {
    const shown = scopes.find(({ find }) => find.offsetParent);
    if (shown) { event.preventDefault(); shown.find.focus(); }
  } else if (event.key === 'n') go(1);
  else if (event.key === 'p') go(-1);
});
`;
