import { requestBounds } from './request-bounds';

interface Read {
  readonly type: 'read';
  readonly address: number;
  readonly values: readonly number[];
}

const READ: Read = { type: 'read', address: 5, values: [7] };

describe('the bounds of a request', () => {
  const kindOf = ({ address, values }: Read): string | undefined => {
    if (address < 0 || address > 0xffff || values.length > 123) return undefined;
    return address + values.length > 37 ? 'refused' : 'done';
  };
  const bounds = [...requestBounds(READ, [], kindOf)];

  it('are found on both sides of a change of the rules', () => {
    const addresses = bounds.filter(({ values }) => values.length === 1).map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining([36, 37]));
  });

  it('are the least and the most that a field can hold, and nothing beyond', () => {
    const addresses = bounds.map(({ address }) => address);
    expect([Math.min(...addresses), Math.max(...addresses)]).toEqual([0, 0xffff]);
  });

  it('are found for the length of a list', () => {
    const lengths = bounds.filter(({ address }) => address === 5).map(({ values }) => values.length);
    expect(lengths).toEqual(expect.arrayContaining([0, 32, 33, 123]));
  });
});
