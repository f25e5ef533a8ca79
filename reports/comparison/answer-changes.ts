/** The first different answer of two runs that sent the same bytes up to it. */
import type { JournalEvent } from '../../scenarios/record';

export interface AnswerChange {
  readonly scenario: string;
  readonly link: string;
  /** The number of equal exchanges before it in the scenario. */
  readonly alike: number;
  /** In hex. */
  readonly sent: string;
  readonly before: string;
  readonly after: string;
}

/** Sent bytes on a link, and the bytes received on each link before the next send. */
export interface Exchange {
  readonly link: string;
  readonly tx: string;
  readonly rx: ReadonlyMap<string, string>;
}

/**
 * The meaning of a difference between two answers on one link. same: only random choices differ. diverged: a random
 * choice led the runs apart, so that the rest cannot be compared.
 */
export type Difference = 'same' | 'changed' | 'diverged';

/** Classifies two different answers to the same bytes. One for each scenario: it gets the exchanges in order. */
export type Comparer = (sent: string, link: string, before: string, after: string) => Difference;

export type Comparers = (suite: string) => Comparer;

/** The hex digits of an answer that are kept. */
const MAX_ANSWER_DIGITS = 1400;
const MAX_EXCHANGES = 4000;

/** The exchanges of a journal, by suite and scenario. */
export function exchangesOf(events: Iterable<JournalEvent>): ReadonlyMap<string, readonly Exchange[]> {
  const all = new Map<string, { link: string; tx: string; rx: Map<string, string> }[]>();
  let list: { link: string; tx: string; rx: Map<string, string> }[] | undefined;
  for (const event of events) {
    if (event.type === 'scenario') {
      const key = `${event.suite}\n${event.scenario}`;
      list = all.get(key) ?? [];
      all.set(key, list);
    } else if (event.type === 'scenario-end') list = undefined;
    else if (event.type === 'chunk' && list !== undefined) {
      const { link, direction, hex } = event;
      const last = list.at(-1);
      if (direction === 'tx') {
        if (list.length < MAX_EXCHANGES) list.push({ link, tx: hex, rx: new Map() });
      } else if (last !== undefined) {
        const rx = last.rx.get(link) ?? '';
        if (rx.length < MAX_ANSWER_DIGITS) last.rx.set(link, rx + hex);
      }
    }
  }
  return all;
}

/** The first change in each scenario; none once the runs sent different bytes. */
export function answerChanges(
  before: ReadonlyMap<string, readonly Exchange[]>,
  after: ReadonlyMap<string, readonly Exchange[]>,
  comparers: Comparers = () => () => 'changed',
): readonly AnswerChange[] {
  return [...before].flatMap(([key, list]) => {
    const [suite = '', scenario = ''] = key.split('\n');
    const found = firstChange(list, after.get(key) ?? [], comparers(suite));
    return found === undefined ? [] : [{ scenario, ...found }];
  });
}

function firstChange(list: readonly Exchange[], other: readonly Exchange[], differ: Comparer) {
  for (const [index, one] of list.entries()) {
    const later = other[index];
    if (later === undefined || later.link !== one.link || later.tx !== one.tx) return undefined;
    for (const link of new Set([...one.rx.keys(), ...later.rx.keys()])) {
      const [was = '', is = ''] = [one.rx.get(link), later.rx.get(link)];
      const difference = was === is ? 'same' : differ(one.tx, link, was, is);
      if (difference === 'diverged') return undefined;
      if (difference === 'changed') return { link, alike: index, sent: one.tx, before: was, after: is };
    }
  }
  return undefined;
}
