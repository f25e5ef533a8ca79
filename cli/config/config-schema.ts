/** What a wirejig.config.* may say, checked: an unknown key is refused, and every refusal names the key and the remedy. */
import { z } from 'zod';
import { HARDWARE } from '../../devices/board/known-hardware';
import { LinkError } from '../../devices/links/link';
import { parseLinkUrl } from '../../devices/links/link-target';
import { LabError } from '../../lab/lab-error';
import { parseTags } from '../../lab/tags';
import { protocolIds } from '../../scenarios/protocols';
import { parseResetRecipe, parseStimulusRecipe } from '../shared/option-values';
import { checkFlashRecipe } from '../shared/boards/tool-recipes';
import { UsageError } from '../shared/usage-error';

const HEX4 = /^(?:0x)?([0-9a-f]{4})$/i;

/** `'10c4'` or `'0x10C4'`. Never a number: YAML reads 0483 as decimal. */
const usbId = z.string("give the four hex digits as text, as in '10c4'").transform((text, context) => {
  const id = HEX4.exec(text)?.[1];
  if (id !== undefined) return id.toLowerCase();
  context.addIssue({
    code: 'custom',
    message: `'${text}' is not a USB id: give four hex digits, as in '10c4'`,
  });
  return z.NEVER;
});

const word = (remedy: string) => z.string(remedy).min(1, remedy);
const whole = (min: number, max: number) => {
  const remedy = `give a whole number from ${min} to ${max}`;
  return z.int(remedy).min(min, remedy).max(max, remedy);
};
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
  vendor: usbId.describe('USB vendor id, four hex digits').exactOptional(),
  product: usbId.describe('USB product id, four hex digits').exactOptional(),
  serial: word('give the serial number as text (wirejig ports shows it)')
    .describe('USB serial number')
    .exactOptional(),
  path: word('give the path of a port, as in /dev/ttyUSB0')
    .describe('Path of the serial port')
    .exactOptional(),
  interface: whole(0, 255).describe('USB interface, of a device with several ports').exactOptional(),
});

const settings = {
  baud: whole(50, 12_000_000).describe('Bits per second (default: of the suite)').exactOptional(),
  data: whole(5, 8).describe('Data bits (default: 8)').exactOptional(),
  parity: z.enum(['none', 'even', 'odd']).describe('Parity (default: none)').exactOptional(),
  stop: whole(1, 2).describe('Stop bits (default: 1)').exactOptional(),
  flow: z.enum(['none', 'rtscts']).describe('Flow control (default: none)').exactOptional(),
  hold: whole(0, 1000)
    .describe('How long the adapter may hold received bytes, in ms (default: 16)')
    .exactOptional(),
};

const url = readBy(
  (text) => parseLinkUrl('it', text),
  "give a link's URL, as in '/dev/ttyUSB0' or 'tcp://localhost:4000'",
);

/** A URL, or a port by its path or by what is plugged in, with serial settings. */
const link = z.preprocess(
  (value) => (typeof value === 'string' ? { url: value } : value),
  z
    .strictObject(
      {
        url: url
          .describe('Link URL: a serial path, tcp://, rfc2217://, labgrid:PLACE or exec:COMMAND')
          .exactOptional(),
        path: match.shape.path,
        match: match.describe('USB device of the port').exactOptional(),
        ...settings,
      },
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

const flashRecipe = readBy(checkFlashRecipe, 'give a tool or a command as text');

const board = z.strictObject({
  suite: suiteName.describe('Suite that this board is tested by').exactOptional(),
  kind: z
    .enum(HARDWARE.map((kind) => kind.name))
    .describe('Hardware: gives the suite, USB ids and reset')
    .exactOptional(),
  links: z
    .preprocess(
      (value) => (typeof value === 'string' ? { '': value } : value),
      z.record(z.union([name, z.literal('')]), link, 'give a URL, or links by their names'),
    )
    .describe('Links: a URL, or each by its name')
    .exactOptional(),
  match: match.describe('USB device that is the board: wirejig ports shows its ids').exactOptional(),
  parameters: z
    .record(z.string(), z.union([z.number(), z.string()], 'give a number or a text'), 'give name: value')
    .describe('Parameters of the suite: wirejig list params shows them')
    .exactOptional(),
  reset: readBy((text) => parseResetRecipe(text, 'it'), 'give a reset method, as --reset takes it')
    .describe('How the board is reset: dtr, rts, break, reopen, esp32, a flash tool, or cmd:COMMAND')
    .exactOptional(),
  power: readBy((text) => parseResetRecipe(text, 'it'), 'give a reset method, as --reset takes it')
    .describe('How its power is switched off and on, where a reset is not enough')
    .exactOptional(),
  stimulus: readBy(
    (text) => parseStimulusRecipe(text, 'it'),
    'give a stimulus method, as --stimulus takes it',
  )
    .describe('How codes are shown to a scanner, as --stimulus')
    .exactOptional(),
  image: word('give the path of the firmware image').describe('Path of the firmware image').exactOptional(),
  flash: z
    .union([flashRecipe, z.array(flashRecipe)], 'give a tool or a command as text, or a list of them')
    .describe('How the image is flashed: a tool by its name, or a command')
    .exactOptional(),
  identity: word('give a command as text')
    .describe('Command that prints the version of the firmware')
    .exactOptional(),
  operator: z.boolean('give true or false').describe('Somebody is at the board to help').exactOptional(),
  tags: z
    .array(
      readBy((text) => parseTags([text]), "give a tag as text, as in 'rate=fast'"),
      'give a list of tags: [ … ]',
    )
    .describe('Tags by which a lab finds the board: name=value')
    .exactOptional(),
});

export const configSchema = z.strictObject(
  {
    boards: z
      .record(name, board, 'give boards by their names: { desk: { kind: …, … } }')
      .describe('Boards by their names')
      .default({}),
    // Looked at before: protocols.ts.
    protocols: z
      .array(z.unknown())
      .describe('Your own protocols: paths of their files; in TypeScript also the protocols themselves')
      .exactOptional(),
    // For editors.
    $schema: z
      .string('give the path of a JSON Schema')
      .describe('Path of this schema, for editors')
      .exactOptional(),
  },
  'give { boards: { … }, protocols: [ … ] }',
);

export type BoardConfig = z.infer<typeof board>;
export type LinkConfig = z.infer<typeof link>;
export type Config = z.infer<typeof configSchema>;

export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const last = path.at(-1);
  if (path.length === 0) return Object.keys(configSchema.shape).filter((key) => key !== '$schema');
  if (path.length === 2) return Object.keys(board.shape);
  if (last === 'match') return Object.keys(match.shape);
  return ['url', 'path', 'match', ...Object.keys(settings)];
}
