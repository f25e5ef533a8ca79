import type { DialectOptions } from '../../../scenarios/dialect';
import { PROTOCOLS } from '../../../scenarios/testing/loaded-protocols';
import { setDialects } from '../../../protocols/set/testing/parts';
import { stmDialects } from '../../../protocols/stm/testing/parts';
import { parseAction, completions, helpLines } from './monitor-input';

const WORDS = stmDialects({})[0] ?? { messages: [] };

function sent(line: string): string {
  const action = parseAction(line, WORDS);
  return action.kind === 'send' ? Buffer.from(action.bytes).toString('hex') : action.kind;
}

test.each([
  ['start', '01fffe'],
  [' set-state ', '06fff9'],
  ['hex 01 ff FE', '01fffe'],
  ['hex 0x01,0xff', '01ff'],
  ['hex 01fffe', '01fffe'],
  ['select 2 0 0', '040a02000000000c'],
  ['select 2 0 0 0x21 open', '040a02000021012c'],
  ['match 1, 2, 3', '050a01020300000f'],
  ['shuffle 1 2 3 4 5 6 7 8', '030a02010203040506070803'],
  ['frame 04 0a', '040a0e'],
  ['text a b\\r\\n', '6120620d0a'],
  ['text \\x00\\\\\\0', '005c00'],
  ['', 'nothing'],
  ['help', 'help'],
  ['quit', 'quit'],
])('%j sends %s', (line, bytes) => {
  expect(sent(line)).toBe(bytes);
});

test('modem lines', () => {
  expect(parseAction('dtr off', WORDS)).toEqual({ kind: 'lines', state: { dtr: false } });
  expect(parseAction('rts on', WORDS)).toEqual({ kind: 'lines', state: { rts: true } });
});

test.each([
  ['strat', /did you mean start\?/],
  ['gibberish', /help shows what there is/],
  ['hex 1', /is not bytes: give pairs of hex digits/],
  ['hex', /is not bytes/],
  ['text', /nothing to send/],
  ['text \\q', /'\\q' is not an escape/],
  ['dtr up', /dtr is on or off/],
  [
    'select 2 0 x',
    /z: 'x', should be a number, as 10 or 0x0A: give select tile\.x tile\.y tile\.z tile\.kind open/,
  ],
  ['select 200', /x: 200, should be 0\.\.\d+: give select/],
  ['select 1 2 3 4 1 9', /select: 9 is too much/],
  ['start 1', /1 is too much: start takes no values/],
  ['sel 1', /did you mean select\?/],
  ['slect 1', /did you mean select\?/],
  ['frame 4', /is not bytes/],
])('%j is refused with a remedy', (line, message) => {
  expect(() => parseAction(line, WORDS)).toThrow(message);
});

test('the beginning of a line is completed by messages and forms', () => {
  expect(completions('st', WORDS)).toEqual(['start']);
  expect(completions('se', WORDS)).toEqual(['set-state', 'select']);
  expect(completions('he', WORDS)).toEqual(['hex', 'help']);
  expect(completions('dtr ', WORDS)).toEqual(['dtr on', 'dtr off']);
});

test('help names every form, and shortens a long list of messages', () => {
  expect(helpLines(WORDS).join('\n')).toMatch(
    /set-state .*\n.*start .*\n[^]*select … .*tile\.x tile\.y[^]*frame 04 0a .*\n.*hex 01/,
  );
  expect(helpLines(setDialects({})[0] ?? { messages: [] }).length).toBeLessThan(12);
});

test('without a suite there is no frame and no message', () => {
  expect(() => parseAction('frame 04 0a', { messages: [] })).toThrow(/no message 'frame 04 0a'/);
});

test('a dialect depends on the board’s parameters', () => {
  const raw = Uint8Array.of(0xe0, 0x01, 0xe1);
  const meanings = (options: DialectOptions = {}): string =>
    JSON.stringify(stmDialects(options)[0]?.rx.fields(raw));
  expect(meanings({ parameters: { errorCmd: 0xe0 } })).toContain('Error');
  expect(meanings()).not.toContain('Error');
  const card = (encoding: string) =>
    setDialects({ parameters: { cardEncoding: encoding } })[0]?.messages[0]?.bytes;
  expect(card('0..2')).not.toEqual(card('1..3'));
});

test('every message of every dialect is valid in its protocol', async () => {
  const loaded = await Promise.all(
    PROTOCOLS.map(async ({ id, dialects }) =>
      ((await dialects?.())?.({}) ?? []).map((one) => ({ id, ...one })),
    ),
  );
  expect(loaded.flat()).not.toHaveLength(0);
  for (const { id, messages: words, probe, tx: out } of loaded.flat()) {
    for (const { name, bytes } of words) {
      expect([id, name, bytes.length > 0, out.fields(bytes).length > 0]).toEqual([id, name, true, true]);
      expect(
        out
          .fields(bytes)
          .map(({ meaning }) => meaning ?? '')
          .join(),
      ).not.toMatch(/wrong|unknown/);
    }
    if (probe !== undefined) expect(words.map(({ name }) => name)).toContain(probe);
  }
});
