import { messageName } from './message-name';

const command = { name: 'command', offset: 0, length: 1, value: 0x81 };
const sum = { name: 'checksum', offset: 1, length: 1, value: 0x81, meaning: 'right' };

test.each([
  ['its kind', [{ ...command, meaning: 'state' }, sum], 'state'],
  ['a reason', [command, { name: 'reason', offset: 1, length: 1, value: 3, meaning: 'range' }, sum], 'range'],
  ['nothing: that the sum is right says no kind', [command, sum], ''],
  ['nothing: nor that it is wrong', [command, { ...sum, meaning: 'wrong, should be 80' }], ''],
])('a message has the name of %s', (_what, fields, name) => {
  expect(messageName({ fields, hex: '8181' })).toBe(name);
});
