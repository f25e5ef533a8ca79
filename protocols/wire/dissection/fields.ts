/** What a dissector can filter by: every field of described wires, by its path without list indices. */
import type { BesideFrames, DescribedField } from '../../dissection/described';
import { delimitingOf, isDelimited } from '../decoders/delimiting';
import type { Framing, PartFraming } from '../framing';
import type { FieldSpec, NamedSpec, NumberSpec } from '../layout/field-spec';
import { enumValues } from '../layout/enum-values';
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

type Kind = DescribedField['kind'];

export function dissectedFields(sides: readonly DissectedSide[]): DescribedField[] {
  const layouts = sides.flatMap(({ wire }) => layoutsOf(wire));
  const wakes = sides.flatMap(({ wake }) => (wake === undefined ? [] : [wake.name]));
  const framings = sides
    .flatMap(({ framing }): readonly Framing[] => (framing.kind === 'any' ? framing.framings : [framing]))
    .filter(isDelimited);
  const found = [
    ...layouts.flatMap(({ head, tag, forms }) => [
      ...fieldsOf(head, ''),
      ...(tag === undefined ? [] : [numberField(tag.name, tag.spec)]),
      ...forms.flatMap(({ fields }) => fieldsOf(fields, '')),
    ]),
    ...wakes.map((name): DescribedField => ({ name, kind: 'uint32', base: 'hex' })),
    ...framings
      .map(delimitingOf)
      .flatMap(({ name, stuffing }) => [name, stuffing.overhead.name])
      .map(bytesField),
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

function fieldsOfSpec(spec: FieldSpec, name: string): DescribedField[] {
  switch (spec.kind) {
    case 'number':
      return [numberField(name, spec)];
    case 'varying':
      return [numberField(name, { ...spec, signed: spec.zigzag })];
    case 'bignumber':
      return [{ name, kind: spec.signed ? 'int64' : 'uint64', base: spec.signed ? 'dec' : spec.base }];
    case 'enum':
      return [
        {
          ...numberField(name, spec.of),
          names: enumValues(spec).map(({ number, meaning }) => [number, meaning]),
        },
      ];
    case 'flags':
    case 'bits':
    case 'length':
      return [numberField(name, spec.of)];
    case 'constant':
      return [bytesField(name)];
    case 'text':
    case 'bytes':
      return [
        { name, kind: spec.kind === 'text' ? 'string' : 'bytes' },
        ...(spec.extent.by === 'counted' ? [numberField(`${name} count`, spec.extent.count)] : []),
      ];
    case 'digits':
      return [{ name, kind: 'double' }];
    case 'words':
      return [{ name, kind: 'string' }];
    case 'list':
      return [
        ...(typeof spec.count === 'object' ? [numberField(`${name} count`, spec.count)] : []),
        ...(spec.bytes === undefined ? [] : [numberField(`${name} bytes`, spec.bytes)]),
        ...fieldsOfSpec(spec.of, name),
      ];
    case 'struct':
      return fieldsOf(spec.fields, name);
    case 'optional':
      return fieldsOfSpec(spec.of, name);
    case 'choice':
      return [numberField(name, spec.tag), ...spec.cases.flatMap(({ fields }) => fieldsOf(fields, name))];
  }
}

function numberField(
  name: string,
  { signed, base, names }: Pick<NumberSpec, 'signed' | 'base' | 'names'>,
): DescribedField {
  const kind: Kind = signed ? 'int32' : 'uint32';
  const pairs = Object.entries(names ?? {}).map(([value, word]) => [Number(value), word] as const);
  return { name, kind, base: signed ? 'dec' : base, ...(pairs.length > 0 ? { names: pairs } : {}) };
}
