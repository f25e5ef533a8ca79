/** Elements of the page: found, made, and asked for by events. */

/** Throws where there is none: the page was made with it. */
export function one<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}

export function all<E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): readonly E[] {
  return [...within.querySelectorAll<E>(selector)];
}

export function has(selector: string, within: ParentNode = document): boolean {
  return within.querySelector(selector) !== null;
}

/** `text` is set as text only, and never as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = '',
  text?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className !== '') element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The element that an event is about, or the one around it that is such. */
export function closest<E extends Element = HTMLElement>(event: Event, selector: string): E | null {
  return event.target instanceof Element ? event.target.closest<E>(selector) : null;
}

/** What is behind the # of a link. */
export function anchorOf(link: Element): string {
  return link.getAttribute('href')?.slice(1) ?? '';
}
