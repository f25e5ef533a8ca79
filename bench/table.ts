/** Results as tables for people, one for each comparison. */
import type { Facts, RatioResult, Result } from './measure';

/** `name`, the rates, then each ratio with its spread, limit and verdict. */
export function tableOf({ title, unit, rounds, rates, ratios, missing }: Result): string {
  const [subject] = rates;
  const width = Math.max(...rates.map(({ name }) => name.length), 10);
  const lines = [
    `${title}`,
    `  ${unit}, median (quartiles) of ${rounds} interleaved rounds`,
    ...rates.map(
      ({ name, low, median, high }) =>
        `    ${name.padEnd(width)}  ${rate(median).padStart(8)}  (${rate(low)}..${rate(high)})`,
    ),
    `  ${subject?.name ?? ''} over`,
    ...ratios.map((ratio) => `    ${ratio.peer.padEnd(width)}  ${ratioText(ratio)}`),
    ...missing.map((reason) => `    skipped: ${reason}`),
  ];
  return lines.join('\n');
}

/** Facts, one line each. */
export function factsOf({ title, rows, short }: Facts): string {
  const width = Math.max(...rows.map(({ name }) => name.length), 10);
  return [
    title,
    ...rows.map(({ name, text }) => `    ${name.padEnd(width)}  ${text}`),
    ...(short === undefined ? [] : [`    SHORT: ${short}`]),
  ].join('\n');
}

function ratioText({ low, median, high, atLeast, verdict, reason }: RatioResult): string {
  const spread = `${factor(median).padStart(8)}  (${factor(low)}..${factor(high)})`;
  if (atLeast === undefined) return `${spread}  shown`;
  const judged = `${spread}  limit ${atLeast}  ${verdict}`;
  return reason === undefined ? judged : `${judged}: ${reason}`;
}

function rate(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(1)} k`;
  return value.toFixed(1);
}

function factor(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
