/** A simulated board's link on this process's own terminal: standard input is its keys, standard output its screen. */
import type { Endpoint } from './simulator';

export interface StdioEndpointOptions {
  readonly arrived: (bytes: Uint8Array) => void;
  /** Input ended, or Ctrl-C was typed. */
  readonly ended: () => void;
}

const INTERRUPT = 0x03;

/** A terminal is made raw: the board does its own echo and its own lines. */
export function openStdioEndpoint({ arrived, ended }: StdioEndpointOptions): Endpoint {
  const { stdin, stdout } = process;
  const raw = stdin.isTTY === true;
  if (raw) stdin.setRawMode(true);
  stdin.on('data', (bytes: Buffer) => {
    if (raw && bytes.includes(INTERRUPT)) ended();
    else arrived(bytes);
  });
  stdin.on('end', ended);
  // Whoever read the screen may be gone before the board is.
  stdout.on('error', ended);
  return {
    url: 'stdio',
    write: (bytes) => void stdout.write(bytes),
    close: () => {
      if (raw) stdin.setRawMode(false);
      stdin.pause();
      stdin.removeAllListeners('data');
    },
  };
}
