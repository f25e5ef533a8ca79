/** Tables by their columns: a head, and what it says of each row. */
import { leftOut, scrollRegion } from './components';
import { html, type Content, type Markup } from './markup';

/** `kind`: the class of its cells. `num`, and what a function says, is of numbers; the cells of `row` name their rows. */
export type Column<T> = readonly [
  head: string,
  cell: (item: T, index: number) => Content,
  kind?: string | ((item: T) => string),
];

interface TableOptions<T> {
  /** What it is. Default: its heads. */
  readonly label?: string;
  /** Its style. */
  readonly kind?: string;
  /** How many rows are not shown, and what they are. */
  readonly hidden?: number;
  readonly what?: string;
  /** Of a row. */
  readonly attributes?: (item: T) => Markup;
}

/** A table that scrolls where it is wider than the page. */
export function table<T>(
  columns: readonly Column<T>[],
  items: readonly T[],
  { label, kind = '', hidden = 0, what = 'row', attributes }: TableOptions<T> = {},
): Markup {
  const rows = items.map(
    (item, index) =>
      html`<tr ${attributes?.(item)}>
        ${cellsOf(columns, item, index)}
      </tr>`,
  );
  const drawn = html`<table class="plain ${kind}">
    ${headOf(columns)}
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return html`${scrollRegion(label ?? columns.map(([head]) => head).join(', '), drawn)}
  ${leftOut(hidden, what)}`;
}

export function headOf<T>(columns: readonly Column<T>[]): Markup {
  const isNumber = (kind: Column<T>[2]): boolean => typeof kind === 'function' || kind === 'num';
  const heads = columns.map(
    ([head, , kind]) => html`<th scope="col" class="${isNumber(kind) ? 'num' : ''}">${head}</th>`,
  );
  return html`<thead>
    <tr>
      ${heads}
    </tr>
  </thead>`;
}

export function cellsOf<T>(columns: readonly Column<T>[], item: T, index: number): readonly Markup[] {
  return columns.map(([, cell, kind = '']) =>
    kind === 'row'
      ? html`<th scope="row">${cell(item, index)}</th>`
      : html`<td class="${typeof kind === 'string' ? kind : `num ${kind(item)}`}">${cell(item, index)}</td>`,
  );
}
