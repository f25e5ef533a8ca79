/** Reads a page of a report: its tags, its ids, and its folded parts. */
import { inflateRawSync } from 'node:zlib';

const VOID = new Set(['meta', 'input', 'line', 'rect', 'path', 'br']);

/** The tags of a page in order; throws if one is not closed, or if text contains a possible tag. */
export function tagsOf(text: string): readonly string[] {
  const body = text.replace(/^<!doctype html>/, '').replace(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>');
  const open: string[] = [];
  const names: string[] = [];
  for (const [whole, closing, name = '', rest = ''] of body.matchAll(/<(\/?)([^\s<>/]*)([^<>]*)>/g)) {
    if (!/^[a-z][a-z0-9]*$/i.test(name)) throw new Error(`not a tag: ${whole}`);
    if (!/^(\s+[\w-]+(="[^"]*")?)*\s*\/?$/.test(rest)) throw new Error(`attributes of ${whole}`);
    if (closing === '/') {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes ${String(last)}`);
    } else {
      names.push(name);
      if (!VOID.has(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`);
  return names;
}

/** The markup that is folded and packed in a page. */
export function foldsOf(text: string): readonly string[] {
  const [, base64] = /<script type="text\/plain" id="folds">([^<]*)<\/script>/.exec(text) ?? [];
  if (base64 === undefined) return [];
  return JSON.parse(inflateRawSync(Buffer.from(base64, 'base64')).toString('utf8')) as string[];
}

export function idsOf(text: string): readonly string[] {
  return [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
}
