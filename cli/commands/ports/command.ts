/** The words of `wirejig ports`. */
import { defineCommand, off, text, type RequestOf } from '../../shared/command-options';

export const portsCommand = defineCommand({
  options: {
    wait: off('Wait until a board is plugged in, and show its port'),
    timeout: text('With --wait: time limit, 30s, 2m; exit code 3 after it (default: none)'),
    json: off('Print JSON only'),
  },
  examples: [
    ['$0 ports', 'what is plugged in, its likely kind, and which programs use it'],
    ['$0 ports --wait --timeout 30s', 'which port is it? Plug it in and see'],
  ],
});

export type PortsRequest = RequestOf<typeof portsCommand>;
