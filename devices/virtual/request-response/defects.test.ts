import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { BoardBench } from '../testing/board-bench';
import { DefectCatalogue } from './defects';
import { kindOf } from './testing/bench';
import { defectSessions } from './testing/defect-sessions';
import { kettle } from './testing/kettle';
import { meter } from './testing/meter';

const SEED = 1;

function describeDefects(protocol: AnyRequestResponse): void {
  const kind = kindOf(protocol);
  const sessions = defectSessions(protocol);

  test('each shows in its session', () => {
    for (const { name, breaks } of kind.defects) {
      const transcript = (...defects: readonly string[]): string => {
        const bench = new BoardBench(kind, { seed: SEED, defects });
        for (const { bytes, pause } of sessions.get(name)?.steps ?? [])
          bench.sendOn('main', bytes).advance(pause);
        bench.advance(1e6);
        return breaks === protocol.at({}).clauses.time ? bench.timedHex() : bench.since(0);
      };
      expect([name, transcript(name)]).not.toEqual([name, transcript()]);
    }
  });

  test('each breaks a clause of the page', () => {
    const clauses = protocol.requirements.map(({ id }) => id);
    for (const { breaks } of kind.defects) expect(clauses).toContain(breaks);
  });

  test('each stock defect breaks its clause in its session', () => {
    for (const { name, breaks, stock } of kind.defects)
      if (stock === true) expect([name, sessions.get(name)?.clause]).toEqual([name, breaks]);
  });

  test('a defect that is looked up by name is the one of the list', () => {
    const again = new DefectCatalogue(protocol);
    for (const { name, breaks } of kind.defects.toReversed()) expect(again.find(name)?.breaks).toBe(breaks);
    expect(again.find('no-such-defect')).toBeUndefined();
  });
}

describe('Modbus', () => {
  describeDefects(modbus);

  test('has the stock defects that follow from its description', () => {
    const stock = kindOf(modbus).defects.filter((one) => one.stock === true);
    const breaks = Object.fromEntries(stock.map((one) => [one.name, one.breaks]));
    expect(breaks).toMatchObject({
      'checksum-first-byte-only': 'MB-FR-02',
      'answer-checksum-wrong-now-and-then': 'MB-FR-01',
      'silence-doubled': 'MB-FR-04',
      early: 'MB-TM-01',
      'read-tag-neighbour': 'MB-EX-01',
      'unit-mb-fr-03-answered': 'MB-FR-03',
      'unit-mb-fr-05-answered': 'MB-FR-05',
      'read-count-below-mb-rg-01-taken': 'MB-EX-03',
      'write-address-above-mb-rg-02-obeyed': 'MB-EX-02',
      'write-many-values-last-lost': 'MB-RG-03',
      'registers-values-swapped': 'MB-RG-01',
    });
  });

  test('has none that its description does not imply', () => {
    const names = kindOf(modbus).defects.map(({ name }) => name);
    expect(names).not.toContain('second-lost');
    expect(names).not.toContain('silence-too-short');
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the kettle', () => {
  describeDefects(kettle);

  test('has the stock defects that Modbus does not have', () => {
    const breaks = Object.fromEntries(kindOf(kettle).defects.map((one) => [one.name, one.breaks]));
    expect(breaks).toMatchObject({
      late: 'KT-TM-01',
      'second-lost': 'KT-FR-04',
      'silence-too-short': 'KT-FR-03',
      'unsolicited-missing': 'KT-TM-02',
      'set-level-unchecked': 'KT-FR-02',
      'set-level-clamped': 'KT-FR-02',
      'set-level-wraps': 'KT-FR-02',
      'level-length-off-by-one': 'KT-FR-01',
    });
  });
});

describe('a meter without tags and checksums', () => {
  describeDefects(meter);

  test('has the stock defects of numbers and texts in ASCII', () => {
    const breaks = Object.fromEntries(kindOf(meter).defects.map((one) => [one.name, one.breaks]));
    expect(breaks).toMatchObject({
      'set-level-unchecked': 'MT-LN-01',
      'set-level-clamped': 'MT-LN-01',
      'answer-trailing-byte': 'MT-TM-01',
      'identity-text-cut': 'MT-CM-03',
    });
  });
});

test('names and sentences fit the command line', () => {
  for (const { name, text } of [
    ...kindOf(modbus).defects,
    ...kindOf(kettle).defects,
    ...kindOf(meter).defects,
  ]) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(text).toMatch(/^[A-Z].*\.$/);
  }
});
