/**
 * What differs between a long frame and the one of its kind before it, by the groups of its fields:
 *
 *     record 12 (7 of clubs)   property: player 1's → out of play, field: hand place 3 → neither hand nor table
 */
import type { BytesRecord, FieldRecord } from '../../scenarios/record';

/** Names that protocols give to the field with the kind of a message. */
const KIND_FIELD = /^(cmd|command|type|kind|opcode|message)$/i;
/** Frames of fewer fields are shown whole. */
const LONG_FRAME = 10;
const GROUP = /^(.*?)(?:\[(\d+)\](.*)| (\d+))$/;

export interface FieldChange {
  readonly name: string;
  readonly field: FieldRecord;
  readonly was: string;
  readonly is: string;
}

export interface GroupChange {
  /** Of what the fields are: `7 of clubs`, else `record 12`. */
  readonly label: string;
  readonly changes: readonly FieldChange[];
}

export interface FrameChanges {
  /** What frames of this kind are called: `deck`. */
  readonly kind: string;
  readonly groups: readonly GroupChange[];
  /** Items of its list in which nothing differs. */
  readonly same: number;
}

/** What the field with a message's kind says: `Select`, `deck`. */
export function messageKind({ fields = [] }: Pick<BytesRecord, 'fields'>): string | undefined {
  return fields.find(({ name, meaning }) => meaning !== undefined && KIND_FIELD.test(name))?.meaning;
}

/** Undefined where the frames cannot be compared: short, of other forms, or with bytes left out. */
function frameChanges(before: BytesRecord, after: BytesRecord): FrameChanges | undefined {
  if (!isLong(after) || !isLong(before) || formOf(before) !== formOf(after)) return undefined;
  const earlier = new Map((before.fields ?? []).map((field) => [field.name, field]));
  const groups = groupsOf(after.fields ?? []);
  const changed: GroupChange[] = [];
  for (const { label, fields } of groups) {
    const changes = fields.flatMap((field): readonly FieldChange[] => {
      const old = earlier.get(field.name);
      const [was, is] = [old === undefined ? 'none' : valueText(old), valueText(field)];
      return was === is ? [] : [{ name: memberName(field), field, was, is }];
    });
    if (changes.length > 0) changed.push({ label, changes });
  }
  const same = groups.filter(
    ({ isItem, label }) => isItem && !changed.some((group) => group.label === label),
  );
  return { kind: messageKind(after) ?? 'frame', groups: changed, same: same.length };
}

/** The changes since the last frame of the same form before `index`; undefined where there is none. */
export function changesSincePrevious(
  records: readonly BytesRecord[],
  index: number,
): FrameChanges | undefined {
  const after = records[index];
  if (after === undefined || !isLong(after)) return undefined;
  const before = records
    .slice(0, index)
    .findLast((each) => each.link === after.link && isLong(each) && formOf(each) === formOf(after));
  return before === undefined ? undefined : frameChanges(before, after);
}

function isLong({ fields = [], elided, reject }: BytesRecord): boolean {
  return fields.length > LONG_FRAME && elided === undefined && reject === undefined;
}

/** Two frames are of one form if they have the same fields in the same order. */
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
  /** Of a list in the frame. */
  readonly isItem: boolean;
  readonly fields: FieldRecord[];
}

/** Fields with one index belong together; a field without one is alone. */
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
