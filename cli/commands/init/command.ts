/** The words of `wirejig init`. */
import { off, text, defineCommand } from '../../shared/command-options';

export const initCommand = defineCommand({
  usage: 'init',
  describe: 'Write a wirejig.config.* for your board, or an example of a protocol of your own',
  builder: (yargs) =>
    yargs
      .options({
        yes: { ...off('Ask nothing: take the port and the kind that are likeliest'), alias: 'y' },
        force: off('Write over a configuration that is there'),
        format: text('format', 'yaml, json or ts (default: yaml)'),
        protocol: {
          type: 'string',
          describe: 'Write an example of your own protocol to this file (default: protocol.ts), and list it',
        },
        json: off('Print one JSON object at the end: what was written'),
      })
      .example('$0 init', 'asks some questions, and writes wirejig.config.yaml')
      .example('$0 init --yes --format ts', 'asks none')
      .example('$0 init --protocol', 'writes protocol.ts, a small protocol of its own, and lists it'),
  excludes: { protocol: ['yes', 'force', 'format'] },
  run: async ({ protocol, ...request }) => {
    if (protocol !== undefined) {
      const { initProtocol } = await import('./init-protocol.js');
      return initProtocol(protocol, request.json === true);
    }
    const { initCommand: init } = await import('./init.js');
    return init(request);
  },
});
