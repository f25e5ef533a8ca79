/** `wirejig report --dissector`: a protocol's dissector for Wireshark. */
import { luaDissector, type TextDisplay } from '../../../protocols/dissection/lua-dissector';
import { FIELD_TEXT_LENGTH } from '../../../reports/html/evidence/bytes';
import { COMBINING_MARK, MAX_MARKS, INVISIBLE } from '../../../reports/text/printable';
import { protocols } from '../../../scenarios/protocols';
import { parseParameters, pickByName, type Assignments } from '../../shared/option-values';

/** The script of a suite with these parameters. Rejects with {@link UsageError} for an unknown suite or parameter. */
export async function dissectorOf(name: string, given: Assignments): Promise<string> {
  const known = (await protocols()).flatMap(({ suite, dissection: load }) =>
    load === undefined ? [] : [{ suite, load }],
  );
  const { suite, load } = pickByName(known, (one) => one.suite.id, name, 'dissector', 'there are');
  const values = parseParameters([suite], given).get(suite.id) ?? {};
  const dissection = await load();
  return luaDissector(dissection(values), shownText());
}

let known: TextDisplay | undefined;

export function shownText(): TextDisplay {
  known ??= {
    unseen: rangeBounds(INVISIBLE),
    marks: rangeBounds(COMBINING_MARK),
    mostMarks: MAX_MARKS,
    length: FIELD_TEXT_LENGTH,
  };
  return known;
}

/** The first code point of each range of matching characters, and the first one after it, in turn. */
function rangeBounds(kind: RegExp): readonly number[] {
  const found: number[] = [];
  let inside = false;
  for (let code = 0; code <= 0x10ffff; code++) {
    if (kind.test(String.fromCodePoint(code)) === inside) continue;
    inside = !inside;
    found.push(code);
  }
  return found;
}
