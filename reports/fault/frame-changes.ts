/**
 * The differences between a long frame and the last one of its kind, by groups of fields:
 *
 *     record 12 (7 of clubs)   property: player 1's → out of play, field: hand place 3 → neither hand nor table
 */
import type { BytesRecord, FieldRecord } from '../../scenarios/record';

/** Names of the field that holds the kind of a message. */
const KIND_FIELD = /^(cmd|command|type|kind|opcode|message)$/i;
/** Frames with fewer fields are shown completely. */
const LONG_FRAME = 10;
const GROUP = /^(.*?)(?:\[(\d+)\](.*)| (\d+))$/;

export interface FieldChange {
  readonly name: string;
  readonly field: FieldRecord;
  readonly was: string;
  readonly is: string;
}

export interface GroupChange {
  /** The subject of the fields: `7 of clubs`, else `record 12`. */
  readonly label: string;
  readonly changes: readonly FieldChange[];
}

export interface FrameChanges {
  /** The name of frames of this kind: `deck`. */
  readonly kind: string;
  readonly groups: readonly GroupChange[];
  /** The number of unchanged items in its list. */
  readonly same: number;
}

/** The kind of a message, by its field: `Select`, `deck`. */
export function messageKind({ fields = [] }: Pick<BytesRecord, 'fields'>): string | undefined {
  return fields.find(({ name, meaning }) => meaning !== undefined && KIND_FIELD.test(name))?.meaning;
}

/** Undefined if the frames cannot be compared: they are short, of different forms, or incomplete. */
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

/** The changes since the last frame of the same form before `index`; undefined if there is none. */
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
