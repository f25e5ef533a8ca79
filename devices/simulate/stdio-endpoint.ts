/** A simulated board's link on the terminal of this process: standard input is its keyboard, standard output its screen. */
import type { Endpoint } from './simulator';

export interface StdioEndpointOptions {
  readonly arrived: (bytes: Uint8Array) => void;
  /** Input ended, or Ctrl-C was typed. */
  readonly ended: () => void;
}

const INTERRUPT = 0x03;

/** Sets a terminal to raw mode, because the board itself echoes and edits lines. */
export function openStdioEndpoint({ arrived, ended }: StdioEndpointOptions): Endpoint {
  const { stdin, stdout } = process;
  const raw = stdin.isTTY === true;
  if (raw) stdin.setRawMode(true);
  stdin.on('data', (bytes: Buffer) => {
    if (raw && bytes.includes(INTERRUPT)) ended();
    else arrived(bytes);
  });
  stdin.on('end', ended);
  // The reader of the output may end before the board does.
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
