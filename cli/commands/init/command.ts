/** The words of `wirejig init`. */
import { defineCommand, off, text, type RequestOf } from '../../shared/command-options';

export const initCommand = defineCommand({
  options: {
    yes: { ...off('Ask nothing: take the likeliest port and kind'), alias: 'y' },
    force: off('Overwrite an existing configuration'),
    format: text('Format of the configuration: yaml, json or ts (default: yaml)'),
    protocol: {
      type: 'string',
      describe: 'Write an example protocol to this file, and list it (default: protocol.ts)',
    },
    json: off('Print one JSON object at the end, with what was written'),
  },
  examples: [
    ['$0 init', 'asks a few questions, and writes wirejig.config.yaml'],
    ['$0 init --yes --format ts', 'asks none'],
    ['$0 init --protocol', 'writes protocol.ts, a small example protocol, and lists it'],
  ],
  excludes: { protocol: ['yes', 'force', 'format'] },
});

export type InitRequest = RequestOf<typeof initCommand>;
