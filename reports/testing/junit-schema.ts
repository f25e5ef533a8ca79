/**
 * The rules of JUnit XML, for tests: the allowed elements and attributes of an element, and their order. Two schemas
 * share these rules: JUnit.xsd of Ant's junit task, and junit-10.xsd of Jenkins' xUnit plugin.
 */
import { readXml, type Element } from './xml-reader';

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
  /** Text is allowed between its tags. */
  readonly text: boolean;
}

const OUTCOME: Rule = { required: ['type'], optional: ['message'], children: [], text: true };
const OUTPUT: Rule = { required: [], optional: [], children: [], text: true };

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['testsuites', { required: [], optional: [], children: ['testsuite'], text: false }],
  [
    'testsuite',
    {
      required: [
        ...['package', 'id', 'name', 'timestamp', 'hostname'],
        ...['tests', 'failures', 'errors', 'skipped', 'time'],
      ],
      optional: [],
      children: ['properties', 'testcase', 'system-out', 'system-err'],
      text: false,
    },
  ],
  ['properties', { required: [], optional: [], children: ['property'], text: false }],
  ['property', { required: ['name', 'value'], optional: [], children: [], text: false }],
  [
    'testcase',
    {
      required: ['name', 'classname', 'time'],
      optional: [],
      children: ['skipped', 'error', 'failure'],
      text: false,
    },
  ],
  ['failure', OUTCOME],
  ['error', OUTCOME],
  ['skipped', { required: [], optional: ['message'], children: [], text: true }],
  ['system-out', OUTPUT],
  ['system-err', OUTPUT],
]);

/** The date without a zone, as Ant writes it. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** The schema's pattern: seconds with commas between thousands. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

/** The errors of a document, one line each; none: it is valid. Throws if it is no XML. */
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
    ...orderErrors(element, rule),
    ...countErrors(element),
  ];
}

/** A suite has all its parts in order; a case has at most one outcome. */
function orderErrors({ name, attributes, children }: Element, rule: Rule): readonly string[] {
  if (name === 'testcase') return children.length > 1 ? ['<testcase> has two outcomes'] : [];
  if (name !== 'testsuite') return [];
  const places = children.map((child) => rule.children.indexOf(child.name));
  const single = rule.children.filter((one) => one !== 'testcase');
  const { timestamp = '' } = attributes;
  return [
    ...(places.some((place, i) => place < (places[i - 1] ?? 0)) ? ['<testsuite> is out of order'] : []),
    ...single
      .filter((one) => children.filter((child) => child.name === one).length !== 1)
      .map((one) => `<testsuite> needs one <${one}>`),
    ...(TIMESTAMP.test(timestamp) ? [] : [`timestamp ${timestamp}`]),
  ];
}

/** What the schema cannot express: the counts are those of the cases. */
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
