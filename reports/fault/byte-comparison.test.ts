import { compareBytes } from './byte-comparison';

test('bytes are compared place by place, also if one side is longer', () => {
  const { bytes } = compareBytes('ee01ef', '0601000c', 16);
  expect(bytes.map(({ due, seen, differs }) => [due, seen, differs])).toEqual([
    ['EE', '06', true],
    ['01', '01', false],
    ['EF', '00', true],
    [undefined, '0C', true],
  ]);
});

test('of long bytes, those around the first difference are shown', () => {
  const due = '00'.repeat(100);
  const seen = `${'00'.repeat(60)}ff${'00'.repeat(39)}`;
  const { bytes, offset, leftOut } = compareBytes(due, seen, 16);
  expect([offset, bytes.length, leftOut]).toEqual([56, 16, 84]);
  expect(bytes[4]).toEqual({ due: '00', seen: 'FF', differs: true });
});
