/** What a wirejig.config.* may say, checked: an unknown key is refused, and every refusal names the key and the remedy. */
import { z } from 'zod';
import { HARDWARE } from '../../devices/board/known-hardware';
import { LinkError } from '../../devices/links/link';
import { parseLinkUrl } from '../../devices/links/link-url';
import { LabError } from '../../lab/lab-error';
import { parseTags } from '../../lab/tags';
import { protocolIds } from '../../scenarios/protocols';
import { parseResetRecipe, parseStimulusRecipe } from '../shared/option-values';
import { flashCommand } from '../shared/boards/tool-recipes';
import { UsageError } from '../shared/usage-error';

const HEX4 = /^(?:0x)?([0-9a-f]{4})$/i;
const ANY_BAUD = 115_200;

/** `'10c4'` or `'0x10C4'`. Never a number: YAML reads 0483 as decimal. */
const usbId = z.string("give the four hex digits as text, as in '10c4'").transform((text, context) => {
  const id = HEX4.exec(text)?.[1];
  if (id !== undefined) return id.toLowerCase();
  context.addIssue({ code: 'custom', message: `'${text}' is no USB id: give four hex digits, as in '10c4'` });
  return z.NEVER;
});

const word = (remedy: string) => z.string(remedy).min(1, remedy);
const whole = (min: number, max: number) => {
  const remedy = `give a whole number from ${min} to ${max}`;
  return z.int(remedy).min(min, remedy).max(max, remedy);
};
/** A function that throws where the text is wrong, as a check. */
const readBy = (read: (text: string) => unknown, remedy: string) =>
  word(remedy).superRefine((text, context) => {
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof UsageError) && !(error instanceof LinkError) && !(error instanceof LabError))
        throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  });

const match = z.strictObject({
  vendor: usbId.exactOptional(),
  product: usbId.exactOptional(),
  serial: word('give the serial number as text (wirejig ports shows it)').exactOptional(),
  path: word('give the path of a port, as in /dev/ttyUSB0').exactOptional(),
  interface: whole(0, 255).exactOptional(),
});

const settings = {
  baud: whole(50, 12_000_000).exactOptional(),
  data: whole(5, 8).exactOptional(),
  parity: z.enum(['none', 'even', 'odd']).exactOptional(),
  stop: whole(1, 2).exactOptional(),
  flow: z.enum(['none', 'rtscts']).exactOptional(),
  hold: whole(0, 1000).exactOptional(),
};

const url = readBy(
  (text) => parseLinkUrl('it', text, ANY_BAUD),
  "give a link's URL, as in '/dev/ttyUSB0' or 'tcp://localhost:4000'",
);

/** A URL, or a port by its path or by what is plugged in, with serial settings. */
const link = z.preprocess(
  (value) => (typeof value === 'string' ? { url: value } : value),
  z
    .strictObject(
      { url: url.exactOptional(), path: match.shape.path, match: match.exactOptional(), ...settings },
      'give a URL, or { path | match, baud, … }',
    )
    .superRefine((one, context) => {
      const ways = [one.url, one.path, one.match].filter((way) => way !== undefined).length;
      const set = Object.keys(settings).find((key) => key in one);
      if (ways > 1) context.addIssue({ code: 'custom', message: 'give one of url, path and match' });
      else if (one.url !== undefined && set !== undefined)
        context.addIssue({
          code: 'custom',
          path: [set],
          message: `a url says it itself: give ?${set}=… there`,
        });
    }),
);

const NAME = /^[A-Za-z][\w-]*$/;
const name = z.string().regex(NAME, 'a name has letters, digits, - and _, and begins with a letter');

/** The list is read as late as this: a configuration adds protocols to it. */
const suiteName = z.string('give the name of a suite').superRefine((text, context) => {
  const names = [...protocolIds()];
  if (!names.includes(text)) context.addIssue({ code: 'invalid_value', values: names, input: text });
});

const flashRecipe = readBy(
  (text) => flashCommand(text, { board: '', image: 'it', port: 'it' }),
  'give a recipe or a command as text',
);

const board = z.strictObject({
  suite: suiteName.exactOptional(),
  kind: z.enum(HARDWARE.map((kind) => kind.name)).exactOptional(),
  links: z
    .preprocess(
      (value) => (typeof value === 'string' ? { '': value } : value),
      z.record(z.union([name, z.literal('')]), link, 'give a URL, or links by their names'),
    )
    .exactOptional(),
  match: match.exactOptional(),
  parameters: z
    .record(z.string(), z.union([z.number(), z.string()], 'give a number or a text'), 'give name: value')
    .exactOptional(),
  reset: readBy(
    (text) => parseResetRecipe(text, 'it'),
    'give a reset method, as --reset takes it',
  ).exactOptional(),
  power: readBy(
    (text) => parseResetRecipe(text, 'it'),
    'give a reset method, as --reset takes it',
  ).exactOptional(),
  stimulus: readBy(
    (text) => parseStimulusRecipe(text, 'it'),
    'give a stimulus method, as --stimulus takes it',
  ).exactOptional(),
  image: word('give the path of the firmware image').exactOptional(),
  flash: z
    .union([flashRecipe, z.array(flashRecipe)], 'give a recipe or a command as text, or a list of them')
    .exactOptional(),
  identity: word('give a command as text').exactOptional(),
  operator: z.boolean('give true or false').exactOptional(),
  tags: z
    .array(
      readBy((text) => parseTags([text]), "give a tag as text, as in 'rate=fast'"),
      'give a list of tags: [ … ]',
    )
    .exactOptional(),
});

export const configSchema = z.strictObject(
  {
    boards: z.record(name, board, 'give boards by their names: { desk: { kind: …, … } }').default({}),
    // Looked at before: protocols.ts.
    protocols: z.array(z.unknown()).exactOptional(),
  },
  'give { boards: { … }, protocols: [ … ] }',
);

export type BoardConfig = z.infer<typeof board>;
export type LinkConfig = z.infer<typeof link>;
export type Config = z.infer<typeof configSchema>;

/** The keys that are known where `path` leads to. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const last = path.at(-1);
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path.length === 2) return Object.keys(board.shape);
  if (last === 'match') return Object.keys(match.shape);
  return ['url', 'path', 'match', ...Object.keys(settings)];
}
