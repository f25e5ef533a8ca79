/** A small XML reader for tests: it accepts only well-formed documents, with the entities that our reports use. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const LEGAL = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const TOKEN = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w.:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ENTITY = /&(?:(lt|gt|amp|quot|#39);)?/g;
const MEANING: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

function decode(text: string): string {
  return text.replace(ENTITY, (whole, name: string | undefined) => {
    const meaning = MEANING[name ?? ''];
    if (meaning === undefined) throw new Error(`a bare & or an unknown entity: ${whole}`);
    return meaning;
  });
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(
    ([, name, value]) => [name ?? '', value ?? ''] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error(`an attribute twice:${text}`);
  return Object.fromEntries(pairs.map(([name, value]) => [name, decode(value)]));
}

/** The root of an XML document. Throws if the document is not well-formed. */
export function readXml(document: string): Element {
  if (!LEGAL.test(document)) throw new Error('a character that XML 1.0 does not allow');
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<!-- [\w ]+ -->\n/, '');
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < body.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(body);
    const parent = open.at(-1);
    if (match === null || parent === undefined)
      throw new Error(`not XML at ${at}: ${body.slice(at, at + 60)}`);
    const [, closing, name = '', attributes = '', empty, text] = match;
    if (text !== undefined) {
      if (text.includes(']]>')) throw new Error(']]> in text');
      parent.text += decode(text);
    } else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length !== 1)
    throw new Error('not one closed root');
  return root;
}
