/** Finds and filters clauses, each bar in its own run. */
import { all, has, one } from './dom';

interface Scope {
  readonly element: ParentNode & Node;
  readonly find: HTMLInputElement;
  readonly clear: () => void;
}

interface Clause {
  readonly elements: HTMLElement[];
  readonly verdict: string | undefined;
  text: string;
}

const scopes: Scope[] = [];

function readClauses(scope: ParentNode): readonly Clause[] {
  const clauses = new Map<string, Clause>();
  for (const element of all('[data-clause]', scope)) {
    const { clause: id = '', verdict } = element.dataset;
    const clause = clauses.get(id) ?? { elements: [], text: '', verdict };
    clauses.set(id, clause);
    clause.elements.push(element);
    if (element.matches('tr, article.failure, li')) clause.text += ` ${element.textContent.toLowerCase()}`;
  }
  return [...clauses.values()];
}

/** Hides what holds hidden clauses only. */
function tidy(scope: ParentNode): void {
  const isEmpty = (each: Element): boolean => !has('[data-clause]:not([hidden])', each);
  for (const each of all('table.clauses tbody, .card.open, .glance .groups > div', scope))
    each.hidden = isEmpty(each);
  for (const each of all('section', scope)) if (has('[data-clause]', each)) each.hidden = isEmpty(each);
}

export function filterBy(bar: HTMLElement): void {
  const scope = bar.closest('.run-body') ?? document;
  const find = one<HTMLInputElement>('.find', bar);
  const only = one<HTMLSelectElement>('.only', bar);
  let clauses: readonly Clause[] | undefined;
  const apply = (): void => {
    clauses ??= readClauses(scope);
    if (find.value !== '' || only.value !== '')
      for (const each of all<HTMLDetailsElement>('details.suite', scope)) each.open = true;
    const words = find.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { elements, text, verdict } of clauses) {
      const fits =
        (only.value === '' || verdict === only.value) && words.every((word) => text.includes(word));
      for (const element of elements) element.hidden = !fits;
      if (fits) shown += 1;
    }
    tidy(scope);
    one('.found', bar).textContent = shown === clauses.length ? '' : `${shown} of ${clauses.length}`;
  };
  const clear = (): void => {
    find.value = '';
    only.value = '';
    apply();
  };
  bar.hidden = false;
  find.addEventListener('input', apply);
  only.addEventListener('change', apply);
  scopes.push({ element: scope, find, clear });
}

export function clearFilterOf(target: Element): void {
  if (target.closest('[hidden]') === null) return;
  for (const { element, clear } of scopes) if (element.contains(target)) clear();
}

/** The field for words of the first bar that can be seen. */
export function shownFind(): HTMLInputElement | undefined {
  return scopes.find(({ find }) => find.offsetParent !== null)?.find;
}
