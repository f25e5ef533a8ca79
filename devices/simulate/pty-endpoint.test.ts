import { isTerminalName } from './pty-endpoint';

test.each(['/dev/pts/0', '/dev/pts/117', '/dev/ttys007', '/dev/ttys0123'])(
  '%s is a pseudo-terminal: a link to it may be replaced and removed',
  (path) => expect(isTerminalName(path)).toBe(true),
);

test.each(['/dev/ttyS0', '/dev/ttyUSB0', '/dev/cu.usbserial-1', '/dev/ptsx/1', '/etc/passwd', 'COM3', ''])(
  '%j is none: it stays',
  (path) => expect(isTerminalName(path)).toBe(false),
);
