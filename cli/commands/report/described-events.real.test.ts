/** Dissectors of described protocols beside their codecs: in the same traces both see the same frames, fields and reasons. */
import { CUSTOM_SUM, FILTERED, MODBUS, SAMPLE_PROTOCOLS } from '../../testing/described-protocols';
import { describedTrace } from '../../testing/described-traces';
import { cleanUp } from '../../testing/wirejig-process';
import { dissectedPackets, fieldsOf, tsharkTest, type DissectedFrame } from '../../testing/tshark';

afterAll(cleanUp);

function framesOf(path: string, options: readonly string[]): (side: string) => readonly DissectedFrame[] {
  const packets = dissectedPackets(path, options);
  return (side) =>
    packets
      .filter(({ link, direction }) => `${link} ${direction}` === side.replace(' ', '/main '))
      .flatMap(({ frames }) => [...frames]);
}

tsharkTest(
  'every frame of a described protocol, valid or not, has the fields and the errors of its codec',
  () => {
    const { path, options, due } = describedTrace('described', SAMPLE_PROTOCOLS);
    const seen = framesOf(path, options);
    for (const [side, frames] of due) expect([side, seen(side)]).toEqual([side, frames]);
    const reasons = new Set([...due.values()].flat().map(({ refused = '' }) => refused.replace(/\d+/g, '')));
    expect(reasons.size).toBeGreaterThan(400);
  },
);

test('every kind of framing is dissected, and every delimiter', () => {
  const framings = Object.values(SAMPLE_PROTOCOLS).flatMap((sides) => sides.map(({ framing }) => framing));
  const known = new Set(
    framings.map((framing) => (framing.kind === 'delimited' ? framing.by : framing.kind)),
  );
  expect([...known].sort()).toEqual(
    [
      'sized',
      'delimiter',
      'lines',
      'slip',
      'escaped',
      'cobs',
      'silence',
      'datagram',
      'any',
      'running',
    ].sort(),
  );
});

tsharkTest('a sum of the author’s own is shown, and not judged', () => {
  const { path, options, due } = describedTrace('custom', { custom: [CUSTOM_SUM, CUSTOM_SUM] });
  const seen = framesOf(path, options)('custom tx');
  const frames = due.get('custom tx') ?? [];
  const isSum = ({ refused }: DissectedFrame): boolean => refused?.startsWith('checksum') === true;
  expect(seen.map(({ items }) => items)).toEqual(frames.map(({ items }) => items));
  expect(seen.map(({ refused }) => refused)).toEqual(
    frames.map((frame) => (isSum(frame) ? undefined : frame.refused)),
  );
  expect(frames.some(isSum)).toBe(true);
});

tsharkTest('filters on numbers, names, text and items of lists', () => {
  const { path, options } = describedTrace('filtered', FILTERED);
  const values = (field: string, filter: string): string | undefined =>
    fieldsOf(path, [`wirejig_parts.${field}`], [...options, '-Y', filter])[0]?.[`wirejig_parts.${field}`];
  expect(values('tiles_x', 'wirejig_parts.mode == "on" && wirejig_parts.sequence == 1')).toBe('1,2');
  expect(values('name', 'wirejig_parts.tiles_x == 2')).toBe('Zoë €');
  expect(values('what_of', 'wirejig_parts.more == 7')).toBe('1,2');
  expect(values('checksum_status', 'wirejig_parts.checksum_status == 0')).toBe('0');
});

tsharkTest(
  'the line of a packet has the form and its first values, and marks a frame that silence ends',
  () => {
    const { path, options } = describedTrace('titles', MODBUS);
    const info = fieldsOf(path, ['_ws.col.Info'], options).map((packet) => packet['_ws.col.Info']);
    expect(info).toContain('host: read unit 1 address 0 count 2 [up to silence]');
    expect(info).toContain('board: exception unit 1 reason illegal function');
  },
);
