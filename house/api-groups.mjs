/** The order of docs/api.md. A public symbol without a group is under the last one, which has `rest`. */

/**
 * The groups, by task. `files`: all that a file exports; `also`: types that signatures name, and that users need not import.
 */
export const GROUPS = [
  {
    title: 'Wires',
    text: 'What the bytes of a frame mean. [The tutorial](your-own-protocol.md#2-the-wire) begins with it.',
    files: [
      'protocols/wire/wire.ts',
      'protocols/wire/field.ts',
      'protocols/wire/digits-field.ts',
      'protocols/wire/varying-field.ts',
    ],
    names: ['codec', 'messages', 'nearMisses', 'NearMiss'],
    also: {
      'protocols/wire/field.ts': [
        'NumberOptions',
        'BigNumberOptions',
        'ExtentOptions',
        'ListOptions',
        'TextOptions',
      ],
      'protocols/wire/digits-field.ts': ['DigitsOptions', 'DecimalOptions'],
      'protocols/wire/varying-field.ts': ['VarintOptions'],
      'protocols/wire/layout/layout-data.ts': ['WireOptions', 'FormOptions', 'TagPredicate', 'LayoutError'],
      'protocols/wire/layout/field-types.ts': ['Field', 'NumberField'],
      'protocols/wire/reading/decode.ts': ['Decoded'],
      'protocols/frame.ts': ['FrameError'],
    },
  },
  {
    title: 'Sums',
    text: 'The last bytes of a frame: `wire({ …, sum: crc16modbus })`.',
    files: ['protocols/wire/sums.ts'],
    names: [],
    also: {
      'protocols/wire/bytes/crc.ts': ['CrcOptions'],
      'protocols/wire/sums.ts': ['FletcherOptions', 'SumOptions', 'SumSpec'],
    },
  },
  {
    title: 'Framings',
    text: 'What separates frames: `requestResponse({ …, framing: byLength({ idle: millis(50) }) })`.',
    files: ['protocols/wire/framing.ts'],
    names: [],
    also: {},
  },
  {
    title: 'Line and parameters',
    text: 'What the line carries, and what another team may have decided otherwise.',
    files: ['protocols/time.ts'],
    names: [
      'requestResponse',
      'DescribedLine',
      'LineOptions',
      'TimeLimits',
      'param',
      'ParameterOption',
      'ParameterOptions',
      'Values',
    ],
    also: { 'protocols/request-response/definition.ts': ['DescribedLink'] },
  },
  {
    title: 'Rules',
    text: 'What is right: `requestResponse({ … }).protocol({ … })`.',
    files: [],
    names: [
      'ProtocolOptions',
      'RuleOptions',
      'Ruling',
      'GeneralClauses',
      'Unsolicited',
      'Message',
      'RuleError',
      'DescribedProtocol',
      'RequestResponse',
      'RequestResponseSession',
    ],
    also: { 'protocols/frame.ts': ['RejectOf'], 'protocols/request-response/definition.ts': ['StateAfter'] },
  },
  {
    title: 'Scenarios',
    text: 'What an author tries beyond the stock scenarios.',
    files: [],
    names: ['OwnScenario', 'RequestResponseHost', 'PlayOptions', 'Runs', 'Bench', 'fc'],
    also: {},
  },
  {
    title: 'Defects',
    text: 'Bugs of a firmware, to audit the suite with.',
    files: [],
    names: ['DescribedDefect', 'FirmwareSteps'],
    also: {},
  },
  {
    title: 'Testing',
    text: "A board in a team's own tests: `import { open } from 'wirejig/testing'`.",
    face: 'wirejig/testing',
    files: [],
    names: [],
    also: { 'devices/faults/faults.ts': ['SeededPlanOptions'] },
  },
  {
    title: 'Protocols written by hand',
    text: 'For what is no exchange of requests and answers: several links, a conversation that the board begins, a game.',
    rest: true,
    files: [],
    names: [],
    also: {},
  },
];
