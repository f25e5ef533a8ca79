/**
 * What matters in a long frame, by groups of fields: what differs from the last frame of its kind, and what is wrong.
 * Of a frame without one before it, the values that no other record has:
 *
 *     record 12 (7 of clubs)   property: player 1's → out of play, field: hand place 3 → neither hand nor table
 *     record 4 (9 of spades)   color: black → ✗ red, should be 1
 */
import type { BytesRecord, FieldRecord } from '../../scenarios/record';
import { clip } from '../text/printable';
import { plural } from '../text/quantity';
import { wrongFields } from './wrong-fields';

/** Names of the field that holds the kind of a message. */
const KIND_FIELD = /^(cmd|command|type|kind|opcode|message)$/i;
/** Frames with fewer fields are shown completely. */
const LONG_FRAME = 10;
/** Without a frame before it: more records of values that no other has than these are usual, and not shown. */
const MOST_UNUSUAL = 3;
const GROUP = /^(.*?)(?:\[(\d+)\](.*)| (\d+))$/;

export interface FieldChange {
  readonly name: string;
  readonly field: FieldRecord;
  /** Its value in the frame before; undefined if it is the same there, or there is none. */
  readonly was: string | undefined;
  readonly is: string;
  readonly due: string | undefined;
}

export interface GroupChange {
  /** The subject of the fields: `7 of clubs`, else `record 12`. */
  readonly label: string;
  readonly changes: readonly FieldChange[];
}

export interface FrameChanges {
  /** `Changed since the previous deck`. */
  readonly title: string;
  readonly groups: readonly GroupChange[];
  /** What is not shown: `35 others unchanged`; undefined: nothing. */
  readonly rest: string | undefined;
}

/** The kind of a message, by its field: `Select`, `deck`. */
export function messageKind({ fields = [] }: Pick<BytesRecord, 'fields'>): string | undefined {
  return fields.find(({ name, meaning }) => meaning !== undefined && KIND_FIELD.test(name))?.meaning;
}

/** Undefined of a short frame, and where nothing stands out. */
export function frameChanges(records: readonly BytesRecord[], index: number): FrameChanges | undefined {
  const record = records[index];
  if (record === undefined || !isLong(record)) return undefined;
  const before = records
    .slice(0, index)
    .findLast((each) => isState(each) && each.link === record.link && formOf(each) === formOf(record));
  const all = groupsOf(record.fields ?? []);
  const kind = clip(messageKind(record) ?? 'frame', 40);
  const wrong = wrongFields(record);
  const groups = before === undefined ? unusualGroups(all, wrong) : changedGroups(all, before, wrong);
  const labels = new Set(groups.map(({ label }) => label));
  const others = all.filter(({ isItem, label }) => isItem && !labels.has(label)).length;
  const rest = others === 0 ? undefined : plural(others, 'other');
  const isCompared = before !== undefined || wrong.size > 0 || (groups.length > 0 && others > 0);
  if (!isCompared) return undefined;
  if (before !== undefined)
    return groups.length === 0
      ? { title: `The same as the previous ${kind}`, groups, rest: undefined }
      : { title: `Changed since the previous ${kind}`, groups, rest: rest && `${rest} unchanged` };
  if (wrong.size > 0) return { title: `Wrong in this ${kind}`, groups, rest };
  return { title: `Unlike the ${plural(others, 'other')} in this ${kind}`, groups, rest: undefined };
}

function isLong({ fields = [], elided }: BytesRecord): boolean {
  return fields.length > LONG_FRAME && elided === undefined;
}

/** Its content came into effect: it was not refused. */
function isState(record: BytesRecord): boolean {
  return isLong(record) && record.reject === undefined;
}

type Wrong = ReadonlyMap<FieldRecord, string>;

function changedGroups(all: readonly FieldGroup[], before: BytesRecord, wrong: Wrong) {
  const earlier = new Map((before.fields ?? []).map((field) => [field.name, valueText(field)]));
  return groupsWith(all, (field) => {
    const was = earlier.get(field.name) ?? 'none';
    const change = shownField(field, wrong);
    if (was !== change.is) return { ...change, was };
    return change.due === undefined ? undefined : change;
  });
}

/** The wrong values; without any, those that no other record has. */
function unusualGroups(all: readonly FieldGroup[], wrong: Wrong): readonly GroupChange[] {
  if (wrong.size > 0)
    return groupsWith(all, (field) => (wrong.has(field) ? shownField(field, wrong) : undefined));
  const valueOf = (field: FieldRecord): string => `${memberName(field)} ${valueText(field)}`;
  const counts = new Map<string, number>();
  const items = all.filter(({ isItem }) => isItem);
  for (const field of items.flatMap(({ fields }) => fields))
    counts.set(valueOf(field), (counts.get(valueOf(field)) ?? 0) + 1);
  const groups = groupsWith(items, (field) =>
    counts.get(valueOf(field)) === 1 ? shownField(field, wrong) : undefined,
  );
  return groups.length > MOST_UNUSUAL ? [] : groups;
}

function groupsWith(all: readonly FieldGroup[], change: (field: FieldRecord) => FieldChange | undefined) {
  return all
    .map(({ label, fields }) => ({ label, changes: fields.flatMap((field) => change(field) ?? []) }))
    .filter(({ changes }) => changes.length > 0);
}

function shownField(field: FieldRecord, wrong: Wrong): FieldChange {
  return { name: memberName(field), field, was: undefined, is: valueText(field), due: wrong.get(field) };
}

/** The value now: `table place 1`, `✗ red, should be 1`. */
export function valueNow({ is, due }: FieldChange): string {
  return due === undefined ? clip(is, 60) : wrongText(is, due);
}

/** A meaning that says itself what is due is not said twice. */
function wrongText(is: string, due: string): string {
  return is.includes('should be') ? `✗ ${clip(is, 60)}` : `✗ ${clip(is, 60)}, should be ${clip(due, 60)}`;
}

/** Two frames have the same form if they have the same fields in the same order. */
function formOf({ fields = [] }: BytesRecord): string {
  return fields.map(({ name }) => name).join('\n');
}

function valueText({ meaning, value }: FieldRecord): string {
  return meaning ?? String(value);
}

function memberName({ name }: FieldRecord): string {
  const [, head = name, , tail = ''] = GROUP.exec(name) ?? [];
  return `${head}${tail}`.replace(/^.*\./, '');
}

interface FieldGroup {
  label: string;
  /** It belongs to a list in the frame. */
  readonly isItem: boolean;
  readonly fields: FieldRecord[];
}

/** Fields with the same index belong together; a field without one is alone. */
function groupsOf(fields: readonly FieldRecord[]): readonly FieldGroup[] {
  const groups = new Map<string, FieldGroup>();
  for (const field of fields) {
    const [, head = field.name, inner, , outer] = GROUP.exec(field.name) ?? [];
    const index = inner ?? outer;
    const key = index ?? field.name;
    const isItem = index !== undefined;
    const group = groups.get(key) ?? { label: isItem ? `${head} ${index}` : field.name, isItem, fields: [] };
    if (outer !== undefined && field.meaning !== undefined) group.label = field.meaning;
    else group.fields.push(field);
    groups.set(key, group);
  }
  return [...groups.values()];
}
