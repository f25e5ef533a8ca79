/** `wirejig report --dissector`: a protocol's dissector for Wireshark, and the protocols that have one. */
import { chineseTenDissection } from '../../../protocols/chinese-ten/dissection';
import type { Dissection } from '../../../protocols/dissection/dissection';
import { durakDissection } from '../../../protocols/durak/dissection';
import { gm67Dissection } from '../../../protocols/gm67/dissection';
import { parameters as gm67Parameters } from '../../../protocols/gm67/requirements';
import { luaDissector, type TextDisplay } from '../../../protocols/dissection/lua-dissector';
import type { Parameter, Parameters } from '../../../protocols/requirement';
import { setDissection } from '../../../protocols/set/dissection';
import { parameters as setParameters } from '../../../protocols/set/requirements';
import { stmDissection } from '../../../protocols/stm/dissection';
import { parameters as stmParameters } from '../../../protocols/stm/requirements';
import { tttDissection } from '../../../protocols/ttt/dissection';
import { FIELD_TEXT_LENGTH } from '../../../reports/html/evidence/bytes';
import { COMBINING_MARK, MAX_MARKS, INVISIBLE } from '../../../reports/text/printable';
import { say } from '../../shared/console';
import { parseAssignments, parseParameters, pickByName } from '../../shared/option-values';

interface DissectorKind {
  readonly id: string;
  readonly parameters: readonly Parameter[];
  readonly make: (parameters: Parameters) => Dissection;
}

/** Every protocol. */
export const DISSECTORS: readonly DissectorKind[] = [
  {
    id: 'stm',
    parameters: stmParameters,
    make: (values) =>
      stmDissection({ errorCmd: Number(values['errorCmd']), idleGapMs: Number(values['idleGapMs']) }),
  },
  { id: 'durak', parameters: [], make: durakDissection },
  {
    id: 'gm67',
    parameters: gm67Parameters,
    make: (values) => gm67Dissection({ interByteMs: Number(values['interByteMs']) }),
  },
  {
    id: 'set',
    parameters: setParameters,
    make: (values) =>
      setDissection({
        encoding: values['cardEncoding'] === '0..2' ? '0..2' : '1..3',
        idleResetMs: Number(values['idleResetMs']),
        rxBufferBytes: Number(values['rxBufferBytes']),
      }),
  },
  { id: 'ttt', parameters: [], make: tttDissection },
  { id: 'chinese-ten', parameters: [], make: chineseTenDissection },
];

/** The script of one of them, under these parameters. */
export function dissectorOf({ make }: DissectorKind, values: Parameters): string {
  return luaDissector(make(values), shownText());
}

let known: TextDisplay | undefined;

/** What a report shows of text. */
function shownText(): TextDisplay {
  known ??= {
    unseen: rangeBounds(INVISIBLE),
    marks: rangeBounds(COMBINING_MARK),
    mostMarks: MAX_MARKS,
    length: FIELD_TEXT_LENGTH,
  };
  return known;
}

/** Where the characters of a kind begin, and where they end, in turn. */
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

/** Prints the script. Resolves with 0. Throws {@link UsageError} for another suite, and for a parameter it has not. */
export function printDissector(suite: string, params: readonly string[]): number {
  const chosen = pickByName(DISSECTORS, ({ id }) => id, suite, 'dissector', 'there are');
  const values = parseParameters([chosen], parseAssignments(params)).get(chosen.id) ?? {};
  say(dissectorOf(chosen, values));
  return 0;
}
