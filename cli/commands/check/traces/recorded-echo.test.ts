import { micros } from '../../../../protocols/time';
import type { TraceEvent } from '../../../../scenarios/monitor/trace/trace-monitor';
import { linkWithEcho } from '../check';

/** `>0102` from the host, `<0102` from the board. */
function trace(...texts: readonly string[]): TraceEvent[] {
  return texts.map((text, index): TraceEvent => {
    const at = micros(index * 1000);
    const direction = text.startsWith('>') ? 'tx' : 'rx';
    const bytes = Buffer.from(text.slice(1), 'hex');
    return {
      kind: 'chunk',
      link: 'main',
      chunk: { direction, bytes, notBefore: at, notAfter: at, lastNotBefore: at },
      omittedBytes: 0,
    };
  });
}

const SENT = ['0101', '0202', '0303', '0404', '0505', '0606'];

test('what comes back before each answer is an echo, in one chunk with the answer or in several', () => {
  expect(linkWithEcho(trace(...SENT.flatMap((hex) => [`>${hex}`, `<${hex}ee`])))).toBe('main');
  const cut = SENT.flatMap((hex) => [`>${hex}`, `<${hex.slice(0, 2)}`, `<${hex.slice(2)}`, '<ee']);
  expect(linkWithEcho(trace(...cut))).toBe('main');
});

test.each<readonly [string, readonly string[]]>([
  ['answers of their own', SENT.flatMap((hex) => [`>${hex}`, '<ee'])],
  ['answers that repeat the request, and nothing else', SENT.flatMap((hex) => [`>${hex}`, `<${hex}`])],
  ['one answer that does not', SENT.flatMap((hex, at) => [`>${hex}`, at === 2 ? '<ee' : `<${hex}ee`])],
  [
    'a request that is not answered',
    SENT.flatMap((hex, at) => [`>${hex}`, ...(at === 2 ? [] : [`<${hex}ee`])]),
  ],
  ['few writes', SENT.slice(0, 3).flatMap((hex) => [`>${hex}`, `<${hex}ee`])],
  ['one request again and again', SENT.flatMap(() => ['>0101', '<0101ee'])],
])('%s: no echo', (_, texts) => {
  expect(linkWithEcho(trace(...texts))).toBeUndefined();
});
