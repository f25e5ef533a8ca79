/**
 * The rules of the JUnit XML that Jenkins reads, for tests: which elements and attributes an element may have.
 * Source: junit-10.xsd of Jenkins' xUnit plugin.
 */
import { readXml, type Element } from './xml-reader';

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
  /** Text may stand between its tags. */
  readonly text: boolean;
}

const OUTCOME: Rule = { required: [], optional: ['type', 'message'], children: [], text: true };
const OUTPUT: Rule = { required: [], optional: [], children: [], text: true };

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'testsuites',
    {
      required: [],
      optional: ['name', 'time', 'tests', 'failures', 'errors'],
      children: ['testsuite'],
      text: false,
    },
  ],
  [
    'testsuite',
    {
      required: ['name', 'tests', 'failures', 'errors'],
      optional: [
        ...['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
      ],
      children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
      text: false,
    },
  ],
  ['properties', { required: [], optional: [], children: ['property'], text: false }],
  ['property', { required: ['name', 'value'], optional: [], children: [], text: false }],
  [
    'testcase',
    {
      required: ['name'],
      optional: ['time', 'classname', 'group'],
      children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
      text: false,
    },
  ],
  ['failure', OUTCOME],
  ['error', OUTCOME],
  ['skipped', OUTCOME],
  ['system-out', OUTPUT],
  ['system-err', OUTPUT],
]);

/** As the schema's pattern has it: seconds with commas between thousands. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

/** The errors of a document, one line each; none: it is valid. Throws where it is no XML. */
export function junitErrors(document: string): readonly string[] {
  const root = readXml(document);
  const own = root.name === 'testsuites' ? [] : [`the root is ${root.name}`];
  return [...own, ...elementErrors(root)];
}

function elementErrors(element: Element): readonly string[] {
  const { name, attributes, children, text } = element;
  const rule = RULES.get(name);
  if (rule === undefined) return [`<${name}> is no element`];
  const given = Object.keys(attributes);
  const time = attributes['time'];
  return [
    ...rule.required.filter((one) => !given.includes(one)).map((one) => `<${name}> lacks ${one}`),
    ...given
      .filter((one) => !rule.required.includes(one) && !rule.optional.includes(one))
      .map((one) => `<${name}> has ${one}`),
    ...(name !== 'testcase' && time !== undefined && !TIME.test(time) ? [`time ${time}`] : []),
    ...(rule.text || text.trim() === '' ? [] : [`<${name}> has text`]),
    ...children
      .filter((child) => !rule.children.includes(child.name))
      .map((child) => `<${child.name}> in <${name}>`),
    ...children.flatMap(elementErrors),
    ...countErrors(element),
  ];
}

/** What the schema cannot say: the counts are those of the cases. */
function countErrors({ name, attributes, children }: Element): readonly string[] {
  if (name !== 'testsuite') return [];
  const cases = children.filter((child) => child.name === 'testcase');
  const having = (what: string): number =>
    cases.filter((one) => one.children.some((child) => child.name === what)).length;
  const counted: Readonly<Record<string, number>> = {
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
  return Object.entries(counted)
    .filter(([what, count]) => attributes[what] !== String(count))
    .map(([what, count]) => `${what} is ${attributes[what] ?? 'missing'}, and there are ${count}`);
}
