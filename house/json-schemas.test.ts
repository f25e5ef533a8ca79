/** Compares the published schemas with the code that they describe. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { COMMANDS } from '../cli/commands';
import { draftText, likelyDraft } from '../cli/commands/init/config-draft';
import { OUTPUTS } from '../cli/schemas/published';
import { helpOf } from './command-pages';
import { schemaTexts, SCHEMAS } from './json-schemas';

test('schemas/ has what the code says: else npm run json-schemas', () => {
  const written = readdirSync(SCHEMAS).map(
    (file) => [file, readFileSync(join(SCHEMAS, file), 'utf8')] as const,
  );
  expect(new Map(written)).toEqual(new Map([...schemaTexts()].sort()));
});

test('each command with --json has one', async () => {
  const helps = await Promise.all(COMMANDS.map(helpOf));
  const commands = helps
    .filter(({ options }) => 'json' in options)
    .map(({ usage }) => usage.split(' ')[0] ?? '');
  expect(Object.keys(OUTPUTS)).toEqual([...commands, 'results'].sort());
});

describe('the schema of the configuration', () => {
  const text = readFileSync(join(SCHEMAS, 'config.schema.json'), 'utf8');
  const schema = z.fromJSONSchema(JSON.parse(text) as z.core.JSONSchema.JSONSchema);
  const board = (keys: object): object => ({ boards: { desk: keys } });

  test.each([
    ['what init writes', JSON.parse(draftText(likelyDraft([]), 'json', './schema.json')) as object],
    [
      'links by their names, as a text and as an object',
      board({ links: { a: '/dev/ttyS0', b: { baud: 9600 } } }),
    ],
    ['one link as a text', board({ links: 'tcp://127.0.0.1:4000' })],
    ['protocols by their paths', { protocols: ['./oven.ts'] }],
  ])('takes %s', (_, content) => {
    expect(schema.safeParse(content).error).toBeUndefined();
  });

  test.each([
    ['a key that is misspelt', board({ liks: '/dev/ttyS0' })],
    ['a kind that there is not', board({ kind: 'toaster' })],
    ['a parity that there is not', board({ links: { a: { parity: 'mark' } } })],
    ['a vendor that YAML reads as a number', board({ match: { vendor: 483 } })],
    ['a name with a blank', { boards: { 'my desk': {} } }],
  ])('refuses %s', (_, content) => {
    expect(schema.safeParse(content).success).toBe(false);
  });
});
