/** What a dissector can filter by: every field of described wires, by its path without list indices. */
import type { BesideFrames, DescribedField } from '../../dissection/described';
import type { Framing, PartFraming } from '../framing';
import { kindOf } from '../kinds/kinds';
import { numberFilter } from '../kinds/number';
import type { FieldSpec, NamedSpec } from '../layout/field-spec';
import type { WireLayout } from '../layout/layout-data';

/** One direction of a line. */
export interface DissectedSide extends BesideFrames {
  readonly wire: LaidOut & { readonly parts?: { readonly wires: readonly LaidOut[] } };
  readonly framing: Framing;
}

interface LaidOut {
  readonly layout: WireLayout;
  readonly framed?: { readonly framing: PartFraming };
}

/** The layouts of one wire, or of several. */
export function layoutsOf(wire: DissectedSide['wire']): readonly WireLayout[] {
  return (wire.parts?.wires ?? [wire]).map(({ layout }) => layout);
}

export function dissectedFields(sides: readonly DissectedSide[]): DescribedField[] {
  const layouts = sides.flatMap(({ wire }) => layoutsOf(wire));
  const wakes = sides.flatMap(({ wake }) => (wake === undefined ? [] : [wake.name]));
  const framings = sides
    .flatMap(({ framing }): readonly Framing[] => (framing.kind === 'any' ? framing.framings : [framing]))
    .filter((framing) => framing.kind === 'delimited');
  const found = [
    ...layouts.flatMap(({ head, tag, forms }) => [
      ...fieldsOf(head, ''),
      ...(tag === undefined ? [] : [numberFilter(tag.name, tag.spec)]),
      ...forms.flatMap(({ fields }) => fieldsOf(fields, '')),
    ]),
    ...wakes.map((name): DescribedField => ({ name, kind: 'uint32', base: 'hex' })),
    ...framings.flatMap(({ name, stuffing }) => [name, stuffing.overhead.name]).map(bytesField),
  ];
  const merged = new Map<string, DescribedField>();
  for (const field of [...found, ...OTHERS.map(bytesField)]) {
    const known = merged.get(field.name);
    merged.set(field.name, known === undefined ? field : union(known, field));
  }
  return [...merged.values()];
}

const OTHERS = [
  'checksum',
  'start byte',
  'start bytes',
  'trailer',
  'trailing',
  'unknown',
  'unreadable',
  'discarded',
];

function bytesField(name: string): DescribedField {
  return { name, kind: 'bytes' };
}

/** Two fields of one name. Where their kinds differ, filters see text. */
function union(a: DescribedField, b: DescribedField): DescribedField {
  const names = [...(a.names ?? []), ...(b.names ?? [])];
  return { ...a, kind: a.kind === b.kind ? a.kind : 'string', ...(names.length > 0 ? { names } : {}) };
}

function fieldsOf(fields: readonly NamedSpec[], path: string): DescribedField[] {
  return fields.flatMap(({ name, spec }) => fieldsOfSpec(spec, path === '' ? name : `${path}.${name}`));
}

function fieldsOfSpec(spec: FieldSpec, name: string): readonly DescribedField[] {
  switch (spec.kind) {
    case 'length':
      return [numberFilter(name, spec.of)];
    case 'list':
      return [
        ...(typeof spec.count === 'object' ? [numberFilter(`${name} count`, spec.count)] : []),
        ...(spec.bytes === undefined ? [] : [numberFilter(`${name} bytes`, spec.bytes)]),
        ...fieldsOfSpec(spec.of, name),
      ];
    case 'struct':
      return fieldsOf(spec.fields, name);
    case 'optional':
      return fieldsOfSpec(spec.of, name);
    case 'choice':
      return [numberFilter(name, spec.tag), ...spec.cases.flatMap(({ fields }) => fieldsOf(fields, name))];
    default:
      return kindOf(spec).filters(spec, name);
  }
}
