import type { ChunkRecord, JournalEvent } from '../../../scenarios/record';
import { sampleJournal } from '../../testing/sample-journal';
import { summarize } from '../../summary/summary';
import { wireFrames, type FrameReader } from './wire-frames';

/** Frames that begin with their length; a second byte of FF is an error. Silence of 10 ms ends what is pending. */
const counted: FrameReader = {
  decoder: () => {
    let pending: number[] = [];
    let since = 0;
    const cut = (length: number, code?: string) => ({
      raw: Uint8Array.from(pending.splice(0, length)),
      ...(code === undefined ? {} : { error: { code, offset: 1, expected: '00', message: 'FF is no kind' } }),
    });
    return {
      push: (bytes, at) => {
        pending = [...pending, ...bytes];
        since = at;
        const events = [];
        for (let size = pending[0]; size !== undefined && pending.length >= size; size = pending[0])
          events.push(cut(size, pending[1] === 0xff ? 'kind' : undefined));
        return events;
      },
      deadline: () => (pending.length === 0 ? undefined : since + 10_000),
      tick: () => [cut(pending.length, 'short')],
    };
  },
  fields: ([size = 0, kind = 0]) => [
    { name: 'size', offset: 0, length: 1, value: size },
    { name: 'kind', offset: 1, length: 1, value: kind, meaning: `kind ${kind}` },
  ],
};

const chunk = (at: number, hex: string, more: Partial<ChunkRecord> = {}): ChunkRecord => ({
  type: 'chunk',
  link: 'main',
  direction: 'tx',
  notBefore: at,
  notAfter: at + 90,
  hex,
  ...more,
});

const failure: JournalEvent = {
  type: 'check',
  at: 1,
  scenario: 's',
  requirement: 'X-Y-01',
  verdict: 'fail',
  title: 'it broke',
};

/** Of each frame sent its length and its name. */
function framesOf(events: readonly JournalEvent[]) {
  const summary = summarize([...sampleJournal().slice(0, 1), ...events]);
  if (summary.wire === undefined) throw new Error('no wire');
  const found = wireFrames(summary, summary.wire, undefined, (_suite, link, direction) =>
    link === 'main' && direction === 'tx' ? counted : undefined,
  );
  const lane = found?.lanes[0];
  const explanations = found?.explanations ?? [];
  const read = (bytes: Uint8Array): number[] => {
    const values: number[] = [];
    let value = 0;
    let scale = 1;
    for (const byte of bytes) {
      value += (byte & 0x7f) * scale;
      scale = byte < 0x80 ? 1 : scale * 128;
      if (byte >= 0x80) continue;
      values.push(value);
      value = 0;
    }
    return values;
  };
  const says = lane === undefined ? [] : read(lane.explained.view());
  const frames = (lane === undefined ? [] : read(lane.lengths.view())).map((length, index) => {
    const explanation = explanations[(says[index] ?? 0) - 1];
    return explanation === undefined ? [length] : [length, explanation[0]];
  });
  return { frames, explanations, lanes: found?.lanes ?? [] };
}

test('chunks are joined to frames, and taken apart where one holds several', () => {
  const { frames, lanes } = framesOf([
    chunk(0, '03'),
    chunk(100, '01'),
    chunk(200, '07020203'),
    chunk(300, '0405', { direction: 'rx' }),
    chunk(400, '0301'),
  ]);
  expect(frames).toEqual([
    [3, 'kind 1'],
    [2, 'kind 2'],
    [3, 'kind 3'],
  ]);
  expect(lanes[1]).toBeUndefined();
});

test('what is no frame says so, with its reason and the wrong field; silence ends one that is not whole', () => {
  const { frames, explanations } = framesOf([chunk(0, '03ff00'), chunk(200, '0502'), chunk(20_000, '0201')]);
  expect(frames).toEqual([
    [3, '! kind 255'],
    [2, '! kind 2'],
    [2, 'kind 1'],
  ]);
  expect(explanations[0]?.slice(1)).toEqual([
    'FF is no kind',
    [
      ['size', 0, 1, ''],
      ['kind', 1, 1, 'kind 255', 1],
    ],
  ]);
});

test('every byte is in one frame, also those that were not kept; a scenario begins with nothing pending', () => {
  const begin: JournalEvent = { type: 'scenario', at: 500, suite: 'stm', scenario: 'stm/checksum' };
  const { frames } = framesOf([
    chunk(0, '0401', { elided: 7 }),
    chunk(200, '0900'),
    begin,
    chunk(600, '0203'),
  ]);
  expect(frames).toEqual([[9], [2], [2, 'kind 3']]);
});

test('what is explained is bounded, and frames near a failure are explained for all that', () => {
  const many = Array.from({ length: 70_000 }, (_, index) =>
    chunk(1000 * index, Buffer.from([5, index & 0x7f, index >> 14, (index >> 7) & 0x7f, 1]).toString('hex')),
  );
  const { frames, explanations } = framesOf([
    ...many,
    chunk(1e8, '0642010203'),
    chunk(1e8 + 500, '09'),
    failure,
  ]);
  expect(frames).toHaveLength(70_001);
  expect(explanations.length).toBeLessThan(200);
  const late = [chunk(1e8, '06fe01020304'), { ...failure, at: 1e8 + 99 }];
  const named = framesOf([...many, ...late]).frames;
  expect(named.at(-1)).toEqual([6, 'kind 254']);
});
